const SVG = "http://www.w3.org/2000/svg";

function saveFile(name, blob) {
  const link = make("a", { download: name, href: URL.createObjectURL(blob) });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/* A table as CSV. A text that a spreadsheet would take for a formula gets a quote before it. */
function csvOf(rows) {
  const cell = (value) => {
    if (typeof value === "number") return String(value);
    const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return `${rows.map((row) => row.map(cell).join(",")).join("\r\n")}\r\n`;
}

/* The chart in an element as a picture that stands alone: variables of the page become colours. */
function svgOf(element) {
  const drawn = element.querySelector("svg");
  const copy = drawn.cloneNode(true);
  const { width, height } = drawn.getBoundingClientRect();
  const ground = document.createElementNS(SVG, "rect");
  for (const [name, value] of Object.entries({ width: "100%", height: "100%", fill: "var(--card)" })) ground.setAttribute(name, value);
  copy.prepend(ground);
  copy.setAttribute("width", width);
  copy.setAttribute("height", height);
  const style = getComputedStyle(element);
  return new XMLSerializer().serializeToString(copy)
    .replace(/var\((--[\w-]+)\)/g, (_, name) => style.getPropertyValue(name).trim());
}

/* An SVG text as a canvas with two dots for each. */
async function canvasOf(svg) {
  const image = new Image();
  const loaded = new Promise((done) => image.addEventListener("load", done));
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await loaded;
  const canvas = make("canvas", { width: 2 * image.width, height: 2 * image.height });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/* Buttons below a chart that save it as SVG, PNG or CSV; `rows` gives the table behind it. */
function exportButtons(id, name, rows, svg = () => svgOf(byId(id)), canvas = () => canvasOf(svg())) {
  const file = (ending) => `${name.replaceAll(" ", "_")}.${ending}`;
  const kinds = {
    SVG: () => saveFile(file("svg"), new Blob([svg()], { type: "image/svg+xml" })),
    PNG: async () => (await canvas()).toBlob((blob) => saveFile(file("png"), blob)),
    CSV: () => saveFile(file("csv"), new Blob([csvOf(rows())], { type: "text/csv" })),
  };
  const buttons = Object.entries(kinds).map(([kind, save]) => {
    const button = make("button", { type: "button", "aria-label": `Save “${name}” as ${kind}` }, kind);
    button.addEventListener("click", save);
    return button;
  });
  byId(id).after(make("p", { class: "exports soft small" }, "Save as ", ...buttons));
}
