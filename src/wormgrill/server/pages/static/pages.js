// Comfort on the pages around the game: without it everything works, with one click more.
"use strict";

const find = (selector) => document.querySelector(selector);

// ------------------------------------------------------------------ the name, changed in place

const who = find(".who[data-quiet]");
who?.addEventListener("change", () => who.requestSubmit());
who?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const field = who.elements.name;
  const name = field.value.trim();
  if (!name || name === field.defaultValue) return;
  const answer = await fetch(who.action, { method: "POST", body: new URLSearchParams({ name }) });
  if (!answer.ok) return;
  field.defaultValue = name;
  field.value = name;
  for (const copy of document.querySelectorAll("[data-name]")) copy.value = name;
  const done = find(".who-done");
  done.textContent = done.dataset.done.replace("{name}", name);
  if (document.activeElement === field) field.blur();
});

// ------------------------------------------------------------------ choices that need no button

document.addEventListener("change", (event) => {
  if (event.target.matches("[data-auto]")) event.target.form.requestSubmit();
});

const share = find("[data-share]");
if (share && navigator.share) {
  share.hidden = false;
  share.addEventListener("click", () => navigator.share({ url: share.dataset.share }).catch(() => {}));
}

// ------------------------------------------------------------------ the waiting room: the game begins

document.addEventListener("begun", (event) => location.replace(event.detail.data));

// ------------------------------------------------------------------ the replay

const STEP_MS = 1400;
let playing = 0;
let isSliding = false;

function setPlaying(is) {
  clearInterval(playing);
  playing = is ? setInterval(step, STEP_MS) : 0;
  const button = find("#way-play");
  button?.setAttribute("aria-pressed", String(Boolean(playing)));
  if (is) step();
}

function step() {
  const next = find("#way-after");
  if (!next || next.getAttribute("aria-disabled")) setPlaying(false);
  else next.click();
}

if (find("#controls")) {
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
  });
  // A transition that is skipped (a hidden tab, a turned phone) is no error.
  const startViewTransition = document.startViewTransition?.bind(document);
  if (startViewTransition) {
    document.startViewTransition = (task) => {
      const transition = startViewTransition(task);
      transition.ready.catch(() => {});
      return transition;
    };
  }
  const names = new CSSStyleSheet();
  document.adoptedStyleSheets.push(names);
  document.addEventListener("htmx:before:viewTransition", (event) => {
    const things = /data-travel="([\w -]+)"/.exec(event.detail.ctx.text)?.[1].split(" ") ?? [];
    const rule = (thing) => `.vt-${thing} { view-transition-name: vt-${thing}; view-transition-class: thing; }`;
    names.replaceSync(things.filter((thing) => !thing.startsWith("face-")).map(rule).join(" "));
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest?.("input, select, textarea, summary, [popover]:popover-open")) return;
    if (event.key === " " && event.target.closest?.("a, button")) return;
    const way = [...document.querySelectorAll("#controls [data-key]")].find((each) => each.dataset.key === event.key);
    if (!way) return;
    event.preventDefault();
    if (way.id !== "way-play") setPlaying(false);
    if (!way.getAttribute("aria-disabled")) way.click();
  });
}
