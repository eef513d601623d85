const MAX_PANELS = 12;
const MAX_DESCRIBED = 3;
const PANEL_NAME_SIZE = 12;
/* What the numbers beside a chart take of its width. */
const AXIS_ROOM = 40;

/* The chosen topic over time, and the topics that changed most. */
function timeCharts(topics, time, choose) {
  const help = "Point at the chart, or use the arrow keys, to read the values of a period.";
  const period = (t) => `From ${time.names[t]}, ${count(time.documents[t], "text", "texts")}: `;
  // More than the largest share, because what is said of the peak needs room.
  const topOf = (rows) => 1.3 * Math.max(...rows.map((row) => row.share), 0) || 1;
  const varying = time.changes.slice(0, MAX_PANELS).map(([at]) => at);
  const changeOf = new Map(time.changes);
  let chosen = 0;
  let width = 0;
  let view;

  const points = (at, room) => rowsOverTime(time, time.shares[at], colourOf(topics[at].theme), room);

  const topicReader = timeReader("topic-time-chart", time.stamps, (t) =>
    (t < 0 ? help : `${period(t)}${percent(time.shares[chosen][t])}.`));
  const panelReader = timeReader("times-chart", time.stamps, (t) => {
    if (t < 0) return help;
    const largest = [...varying].sort((a, b) => time.shares[b][t] - time.shares[a][t]).slice(0, MAX_DESCRIBED);
    return `${period(t)}${largest.map((at) => `${topics[at].label} ${percent(time.shares[at][t])}`).join("; ")}.`;
  });

  async function drawTopic() {
    if (!width) return;
    const shares = points(chosen, width - AXIS_ROOM);
    if (view) {
      view.data("shares", shares).signal("top", topOf(shares));
      topicReader.go(-1);
      return;
    }
    view = await draw("topic-time-chart", "time", { shares }, (specification) => {
      setSignal(specification, "top", topOf(shares));
      setTicks(specification, time, width - AXIS_ROOM);
      Object.assign(specification, { width, height: 130, autosize: { type: "fit", contains: "padding" } });
    });
    topicReader.use(view);
  }

  function describeTopic() {
    const [first, most, last] = trend(time.shares[chosen], time.names);
    byId("topic-time-chart").setAttribute("aria-label",
      `Share of the texts: ${first[1]} in ${first[0]}, highest in ${most[0]} with ${most[1]}, ${last[1]} in ${last[0]}`);
    fill("topic-change", ...withDates(capital(changeOf.get(chosen))));
    const rows = time.names.map((name, t) => [name, percent(time.shares[chosen][t]), time.documents[t].toLocaleString("en")]);
    fill("topic-time-table", table(["from", "share", "texts"], rows));
  }

  async function drawPanels(full) {
    const columns = Math.max(1, Math.min(varying.length, 4, Math.floor(full / 140)));
    const panelWidth = Math.floor((full - 56 - 22 * (columns - 1)) / columns);
    // The names are shortened here, because Vega would cut them inside a joined emoji.
    const nameOf = (at) => fitted(topics[at].label, PANEL_NAME_SIZE, panelWidth).text;
    const shares = varying.flatMap((at, rank) => {
      const panel = String(rank).padStart(3, "0") + nameOf(at);
      return points(at, panelWidth).map((point) => ({ ...point, panel }));
    });
    const panels = await draw("times-chart", "times", { shares }, (specification) => {
      setSignal(specification, "top", topOf(shares));
      setTicks(specification, time, panelWidth);
      specification.columns = columns;
      Object.assign(specification.spec, { width: panelWidth, height: 62 });
    });
    panelReader.use(panels);
    panels.addEventListener("click", (event, item) => {
      const panel = item?.datum?.panel ?? item?.mark?.group?.datum?.panel;
      if (panel) choose(varying[Number(panel.slice(0, 3))]);
    });
  }

  function describePanels() {
    byId("times-chart").setAttribute("aria-label", `Small charts of ${count(varying.length, "topic", "topics")}`);
    const rows = varying.map((at) => {
      const [first, most, last] = trend(time.shares[at], time.names);
      return [make("a", { href: address(topics[at]) }, topics[at].label), first[1], `${most[1]} (${most[0]})`, last[1], changeOf.get(at)];
    });
    fill("times-table", table(["topic", `in ${time.names[0]}`, "highest", `in ${time.names.at(-1)}`, "change"], rows));
  }

  function describeChanges() {
    const sure = varying.filter((at) => changeOf.get(at));
    const lines = sure.map((at) =>
      make("li", {}, make("a", { href: address(topics[at]) }, topics[at].label), ": ", ...withDates(changeOf.get(at))));
    fill("changes", ...(sure.length ? lines : [make("li", {}, "No topic changed more than chance would explain.")]));
  }

  byId("times").hidden = byId("topic-time").hidden = false;
  byId("times-counted").textContent = `Counted over ${time.counted}.`;
  const tableOf = (some) => [["from", "texts", ...some.map((at) => topics[at].label)],
    ...time.names.map((name, t) => [name, time.documents[t], ...some.map((at) => time.shares[at][t])])];
  exportButtons("times-chart", "topics over time", () => tableOf([...topics.keys()]));
  exportButtons("topic-time-chart", "topic over time", () => tableOf([chosen]));
  describePanels();
  describeChanges();
  onWidth("times-chart", drawPanels);
  onWidth("topic-time-chart", (newWidth) => {
    width = newWidth;
    view?.finalize();
    view = null;
    drawTopic();
  });
  return (at) => {
    chosen = at;
    describeTopic();
    drawTopic();
  };
}
