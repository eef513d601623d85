const PANELS = 12;

/* Mean distance of a topic's share from its own mean, buckets weighted by their texts. */
function change(shares, documents) {
  const total = documents.reduce((sum, n) => sum + n, 0) || 1;
  const mean = shares.reduce((sum, share, t) => sum + share * documents[t], 0) / total;
  return shares.reduce((sum, share, t) => sum + Math.abs(share - mean) * documents[t], 0) / total;
}

/* "4.0% in 2020-01, most 9.1% in 2020-06, 2.0% in 2020-12" in parts. */
function course(shares, names) {
  const most = shares.indexOf(Math.max(...shares));
  return [0, most, shares.length - 1].map((t) => [names[t], percent(shares[t])]);
}

/* The chosen topic over time, and the topics that changed most. */
function timeCharts(topics, time, choose) {
  const points = (at) => time.shares[at].map((share, t) => ({ at, time: time.stamps[t], share }));
  let chosen = 0;
  let width = 0;
  let view;

  async function drawTopic() {
    if (!width) return;
    const rows = { shares: points(chosen) };
    if (view) {
      view.data("shares", rows.shares).runAsync();
      return;
    }
    view = await draw("topic-time-chart", "time", rows, (specification) => {
      Object.assign(specification, { width, height: 130, autosize: { type: "fit", contains: "padding" } });
    });
  }

  function tellTopic() {
    const [first, most, last] = course(time.shares[chosen], time.names);
    byId("topic-time-chart").setAttribute("aria-label",
      `Share of the texts: ${first[1]} in ${first[0]}, most in ${most[0]} with ${most[1]}, ${last[1]} in ${last[0]}`);
    const rows = time.names.map((name, t) => [name, percent(time.shares[chosen][t]), time.documents[t].toLocaleString("en")]);
    fill("topic-time-table", table(["from", "share", "texts"], rows));
  }

  const moving = topics.map((_, at) => [change(time.shares[at], time.documents), at])
    .sort((a, b) => b[0] - a[0]).slice(0, PANELS).map(([, at]) => at);

  async function drawPanels(full) {
    const columns = Math.max(1, Math.min(moving.length, 4, Math.floor(full / 140)));
    const width = Math.floor((full - 44 - 22 * (columns - 1)) / columns);
    const rows = moving.flatMap((at, rank) =>
      points(at).map((point) => ({ ...point, panel: String(rank).padStart(3, "0") + topics[at].label })));
    const panels = await draw("times-chart", "times", { shares: rows }, (specification) => {
      specification.columns = columns;
      specification.facet.header.labelLimit = width;
      Object.assign(specification.spec, { width, height: 62 });
    });
    panels.addEventListener("click", (event, item) => {
      const panel = item?.datum?.panel ?? item?.mark?.group?.datum?.panel;
      if (panel) choose(moving[Number(panel.slice(0, 3))]);
    });
  }

  function tellPanels() {
    byId("times-chart").setAttribute("aria-label", `Small charts of ${count(moving.length, "topic", "topics")}`);
    const rows = moving.map((at) => {
      const [first, most, last] = course(time.shares[at], time.names);
      return [make("a", { href: address(topics[at]) }, topics[at].label), first[1], `${most[1]} (${most[0]})`, last[1]];
    });
    fill("times-table", table(["topic", `in ${time.names[0]}`, "most", `in ${time.names.at(-1)}`], rows));
  }

  byId("times").hidden = byId("topic-time").hidden = false;
  tellPanels();
  onWidth("times-chart", drawPanels);
  onWidth("topic-time-chart", (found) => {
    width = found;
    view?.finalize();
    view = null;
    drawTopic();
  });
  return (at) => {
    chosen = at;
    tellTopic();
    drawTopic();
  };
}
