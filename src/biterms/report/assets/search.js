const MAX_FOUND_WORDS = 3;
const MAX_FOUND_LABELS = 6;

/* Without accents and capitals. */
const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/* Numbers of the words that begin with the query, then of those that contain it; an equal one first. */
function matching(words, query) {
  const starting = [];
  const containing = [];
  words.forEach((word, at) => {
    if (word === query) starting.unshift(at);
    else if (word.startsWith(query)) starting.push(at);
    else if (word.includes(query)) containing.push(at);
  });
  return [...starting, ...containing];
}

/* Search for words, labels and numbers of topics. `highlight` marks on the map the topics of the
   first matching word, or, if no word matches, those with a matching label. */
function search(topics, packed, highlight) {
  let words = [];
  let preparing = null;
  let prepared = null;
  const asked = () => plain(byId("query").value.trim());
  const link = (at) => make("a", { href: address(topics[at]), dir: "auto" }, topics[at].label);

  const colour = (at) => colourOf(topics[at].theme);

  /* Share of the word in each of its topics. */
  function sharesOf([, ...flat]) {
    const shares = new Map();
    for (let i = 0; i < flat.length; i += 2) shares.set(flat[i], flat[i + 1]);
    return shares;
  }

  function wordBlock(word) {
    const rows = [...sharesOf(word)].map(([at, share]) => [link(at), share, percent(share), colour(at)]);
    return make("div", {}, make("h3", { dir: "auto" }, word[0]), bars("words", ["topic", "", "share"], rows));
  }

  function labelBlock(labels) {
    return make("div", {}, make("h3", {}, "Labels"),
      table(["topic", "size"], labels.slice(0, MAX_FOUND_LABELS).map((at) => [link(at), percent(topics[at].size)])));
  }

  /* The topic with that number, then those whose label has the query, then those that have all its words. */
  function labelsFor(query, terms) {
    const numbered = [...topics.keys()].filter((at) => String(topics[at].id) === query);
    const all = [...topics.keys()].filter((at) => terms.every((term) => prepared.labels[at].includes(term)));
    return [...new Set([...numbered, ...matching(prepared.labels, query), ...all])];
  }

  /* Of several words what matches each, and their topics: those of all words first, then by the mean share. */
  function together(found) {
    const shares = new Map();
    for (const word of found) for (const [at, share] of sharesOf(word)) shares.set(at, (shares.get(at) ?? 0) + share / found.length);
    const holds = (at) => found.filter((word) => sharesOf(word).has(at)).length;
    return new Map([...shares].sort(([a, one], [b, other]) => holds(b) - holds(a) || other - one));
  }

  function togetherBlock(found, shares) {
    const rows = [...shares].slice(0, MAX_FOUND_LABELS).map(([at, share]) => [link(at), share, percent(share), colour(at)]);
    return make("div", {}, make("h3", { dir: "auto" }, found.map((word) => word[0]).join(" + ")),
      bars("words", ["topic", "", "mean share"], rows));
  }

  /* Words are read when somebody searches, once. */
  async function prepare() {
    words = JSON.parse(new TextDecoder().decode(await inflated(packed)));
    return { words: words.map((word) => plain(word[0])), labels: topics.map((topic) => plain(topic.label)) };
  }

  async function show(query) {
    preparing ??= prepare();
    prepared = await preparing;
    if (query !== asked()) return;
    const terms = query.split(/[\s,]+/).filter(Boolean);
    const whole = query ? matching(prepared.words, query).map((at) => words[at]) : [];
    const each = terms.length > 1 && !whole.length ? terms.map((term) => matching(prepared.words, term)[0]) : [];
    const several = [...new Set(each.filter((at) => at !== undefined))].map((at) => words[at]);
    const labels = query ? labelsFor(query, terms) : [];
    const found = whole.length || (several.length < 2 && labels.length) ? whole : several;
    byId("results").hidden = !query;
    const blocks = found.slice(0, MAX_FOUND_WORDS).map(wordBlock);
    const shares = several.length > 1 ? together(several) : null;
    if (shares) blocks.unshift(togetherBlock(several, shares));
    if (labels.length) blocks.push(labelBlock(labels));
    fill("result-blocks", ...blocks);
    byId("result-summary").textContent = summary(found, labels);
    highlight(shares ?? (found.length ? sharesOf(found[0]) : labels.length ? new Map(labels.map((at) => [at, 1])) : null));
  }

  function summary(found, labels) {
    if (!found.length && !labels.length) return "No word and no topic label matches.";
    const shown = found.length > MAX_FOUND_WORDS ? ` (the first ${MAX_FOUND_WORDS} are shown)` : "";
    const main = found.length ? sharesOf(found[0]).keys().next().value : undefined;
    const where = main === undefined ? "" : ` “${found[0][0]}” belongs mostly to “${topics[main].label}”.`;
    return `${count(found.length, "matching word", "matching words")}${shown} and `
      + `${count(labels.length, "matching label", "matching labels")}.${where}`;
  }

  byId("query").addEventListener("input", later(() => show(asked()), 120));
}
