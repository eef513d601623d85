const FAINT = 0.1;
const NORMAL = 0.55;
const STRONG = 0.9;
const CLICK_MARGIN = 12;

/* The topic map: drawn once for a width; choosing and searching change only its rows. */
function topicMap(topics, choose) {
  let map;
  let view;
  let chosen = 0;
  let shares = null;
  const names = namesOf(topics);
  const element = byId("map");

  function rows() {
    placeNames(map, names, [chosen, ...(shares?.keys() ?? [])]);
    const largest = shares ? Math.max(...shares.values()) : 1;
    const strength = (at) => (shares ? FAINT + (STRONG - FAINT) * ((shares.get(at) || 0) / largest) : NORMAL);
    return map.rows.map((row) => ({
      ...row,
      colour: colourOf(topics[row.at].theme),
      chosen: row.at === chosen,
      strength: row.at === chosen ? 0.8 : strength(row.at),
    }));
  }

  function update() {
    if (view) view.data("topics", rows()).runAsync();
  }

  /* The circle under the pointer, or one so close that a finger may have aimed at it. */
  function topicAt(event) {
    const corner = element.getBoundingClientRect();
    const distance = (row) => Math.hypot(event.clientX - corner.left - row.x, event.clientY - corner.top - row.y) - row.radius;
    const nearest = map?.rows.reduce((a, b) => (distance(b) < distance(a) ? b : a));
    return nearest && distance(nearest) < CLICK_MARGIN ? nearest.at : undefined;
  }

  function tell(event) {
    const at = topicAt(event);
    byId("tip").hidden = at === undefined;
    if (at === undefined) return;
    const topic = topics[at];
    showTip(byId("tip"), event, make("strong", { dir: "auto" }, topic.label), `${percent(topic.size)} of all words. `,
      make("span", { class: "soft", dir: "auto" }, wordsOf(topic)));
  }

  async function redraw(width) {
    map = layOut(topics, width);
    view?.finalize();
    view = await draw("map", "map", { topics: rows() }, (specification) => {
      Object.assign(specification, { width: map.width, height: map.height, padding: 0, autosize: "none" });
    });
  }

  /* The nearest circle in a direction; distance to the side counts double. */
  function neighbour(right, down) {
    const from = map.rows[chosen];
    let best = chosen;
    let least = Infinity;
    for (const row of map.rows) {
      const [x, y] = [row.x - from.x, row.y - from.y];
      const ahead = x * right + y * down;
      const cost = ahead + 2 * Math.abs(x * down - y * right);
      if (row !== from && ahead > 0 && cost < least) [best, least] = [row.at, cost];
    }
    return best;
  }

  const steps = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };
  element.addEventListener("keydown", (event) => {
    const step = steps[event.key];
    if (!step || !map || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    choose(neighbour(...step));
  });
  element.addEventListener("click", (event) => {
    const at = topicAt(event);
    // A finger hides what it points at, so the answer is where it is and the page stays there.
    if (event.pointerType === "touch") tell(event);
    if (at !== undefined) choose(at, event.pointerType === "touch");
  });
  element.addEventListener("pointermove", (event) => { if (event.pointerType !== "touch") tell(event); });
  element.addEventListener("pointerleave", (event) => { if (event.pointerType !== "touch") byId("tip").hidden = true; });
  onWidth("map", redraw);
  return {
    choose(at) { chosen = at; update(); },
    highlight(found) { shares = found; update(); },
  };
}
