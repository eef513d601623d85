/* Which points lie inside a line around them, by the even-odd rule: 1 or 0 for each. */
function pointsInside({ places, size }, corners) {
  const chosen = new Uint8Array(size);
  const [xs, ys] = [corners.map((corner) => corner[0]), corners.map((corner) => corner[1])];
  const [left, right, bottom, top] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  for (let i = 0; i < size; i += 1) {
    const [x, y] = [places[2 * i], places[2 * i + 1]];
    if (x < left || x > right || y < bottom || y > top) continue;
    let inside = 0;
    for (let a = 0, b = corners.length - 1; a < corners.length; b = a, a += 1) {
      if ((ys[a] > y) !== (ys[b] > y) && x < ((xs[b] - xs[a]) * (y - ys[a])) / (ys[b] - ys[a]) + xs[a]) inside ^= 1;
    }
    chosen[i] = inside;
  }
  return chosen;
}

/* How many chosen points each topic and each period has. */
function countChosen(points, chosen, nTopics, nPeriods) {
  const [topics, periods] = [new Uint32Array(nTopics), new Uint32Array(nPeriods + 1)];
  let total = 0;
  for (let i = 0; i < points.size; i += 1) {
    if (!chosen[i]) continue;
    total += 1;
    topics[points.topic[i]] += 1;
    periods[points.period[i]] += 1;
  }
  return { total, topics, periods };
}

/* Words of the topics of a selection: the relevance of a word in each topic, weighted by the share of
   the chosen texts that the topic leads; each with the topic that gives it most. */
function wordsOfSelection(topics, found, most) {
  const scores = new Map();
  topics.forEach((topic, at) => {
    const share = found.topics[at] / found.total;
    if (share) for (const [word, , relevance] of topic.words) {
      const [before, largest, owner] = scores.get(word) ?? [0, 0, at];
      const part = share * relevance;
      scores.set(word, [before + part, ...(part > largest ? [part, at] : [largest, owner])]);
    }
  });
  return [...scores].map(([word, [score, , at]]) => [word, score, at]).sort((a, b) => b[1] - a[1]).slice(0, most);
}
