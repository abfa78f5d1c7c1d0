// The rules: fetched when they are opened at a table, searched while one types, and opened at the question of a link.
"use strict";

const wordsOf = (text) => text.normalize("NFC").toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
const bare = (text) => text.normalize("NFD").replace(/\p{M}/gu, "");

// All words of a text, with and without their accents, each between spaces: "dé" is not "de", but "egalite" is found too.
const spread = (text) => wordsOf(`${text} ${bare(text)}`).map((word) => ` ${word} `).join("");

// A word is found where one begins with it; one or two letters, only as a whole or as a plural, such as 5s.
const has = (text, word) => (word.length > 2 ? [` ${word}`] : [` ${word} `, ` ${word}s `]).some((begun) => text.includes(begun));

// What a typed word stands for: itself, without accents or its ending if need be, and all that mean the same.
function meant(typed, known, groups) {
  const tries = [typed, bare(typed)];
  const shortest = Math.max(4, typed.length / 2);
  for (let length = typed.length - 1; length >= shortest; length--) tries.push(bare(typed).slice(0, length));
  const word = tries.find((word) => has(known, word)) ?? typed;
  return [word, ...groups.filter((group) => has(group, word)).flatMap(wordsOf)];
}

// How much a text says of a word; the word itself counts more than others that mean the same.
const worth = (text, [word, ...others]) => (has(text, word) ? 3 : others.some((other) => has(text, other)) ? 2 : 0);

// How well each entry answers: what it is about counts more than what it mentions. If none has all words, some are enough.
function scores(entries, field) {
  const groups = field.dataset.synonyms.split(", ").map(spread);
  const known = [...entries.flatMap(({ text, heading }) => [text, heading]), ...groups].join("");
  const small = wordsOf(field.dataset.small);
  const telling = wordsOf(field.value).filter((word) => !small.includes(word) && (word.length > 2 || has(known, word)));
  if (!telling.length) return entries.map(() => 1);
  const wanted = telling.map((word) => meant(word, known, groups));
  const found = entries.map(({ title, text, heading }) =>
    wanted.map((words) => 3 * worth(title, words) + worth(text, words) + worth(heading, words)));
  const hasAll = (each) => each.every((score) => score);
  const isAnswer = found.some(hasAll) ? hasAll : () => true;
  return found.map((each) => (isAnswer(each) ? each.reduce((sum, score) => sum + score) : 0));
}

// The best come first, in their group and with it; entries that are as good stay in the order of the page.
function arrange(rules, entries, found) {
  const best = new Map(); // of each entry and of all that is around it
  entries.forEach(({ part }, index) => {
    for (let node = part; node !== rules; node = node.parentElement) {
      best.set(node, Math.max(best.get(node) ?? 0, found[index]));
    }
  });
  const nodes = [...best.keys()].sort((one, other) => best.get(other) - best.get(one));
  for (const parent of new Set(nodes.map((node) => node.parentElement))) {
    const after = [...parent.children].filter((node) => best.has(node)).at(-1).nextSibling;
    for (const node of nodes) if (node.parentElement === parent) parent.insertBefore(node, after);
  }
}

// What a part of the rules is about (a question, a helper's name, or the rule itself), and all that it says.
function entryOf(part) {
  const title = part.querySelector("summary, dt, li > .rule-text")?.firstChild.textContent ?? "";
  const heading = part.closest("[data-group]").firstElementChild.textContent;
  return { part, title: spread(title), text: spread(part.textContent), heading: spread(heading) };
}

const entriesOf = new WeakMap(); // of a search field: what it finds, in the order of the page

document.addEventListener("input", (event) => {
  const field = event.target;
  if (!field.matches?.("[data-search]")) return;
  const rules = field.closest(".rules");
  if (!entriesOf.has(field)) entriesOf.set(field, [...rules.querySelectorAll("[data-found]")].map(entryOf));
  const entries = entriesOf.get(field);
  const found = scores(entries, field);
  const best = Math.max(...found);
  entries.forEach(({ part }, index) => { part.hidden = !best || found[index] < best / 3; }); // less only mentions it
  for (const group of rules.querySelectorAll("[data-group]")) group.hidden = !group.querySelector("[data-found]:not([hidden])");
  arrange(rules, entries, found);
  const nothing = rules.querySelector("[data-nothing]");
  nothing.textContent = best ? "" : nothing.dataset.nothing;
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
