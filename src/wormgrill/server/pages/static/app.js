// Common to all pages: the theme and the bird at once, the chat, copying, sharing, and what a specialist does on hover or focus.
"use strict";

// What this browser remembers. A private window may refuse to.
const remembered = {
  get: (name) => { try { return localStorage.getItem(`wormgrill.${name}`); } catch { return null; } },
  set: (name, value) => { try { localStorage.setItem(`wormgrill.${name}`, value); } catch { /* it forgets */ } },
};

const send = (form) => fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)), redirect: "manual" });

document.addEventListener("change", (event) => {
  const field = event.target;
  if (!field.closest?.(".settings")) return;
  if (field.name === "theme") {
    if (field.value === "system") document.documentElement.removeAttribute("data-theme");
    else document.documentElement.dataset.theme = field.value;
    send(field.form);
  } else if (field.name === "bird") {
    send(field.form);
    const view = field.parentElement.querySelector(".bird").getAttribute("viewBox");
    document.querySelector(".who-bird .bird")?.setAttribute("viewBox", view);
  } else field.form.requestSubmit();
});

// ------------------------------------------------------------------ the chat

function showLastLine() {
  const lines = document.getElementById("chat-lines");
  if (lines) lines.scrollTop = lines.scrollHeight;
}
showLastLine();
document.addEventListener("htmx:after:settle", (event) => event.target.id === "chat-lines" && showLastLine());

// The field is emptied once the server has the line.
document.addEventListener("htmx:after:request", (event) => {
  const { sourceElement, response } = event.detail.ctx;
  if (sourceElement.matches(".chat-form") && response.status < 400) sourceElement.reset();
});

// ------------------------------------------------------------------ copying, and what a specialist does

document.addEventListener("click", async (event) => {
  const button = event.target.closest?.("[data-copy]");
  if (!button) return;
  const source = document.getElementById(button.dataset.copy);
  source.select();
  try {
    await navigator.clipboard.writeText(source.value);
  } catch {
    document.execCommand("copy");
  }
  const words = button.querySelector("span");
  const before = words.textContent;
  words.textContent = button.dataset.done;
  setTimeout(() => (words.textContent = before), 1800);
});

// A click is felt at once, however long the answer takes. At the table the button waits for what is new, and goes with it.
const rest = (button) => button.removeAttribute("aria-busy");
document.addEventListener("submit", (event) => event.submitter?.setAttribute("aria-busy", "true"));
// While one choice is on its way, the others rest; not for ever, if nothing comes of it.
const REST_MS = 5000;
let sentAt = -REST_MS;
document.addEventListener("submit", (event) => {
  if (event.target.id !== "play") return;
  const isUnderway = [...event.target.elements].some((each) => each !== event.submitter && each.getAttribute("aria-busy") === "true");
  if (isUnderway && performance.now() - sentAt < REST_MS) {
    event.preventDefault();
    event.stopImmediatePropagation();
  } else sentAt = performance.now();
}, true);
document.addEventListener("htmx:finally:request", (event) => {
  const { sourceElement, response } = event.detail.ctx;
  if (response?.status === 204 && sourceElement.id === "play") return; // the stream brings what came of the move
  for (const button of document.querySelectorAll("[aria-busy]")) if (button.form === sourceElement) rest(button);
});
addEventListener("pageshow", () => document.querySelectorAll("[aria-busy]").forEach(rest));
// Only some browsers can share: the others do not show the buttons.
function offerSharing() {
  if (navigator.share) for (const button of document.querySelectorAll("[data-share], [data-share-text]")) button.hidden = false;
}
offerSharing();
document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-share], [data-share-text]");
  if (!button) return;
  const { share, shareText } = button.dataset;
  navigator.share(share ? { url: share } : { text: document.getElementById(shareText).value }).catch(() => {});
});
// What can be shared is asked for when it is to be seen.
document.addEventListener("htmx:after:settle", (event) => {
  if (event.target.id !== "share") return;
  offerSharing();
  event.target.showPopover();
});

let shownFor = null;
let pinned = null;

function place(about, figure) {
  const near = figure.getBoundingClientRect();
  const box = about.getBoundingClientRect();
  const left = Math.min(Math.max(12, near.left + near.width / 2 - box.width / 2), innerWidth - box.width - 12);
  const below = near.bottom + 8;
  about.style.left = `${left}px`;
  about.style.top = `${below + box.height > innerHeight - 8 ? near.top - box.height - 8 : below}px`;
}

function show(figure) {
  const about = document.getElementById(figure.getAttribute("popovertarget"));
  if (!about || about.matches(":popover-open")) return;
  shownFor = figure;
  about.showPopover();
}

function hide(figure) {
  const about = document.getElementById(figure.getAttribute("popovertarget"));
  if (about?.matches(":popover-open")) about.hidePopover();
}

const figureOf = (event) => event.target.closest?.(".figure, .supply");
document.addEventListener("pointerover", (event) => figureOf(event) && event.pointerType === "mouse" && show(figureOf(event)));
document.addEventListener("pointerout", (event) => {
  const figure = figureOf(event);
  if (figure && figure !== pinned && event.pointerType === "mouse" && !figure.contains(event.relatedTarget)) hide(figure);
});
document.addEventListener("focusin", (event) => figureOf(event)?.matches(":focus-visible") && show(figureOf(event)));
document.addEventListener("focusout", (event) => figureOf(event) && hide(figureOf(event)));
// What hover or focus has opened, a click keeps open; the next one closes it.
document.addEventListener("click", (event) => {
  const figure = figureOf(event);
  if (!figure) return;
  shownFor = figure;
  const isShown = document.getElementById(figure.getAttribute("popovertarget"))?.matches(":popover-open");
  if (isShown && figure !== pinned) event.preventDefault();
  pinned = isShown && figure === pinned ? null : figure;
}, true);
document.addEventListener("toggle", (event) => {
  const about = event.target;
  if (!about.classList?.contains("about")) return;
  if (event.newState === "closed" && pinned?.getAttribute("popovertarget") === about.id) pinned = null;
  if (event.newState !== "open" || !shownFor) return;
  about.classList.add("placed");
  place(about, shownFor);
}, true);
