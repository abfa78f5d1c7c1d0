// The table: keys, what a choice would bring, the clock, the side column, and news from the server.
"use strict";

const $ = (selector) => document.querySelector(selector);
const table = $("main.table");
const narrow = matchMedia("(max-width: 1100px)");

// ------------------------------------------------------------------ the side column

const sideTool = $("#side-tool");

function setSide(isOpen) {
  table.dataset.side = isOpen ? "open" : "closed";
  sideTool?.setAttribute("aria-expanded", String(isOpen));
  if (isOpen) {
    sideTool?.removeAttribute("data-news");
    showLastLine();
  }
  if (!narrow.matches) remembered.set("side", table.dataset.side);
}

const isSideOpen = () => sideTool?.getAttribute("aria-expanded") === "true";
if (narrow.matches) sideTool?.setAttribute("aria-expanded", "false");
else if (remembered.get("side") === "closed") setSide(false);
sideTool?.addEventListener("click", () => setSide(!isSideOpen()));
$("[data-side-close]")?.addEventListener("click", () => { setSide(false); sideTool.focus(); });
document.addEventListener("click", (event) => {
  if (event.target.closest?.("[data-side-open]")) setSide(true);
  else if (narrow.matches && isSideOpen() && !event.target.closest?.("#side, #side-tool")) setSide(false);
});
narrow.addEventListener("change", () => setSide(!narrow.matches));

// ------------------------------------------------------------------ keys

// A letter is the key that types it. Digits lie on one key on every keyboard, with or without Shift, and where letters
// are not Latin ones the key in the same place counts, which is then shown by what is printed on it.
const isLatin = (text) => /^[a-z0-9?]$/i.test(text);
function keyOf(event) {
  const [, digit] = /^(?:Digit|Numpad)(\d)$/.exec(event.code) ?? [];
  const [, letter] = /^Key([A-Z])$/.exec(event.code) ?? [];
  return digit && event.key !== "?" ? digit : isLatin(event.key) ? event.key.toUpperCase() : letter ?? event.key;
}

let printed = null;
function labelKeys() {
  if (!printed) return;
  for (const key of document.querySelectorAll("kbd")) {
    const code = `Key${(key.dataset.code ??= key.textContent)}`;
    if (printed.has(code)) key.textContent = printed.get(code).toUpperCase();
  }
}
navigator.keyboard?.getLayoutMap?.().then((map) => {
  if (isLatin(map.get("KeyR") ?? "r")) return;
  printed = map;
  labelKeys();
}).catch(() => {});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  if (event.target.closest?.("input, select, textarea, [popover]:popover-open")) return;
  if (event.key === "?") return $("#keys").togglePopover();
  if (event.key === "Escape" && narrow.matches && isSideOpen()) return setSide(false);
  const key = keyOf(event);
  if (key === "L") return sideTool?.click();
  if (key.length !== 1) return;
  const button = [...document.querySelectorAll("[data-key]")].find((each) => each.dataset.key === key);
  if (!button) return;
  event.preventDefault();
  if (button.getAttribute("aria-disabled") !== "true") button.click();
  else showTip(button);
});

// ------------------------------------------------------------------ what a choice would bring

let usualTip = null;

function showTip(button) {
  const tip = $("#tip");
  if (!tip || !button.dataset.tip) return;
  usualTip ??= tip.textContent;
  tip.textContent = button.dataset.tip;
}

function aimAt(button) {
  document.querySelectorAll(".tile.would").forEach((tile) => tile.classList.remove("would"));
  const tile = button?.dataset.aim && document.getElementById(button.dataset.aim);
  if (tile && !tile.classList.contains("reach")) tile.classList.add("would");
}

function leave() {
  aimAt(null);
  const tip = $("#tip");
  if (tip && usualTip !== null) tip.textContent = usualTip;
  usualTip = null;
}

for (const name of ["pointerover", "focusin"]) {
  document.addEventListener(name, (event) => {
    const button = event.target.closest?.("#play .face, #play .action");
    if (!button) return;
    aimAt(button);
    showTip(button);
  });
}
document.addEventListener("pointerout", (event) => {
  const button = event.target.closest?.("#play .face, #play .action");
  if (button && !button.contains(event.relatedTarget)) leave();
});
document.addEventListener("focusout", (event) => event.target.closest?.("#play .face, #play .action") && leave());
document.addEventListener("click", (event) => {
  const face = event.target.closest?.(".face[aria-disabled]");
  if (face) showTip(face);
});

// ------------------------------------------------------------------ the clock

const ahead = Number(table.dataset.now) * 1000 - Date.now();

function tick() {
  for (const clock of document.querySelectorAll("[data-deadline]")) {
    const left = Math.max(0, Math.round((Number(clock.dataset.deadline) * 1000 - Date.now() - ahead) / 1000));
    const [days, hours, minutes] = [Math.floor(left / 86400), Math.floor(left / 3600) % 24, Math.floor(left / 60) % 60];
    const unit = (number, name) => number.toLocaleString(document.documentElement.lang, { style: "unit", unit: name, unitDisplay: "narrow" });
    const pad = (number) => String(number).padStart(2, "0");
    clock.textContent = days ? `${unit(days, "day")} ${unit(hours, "hour")}` : hours ? `${hours}:${pad(minutes)}:${pad(left % 60)}` : `${minutes}:${pad(left % 60)}`;
    clock.parentElement.classList.toggle("soon", left <= 10);
  }
}
tick();
setInterval(tick, 1000);

// ------------------------------------------------------------------ news from the server

let ply = $("#play")?.dataset.ply;
let lastChat = $("#chat-lines .chat-line:last-of-type")?.id;
let wasAtPlay = false;
document.addEventListener("focusin", (event) => { wasAtPlay = Boolean(event.target.closest?.("#play")); });

// Whoever acts with keys goes on from the words above the dice: a second Enter must not choose something unseen.
let isByKeys = false;
document.addEventListener("keydown", () => { isByKeys = true; }, true);
document.addEventListener("pointerdown", () => { isByKeys = false; }, true);

function keepFocus() {
  if (!wasAtPlay || !isByKeys || (document.activeElement && document.activeElement !== document.body)) return;
  $("#status-title")?.focus({ preventScroll: true });
}

document.addEventListener("htmx:after:settle", (event) => {
  if (event.target.id === "play" && event.target.dataset.ply !== ply) {
    ply = event.target.dataset.ply;
    usualTip = null;
    $("#tutor")?.replaceChildren();
    sounds.play(event.target.dataset.sound);
    keepFocus();
  }
  if (event.target.id === "tutor") $("[data-doubt-close]")?.focus({ preventScroll: true });
  if (event.target.id === "chat-lines") hearChat();
  labelKeys();
  tick();
});

// What the tutor has asked is out of date once something is played, or when whoever was asked thinks again.
function thinkAgain(event) {
  event.preventDefault();
  $("#tutor").replaceChildren();
  $("#status-title")?.focus({ preventScroll: true });
}
document.addEventListener("click", (event) => {
  if (event.target.closest?.("[data-doubt-close]")) thinkAgain(event);
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && $("#tutor .doubt")) thinkAgain(event);
});

const BUBBLE_MS = 4000;

// A reaction is shown at the card of whoever sent it. It stands above the page: the cards are replaced while it does.
function showReaction(line) {
  const card = line.dataset.seat && document.getElementById(`player-${line.dataset.seat}`);
  const drawing = line.querySelector(".reaction");
  if (!card || !drawing) return;
  const bubble = document.createElement("div");
  bubble.className = "bubble";
  bubble.append(drawing.cloneNode(true));
  document.body.append(bubble);
  const { left, top, width, height } = card.getBoundingClientRect();
  bubble.style.left = `${left + width / 2}px`;
  bubble.style.top = `${top + height / 2}px`;
  setTimeout(() => bubble.remove(), BUBBLE_MS);
}

function showNotice(text, kind = "") {
  const notice = document.createElement("p");
  notice.className = `notice ${kind}`;
  notice.textContent = text;
  $("#notices").replaceChildren(notice);
}

function hearChat() {
  const line = $("#chat-lines .chat-line:last-of-type");
  if (!line || line.id === lastChat) return;
  lastChat = line.id;
  showReaction(line);
  if (!isSideOpen() && !line.matches(".mine")) sideTool?.setAttribute("data-news", "");
  if (line.matches(".nudge:not(.mine)") && $("#play.mine")) {
    sounds.play("turn");
    $("#play .tray")?.classList.add("flinches");
    showNotice(line.dataset.told, "good");
  }
}
