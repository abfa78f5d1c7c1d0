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

// ------------------------------------------------------------------ the waiting room: the game begins

document.addEventListener("begun", (event) => location.replace(event.detail.data));
