// What moves when the board changes: tiles and figures travel in an arc, kept dice glide; a tile flips, a card flinches
// and a bratworm drops by an animation of its own. Only transforms move, so nothing is laid out again on the way.
// The server names what moves in `data-travel` of the fragments. A thing that travels has a class `vt-…`, dice `vt-face-…`.
"use strict";

(() => {
  const STEPS = 24;
  const WAYS = {
    taken: { duration: 460, height: 30, grows: 0.1, turns: 0 },
    stolen: { duration: 850, height: 120, grows: 0.35, turns: 7 },
    kept: { duration: 280, height: 0, grows: 0, turns: 0 },
  };
  // What gets a class for as long as its animation takes, by the first word of its name.
  const MARKS = { flip: ["#tile-", "flips"], hit: ["#player-", "flinches"], drop: ["#player-", "gains"] };
  const isStill = matchMedia("(prefers-reduced-motion: reduce)");
  const isDice = (thing) => thing.startsWith("face-");
  // htmx keeps the text of an answer or of a message of the stream in `ctx.text`.
  const things = (event) => /data-travel="([\w -]+)"/.exec(event.detail.ctx.text)?.[1].split(" ") ?? [];

  // ---------------------------------------------------------------- from one place to another

  const find = (thing, dice) => document.querySelector(`${isDice(thing) ? dice : ""} .vt-${thing.replace("arc-", "")}`);
  const wayOf = (thing) => WAYS[isDice(thing) ? "kept" : thing.startsWith("arc-") ? "stolen" : "taken"];
  const middle = ({ left, top, width, height }) => [left + width / 2, top + height / 2];
  const eased = (time) => time * time * (3 - 2 * time); // at rest at both ends

  function travel(element, from, { duration, height, grows, turns }) {
    for (const animation of element.getAnimations()) if (animation.id === "travel") animation.cancel();
    const to = element.getBoundingClientRect();
    const [[x, y], [toX, toY]] = [middle(from), middle(to)];
    if (!to.width || Math.hypot(x - toX, y - toY) < 2) return;
    const frames = Array.from({ length: STEPS + 1 }, (_, step) => {
      const left = 1 - eased(step / STEPS);
      const hump = 4 * left * (1 - left);
      return {
        translate: `${(x - toX) * left}px ${(y - toY) * left - height * hump}px`,
        scale: String((1 + (from.width / to.width - 1) * left) * (1 + grows * hump)),
        rotate: `${turns * hump}deg`,
      };
    });
    element.classList.add("travels");
    // An animation that stays, and a class that goes with the next change, need no layout at the end of the way.
    element.animate(frames, { id: "travel", duration, fill: "forwards" });
    // Whoever clicks at something while this flies across it means what lies beneath. The two are apart, as an animation
    // of anything but transforms and opacity is not smooth while the page is busy.
    element.animate({ pointerEvents: ["none", "none"] }, { id: "beneath", duration });
  }

  const isUnderway = (element) => element.getAnimations().some(({ id, playState }) => id === "travel" && playState === "running");
  function forgetArrived() {
    for (const element of document.querySelectorAll(".travels")) if (!isUnderway(element)) element.classList.remove("travels");
  }

  // ---------------------------------------------------------------- where it is

  function mark(kind, number) {
    const [place, name] = MARKS[kind];
    const element = document.querySelector(place + number);
    if (element?.matches(kind === "flip" ? ".tile-down" : ".player")) element.classList.add(name);
  }

  // ---------------------------------------------------------------- when

  // htmx changes all parts of the page in one go: what waits for the end of that comes before anything is drawn.
  document.addEventListener("htmx:before:swap", (event) => {
    forgetArrived();
    if (document.hidden || isStill.matches || document.body.matches("[data-hurried]")) return;
    const places = things(event).map((thing) => [thing, find(thing, ".rolled")?.getBoundingClientRect()]);
    queueMicrotask(() => {
      for (const [thing, from] of places) {
        const [kind, number] = thing.split("-");
        const element = from?.width && find(thing, ".kept");
        if (kind in MARKS) mark(kind, number);
        else if (element) travel(element, from, wayOf(thing));
      }
    });
  });

  // Whoever does not want to wait for the dice taps them.
  document.addEventListener("pointerdown", (event) => {
    const rolled = event.target.closest?.("#play")?.querySelector(".rolled");
    for (const animation of rolled?.getAnimations({ subtree: true }) ?? []) {
      if (Number.isFinite(animation.effect.getComputedTiming().endTime)) animation.finish();
    }
  });
})();
