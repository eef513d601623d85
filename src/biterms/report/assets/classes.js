/* The topics that differ most between classes: a panel for each, with a bar for each class. */
function classCharts(topics, classes) {
  async function redraw(full) {
    const columns = Math.max(1, Math.min(classes.topics.length, 3, Math.floor(full / 230)));
    const width = Math.floor((full - (columns - 1) * 26) / columns) - 100;
    const shares = classes.topics.flatMap((at, rank) => {
      const panel = String(rank).padStart(3, "0") + fitted(topics[at].label, PANEL_NAME_SIZE, width + 60).text;
      return classes.names.map((name, i) => {
        const [share, error] = [classes.shares[rank][i], 2 * classes.errors[rank][i]];
        return { panel, class: name, share, low: Math.max(share - error, 0), high: Math.min(share + error, 1), colour: colourOf(topics[at].theme) };
      });
    });
    await draw("classes-chart", "classes", { shares }, (specification) => {
      specification.columns = columns;
      Object.assign(specification.spec, { width, height: 16 * classes.names.length });
    });
  }

  const head = ["topic", ...classes.names];
  byId("classes").hidden = false;
  byId("classes-note").textContent = `The topics that differ most, with two standard errors. ${
    classes.left_out ? `The ${classes.names.length} largest of ${classes.names.length + classes.left_out} classes.` : ""}`;
  fill("classes-table", table(head, classes.topics.map((at, rank) =>
    [make("a", { href: address(topics[at]) }, topics[at].label), ...classes.shares[rank].map(percent)])));
  exportButtons("classes-chart", "topics by class", () => [head,
    ...classes.topics.map((at, rank) => [topics[at].label, ...classes.shares[rank]])]);
  onWidth("classes-chart", redraw);
}
