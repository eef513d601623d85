const capital = (text) => (text ? `${text[0].toUpperCase()}${text.slice(1)}.` : "");

const peakOf = (shares) => shares.indexOf(Math.max(...shares));

/* Period and share of the first period, of the peak and of the last period. */
function trend(shares, names) {
  return [0, peakOf(shares), shares.length - 1].map((t) => [names[t], percent(shares[t])]);
}

/* Reads the values of a chart one period after another, by pointer, finger or arrow keys.
   `describe` says what there is in a period; for -1, no period, the chart marks its peaks. */
function timeReader(id, stamps, describe) {
  const element = byId(id);
  const last = stamps.length - 1;
  let current = -1;
  let view;

  function go(to) {
    current = to;
    view?.signal("near", current).runAsync();
    element.setAttribute("aria-valuenow", Math.max(current, 0));
    element.setAttribute("aria-valuetext", describe(current));
    byId(`${id}-value`).textContent = describe(current);
  }

  /* The plot under the pointer or next to it: the only one, or one of many panels. */
  function plotAt(event) {
    const panels = element.querySelectorAll(".role-scope.cell > g > path.background");
    const frames = panels.length ? [...panels] : [element.querySelector("path.background")];
    const boxes = frames.map((frame) => frame.getBoundingClientRect());
    const outside = (from, value, to) => Math.max(from - value, 0, value - to);
    const distance = (box) =>
      outside(box.left, event.clientX, box.right) + outside(box.top, event.clientY, box.bottom);
    return boxes.reduce((a, b) => (distance(b) < distance(a) ? b : a));
  }

  function point(event) {
    if (!view) return;
    const moment = Number(view.scale("x").invert(event.clientX - plotAt(event).left));
    const distances = stamps.map((stamp) => Math.abs(stamp - moment));
    const nearest = distances.indexOf(Math.min(...distances));
    if (nearest !== current) go(nearest);
  }

  const keys = {
    ArrowRight: () => Math.min(current + 1, last),
    ArrowLeft: () => (current < 0 ? last : Math.max(current - 1, 0)),
    Home: () => 0,
    End: () => last,
    Escape: () => -1,
  };
  element.addEventListener("keydown", (event) => {
    if (!keys[event.key] || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    go(keys[event.key]());
  });
  element.addEventListener("pointerdown", point);
  element.addEventListener("pointermove", point);
  element.addEventListener("pointerleave", () => go(-1));
  element.addEventListener("blur", () => go(-1));
  element.setAttribute("aria-valuemax", last);
  return { go, use(drawn) { view = drawn; go(-1); } };
}
