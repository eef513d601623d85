const data = JSON.parse(byId("data").textContent);

function begin() {
  document.title = data.title;
  byId("title").textContent = data.title;
  byId("summary").textContent = [`${count(data.topics.length, "topic", "topics")}.`, ...data.left_out].join(" ");
  const places = new Map(data.topics.map((topic, at) => [address(topic), at]));
  // the address is the only memory of what is chosen
  const choose = (at) => { location.hash = address(data.topics[at]); };
  const map = topicMap(data.topics, choose);
  const views = [topicDetail(data.topics), topicList(data.topics), map.choose];
  if (data.time) views.push(timeCharts(data.topics, data.time, choose));
  search(data.topics, data.words, map.shade);
  figures();

  const show = (at) => views.forEach((view) => view(at));
  window.addEventListener("hashchange", () => {
    const at = places.get(location.hash);
    if (at === undefined) return;
    show(at);
    const topic = data.topics[at];
    say(`Topic ${topic.label}, ${percent(topic.size)} of the words`);
    bringIntoView(byId("topic"));
  });
  show(places.get(location.hash) ?? 0);
}

/* On a narrow page the chosen topic may be far from what was clicked. */
function bringIntoView(element) {
  element.scrollTop = 0;
  const { top, bottom } = element.getBoundingClientRect();
  if (bottom < 120 || top > innerHeight - 120) element.scrollIntoView();
}

function figures() {
  byId("quality").hidden = data.quality.length === 0;
  byId("figures").append(...data.quality.map(([name, value, sentence]) => make("div", {},
    make("dt", {}, name), make("dd", { class: "value" }, value), make("dd", { class: "soft" }, sentence))));
  byId("made").hidden = data.made.length === 0;
  byId("making").append(...data.made.flatMap(([name, value]) => [make("dt", {}, name), make("dd", { dir: "auto" }, value)]));
}

begin();
