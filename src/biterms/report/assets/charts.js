/* The policy lets no text become HTML. Vega clears an element with the empty text, and that is all. */
window.trustedTypes?.createPolicy("default", { createHTML: (text) => (text === "" ? text : null) });

const specifications = JSON.parse(byId("charts").textContent);

/* Draws a chart and returns its view. Vega names and describes the element it draws in, so that is
   one of its own and hidden from screen readers: the page describes its charts itself. `ast` lets Vega walk its expressions instead of compiling
   them to code, which the policy of the page forbids. */
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

/* The value a signal of a chart begins with. */
function setSignal(specification, name, value) {
  specification.params.find((signal) => signal.name === name).value = value;
}

/* Draws again when the width of the element has changed, as on a turned phone. */
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
