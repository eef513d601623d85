"use strict";

/* Strings become text nodes here: no text of a user is ever read as HTML. */
function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

const byId = (id) => document.getElementById(id);

function fill(id, ...children) {
  byId(id).replaceChildren(...children);
}

function percent(share) {
  if (share > 0 && share < 0.0005) return "<0.1%";
  return `${(100 * share).toFixed(1)}%`;
}

function count(number, one, many) {
  return `${number.toLocaleString("en")} ${number === 1 ? one : many}`;
}

/* For screen readers. */
function announce(text) {
  byId("announcement").textContent = text;
}

/* Calls `action` once, when there were no more calls for `delay` milliseconds. */
function later(action, delay) {
  let timer;
  return (...values) => {
    clearTimeout(timer);
    timer = setTimeout(() => action(...values), delay);
  };
}

/* A table whose first column names the rows. */
function table(names, rows, attributes) {
  // A column of bars needs no name on the screen.
  const title = (name) => name || make("span", { class: "unseen" }, "bar");
  const head = make("tr", {}, ...names.map((name) => make("th", { scope: "col" }, title(name))));
  const body = rows.map(([name, ...cells]) =>
    make("tr", {}, make("th", { scope: "row", dir: "auto" }, name), ...cells.map((cell) => make("td", {}, cell))));
  return make("table", attributes, make("thead", {}, head), make("tbody", {}, ...body));
}

/* The colour of a theme; the same in every picture. */
const colourOf = (theme) => `var(--theme-${theme})`;

const wordsOf = (topic) => topic.words.slice(0, 6).map((word) => word[0]).join(", ");

/* Shows what is under the pointer or the finger, inside the card around it. */
function showTip(tip, event, ...children) {
  tip.replaceChildren(...children);
  tip.hidden = false;
  const card = tip.parentElement.getBoundingClientRect();
  const x = event.clientX - card.left;
  tip.style.left = `${Math.max(4, Math.min(x + 14, card.width - tip.offsetWidth - 8))}px`;
  tip.style.top = `${event.clientY - card.top + 18}px`;
}

/* What zlib compressed and base64 made letters of. */
async function inflated(packed) {
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
