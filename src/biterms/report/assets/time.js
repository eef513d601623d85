const PANELS = 12;
const TOLD_PANELS = 3;

/* The chosen topic over time, and the topics that changed most. */
function timeCharts(topics, time, choose) {
  function points(at) {
    const peak = peakOf(time.shares[at]);
    return time.shares[at].map((share, t) =>
      ({ t, time: time.stamps[t], share, peak: t === peak, late: 2 * t > time.stamps.length }));
  }
  // a little more than the largest share: the dot at the peak needs room
  const topOf = (rows) => 1.15 * Math.max(...rows.map((row) => row.share), 0) || 1;
  const begin = (t) => `From ${time.names[t]}, ${count(time.documents[t], "text", "texts")}: `;
  const help = "Point at the chart or use the arrow keys to read a time.";
  let chosen = 0;
  let width = 0;
  let view;
  const reader = timeReader("topic-time-chart", time.stamps, (t) =>
    (t < 0 ? help : `${begin(t)}${percent(time.shares[chosen][t])}.`));
  const panelReader = timeReader("times-chart", time.stamps, (t) => {
    if (t < 0) return help;
    const largest = [...moving].sort((a, b) => time.shares[b][t] - time.shares[a][t]).slice(0, TOLD_PANELS);
    return `${begin(t)}${largest.map((at) => `${topics[at].label} ${percent(time.shares[at][t])}`).join("; ")}.`;
  });

  async function drawTopic() {
    if (!width) return;
    const rows = { shares: points(chosen) };
    if (view) {
      view.data("shares", rows.shares).signal("top", topOf(rows.shares));
      reader.go(-1);
      return;
    }
    view = await draw("topic-time-chart", "time", rows, (specification) => {
      setSignal(specification, "top", topOf(rows.shares));
      Object.assign(specification, { width, height: 130, autosize: { type: "fit", contains: "padding" } });
    });
    reader.of(view);
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
    const width = Math.floor((full - 56 - 22 * (columns - 1)) / columns);
    const rows = moving.flatMap((at, rank) =>
      points(at).map((point) => ({ ...point, panel: String(rank).padStart(3, "0") + topics[at].label })));
    const panels = await draw("times-chart", "times", { shares: rows }, (specification) => {
      setSignal(specification, "top", topOf(rows));
      specification.columns = columns;
      specification.facet.header.labelLimit = width;
      Object.assign(specification.spec, { width, height: 62 });
    });
    panelReader.of(panels);
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
