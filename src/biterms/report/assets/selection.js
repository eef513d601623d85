const SELECTION_ROWS = 10;

/* What the chosen texts are about, and when they were written. */
function selectionPanel(topics, time, points) {
  const perPeriod = countChosen(points, new Uint8Array(points.size).fill(1), topics.length, time?.names.length ?? 0).periods;
  let view = null;
  let width = 0;
  let values = [];

  async function drawTime() {
    if (!time || !width || !values.length) return;
    const shares = rowsOverTime(time, values, "var(--chosen)", width - AXIS_ROOM);
    const top = 1.3 * Math.max(...shares.map((row) => row.share)) || 1;
    view?.finalize();
    view = await draw("selection-time", "time", { shares }, (specification) => {
      setSignal(specification, "top", top);
      setTicks(specification, time, width - AXIS_ROOM);
      Object.assign(specification, { width, height: 110, autosize: { type: "fit", contains: "padding" } });
    });
  }

  function showTime(found) {
    values = time.names.map((_, t) => (perPeriod[t] ? found.periods[t] / perPeriod[t] : 0));
    const peak = peakOf(values);
    byId("selection-peak").textContent =
      `Share of the texts of each period that are in the selection: most in ${time.names[peak]}, ${percent(values[peak])}.`;
    drawTime();
  }

  onWidth("selection-time", (now) => {
    width = now;
    drawTime();
  });
  return (chosen) => {
    byId("selection").hidden = chosen === null;
    if (chosen === null) return;
    const found = countChosen(points, chosen, topics.length, time?.names.length ?? 0);
    const said = `${count(found.total, "text", "texts")} selected, ${percent(found.total / points.size)} of those on the map`;
    byId("selection-heading").textContent = said;
    announce(said);
    const order = [...topics.keys()].filter((at) => found.topics[at]).sort((a, b) => found.topics[b] - found.topics[a]);
    fill("selection-topics", bars("words", ["topic", "", "texts"], order.slice(0, SELECTION_ROWS).map((at) =>
      [make("a", { href: address(topics[at]), dir: "auto" }, topics[at].label), found.topics[at], found.topics[at].toLocaleString("en"), colourOf(topics[at].theme)])));
    fill("selection-words", bars("words", ["word", "", "weight"], found.total
      ? wordsOfSelection(topics, found, SELECTION_ROWS).map(([word, score, at]) =>
        [word, score, score.toFixed(3), colourOf(topics[at].theme)]) : []));
    byId("selection-when").hidden = !time || !found.total;
    if (time && found.total) showTime(found);
  };
}
