/* A map that moves may take this much of a frame, in milliseconds: as long as a screen shows one. */
const FRAME_SHARE = 16;
const FEWEST_POINTS = 10_000;
/* Milliseconds after which a map that did not move rests. */
const REST = 160;

/* How many points are drawn while the map moves: all of them if the machine draws them in time, else
   a fair sample of as many as it does. */
function movingPace(size) {
  const least = Math.min(FEWEST_POINTS, size);
  let most = size;
  return {
    points: () => most,
    /* Tells how long some points took. */
    took(milliseconds, points) {
      const inTime = milliseconds > 0 ? (FRAME_SHARE * points) / milliseconds : size;
      // Half way only: one frame may have waited for something else.
      most = Math.round(Math.min(Math.max((most + inTime) / 2, least), size));
    },
  };
}

/* An order in which each beginning is a fair sample of points that are sorted in any way. */
function spreadOrder(size) {
  const common = (a, b) => (b ? common(b, a % b) : a);
  let step = Math.max(1, Math.round(0.618034 * size));
  while (common(step, size) > 1) step += 1;
  return (i) => (i * step) % size;
}
