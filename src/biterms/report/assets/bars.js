/* A table with bars from rows [name, length, value as text, colour of the bar]; the longest bar fills
   its cell, and without a colour a bar has that of the part of the page it is in. */
function bars(kind, names, rows) {
  const longest = Math.max(...rows.map((row) => row[1]), 0) || 1;
  const cells = rows.map(([name, length, value, colour]) => [name, bar(length / longest, colour), value]);
  return table(names, cells, { class: `bars ${kind}` });
}

function bar(share, colour) {
  const element = make("span", { class: "bar" });
  element.style.width = `${(100 * Math.max(share, 0)).toFixed(1)}%`;
  if (colour) element.style.background = colour;
  return element;
}
