/* No text may become HTML, except the empty text, with which Vega clears an element. */
window.trustedTypes?.createPolicy("default", { createHTML: (text) => (text === "" ? text : null) });

const specifications = JSON.parse(byId("charts").textContent);

/* Draws a chart and returns its view. Vega labels the element it draws in, so it gets a new one that
   screen readers ignore: the page describes its charts itself. `ast` makes Vega interpret its
   expressions instead of compiling them to code, which the policy of the page forbids. */
async function draw(id, name, rows, change) {
  const specification = structuredClone(specifications[name]);
  change(specification);
  specification.datasets = rows;
  const options = {
    actions: false, ast: true, defaultStyle: false, renderer: "svg", tooltip: false,
    config: { aria: false },
  };
  const place = make("div", { "aria-hidden": "true" });
  fill(id, place);
  const { view } = await window.drawVega(place, specification, options);
  return view;
}

/* Sets the initial value of a signal of a chart. */
function setSignal(specification, name, value) {
  specification.params.find((signal) => signal.name === name).value = value;
}

/* Calls `action` with the width of an element, and again when it changes, as on a turned phone. */
function onWidth(id, action) {
  let known = 0;
  const changed = later(() => {
    const width = Math.floor(byId(id).clientWidth);
    if (width > 0 && width !== known) {
      known = width;
      action(width);
    }
  }, 80);
  new ResizeObserver(changed).observe(byId(id));
}
