// What moves when the board changes: tiles and figures travel in a view transition, stolen ones in an arc; kept dice glide;
// a tile flips, a card flinches and a bratworm drops by an animation of its own.
// The server names what moves in `data-travel` of the fragments. A thing that travels has a class `vt-…`, dice `vt-face-…`.
"use strict";

const travel = (() => {
  const CAPTURE_MS = 250;
  const isStill = matchMedia("(prefers-reduced-motion: reduce)");
  const isDice = (thing) => thing.startsWith("face-");
  // What gets a class for as long as its animation takes, by the first word of its name.
  const MARKS = { flip: ["#tile-", "flips"], hit: ["#player-", "flinches"], drop: ["#player-", "gains"] };
  const isMark = (thing) => thing.split("-")[0] in MARKS;
  // htmx keeps the text of an answer or of a message of the stream in `ctx.text`.
  const things = (event) => /data-travel="([\w -]+)"/.exec(event.detail.ctx.text)?.[1].split(" ") ?? [];

  // ---------------------------------------------------------------- tiles and figures

  // Only what travels has a name in the transition: the browser takes no pictures of all the rest.
  // The names stand in a style sheet made here, because the content security policy forbids inline styles.
  const names = new CSSStyleSheet();
  document.adoptedStyleSheets.push(names);
  document.addEventListener("htmx:before:viewTransition", (event) => {
    const rule = (thing) => {
      const name = `vt-${thing.replace("arc-", "")}`;
      return `.${name} { view-transition-name: ${name}; view-transition-class: ${thing.startsWith("arc-") ? "thing arc" : "thing"}; }`;
    };
    names.replaceSync(things(event).filter((thing) => !isDice(thing) && !isMark(thing)).map(rule).join(" "));
  });

  // htmx waits for `finished` before it shows the next news. It is given a promise that ends with the change of the
  // page instead of the end of the animation: news never waits for what only looks nice.
  const startViewTransition = document.startViewTransition?.bind(document);
  let latest = null;

  function start(task) {
    if (document.hidden || isStill.matches) return { finished: Promise.resolve(task()) };
    let changed = null;
    const finished = new Promise((resolve) => {
      const change = () => (changed ??= Promise.resolve(task()).finally(resolve));
      const transition = (latest = startViewTransition(change));
      // The picture of the old board may be slow to come, or never: the news does not wait for it.
      setTimeout(() => { if (!changed) { transition.skipTransition(); change(); } }, CAPTURE_MS);
      // A transition that is skipped (a hidden tab, a turned phone) is no error.
      for (const promise of [transition.ready, transition.updateCallbackDone]) promise.catch(() => {});
      transition.finished.catch(() => {}).then(() => transition === latest && names.replaceSync(""));
    });
    return { finished };
  }
  if (startViewTransition) document.startViewTransition = start;

  // ---------------------------------------------------------------- what moves where it is

  let marks = [];
  document.addEventListener("htmx:before:swap", (event) => { marks = things(event).filter(isMark); });
  document.addEventListener("htmx:after:settle", () => {
    marks = marks.filter((mark) => {
      const [kind, number] = mark.split("-");
      const [place, name] = MARKS[kind];
      const element = document.querySelector(place + number);
      const isNew = element?.matches(kind === "flip" ? ".tile-down" : ".player");
      if (isNew) element.classList.add(name);
      return !isNew;
    });
  });

  // ---------------------------------------------------------------- dice

  // Whoever does not want to wait for the dice taps them.
  document.addEventListener("pointerdown", (event) => {
    const rolled = event.target.closest?.("#play")?.querySelector(".rolled");
    for (const animation of rolled?.getAnimations({ subtree: true }) ?? []) animation.finish();
  });

  // Kept dice glide from where they lay.
  let gliding = null;
  document.addEventListener("htmx:before:swap", (event) => {
    gliding?.animation?.cancel();
    const face = things(event).find(isDice);
    gliding = face ? { face, from: document.querySelector(`.rolled .vt-${face}`)?.getBoundingClientRect() } : null;
  });

  function glide() {
    const group = gliding?.from && document.querySelector(`.kept .vt-${gliding.face}`);
    if (!group || isStill.matches) return;
    const [from, to] = [gliding.from, group.getBoundingClientRect()];
    const start = `translate(${from.left - to.left}px, ${from.top - to.top}px) scale(${from.width / to.width})`;
    gliding.animation = group.animate(
      [{ transform: start, transformOrigin: "0 0" }, { transform: "none", transformOrigin: "0 0" }],
      { duration: 280, easing: "cubic-bezier(.3, .9, .3, 1)" },
    );
  }

  return { glide };
})();
