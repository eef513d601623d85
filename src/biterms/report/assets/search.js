const SHOWN_FOUND = 3;
const SHOWN_LABELS = 6;

const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/* Words that begin with the query, then words that hold it; an equal one comes first. */
function matching(words, query) {
  const starts = [];
  const holds = [];
  words.forEach((word, at) => {
    if (word === query) starts.unshift(at);
    else if (word.startsWith(query)) starts.push(at);
    else if (word.includes(query)) holds.push(at);
  });
  return [...starts, ...holds];
}

/* Search over words, labels and numbers of topics; `shade` shows on the map the topics of the first
   word found, or those found by label when there is no word. */
function search(topics, words, shade) {
  let ready = null;
  const link = (at) => make("a", { href: address(topics[at]), dir: "auto" }, topics[at].label);

  function shares([, ...flat]) {
    const found = new Map();
    for (let i = 0; i < flat.length; i += 2) found.set(flat[i], flat[i + 1]);
    return found;
  }

  function block(word) {
    const rows = [...shares(word)].map(([at, share]) => [link(at), share, percent(share)]);
    return make("div", {}, make("h3", { dir: "auto" }, word[0]), bars("words", ["topic", "", "share"], rows));
  }

  function labelled(labels) {
    return make("div", {}, make("h3", {}, "Labels"),
      table(["topic", "size"], labels.slice(0, SHOWN_LABELS).map((at) => [link(at), percent(topics[at].size)])));
  }

  /* The topic of that number, then those whose labels match. */
  function labelsWith(query) {
    const numbered = [...topics.keys()].filter((at) => String(topics[at].id) === query);
    return [...new Set([...numbered, ...matching(ready.labels, query)])];
  }

  function show(query) {
    ready ??= { words: words.map((word) => plain(word[0])), labels: topics.map((topic) => plain(topic.label)) };
    const found = query ? matching(ready.words, query) : [];
    const labels = query ? labelsWith(query) : [];
    byId("found").hidden = !query;
    const blocks = found.slice(0, SHOWN_FOUND).map((at) => block(words[at]));
    if (labels.length) blocks.push(labelled(labels));
    fill("found-words", ...blocks);
    byId("found-count").textContent = told(found, labels);
    shade(found.length ? shares(words[found[0]]) : labels.length ? new Map(labels.map((at) => [at, 1])) : null);
  }

  function told(found, labels) {
    if (!found.length && !labels.length) return "No word and no label of a topic holds this.";
    const begin = found.length > SHOWN_FOUND ? `${count(found.length, "word", "words")}, the first ${SHOWN_FOUND} are shown`
      : count(found.length, "word", "words");
    const most = found.length ? shares(words[found[0]]).keys().next().value : undefined;
    const where = most === undefined ? "" : `. Most of “${words[found[0]][0]}” is in “${topics[most].label}”`;
    return `${begin} and ${count(labels.length, "label", "labels")}${where}.`;
  }

  byId("query").addEventListener("input", later((event) => show(plain(event.target.value.trim())), 120));
}
