const NAME_SIZE = 12;
const NUMBER_SIZE = 10;
const LONG_NAME = 260;
const SHORT_NAME = 130;
const NAME_GAP = 5;
const SMALLEST_RADIUS = 4;
const LARGEST_SCALE = 260;
const STRETCH = 1.4;

/* Radii in the units of the positions, in which the areas of all circles sum to 1. */
function radiiOf(topics) {
  const total = topics.reduce((sum, topic) => sum + Math.max(topic.size, 0), 0) || 1;
  return topics.map((topic) => Math.sqrt(Math.max(topic.size, 0) / total / Math.PI));
}

/* Positions and radii in pixels for a map of this width, with a margin for names at the sides. */
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
  // Circles that do not touch may be drawn further apart in the direction that has room left.
  const across = Math.min(room.across, STRETCH * scale);
  const down = Math.min(room.down, STRETCH * scale);
  const inset = (width - across * wide) / 2;
  const rows = topics.map((topic, at) => ({
    at,
    x: inset + across * (topic.x + left),
    y: margin + down * (top - topic.y),
    radius: Math.max(scale * radii[at], SMALLEST_RADIUS),
  }));
  // For Vega, the size of a circle is the square of its diameter.
  for (const row of rows) row.area = (2 * row.radius) ** 2;
  return { rows, width, height: Math.ceil(down * high + 2 * margin) };
}
