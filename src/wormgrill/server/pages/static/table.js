// The table: keys, what a choice would bring, sounds, the clock, the side column, and the state of the connection.
"use strict";

const $ = (selector) => document.querySelector(selector);
const table = $("main.table");
const stream = $("#stream");
const narrow = matchMedia("(max-width: 900px)");
const remembered = {
  get: (name) => { try { return localStorage.getItem(`wormgrill.${name}`); } catch { return null; } },
  set: (name, value) => { try { localStorage.setItem(`wormgrill.${name}`, value); } catch { /* a private window forgets */ } },
};

// ------------------------------------------------------------------ sounds

let audio = null;
let hasSound = remembered.get("sound") === "on";

function burst(at, length, frequency, gain) {
  const noise = audio.createBufferSource();
  const samples = Math.ceil(audio.sampleRate * length);
  noise.buffer = audio.createBuffer(1, samples, audio.sampleRate);
  const data = noise.buffer.getChannelData(0);
  for (let i = 0; i < samples; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / samples) ** 3;
  const filter = new BiquadFilterNode(audio, { type: "bandpass", frequency, Q: 2.5 });
  noise.connect(filter).connect(new GainNode(audio, { gain })).connect(audio.destination);
  noise.start(audio.currentTime + at);
}

function tone(at, length, from, to, gain, type = "sine") {
  const oscillator = new OscillatorNode(audio, { type, frequency: from });
  const volume = new GainNode(audio, { gain: 0 });
  const start = audio.currentTime + at;
  oscillator.frequency.setValueAtTime(from, start);
  oscillator.frequency.exponentialRampToValueAtTime(to, start + length);
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(gain, start + 0.012);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
  oscillator.connect(volume).connect(audio.destination);
  oscillator.start(start);
  oscillator.stop(start + length);
}

const sounds = {
  dice: () => { for (let i = 0; i < 7; i++) burst(i * 0.055 + Math.random() * 0.03, 0.05, 1500 + Math.random() * 1400, 0.35); },
  tile: () => { burst(0.3, 0.09, 620, 0.7); tone(0.3, 0.16, 330, 300, 0.06, "triangle"); },
  steal: () => { tone(0, 0.22, 420, 880, 0.07, "triangle"); burst(0.32, 0.09, 700, 0.6); },
  fail: () => { tone(0, 0.22, 260, 210, 0.09, "triangle"); tone(0.2, 0.34, 200, 140, 0.09, "triangle"); },
  turn: () => { tone(0, 0.25, 660, 660, 0.07); tone(0.13, 0.4, 880, 880, 0.07); },
};

function play(name) {
  if (!hasSound || !sounds[name]) return;
  audio ??= new AudioContext();
  audio.resume().then(() => sounds[name]()).catch(() => {});
}

const soundTool = $("#sound-tool");
soundTool?.setAttribute("aria-pressed", String(hasSound));
soundTool?.addEventListener("click", () => {
  hasSound = !hasSound;
  remembered.set("sound", hasSound ? "on" : "off");
  soundTool.setAttribute("aria-pressed", String(hasSound));
  play("turn");
});

// ------------------------------------------------------------------ the side column

const sideTool = $("#side-tool");

function setSide(isOpen) {
  table.dataset.side = isOpen ? "open" : "closed";
  sideTool?.setAttribute("aria-expanded", String(isOpen));
  if (isOpen) sideTool?.removeAttribute("data-news");
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

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  if (event.target.closest?.("input, select, textarea, [popover]:popover-open")) return;
  if (event.key === "?") return $("#keys").togglePopover();
  if (event.key === "Escape" && narrow.matches && isSideOpen()) return setSide(false);
  const key = event.key.toUpperCase();
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

function keepFocus() {
  if (!wasAtPlay || (document.activeElement && document.activeElement !== document.body)) return;
  const next = $("#play .face[value]:not([value='']), #play .action") ?? $("#status-title");
  next?.focus({ preventScroll: true });
}

document.addEventListener("htmx:after:settle", (event) => {
  if (event.target.id === "play" && event.target.dataset.ply !== ply) {
    ply = event.target.dataset.ply;
    usualTip = null;
    play(event.target.dataset.sound);
    glide();
    keepFocus();
  }
  if (event.target.id === "chat-lines") hearChat();
  tick();
});

function hearChat() {
  const said = $("#chat-lines .chat-line:last-of-type");
  if (!said || said.id === lastChat) return;
  lastChat = said.id;
  said.scrollIntoView({ block: "nearest" });
  if (!isSideOpen()) sideTool?.setAttribute("data-news", "");
}

// ------------------------------------------------------------------ what travels

const CAPTURE_MS = 250;
const isStill = matchMedia("(prefers-reduced-motion: reduce)");
const things = (ctx) => /data-travel="([\w -]+)"/.exec(ctx.text)?.[1].split(" ") ?? [];

// Kept dice glide from where they lay.
let gliding = null;
document.addEventListener("htmx:before:swap", (event) => {
  gliding?.animation?.cancel();
  const face = things(event.detail.ctx).find((thing) => thing.startsWith("face-"));
  gliding = face ? { face, from: $(`.rolled .vt-${face}`)?.getBoundingClientRect() } : null;
});

function glide() {
  const group = gliding?.from && $(`.kept .vt-${gliding.face}`);
  if (!group || isStill.matches) return;
  const [from, to] = [gliding.from, group.getBoundingClientRect()];
  const start = `translate(${from.left - to.left}px, ${from.top - to.top}px) scale(${from.width / to.width})`;
  gliding.animation = group.animate(
    [{ transform: start, transformOrigin: "0 0" }, { transform: "none", transformOrigin: "0 0" }],
    { duration: 280, easing: "cubic-bezier(.3, .9, .3, 1)" },
  );
}

// Tiles travel in a view transition in which only they are named. The next news does not wait for its end.
const names = new CSSStyleSheet();
document.adoptedStyleSheets.push(names);
const startViewTransition = document.startViewTransition?.bind(document);
let travelling = null;

if (startViewTransition) {
  document.startViewTransition = (task) => {
    if (document.hidden || isStill.matches) return { finished: Promise.resolve(task()) };
    let changed = null;
    const finished = new Promise((resolve) => {
      const change = () => (changed ??= Promise.resolve(task()).finally(resolve));
      const transition = (travelling = startViewTransition(change));
      // The picture of the old board may be slow to come, or never: the news does not wait for it.
      setTimeout(() => { if (!changed) { transition.skipTransition(); change(); } }, CAPTURE_MS);
      for (const promise of [transition.ready, transition.updateCallbackDone]) promise.catch(() => {});
      transition.finished.catch(() => {}).then(() => transition === travelling && names.replaceSync(""));
    });
    return { finished };
  };
}
document.addEventListener("htmx:before:viewTransition", (event) => {
  const rule = (thing) => `.vt-${thing} { view-transition-name: vt-${thing}; view-transition-class: thing; }`;
  names.replaceSync(things(event.detail.ctx).filter((thing) => !thing.startsWith("face-")).map(rule).join(" "));
});
document.addEventListener("htmx:after:request", (event) => {
  const { sourceElement, response } = event.detail.ctx;
  if (sourceElement.matches(".chat-form") && response.status < 400) sourceElement.reset();
});

// ------------------------------------------------------------------ the connection

const SILENCE_MS = 45_000;
let isLive = false;
let heardAt = Date.now();

function setLive(is) {
  isLive = is;
  heardAt = Date.now();
  $("#lost").hidden = is;
}

// A tab in the background may rest, unless it shall be heard.
htmx.config.sse = { pauseOnBackground: !hasSound, reconnectMaxDelay: 8000 };
document.addEventListener("htmx:config:request", (event) => {
  if (!isLive) event.detail.ctx.request.headers["Wormgrill-Stream"] = "lost";
});
document.addEventListener("htmx:sse:after:connection", () => setLive(true));
document.addEventListener("htmx:sse:after:message", () => { heardAt = Date.now(); });
document.addEventListener("htmx:sse:before:connection", (event) => event.detail.connection.attempt && !document.hidden && setLive(false));
document.addEventListener("htmx:sse:error", () => setLive(false));
for (const name of ["htmx:error", "htmx:response:error"]) {
  document.addEventListener(name, (event) => {
    if (event.target !== stream || stream._htmx?.sse) return;
    setLive(false);
    setTimeout(() => htmx.ajax("GET", stream.getAttribute("hx-sse:connect"), { source: stream }), 3000);
  });
}
// A move that did not get through says more than a silent stream: connect anew.
document.addEventListener("htmx:error", (event) => {
  if (event.target === stream || event.detail?.ctx?.response) return;
  setLive(false);
  stream._htmx?.sse?.reader?.cancel();
});
setInterval(() => {
  if (isLive && !document.hidden && Date.now() - heardAt > SILENCE_MS) stream._htmx?.sse?.reader?.cancel();
}, 5000);
