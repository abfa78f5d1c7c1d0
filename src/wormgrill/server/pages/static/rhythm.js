// The rhythm in which things are shown: how fast this browser wants it, and what a beat of the game says.
"use strict";

const rhythm = (() => {
  const FACTORS = { slow: 1.7, normal: 1, fast: 0.5 };
  let speed = remembered.get("speed") in FACTORS ? remembered.get("speed") : "normal";

  for (const choice of document.querySelectorAll("[name=speed]")) choice.checked = choice.value === speed;
  document.addEventListener("change", (event) => {
    if (event.target.name !== "speed") return;
    speed = event.target.value;
    remembered.set("speed", speed);
  });

  // As `_play.html` writes it: what the last ply was, how long it is held if it ended a turn, and how many turns I wait.
  function beatOf(text) {
    const [, kind, hold, turns] = /data-beat="(\w+) (\d+) ([\d-]+)"/.exec(text) ?? [];
    return kind ? { kind, hold: Number(hold), turns: turns === "-" ? null : Number(turns) } : null;
  }

  return { beatOf, get factor() { return FACTORS[speed]; } };
})();
