const MAX_TOPIC_WORDS = 15;
const ORDERS = {
  1: ["probability", "Probability of the word in this topic."],
  2: ["relevance", "How much the word stands out: p log(p / q), where p is its probability in this topic and q in all texts."],
};

/* Everything about the chosen topic. */
function topicDetail(topics) {
  let shown = topics[0];

  function showWords() {
    const order = Number(document.querySelector("input[name=order]:checked").value);
    const [name, help] = ORDERS[order];
    const rows = [...shown.words].sort((a, b) => b[order] - a[order]).slice(0, MAX_TOPIC_WORDS);
    const value = (word) => (order === 1 ? percent(word[1]) : word[2].toFixed(3));
    byId("order-help").textContent = help;
    fill("words", bars("words", ["word", "", name], rows.map((word) => [word[0], word[order], value(word)])));
  }

  function showPairs() {
    // Each word is isolated, because one that runs from right to left must not reverse the other.
    const both = (left, right) => make("span", {}, make("bdi", {}, left), " + ", make("bdi", {}, right));
    const rows = shown.pairs.map(([left, right, weight]) => [both(left, right), weight, percent(weight)]);
    byId("pairs-heading").parentElement.hidden = rows.length === 0;
    fill("pairs", bars("pairs", ["pair", "", "share"], rows));
  }

  function showExamples() {
    byId("examples-heading").parentElement.hidden = shown.examples.length === 0;
    const facts = (id, probability, time) => [time, `${percent(probability)} about this topic`, id].filter(Boolean).join(" · ");
    fill("examples", ...shown.examples.map(([text, id, probability, time]) => make("li", {},
      make("p", { dir: "auto" }, text),
      make("p", { class: "soft small", dir: "auto" }, facts(id, probability, time)))));
  }

  function showRelatives() {
    byId("relatives").hidden = shown.relatives.length === 0;
    const links = shown.relatives.map((at) => make("a", { href: address(topics[at]), dir: "auto" }, topics[at].label));
    fill("relatives", "Related: ", ...links.flatMap((link, i) => (i ? [" · ", link] : [link])));
  }

  document.querySelectorAll("input[name=order]").forEach((input) => input.addEventListener("change", showWords));
  return (at) => {
    shown = topics[at];
    byId("topic-heading").textContent = shown.label;
    byId("topic-facts").textContent =
      `Topic ${shown.id} · ${percent(shown.size)} of words · main topic of ${percent(shown.documents)} of texts${shown.quality ? ` · ${shown.quality}` : ""}`;
    showWords();
    showPairs();
    showExamples();
    showRelatives();
    byId("topic").style.setProperty("--bar", colourOf(shown.theme));
  };
}
