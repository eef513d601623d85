/* A table with bars from rows [name, length, value as text]; the longest bar fills its cell. */
function bars(kind, names, rows) {
  const longest = Math.max(...rows.map((row) => row[1]), 0) || 1;
  const cells = rows.map(([name, length, value]) => [name, bar(length / longest), value]);
  return table(names, cells, { class: `bars ${kind}` });
}

function bar(share) {
  const element = make("span", { class: "bar" });
  element.style.width = `${(100 * Math.max(share, 0)).toFixed(1)}%`;
  return element;
}
