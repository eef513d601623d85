const overlap = (a, b) =>
  Math.min(a.right, b.right) - Math.max(a.left, b.left) > 0 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 0;

/* Whether a box covers a part of a circle other than its rim. */
function covers(box, { x, y, radius }) {
  const outside = (from, value, to) => Math.max(from - value, 0, value - to);
  return Math.hypot(outside(box.left, x, box.right), outside(box.top, y, box.bottom)) < radius - 1;
}

function boxAround(x, y, width, height) {
  return { x, y, left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2 };
}

/* The box, moved so that it is inside the frame; if it is too wide, the left of the frame. */
function movedInto(box, { width, height }) {
  const [wide, high] = [box.right - box.left, box.bottom - box.top];
  const between = (value, most) => Math.max(0, Math.min(value, most));
  const [left, top] = [between(box.left, width - wide), between(box.top, height - high)];
  return boxAround(left + wide / 2, top + high / 2, wide, high);
}

/* The short name, long name and number of each topic, with their widths in pixels. */
function namesOf(topics) {
  return topics.map((topic) => ({
    short: fitted(topic.label.split(",")[0] || topic.label, NAME_SIZE, SHORT_NAME),
    long: fitted(topic.label, NAME_SIZE, LONG_NAME),
    number: measured(String(topic.id), NUMBER_SIZE),
  }));
}

/* Where a name may be on the map: inside its circle if it fits, else below, above, right, left or
   diagonal, and at the edges of the map a little further in. */
function boxesFor(row, { width }, map) {
  const height = NAME_SIZE + 2;
  const vertical = row.radius + height / 2 + 1;
  const horizontal = row.radius + width / 2 + 3;
  const [right, down] = [0.7 * row.radius + width / 2, 0.7 * row.radius + height / 2];
  const around = [
    [0, vertical], [0, -vertical], [horizontal, 0], [-horizontal, 0],
    [right, down], [-right, down], [right, -down], [-right, -down],
  ];
  const inside = width < 1.8 * row.radius ? [[0, 0]] : [];
  const moved = [...inside, ...around].map(([x, y]) => boxAround(row.x + x, row.y + y, width + NAME_GAP, height))
    .map((box) => [box, movedInto(box, map)]);
  return moved.filter(([box, to]) => Math.hypot(box.x - to.x, box.y - to.y) < 0.5 || !covers(to, row)).map(([, to]) => to);
}

/* Names as many circles as there is room for, those in `first` before the largest, then lengthens
   names where room is left. The first two, the chosen topic and the best search result, always have
   a name, and every circle that is large enough has the number of its topic. */
function placeNames(map, names, first) {
  const boxes = new Map();
  const order = [...new Set([...first, ...map.rows.keys()])];
  const countCovered = (box, at) => [...boxes].filter(([other, taken]) => other !== at && overlap(box, taken)).length
    + map.rows.filter((row) => row.at !== at && covers(box, row)).length;

  function place(at, name, maxCovered) {
    const counted = boxesFor(map.rows[at], name, map).map((box) => [countCovered(box, at), box]);
    const [covered, box] = counted.reduce((a, b) => (b[0] < a[0] ? b : a), [Infinity]);
    if (!box || covered > maxCovered) return;
    boxes.set(at, box);
    Object.assign(map.rows[at], { name: name.text, nameX: box.x, nameY: box.y });
  }

  for (const row of map.rows) Object.assign(row, { name: "", nameX: row.x, nameY: row.y });
  order.forEach((at, rank) => place(at, names[at].short, rank < Math.min(first.length, 2) ? Infinity : 0));
  for (const at of boxes.keys()) place(at, names[at].long, 0);
  // One width for all numbers: otherwise only those with few digits would be shown.
  const width = Math.max(...names.map((name) => name.number.width));
  for (const row of map.rows) {
    const isNamedInside = row.name && row.nameX === row.x && row.nameY === row.y;
    row.number = !isNamedInside && width + 5 < 1.8 * row.radius ? names[row.at].number.text : "";
  }
}
