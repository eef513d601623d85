const NAME_SIZE = 12;
const NAME_LETTERS = 24;
const SMALLEST_RADIUS = 4;
const LARGEST_SCALE = 260;
const STRETCH = 1.4;

/* Radii in the units of the map, in which the areas of all circles sum to 1. */
function radiiOf(topics) {
  const total = topics.reduce((sum, topic) => sum + Math.max(topic.size, 0), 0) || 1;
  return topics.map((topic) => Math.sqrt(Math.max(topic.size, 0) / total / Math.PI));
}

/* Pixels of circles that fill `width`, with a margin for the names at the sides. */
function layOut(topics, width) {
  const radii = radiiOf(topics);
  const side = (pick, sign) => Math.max(...topics.map((topic, at) => sign * pick(topic) + radii[at]));
  const left = side((topic) => topic.x, -1);
  const top = side((topic) => -topic.y, -1);
  const wide = left + side((topic) => topic.x, 1);
  const high = top + side((topic) => -topic.y, 1);
  const margin = width < 500 ? 14 : 22;
  const tallest = Math.max(340, Math.min(0.85 * width, 640));
  const room = { across: (width - 2 * margin) / wide, down: (tallest - 2 * margin) / high };
  const scale = Math.min(room.across, room.down, LARGEST_SCALE);
  // circles that do not touch can be drawn further apart on the side that has room left
  const across = Math.min(room.across, STRETCH * scale);
  const down = Math.min(room.down, STRETCH * scale);
  const inset = (width - across * wide) / 2;
  const rows = topics.map((topic, at) => ({
    at,
    x: inset + across * (topic.x + left),
    y: margin + down * (top - topic.y),
    radius: Math.max(scale * radii[at], SMALLEST_RADIUS),
  }));
  for (const row of rows) row.area = Math.PI * row.radius ** 2;
  return { rows, width, height: Math.ceil(down * high + 2 * margin) };
}

const overlap = (a, b) =>
  Math.min(a.right, b.right) - Math.max(a.left, b.left) > 0 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 0;

function boxAround(x, y, width, height) {
  return { x, y, left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2 };
}

/* Where a name may stand: in its circle when it fits, else below, above, right or left of it. */
function placesFor(row, width) {
  const height = NAME_SIZE + 2;
  const away = row.radius + height / 2 + 1;
  const aside = row.radius + width / 2 + 3;
  const around = [[0, away], [0, -away], [aside, 0], [-aside, 0]];
  const inside = width < 1.8 * row.radius ? [[0, 0]] : [];
  return [...inside, ...around].map(([x, y]) => boxAround(row.x + x, row.y + y, width, height));
}

/* Names for as many circles as there is room, the largest first; the chosen one always. */
function placeNames(map, topics, chosen) {
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = `${NAME_SIZE}px system-ui, sans-serif`;
  const circles = map.rows.map((row) => boxAround(row.x, row.y, 1.9 * row.radius, 1.9 * row.radius));
  const taken = [];
  const order = [chosen, ...map.rows.keys()];
  for (const row of map.rows) row.name = "";
  for (const at of order) {
    const row = map.rows[at];
    if (row.name) continue;
    const label = topics[at].label;
    const name = label.length > NAME_LETTERS ? `${label.slice(0, NAME_LETTERS - 1).trimEnd()}…` : label;
    const places = placesFor(row, pen.measureText(name).width)
      .filter((box) => box.left >= 0 && box.right <= map.width && box.top >= 0 && box.bottom <= map.height);
    const covered = (box) => taken.filter((other) => overlap(box, other)).length
      + circles.filter((circle, other) => other !== at && overlap(box, circle)).length;
    const counts = places.map(covered);
    const least = Math.min(...counts);
    if (!places.length || (least > 0 && at !== chosen)) continue;
    const box = places[counts.indexOf(least)];
    taken.push(box);
    Object.assign(row, { name, nameX: box.x, nameY: box.y });
  }
}
