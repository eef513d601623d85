const TICK_SIZE = 11;
const TICK_GAP = 14;
const MOST_TICKS = 6;
const DAY = { day: "numeric", month: "short", year: "numeric" };
const MONTH = { month: "short", year: "numeric" };
const YEAR = { year: "numeric" };
/* How periods are written where there is room, and where there is little. */
const PERIOD_NAMES = {
  hour: [{ ...DAY, hour: "2-digit", minute: "2-digit" }, DAY, MONTH, YEAR],
  day: [DAY, MONTH, YEAR],
  week: [DAY, MONTH, YEAR],
  month: [MONTH, YEAR],
  quarter: [MONTH, YEAR],
  year: [YEAR],
};

/* Functions from a time to the name of its period, the longest names first. */
function periodNames({ freq }) {
  return PERIOD_NAMES[freq].map((form) => {
    const style = new Intl.DateTimeFormat("en-GB", { ...form, timeZone: "UTC" });
    return (stamp) => style.format(stamp);
  });
}

/* The periods that an axis of this width names: the first, the last and, if there is room, some between. */
function ticksOf(time, width) {
  const [first, last] = [time.stamps[0], time.stamps.at(-1)];
  const space = (name) => TICK_GAP + Math.max(...[first, last].map((stamp) => measured(name(stamp), TICK_SIZE).width));
  const names = periodNames(time);
  const name = names.find((one) => 2 * space(one) - TICK_GAP <= width) ?? names.at(-1);
  const most = Math.max(2, Math.min(MOST_TICKS, Math.floor(width / (1.4 * space(name)))));
  const end = time.stamps.length - 1;
  const step = Math.ceil(end / (most - 1));
  const between = [...time.stamps.keys()].filter((t) => t % step === 0 && t + 0.8 * step <= end);
  const ticks = [...between, end].map((t) => time.stamps[t]);
  return { ticks, tickNames: ticks.map(name) };
}

/* Makes a chart name these periods. */
function setTicks(specification, time, width) {
  for (const [name, value] of Object.entries(ticksOf(time, width))) setSignal(specification, name, value);
}

/* The rows of a chart of one share in each period; the peak says when it was if that fits into the width. */
function rowsOverTime(time, shares, colour, width) {
  const peak = peakOf(shares);
  const [first, last] = [time.stamps[0], time.stamps.at(-1)];
  const at = width * ((time.stamps[peak] - first) / (last - first));
  const late = 2 * peak > shares.length;
  const room = (late ? at : width - at) - TICK_GAP;
  // A year says nothing of when a peak was if most periods are in that year.
  const says = (name) => 3 * time.stamps.filter((stamp) => name(stamp) === name(time.stamps[peak])).length <= shares.length;
  const said = periodNames(time).filter((name, i) => !i || says(name)).map((name) => name(time.stamps[peak]))
    .map((name) => `${percent(shares[peak])}, ${name}`)
    .find((text) => measured(text, TICK_SIZE).width <= room) ?? percent(shares[peak]);
  return shares.map((share, t) => ({ t, time: time.stamps[t], share, value: percent(share), peak: t === peak, late: 2 * t > shares.length,
    said, colour }));
}

/* A sentence whose dates are not broken at the ends of lines. */
function withDates(sentence) {
  return sentence.split(/(\d{4}-\d\d-\d\d(?:T[\d:]+)?)/).map((part, i) => (i % 2 ? make("span", { class: "date" }, part) : part));
}
