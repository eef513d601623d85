const TAP_REACH = 22;
const POINT_REACH = 9;

/* The map of the texts: move, zoom, point at a text, draw a line around some. */
async function documentMap(stored, topics, themes, time) {
  const themeOf = topics.map((topic) => topic.theme);
  const points = await unpack(stored);
  const element = byId("points");
  let [below, over] = element.querySelectorAll("canvas");
  const view = new View(stored.box);
  const shown = [...stored.topics];
  const names = topics.map((topic) => partsOf(topic.label));
  const above = { names: [], ring: null, line: [] };
  const pace = movingPace(points.size);
  let [lassoing, moving, stale, asked] = [false, false, true, false];
  byId("documents").hidden = false;
  let drawing = webglDrawing(below, points, themeOf);
  if (!drawing) {
    // A canvas that was tried with WebGL cannot be drawn on otherwise.
    below.replaceWith(below = make("canvas", { "aria-hidden": "true" }));
    drawing = plainDrawing(below, points, themeOf);
  }
  const showSelection = selectionPanel(topics, time, points);
  const ratio = () => Math.min(devicePixelRatio || 1, 2);

  function paintPoints() {
    const [count, begin] = [moving ? pace.points() : points.size, performance.now()];
    drawing.draw(view, ratio(), count);
    pace.took(performance.now() - begin, count);
    stale = false;
  }

  function paint() {
    asked = false;
    if (stale) paintPoints();
    above.names = placePointNames(topics, shown, view, names);
    drawOver(over, ratio(), above, below);
    element.style.touchAction = lassoing || view.zoom > 1 ? "none" : "pan-y pinch-zoom";
  }

  /* Draws once in the next frame, however often it is asked for; the points only if they changed. */
  function redraw(changed = true) {
    stale ||= changed;
    if (!asked) requestAnimationFrame(paint);
    asked = true;
  }

  /* Shows all points now. */
  function settle() {
    moving = false;
    stale = true;
    paint();
  }

  // A move that has not been drawn yet is no rest, however slow the machine.
  const rest = later(() => (asked ? rest() : settle()), REST);

  /* Something moves the map, and soon will again. */
  function moved() {
    moving = true;
    redraw();
    rest();
  }

  function select(chosen) {
    drawing.select(chosen);
    showSelection(chosen);
    redraw();
  }

  function tell(x, y, event, reach) {
    const at = nearestPoint(points, view, x, y, reach);
    const tip = byId("points-tip");
    tip.hidden = at < 0;
    above.ring = at < 0 ? null : view.toScreen(points.places[2 * at], points.places[2 * at + 1]);
    redraw(false);
    if (at < 0) return;
    const topic = topics[points.topic[at]];
    const when = time?.names[points.period[at]];
    showTip(tip, event, make("strong", { dir: "auto" }, topic.label), make("span", { class: "soft" }, when ? `from ${when} · ` : "", "typical of this topic:"),
      ...topic.examples.slice(0, 2).map(([text]) => make("span", { class: "quote", dir: "auto" }, text)));
  }

  function setLasso(on) {
    lassoing = on;
    byId("lasso").setAttribute("aria-pressed", on);
    element.classList.toggle("lassoing", on);
    redraw(false);
  }

  pointerMoves(element, {
    isLassoing: (event) => lassoing || event.shiftKey,
    move: (x, y) => { view.moveBy(x, y); moved(); },
    zoom: (by, x, y) => { view.zoomBy(by, x, y); moved(); },
    hover: (x, y, event) => tell(x, y, event, POINT_REACH),
    tap: (x, y, event) => tell(x, y, event, event.pointerType === "touch" ? TAP_REACH : POINT_REACH),
    leave: () => { byId("points-tip").hidden = true; above.ring = null; redraw(false); },
    line: (corners) => { above.line = corners; redraw(false); },
    lasso: (corners) => {
      above.line = [];
      setLasso(false);
      if (corners.length > 2) select(pointsInside(points, corners.map(([x, y]) => view.toMap(x, y))));
    },
  });

  const acts = { "zoom-in": () => view.zoomBy(1.6), "zoom-out": () => view.zoomBy(1 / 1.6), "whole-map": () => view.reset() };
  for (const [id, act] of Object.entries(acts)) byId(id).addEventListener("click", () => { act(); redraw(); });
  const keys = {
    "+": acts["zoom-in"], "=": acts["zoom-in"], "-": acts["zoom-out"], 0: acts["whole-map"],
    ArrowLeft: () => view.moveBy(60, 0), ArrowRight: () => view.moveBy(-60, 0),
    ArrowUp: () => view.moveBy(0, 60), ArrowDown: () => view.moveBy(0, -60),
  };
  element.addEventListener("keydown", (event) => {
    if (!keys[event.key] || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    keys[event.key]();
    moved();
  });
  byId("lasso").addEventListener("click", () => setLasso(!lassoing));
  byId("clear").addEventListener("click", () => { byId("choose-theme").value = ""; select(null); });
  byId("choose-theme").append(...themes.map((theme, number) => make("option", { value: number }, theme.label || "all topics")));
  byId("choose-theme").addEventListener("change", ({ target }) =>
    select(target.value === "" ? null : Uint8Array.from(points.topic, (at) => Number(themeOf[at] === Number(target.value)))));

  const sampled = points.size < stored.texts ? `A fair sample of ${points.size.toLocaleString("en")} of ${stored.texts.toLocaleString("en")} texts` : `${count(points.size, "text", "texts")}`;
  byId("documents-note").textContent = `${sampled}. Each point is a text, near the topics it is about and in the colour of the theme of its main topic.`;
  // The names are drawn again as text, so that the picture can be edited.
  const totals = countChosen(points, new Uint8Array(points.size).fill(1), topics.length, time?.names.length ?? 0).topics;
  exportButtons("points-frame", "map of the texts", () => [["topic", "texts"], ...topics.map((topic, at) => [topic.label, totals[at]])],
    () => { settle(); return pointsSvg(below, view, above.names); }, () => { settle(); return stacked([below, over]); });

  // At once: nothing waits for the next frame before a page is printed.
  for (const kind of ["(prefers-color-scheme: dark)", "print"]) matchMedia(kind).addEventListener("change", settle);
  onWidth("points-frame", (width) => {
    view.resize(width);
    element.style.height = `${view.height}px`;
    for (const canvas of [below, over]) Object.assign(canvas, { width: width * ratio(), height: view.height * ratio() });
    redraw();
  });
  return { view, redraw, points };
}

/* Canvases one above the other on the ground of the page. */
function stacked(canvases) {
  const [{ width, height }] = canvases;
  const canvas = make("canvas", { width, height });
  const pen2d = canvas.getContext("2d");
  pen2d.fillStyle = getComputedStyle(document.documentElement).getPropertyValue("--card");
  pen2d.fillRect(0, 0, width, height);
  for (const each of canvases) pen2d.drawImage(each, 0, 0);
  return canvas;
}

/* The map as it is on the screen: the points as an image, the names as text. */
function pointsSvg(canvas, view, names) {
  const style = getComputedStyle(document.documentElement);
  const svg = document.createElementNS(SVG, "svg");
  const put = (tag, attributes, text = "") => {
    const element = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.textContent = text;
    svg.append(element);
  };
  for (const [name, value] of Object.entries({ width: view.width, height: view.height })) svg.setAttribute(name, value);
  put("rect", { width: "100%", height: "100%", fill: style.getPropertyValue("--card").trim() });
  put("image", { href: canvas.toDataURL(), width: view.width, height: view.height });
  for (const { text, x, y } of names) put("text", { x, y, "text-anchor": "middle", "dominant-baseline": "middle", "font-family": FONTS,
    "font-size": NAME_SIZE, fill: style.getPropertyValue("--ink").trim(), stroke: style.getPropertyValue("--card").trim(), "stroke-width": 3, "paint-order": "stroke" }, text);
  return new XMLSerializer().serializeToString(svg);
}
