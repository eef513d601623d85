/* For browsers without Intl.Segmenter: a flag, or a character with its marks, skin tone and what is
   joined to it. */
const CLUSTER = /(?:\p{RI}{2}|[^])(?:[\p{M}\p{EMod}\u{e0020}-\u{e007f}]|\u200d[^]?)*/gu;

/* The letters of a text as a reader sees them: an emoji joined from several characters is one. */
function lettersOf(text) {
  if (!Intl.Segmenter) return text.match(CLUSTER) ?? [];
  return Array.from(new Intl.Segmenter().segment(text), (part) => part.segment);
}

/* Those of the page. */
const FONTS = getComputedStyle(document.body).fontFamily;
const pen = document.createElement("canvas").getContext("2d");

/* A text and its width in pixels. */
function measured(text, size) {
  pen.font = `${size}px ${FONTS}`;
  return { text, width: pen.measureText(text).width };
}

/* The text, or as many of its letters as fit into `limit` pixels and an ellipsis. */
function fitted(text, size, limit) {
  const complete = measured(text, size);
  if (complete.width <= limit) return complete;
  const letters = lettersOf(text);
  const first = (count) => measured(`${letters.slice(0, count).join("").trimEnd()}…`, size);
  let [fits, tooMany] = [0, letters.length];
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2);
    if (first(middle).width <= limit) fits = middle;
    else tooMany = middle;
  }
  return first(fits);
}
