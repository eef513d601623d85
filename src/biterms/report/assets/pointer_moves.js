const MOVED = 4;

/* What mouse and fingers do to a map: one drags, two zoom, the wheel zooms where the map has the focus. */
function pointerMoves(element, acts) {
  const held = new Map();
  let line = null;
  let far = 0;
  let hovered = null;
  const placeOf = (event) => {
    const corner = element.getBoundingClientRect();
    return [event.clientX - corner.left, event.clientY - corner.top];
  };

  function spread() {
    const [a, b] = [...held.values()];
    return [Math.hypot(a[0] - b[0], a[1] - b[1]), (a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  }

  element.addEventListener("pointerdown", (event) => {
    held.set(event.pointerId, placeOf(event));
    far = 0;
    line = acts.isLassoing(event) ? [placeOf(event)] : null;
    if (line || event.pointerType !== "touch") element.setPointerCapture(event.pointerId);
  });
  element.addEventListener("pointermove", (event) => {
    const place = placeOf(event);
    const before = held.get(event.pointerId);
    if (!before) {
      if (event.pointerType !== "touch") hover(place, event);
      return;
    }
    far += Math.hypot(place[0] - before[0], place[1] - before[1]);
    if (line) {
      line.push(place);
      acts.line(line);
      held.set(event.pointerId, place);
    } else if (held.size === 2) {
      const [wide] = spread();
      held.set(event.pointerId, place);
      const [now, x, y] = spread();
      if (wide > 0) acts.zoom(now / wide, x, y);
    } else {
      held.set(event.pointerId, place);
      acts.move(place[0] - before[0], place[1] - before[1]);
    }
  });

  /* Looks once in a frame: with a million points looking takes a few milliseconds. */
  function hover(place, event) {
    if (!hovered) requestAnimationFrame(() => { acts.hover(...hovered); hovered = null; });
    hovered = [...place, event];
  }

  function end(event) {
    if (!held.delete(event.pointerId)) return;
    if (line) acts.lasso(line);
    else if (far < MOVED && event.type === "pointerup") acts.tap(...placeOf(event), event);
    line = null;
  }
  element.addEventListener("pointerup", end);
  element.addEventListener("pointercancel", end);
  element.addEventListener("pointerleave", (event) => { if (event.pointerType !== "touch") acts.leave(); });
  element.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && document.activeElement !== element) return;
    event.preventDefault();
    acts.zoom(Math.exp(-event.deltaY / 400), ...placeOf(event));
  }, { passive: false });
}
