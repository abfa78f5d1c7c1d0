// A lesson: the address follows the learner, and at the end of a scene the way on has the focus.
"use strict";

document.addEventListener("htmx:after:settle", (event) => {
  if (event.target.id !== "coach") return;
  history.replaceState(null, "", event.target.dataset.here);
  event.target.querySelector(".coach-on .primary")?.focus({ preventScroll: true });
});
