const data = JSON.parse(byId("data").textContent);

function start() {
  document.title = data.title;
  byId("title").textContent = data.title;
  byId("headline").textContent = data.headline.join(" ");
  byId("headline").hidden = data.headline.length === 0;
  byId("summary").textContent = [`${count(data.topics.length, "topic", "topics")}.`, ...data.left_out].join(" ");
  const positions = new Map(data.topics.map((topic, at) => [address(topic), at]));
  // The address is the only place that stores which topic is chosen.
  let stay = false;
  const choose = (at, here = false) => {
    stay = here;
    location.hash = address(data.topics[at]);
  };
  const map = topicMap(data.topics, choose);
  const views = [topicDetail(data.topics), topicList(data.topics), map.choose];
  if (data.time) views.push(timeCharts(data.topics, data.time, choose));
  if (data.time) streamChart(data.topics, data.themes, data.time);
  if (data.classes) classCharts(data.topics, data.classes);
  if (data.documents) documentMap(data.documents, data.topics, data.themes, data.time);
  showThemes(data.themes, data.topics);
  search(data.topics, data.words, map.highlight);
  showQuality();
  showProvenance();

  const show = (at) => views.forEach((view) => view(at));
  window.addEventListener("hashchange", () => {
    const at = positions.get(location.hash);
    if (at === undefined) return;
    show(at);
    const topic = data.topics[at];
    announce(`Topic ${topic.label}, ${percent(topic.size)} of all words`);
    if (!stay) bringIntoView(byId("topic"));
    stay = false;
  });
  show(positions.get(location.hash) ?? 0);
}

/* On a narrow page the chosen topic may be far from what was clicked. */
function bringIntoView(element) {
  element.scrollTop = 0;
  const { top, bottom } = element.getBoundingClientRect();
  if (bottom < 120 || top > innerHeight - 120) element.scrollIntoView();
}

/* The figures of the model, and a line for each topic. */
function showQuality() {
  byId("quality").hidden = data.quality.length === 0;
  const number = (value, digits) => (value === null ? "" : value.toFixed(digits));
  const rows = data.topics.map((topic) => [make("a", { href: address(topic), dir: "auto" }, topic.label), percent(topic.size),
    number(topic.figures[0], 2), topic.figures[1] === null ? "" : percent(topic.figures[1]), topic.figures[2]]);
  fill("topic-quality", table(["topic", "size", "coherence", "of its texts", "junk"], rows));
  byId("figures").append(...data.quality.map(([name, value, sentence]) => make("div", {},
    make("dt", {}, name), make("dd", { class: "value" }, value), make("dd", { class: "soft" }, sentence))));
}

function showProvenance() {
  byId("provenance").hidden = data.provenance.length === 0;
  byId("provenance-rows").append(...data.provenance.flatMap(([name, value]) =>
    [make("dt", {}, name), make("dd", { dir: "auto" }, value)]));
}

start();
