// The director: shows what the server tells one thing after the other, in a rhythm that can be followed.
// The server is ahead where bots play: their plies wait here. The ends of turns are held as long as the server says;
// rolls and keeps share what that leaves of the wait until my turn. A tap or the space bar skips to my turn.
"use strict";

(() => {
  const WEIGHTS = { roll: 1, keep: 0.4, forced: 0.3, end: 0 };
  const USUAL_TURN = { weight: 4.5, hold: 1500 }; // of a turn that has not come yet
  const USUAL_ROLL_MS = 1500; // in which dice tumble as slowly as my own, and can be read for as long
  const WATCHER_MS = 500; // for a roll, to somebody who waits for no turn
  const [LEAST_MS, MOST_MS] = [90, 800];
  const PAUSE_MS = 1500; // somebody has thought for so long: what comes now has all the time that it usually has
  const stream = document.querySelector("#stream");
  const turnMs = Number(document.querySelector("main.table").dataset.turnMs);
  const quickness = new CSSStyleSheet();
  document.adoptedStyleSheets.push(quickness);
  const waiting = [];
  let timer = 0;
  let isShowing = false;
  let isHurried = false;
  let mineAt = 0; // when my turn shall begin
  let emptySince = 0; // since when nothing waits to be shown

  const playOf = () => document.querySelector("#play");
  const isMine = () => playOf().matches(".mine");
  const isOver = () => playOf().matches(".over");

  // ---------------------------------------------------------------- how long something is held

  function holdOf({ beat }) {
    if (!turnMs || !beat || beat.turns === 0 || isHurried || document.hidden) return 0;
    if (beat.turns) mineAt ||= performance.now() + turnMs * beat.turns * rhythm.factor;
    if (beat.kind === "end") return beat.hold * rhythm.holds;
    const most = (beat.turns ? MOST_MS : WATCHER_MS) * WEIGHTS[beat.kind] * rhythm.factor;
    return beat.turns ? Math.min(Math.max(LEAST_MS, shareOf(beat)), most) : most;
  }

  // What the ends leave of the time until my turn, shared by all rolls and keeps; my turn needs no end before it.
  function shareOf(beat) {
    let [left, weights, turns] = [mineAt - performance.now(), WEIGHTS[beat.kind], beat.turns];
    for (const { beat: next } of waiting) {
      if (!next) continue;
      weights += WEIGHTS[next.kind];
      turns = next.turns;
      if (turns) left -= next.hold * rhythm.holds;
    }
    // Of the turn that is known last, about half is still to come.
    const unknown = Math.max(0, turns - 0.5);
    if (turns) left -= USUAL_TURN.hold * (turns - 1) * rhythm.holds;
    return (left * WEIGHTS[beat.kind]) / (weights + USUAL_TURN.weight * unknown);
  }

  // ---------------------------------------------------------------- showing

  async function show() {
    if (isShowing || timer) return;
    isShowing = true;
    while (waiting.length && !timer) {
      const next = waiting.shift();
      const hold = holdOf(next);
      quickness.replaceSync(`:root { --quick: ${hold ? Math.min(1, Math.max(0.15, hold / USUAL_ROLL_MS)) : 1}; }`);
      await htmx.swap({ sourceElement: stream, target: stream, text: next.text, swap: "none swapEmpty:false" });
      if (isMine() || isOver()) [isHurried, mineAt] = [false, 0];
      document.body.toggleAttribute("data-hurried", isHurried);
      if (hold && !isHurried) timer = setTimeout(() => { timer = 0; show(); }, hold);
      document.body.toggleAttribute("data-waits", turnMs > 0 && !isMine() && !isOver());
    }
    isShowing = false;
    if (!waiting.length && !timer) emptySince = performance.now();
  }

  // To my turn, without a stop on the way.
  function skip() {
    if (isMine()) return;
    isHurried = true;
    document.body.toggleAttribute("data-hurried", true);
    clearTimeout(timer);
    timer = 0;
    show();
  }

  stream.addEventListener("htmx:sse:before:message", (event) => {
    const { data, event: name, id } = event.detail.message;
    if (name) return;
    event.preventDefault();
    if (Number(id) < Number(playOf().dataset.ply)) return; // an answer has shown it already
    const news = { text: data, beat: rhythm.beatOf(data) };
    if (news.beat && !waiting.length && !timer && performance.now() - emptySince > PAUSE_MS) mineAt = 0;
    const isChat = /hx-target="#/g[Symbol.match](data)?.length === 1 && data.includes('hx-target="#chat-lines"');
    if (isChat) waiting.unshift(news); // what people say does not wait for the bots
    else waiting.push(news);
    if (isChat && timer) { clearTimeout(timer); timer = 0; }
    show();
  });

  // A new connection and an answer bring everything: what waits is older.
  const forget = () => { waiting.length = 0; clearTimeout(timer); timer = 0; };
  document.addEventListener("htmx:sse:after:connection", forget);
  document.addEventListener("htmx:before:swap", (event) => {
    const { sourceElement, text } = event.detail.ctx;
    if (sourceElement !== stream && text.includes('id="play"')) forget();
  });
  document.addEventListener("visibilitychange", () => document.hidden && skip());

  // ---------------------------------------------------------------- skipping

  const isControl = (target) => target.closest?.("a, button, input, select, textarea, summary, [popover], .side");
  document.addEventListener("click", (event) => {
    if (event.target.closest?.("#skip") || (event.target.closest?.("#main") && !isControl(event.target))) skip();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== " " || event.repeat || isControl(event.target)) return;
    event.preventDefault();
    skip();
  });

})();
