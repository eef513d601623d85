const SIDE = 4096;

/* The texts as points: places from 0 to 4095, the number of the topic and of the period of each.
   They are stored sorted by topic, then by period, then from left to right: a table of counts says
   where each topic and period begins, and x is the difference to the point before. */
async function unpack({ packed, topics, columns, points }) {
  const raw = await inflated(packed);
  const groups = topics.length * columns;
  const counts = new Uint32Array(raw.buffer, 0, groups);
  const [low, lowY, high] = [0, 1, 2].map((plane) => raw.subarray(4 * groups + plane * points));
  const places = new Uint16Array(2 * points);
  const topic = new Uint16Array(points);
  const period = new Uint16Array(points);
  let i = 0;
  for (let group = 0; group < groups; group += 1) {
    const owner = topics[Math.floor(group / columns)];
    let x = 0;
    for (let left = counts[group]; left > 0; left -= 1, i += 1) {
      x = (x + (((high[i] >> 4) << 8) | low[i])) % SIDE;
      places[2 * i] = x;
      places[2 * i + 1] = ((high[i] & 15) << 8) | lowY[i];
      topic[i] = owner;
      period[i] = group % columns;
    }
  }
  return { places, topic, period, size: points };
}

/* Where points are on the screen: pixels = left + scaleX * x, top - scaleY * y. */
class View {
  constructor(box) {
    [this.wide, this.high] = [box[2] - box[0], box[3] - box[1]];
    this.box = box;
    this.zoom = 1;
  }

  resize(width) {
    this.width = width;
    this.height = Math.round(Math.min(Math.max(0.72 * width, 320), 640));
    this.fit = Math.min(width / this.wide, this.height / this.high);
    this.reset();
  }

  reset() {
    this.zoom = 1;
    this.left = (this.width - this.fit * this.wide) / 2;
    this.bottom = (this.height + this.fit * this.high) / 2;
  }

  get scaleX() { return (this.fit * this.zoom * this.wide) / SIDE; }

  get scaleY() { return (this.fit * this.zoom * this.high) / SIDE; }

  /* Makes everything `by` times as large; the place at (x, y) stays. */
  zoomBy(by, x = this.width / 2, y = this.height / 2) {
    const factor = Math.min(Math.max(this.zoom * by, 1), 64) / this.zoom;
    this.zoom *= factor;
    this.left = x - (x - this.left) * factor;
    this.bottom = y - (y - this.bottom) * factor;
    this.inside();
  }

  moveBy(x, y) {
    this.left += x;
    this.bottom += y;
    this.inside();
  }

  /* Keeps a part of the map on the screen. */
  inside() {
    const [width, height] = [this.scaleX * SIDE, this.scaleY * SIDE];
    this.left = Math.min(Math.max(this.left, this.width / 2 - width), this.width / 2);
    this.bottom = Math.min(Math.max(this.bottom, this.height / 2), this.height / 2 + height);
  }

  toScreen(x, y) { return [this.left + this.scaleX * x, this.bottom - this.scaleY * y]; }

  toMap(x, y) { return [(x - this.left) / this.scaleX, (this.bottom - y) / this.scaleY]; }

  /* The screen place of a place in the units of the topic map. */
  ofTopic({ x, y }) {
    return this.toScreen(((x - this.box[0]) / this.wide) * SIDE, ((y - this.box[1]) / this.high) * SIDE);
  }
}

/* The point nearest to a place of the screen within `reach` pixels, or -1. */
function nearestPoint({ places, size }, view, x, y, reach) {
  const [mapX, mapY] = view.toMap(x, y);
  const [a, b] = [view.scaleX, view.scaleY];
  let [best, least] = [-1, reach * reach];
  for (let i = 0; i < size; i += 1) {
    const dx = (places[2 * i] - mapX) * a;
    const dy = (places[2 * i + 1] - mapY) * b;
    const distance = dx * dx + dy * dy;
    if (distance < least) [best, least] = [i, distance];
  }
  return best;
}
