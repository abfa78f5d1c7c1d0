// The dice (docs/fair-dice.md): this browser commits to a chain of values before the game, reveals the first one when
// the game begins, adds a fresh one to every roll, and remembers what everybody had committed to.
"use strict";

(() => {
  // ------------------------------------------------------------------ SHA-256 of 32 bytes, as eight words

  // Our own, because the browser's is not there on pages without TLS, such as those of a server at home.
  const primes = [];
  for (let number = 2; primes.length < 64; number++) if (primes.every((prime) => number % prime)) primes.push(number);
  const fraction = (root) => ((root % 1) * 2 ** 32) | 0;
  const START = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
  const ROUNDS = primes.map((prime) => fraction(Math.cbrt(prime)));
  const turned = (word, by) => (word >>> by) | (word << (32 - by));

  function hashed(value) {
    const words = new Int32Array(64);
    words.set(value);
    words[8] = 0x80000000;
    words[15] = 256;
    for (let i = 16; i < 64; i++) {
      const [near, far] = [words[i - 2], words[i - 15]];
      words[i] = words[i - 16] + (turned(far, 7) ^ turned(far, 18) ^ (far >>> 3))
        + words[i - 7] + (turned(near, 17) ^ turned(near, 19) ^ (near >>> 10));
    }
    let [a, b, c, d, e, f, g, h] = START;
    for (let i = 0; i < 64; i++) {
      const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[i] + words[i]) | 0;
      const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g; g = f; f = e; e = (d + one) | 0; d = c; c = b; b = a; a = (one + two) | 0;
    }
    return Int32Array.of(a, b, c, d, e, f, g, h).map((word, i) => word + START[i]);
  }

  const toText = (value) => Array.from(value, (word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
  const toValue = (text) => Int32Array.from(text.match(/.{8}/g), (word) => parseInt(word, 16));

  // ------------------------------------------------------------------ chains

  const LINKS = 4096;
  const MAX_CHAINS = 300;
  const SLICE = 128;
  const idle = globalThis.requestIdleCallback ?? setTimeout;
  const known = new Map();

  // The links of the chain that ends so, the last one first; so many more are made.
  function grown(end, number) {
    if (!known.has(end)) known.set(end, [toValue(end)]);
    const links = known.get(end);
    for (; number > 0 && links.length <= LINKS; number--) links.push(hashed(links.at(-1)));
    return links;
  }

  // Link 0 is the anchor, link 1 the seed.
  const linkOf = (end, number) => toText(grown(end, LINKS)[LINKS - number]);
  const numberOf = (end, link) => LINKS - grown(end, LINKS).map(toText).indexOf(link);

  // A chain is made in slices of about a millisecond while the browser has nothing else to do.
  function growSoon(end) {
    idle(() => { if (grown(end, SLICE).length <= LINKS) growSoon(end); });
  }

  const name = (anchor) => `chain.${anchor}`;
  const load = (anchor) => JSON.parse(remembered.get(name(anchor)) ?? "null");
  const save = (anchor, chain) => remembered.set(name(anchor), JSON.stringify(chain));

  let prepared = null;

  function prepare() {
    prepared = toText(crypto.getRandomValues(new Int32Array(8)));
    growSoon(prepared);
  }

  // The anchor of a chain that nobody has seen; none if this browser cannot remember it.
  function commit() {
    if (!prepared) prepare();
    const end = prepared;
    const anchor = linkOf(end, 0);
    prepare();
    forgetOldest();
    save(anchor, { end, at: Date.now(), given: 0 });
    return load(anchor) ? anchor : "";
  }

  function forgetOldest() {
    const names = Object.keys(localStorage).filter((key) => key.startsWith("wormgrill.chain."));
    const ages = names.map((key) => [JSON.parse(localStorage.getItem(key)).at, key]).sort((one, other) => other[0] - one[0]);
    for (const [, key] of ages.slice(MAX_CHAINS)) localStorage.removeItem(key);
  }

  // ------------------------------------------------------------------ committing: with a form that takes a seat, or in the room

  const page = document.querySelector("#dice");
  const { mine, committed } = page?.dataset ?? {};
  const show = (id, isShown = true) => { document.getElementById(id).hidden = !isShown; };
  const post = (url, values) => fetch(url, { method: "POST", body: new URLSearchParams(values), keepalive: true });

  document.addEventListener("submit", (event) => {
    const field = event.target.elements.anchor;
    if (!field) return;
    try {
      field.value = commit();
      sessionStorage.setItem("wormgrill.sent", field.value);
    } catch { field.value = ""; }
  }, true);

  // What the page before this one sent, which the server must not exchange.
  function takeSent() {
    try {
      const sent = sessionStorage.getItem("wormgrill.sent");
      sessionStorage.removeItem("wormgrill.sent");
      return sent;
    } catch { return null; }
  }
  const sent = takeSent();

  if (document.querySelector("[name=anchor]")) prepare();

  // A chain that was used before is refused (409): then a form comes back, to be sent with a new one.
  // Whoever comes to it with Back wants to be where they were before.
  const again = document.querySelector("form[data-resend]");
  const [came] = performance.getEntriesByType("navigation");
  if (again && came?.type === "back_forward") history.back();
  else again?.requestSubmit();

  async function commitInRoom(tries = 3) {
    const anchor = commit();
    const answer = anchor && await post(page.dataset.commit, { anchor });
    if (answer.status === 409 && tries > 1) return commitInRoom(tries - 1);
    if (!answer.ok) return;
    show("dice-yes");
    show("dice-no", false);
  }
  if (page?.dataset.commit && mine === "-") commitInRoom().catch(() => {});

  // ------------------------------------------------------------------ remembering what was committed to, and comparing it

  const warn = () => show("dice-warning");
  // A chain is used for one table alone, and for what everybody there had committed to when it was revealed.
  const agrees = (chain, anchor, seed) =>
    committed.split(" ").includes(anchor) && (chain.seen ?? committed) === committed && !(chain.isRevealed && seed === "-");

  const TRIES = 8;
  async function reveal(anchor, tries = TRIES) {
    try {
      const answer = await post(page.dataset.reveal, { link: linkOf(load(anchor).end, 1) });
      if (answer.ok) save(anchor, { ...load(anchor), isRevealed: true });
    } catch {
      if (tries > 1) setTimeout(() => reveal(anchor, tries - 1), 1000);
    }
  }

  function compareAtTable() {
    const chain = load(mine);
    if (sent && mine !== "-" && mine !== sent) warn();
    if (!chain) return;
    // Whoever asks for a later link first and for an earlier one afterwards knows all between them.
    const isAhead = chain.given > Number(document.querySelector("#play").dataset.ply) + 2;
    if (!agrees(chain, mine, page.dataset.seed) || isAhead) warn();
    else {
      save(mine, { ...chain, seen: committed });
      if (page.dataset.reveal) reveal(mine);
      show("witness-none", false);
      show("witness-same");
    }
    growSoon(chain.end);
  }

  // What the record of a game says that is over: a browser that took part can tell whether it is the game that it knows.
  function compareAfterwards() {
    const [links, seeds, [, , ...anchors]] = [page.dataset.links, page.dataset.seeds, committed].map((text) => text.split(" "));
    const seats = anchors.map((anchor, seat) => ({ anchor, seed: seeds[seat], last: links[seat], chain: load(anchor) }));
    const chains = seats.filter(({ chain }) => chain?.seen);
    if (!chains.length) return;
    show("witness-none", false);
    const isSame = chains.every(({ chain, anchor, seed }) => agrees(chain, anchor, seed));
    const isUsed = chains.every(({ chain, last }) => !chain.given || (last !== "-" && numberOf(chain.end, last) >= chain.given));
    if (!isSame) warn();
    else show(isUsed ? "witness-same" : "witness-unused");
  }

  if (committed && page.dataset.links !== undefined) compareAfterwards();
  else if (committed) compareAtTable();

  // ------------------------------------------------------------------ a fresh value for every roll

  // A link belongs to a ply: sent twice, or from two tabs, it is the same one.
  function linkFor(ply) {
    const chain = load(mine);
    const number = ply + 2;
    if (!chain || chain.seen !== committed || number > LINKS) return "";
    if (number > chain.given) save(mine, { ...chain, given: number });
    return linkOf(chain.end, number);
  }

  document.addEventListener("submit", (event) => {
    const { link, ply } = event.target.elements;
    if (link && ply && /^(roll|weasel)/.test(event.submitter?.value)) link.value = linkFor(Number(ply.value));
  }, true);
})();
