const POINT_NAME = 260;
const PLACE_REACH = 4;

/* A label by its parts: the first, the first two and so on, as far as there is room, with their widths. */
function partsOf(label) {
  const parts = label.split(", ");
  const beginnings = parts.map((_, i) => measured(parts.slice(0, i + 1).join(", "), NAME_SIZE));
  const fitting = beginnings.filter(({ width }) => width <= POINT_NAME);
  return fitting.length ? fitting : [fitted(parts[0], NAME_SIZE, SHORT_NAME)];
}

/* Names of topics over the points: of as many topics as there is room for, the largest first, then
   longer ones where room is left. At the edges names move inwards. */
function placePointNames(topics, shown, view, names) {
  const placed = new Map();
  function tryName(at, name) {
    const [x, y] = view.ofTopic(topics[at]);
    if (x < -PLACE_REACH || x > view.width + PLACE_REACH || y < -PLACE_REACH || y > view.height + PLACE_REACH) return false;
    const box = movedInto(boxAround(x, y, name.width + 8, NAME_SIZE + 6), view);
    for (const [other, { box: taken }] of placed) if (other !== at && overlap(box, taken)) return false;
    placed.set(at, { text: name.text, x: box.x, y: box.y, box });
    return true;
  }
  for (const at of shown) tryName(at, names[at][0]);
  for (const at of [...placed.keys()]) names[at].slice(1).reverse().some((name) => tryName(at, name));
  return [...placed.values()];
}

/* Draws names, the point that is told of and a line around a selection, on paper over a picture of
   the points: what WebGL draws while a page is printed does not get there. */
function drawOver(canvas, ratio, { names, ring, line }, points) {
  const pen2d = canvas.getContext("2d");
  const style = getComputedStyle(document.documentElement);
  const [ink, ground, mark] = ["--ink", "--card", "--chosen"].map((name) => style.getPropertyValue(name).trim());
  pen2d.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen2d.clearRect(0, 0, canvas.width, canvas.height);
  if (matchMedia("print").matches) pen2d.drawImage(points, 0, 0, canvas.width / ratio, canvas.height / ratio);
  Object.assign(pen2d, { font: `${NAME_SIZE}px ${FONTS}`, textAlign: "center", textBaseline: "middle",
    lineJoin: "round", strokeStyle: ground, fillStyle: ink, lineWidth: 4 });
  for (const { text, x, y } of names) {
    pen2d.strokeText(text, x, y);
    pen2d.fillText(text, x, y);
  }
  Object.assign(pen2d, { strokeStyle: mark, lineWidth: 2 });
  pen2d.beginPath();
  if (ring) pen2d.arc(ring[0], ring[1], 6, 0, 2 * Math.PI);
  if (line.length > 1) line.forEach(([x, y], i) => (i ? pen2d.lineTo(x, y) : pen2d.moveTo(x, y)));
  pen2d.stroke();
}
