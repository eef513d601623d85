const STREAM_DESCRIBED = 3;

/* All themes over time, one above the other, each as high as the number of texts that it makes up. */
function streamChart(topics, themes, time) {
  const sum = (theme, t) => theme.topics.reduce((total, at) => total + time.shares[at][t], 0);
  const shares = themes.map((theme) => time.names.map((_, t) => sum(theme, t)));
  const nameOf = (number) => themes[number].label || topics[themes[number].topics[0]].label;
  const help = "Point at the chart, or use the arrow keys, to read the shares of a period.";
  const reader = timeReader("stream-chart", time.stamps, (t) => {
    if (t < 0) return help;
    const largest = [...themes.keys()].sort((a, b) => shares[b][t] - shares[a][t]).slice(0, STREAM_DESCRIBED);
    return `From ${time.names[t]}, ${count(time.documents[t], "text", "texts")}: `
      + `${largest.map((number) => `${nameOf(number)} ${percent(shares[number][t])}`).join("; ")}.`;
  });

  async function redraw(width) {
    const rows = shares.flatMap((values, theme) => values.map((share, t) =>
      ({ t, time: time.stamps[t], texts: share * time.documents[t], theme, colour: colourOf(theme) })));
    reader.use(await draw("stream-chart", "stream", { shares: rows }, (specification) => {
      setTicks(specification, time, width);
      Object.assign(specification, { width, height: width < 500 ? 200 : 260, autosize: { type: "fit", contains: "padding" } });
    }));
  }

  byId("stream").hidden = themes.length < 2;
  byId("stream-chart").setAttribute("aria-label", `Shares of ${count(themes.length, "theme", "themes")} over time`);
  fill("stream-legend", ...themes.map((_, number) => {
    const name = make("li", { dir: "auto" }, nameOf(number));
    name.style.setProperty("--bar", colourOf(number));
    return name;
  }));
  const rows = () => [["from", "texts", ...themes.map((_, number) => nameOf(number))],
    ...time.names.map((name, t) => [name, time.documents[t], ...shares.map((values) => values[t])])];
  exportButtons("stream-legend", "themes over time", rows, () => svgOf(byId("stream-chart")));
  onWidth("stream-chart", redraw);
}
