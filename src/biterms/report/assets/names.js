const overlap = (a, b) =>
  Math.min(a.right, b.right) - Math.max(a.left, b.left) > 0 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 0;

/* Whether a box covers a part of a circle, but for its rim. */
function covers(box, { x, y, radius }) {
  const aside = (from, at, to) => Math.max(from - at, 0, at - to);
  return Math.hypot(aside(box.left, x, box.right), aside(box.top, y, box.bottom)) < radius - 1;
}

function boxAround(x, y, width, height) {
  return { x, y, left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2 };
}

/* The names a topic may have on the map, the shortest first, and its number; widths in pixels. */
function namesOf(topics) {
  const pen = document.createElement("canvas").getContext("2d");
  const letters = new Intl.Segmenter();
  const measured = (text, size) => {
    pen.font = `${size}px system-ui, sans-serif`;
    return { text, width: pen.measureText(text).width };
  };
  const within = (text, limit) => {
    const whole = measured(text, NAME_SIZE);
    if (whole.width <= limit) return whole;
    const parts = Array.from(letters.segment(text), (part) => part.segment);
    while (parts.length > 1) {
      parts.pop();
      const cut = measured(`${parts.join("").trimEnd()}…`, NAME_SIZE);
      if (cut.width <= limit) return cut;
    }
    return measured("…", NAME_SIZE);
  };
  return topics.map((topic) => ({
    short: within(topic.label.split(",")[0] || topic.label, SHORT_NAME),
    long: within(topic.label, LONG_NAME),
    number: measured(String(topic.id), NUMBER_SIZE),
  }));
}

/* Where a name may stand: in its circle when it fits, else below, above, right, left or aslant of it. */
function placesFor(row, { width }) {
  const height = NAME_SIZE + 2;
  const away = row.radius + height / 2 + 1;
  const aside = row.radius + width / 2 + 3;
  const [right, down] = [0.7 * row.radius + width / 2, 0.7 * row.radius + height / 2];
  const around = [[0, away], [0, -away], [aside, 0], [-aside, 0], [right, down], [-right, down], [right, -down], [-right, -down]];
  const inside = width < 1.8 * row.radius ? [[0, 0]] : [];
  return [...inside, ...around].map(([x, y]) => boxAround(row.x + x, row.y + y, width + NAME_GAP, height));
}

/* Names for as many circles as there is room, those of `first` before the largest, then longer
   names where room is left. The first two, what is chosen and what is found, always have one, and
   every circle that can hold it has the number of its topic. */
function placeNames(map, names, first) {
  const boxes = new Map();
  const order = [...new Set([...first, ...map.rows.keys()])];
  const within = (box) => box.left >= 0 && box.right <= map.width && box.top >= 0 && box.bottom <= map.height;
  const covered = (box, at) => [...boxes].filter(([other, taken]) => other !== at && overlap(box, taken)).length
    + map.rows.filter((row) => row.at !== at && covers(box, row)).length;

  function place(at, name, most) {
    const counted = placesFor(map.rows[at], name).filter(within).map((box) => [covered(box, at), box]);
    const [count, box] = counted.reduce((a, b) => (b[0] < a[0] ? b : a), [Infinity]);
    if (!box || count > most) return;
    boxes.set(at, box);
    Object.assign(map.rows[at], { name: name.text, nameX: box.x, nameY: box.y });
  }

  for (const row of map.rows) Object.assign(row, { name: "", nameX: row.x, nameY: row.y });
  order.forEach((at, rank) => place(at, names[at].short, rank < Math.min(first.length, 2) ? Infinity : 0));
  for (const at of boxes.keys()) place(at, names[at].long, 0);
  // one width for all, or those of few digits would stand out
  const width = Math.max(...names.map((name) => name.number.width));
  for (const row of map.rows) {
    const named = row.name && row.nameX === row.x && row.nameY === row.y;
    row.number = !named && width + 5 < 1.8 * row.radius ? names[row.at].number.text : "";
  }
}
