// The rules: fetched when they are opened at a table, searched while one types, and opened at the question of a link.
"use strict";

// Words in small letters without accents, each after a space.
const plain = (text) => ` ${text.normalize("NFD").replace(/\p{M}/gu, "").replace(/[^\p{L}\p{N}]+/gu, " ")}`.toLowerCase();

// A word stands for all that mean the same; before it is three letters long, only if it is one of them.
function meant(word, groups) {
  const isMeant = (other) => other === word || (word.length > 2 && other.startsWith(word));
  return [word, ...groups.filter((group) => group.some(isMeant)).flat()];
}

document.addEventListener("input", (event) => {
  if (!event.target.matches?.("[data-search]")) return;
  const rules = event.target.closest(".rules");
  const groups = event.target.dataset.synonyms.split(", ").map((group) => plain(group).trim().split(" "));
  const wanted = plain(event.target.value).trim().split(" ").map((word) => meant(word, groups));
  for (const part of rules.querySelectorAll("[data-found]")) {
    const text = plain(`${part.textContent} ${part.closest("[data-group]").firstElementChild.textContent}`);
    part.hidden = !wanted.every((words) => words.some((word) => text.includes(` ${word}`)));
  }
  for (const group of rules.querySelectorAll("[data-group]")) group.hidden = !group.querySelector("[data-found]:not([hidden])");
  const nothing = rules.querySelector("[data-nothing]");
  nothing.textContent = rules.querySelector("[data-found]:not([hidden])") ? "" : nothing.dataset.nothing;
});

const sheet = document.getElementById("rules");
sheet?.addEventListener("toggle", async () => {
  const place = sheet.querySelector("[data-load]");
  if (!place) return;
  const answer = await fetch(place.dataset.load).catch(() => null); // without it, the link to their page stays
  if (answer?.ok) place.outerHTML = await answer.text();
});

function openLinked() {
  const answer = document.getElementById(location.hash.slice(1));
  const question = answer?.closest("details.question");
  if (!question) return;
  question.open = true;
  question.scrollIntoView({ block: "center" });
}
addEventListener("hashchange", openLinked);
openLinked();
