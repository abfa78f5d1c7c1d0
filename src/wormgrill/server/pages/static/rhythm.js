// The rhythm in which things are shown: how fast this browser wants it, and what a beat of the game says.
"use strict";

const rhythm = (() => {
  // By how much rolls and keeps, and the ends of turns, are held longer: whoever wants it slow wants to follow the dice.
  const FACTORS = { slow: 2.6, normal: 1, fast: 0.5 };
  const HOLDS = { slow: 1.3, normal: 1, fast: 0.5 };
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

  return { beatOf, get factor() { return FACTORS[speed]; }, get holds() { return HOLDS[speed]; } };
})();
