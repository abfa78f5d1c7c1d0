// The replay: play and pause, keys, and the address of the moment that is shown.
"use strict";

const find = (selector) => document.querySelector(selector);
const STEP_MS = { roll: 1100, keep: 800, forced: 500, end: 1500 };
let playing = 0;
let isSliding = false;

function setPlaying(is) {
  clearTimeout(playing);
  playing = is ? -1 : 0;
  const button = find("#way-play");
  button?.setAttribute("aria-pressed", String(is));
  if (is) step();
}

// What matters is held: the next step comes when this one has been seen.
function stepLater() {
  const beat = rhythm.beatOf(find("#play").outerHTML);
  clearTimeout(playing);
  playing = setTimeout(step, Math.max(STEP_MS[beat?.kind] ?? STEP_MS.end, beat?.hold ?? 0) * rhythm.factor);
}

function step() {
  const next = find("#way-after");
  if (!next || next.getAttribute("aria-disabled")) setPlaying(false);
  else next.click();
}

document.addEventListener("click", (event) => {
  if (event.target.closest?.("#way-play")) setPlaying(!playing);
  else if (event.isTrusted && event.target.closest?.(".way")) setPlaying(false);
});
document.addEventListener("pointerdown", (event) => { isSliding = event.target.id === "moment"; });
document.addEventListener("pointerup", () => { isSliding = false; });
document.addEventListener("input", (event) => event.target.id === "moment" && setPlaying(false));
document.addEventListener("htmx:after:swap", () => {
  history.replaceState(null, "", find("#controls").dataset.here);
  const slider = find("#moment");
  if (!isSliding) slider.value = slider.getAttribute("value");
  find("#way-play").setAttribute("aria-pressed", String(Boolean(playing)));
  if (playing) stepLater();
});
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest?.("input, select, textarea, summary, [popover]:popover-open")) return;
  if (event.key === "?") return find("#keys").togglePopover();
  if (event.key === " " && event.target.closest?.("a, button")) return;
  const way = [...document.querySelectorAll("#controls [data-key]")].find((each) => each.dataset.key === event.key);
  if (!way) return;
  event.preventDefault();
  if (way.id !== "way-play") setPlaying(false);
  if (!way.getAttribute("aria-disabled")) way.click();
});
