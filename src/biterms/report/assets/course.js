/* Mean distance of a topic's share from its own mean, buckets weighted by their texts. */
function change(shares, documents) {
  const total = documents.reduce((sum, n) => sum + n, 0) || 1;
  const mean = shares.reduce((sum, share, t) => sum + share * documents[t], 0) / total;
  return shares.reduce((sum, share, t) => sum + Math.abs(share - mean) * documents[t], 0) / total;
}

const peakOf = (shares) => shares.indexOf(Math.max(...shares));

/* "4.0% in 2020-01, most 9.1% in 2020-06, 2.0% in 2020-12" in parts. */
function course(shares, names) {
  return [0, peakOf(shares), shares.length - 1].map((t) => [names[t], percent(shares[t])]);
}

/* Reads a chart at one time after the other, by pointer, finger or arrow keys. `tell` says what
   there is at a time; at -1, which is no time, the chart marks its peaks. */
function timeReader(id, stamps, tell) {
  const element = byId(id);
  const last = stamps.length - 1;
  let near = -1;
  let view;

  function go(to) {
    near = to;
    view?.signal("near", near).runAsync();
    element.setAttribute("aria-valuenow", Math.max(near, 0));
    element.setAttribute("aria-valuetext", tell(near));
    byId(`${id}-value`).textContent = tell(near);
  }

  /* The plot beside or under the pointer: the only one, or one of many panels. */
  function plot(event) {
    const panels = element.querySelectorAll(".role-scope > g > path.background");
    const frames = [...(panels.length ? panels : element.querySelectorAll("path.background"))];
    const boxes = frames.map((frame) => frame.getBoundingClientRect());
    const outside = (from, at, to) => Math.max(from - at, 0, at - to);
    const far = (box) => outside(box.left, event.clientX, box.right) + outside(box.top, event.clientY, box.bottom);
    return boxes.reduce((a, b) => (far(b) < far(a) ? b : a));
  }

  function point(event) {
    if (!view) return;
    const moment = Number(view.scale("x").invert(event.clientX - plot(event).left));
    const away = stamps.map((stamp) => Math.abs(stamp - moment));
    const nearest = away.indexOf(Math.min(...away));
    if (nearest !== near) go(nearest);
  }

  const keys = {
    ArrowRight: () => Math.min(near + 1, last),
    ArrowLeft: () => (near < 0 ? last : Math.max(near - 1, 0)),
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
  return { go, of(drawn) { view = drawn; go(-1); } };
}
