const data = JSON.parse(byId("data").textContent);

function start() {
  document.title = data.title;
  byId("title").textContent = data.title;
  byId("summary").textContent = [`${count(data.topics.length, "topic", "topics")}.`, ...data.left_out].join(" ");
  const positions = new Map(data.topics.map((topic, at) => [address(topic), at]));
  // The address is the only place that stores which topic is chosen.
  const choose = (at) => { location.hash = address(data.topics[at]); };
  const map = topicMap(data.topics, choose);
  const views = [topicDetail(data.topics), topicList(data.topics), map.choose];
  if (data.time) views.push(timeCharts(data.topics, data.time, choose));
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
    bringIntoView(byId("topic"));
  });
  show(positions.get(location.hash) ?? 0);
}

/* On a narrow page the chosen topic may be far from what was clicked. */
function bringIntoView(element) {
  element.scrollTop = 0;
  const { top, bottom } = element.getBoundingClientRect();
  if (bottom < 120 || top > innerHeight - 120) element.scrollIntoView();
}

function showQuality() {
  byId("quality").hidden = data.quality.length === 0;
  byId("figures").append(...data.quality.map(([name, value, sentence]) => make("div", {},
    make("dt", {}, name), make("dd", { class: "value" }, value), make("dd", { class: "soft" }, sentence))));
}

function showProvenance() {
  byId("provenance").hidden = data.provenance.length === 0;
  byId("provenance-rows").append(...data.provenance.flatMap(([name, value]) =>
    [make("dt", {}, name), make("dd", { dir: "auto" }, value)]));
}

start();
