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
  const head = make("tr", {}, ...names.map((name) => make("th", { scope: "col" }, name)));
  const body = rows.map(([name, ...cells]) =>
    make("tr", {}, make("th", { scope: "row", dir: "auto" }, name), ...cells.map((cell) => make("td", {}, cell))));
  return make("table", attributes, make("thead", {}, head), make("tbody", {}, ...body));
}
