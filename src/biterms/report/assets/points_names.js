const POINT_NAME = 160;

/* Names of topics over the points: as many as there is room for, the largest first. */
function placePointNames(topics, shown, view, names) {
  const boxes = [];
  const found = [];
  for (const at of shown) {
    const [x, y] = view.ofTopic(topics[at]);
    const { text, width } = names[at];
    const box = boxAround(x, y, width + 8, NAME_SIZE + 6);
    const inside = box.left > 0 && box.right < view.width && box.top > 0 && box.bottom < view.height;
    if (!inside || boxes.some((other) => overlap(box, other))) continue;
    boxes.push(box);
    found.push({ text, x, y });
  }
  return found;
}

/* Draws names, the point that is told of and a line around a selection. */
function drawOver(canvas, ratio, { names, ring, line }) {
  const pen2d = canvas.getContext("2d");
  const style = getComputedStyle(document.documentElement);
  const [ink, ground, mark] = ["--ink", "--card", "--chosen"].map((name) => style.getPropertyValue(name).trim());
  pen2d.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen2d.clearRect(0, 0, canvas.width, canvas.height);
  Object.assign(pen2d, { font: `${NAME_SIZE}px system-ui, sans-serif`, textAlign: "center", textBaseline: "middle",
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
