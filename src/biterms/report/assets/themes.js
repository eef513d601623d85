const THEME_TOPICS = 8;

/* The themes: a bar of their sizes, and a card for each with its topics. */
function showThemes(themes, topics) {
  byId("themes").hidden = themes.length < 2;
  const total = themes.reduce((sum, theme) => sum + theme.size, 0) || 1;

  function part(theme, number) {
    const element = make("span", {});
    element.style.width = `${(100 * theme.size) / total}%`;
    element.style.background = colourOf(number);
    return element;
  }

  function card(theme, number) {
    const links = theme.topics.slice(0, THEME_TOPICS).map((at) => make("a", { href: address(topics[at]), dir: "auto" }, topics[at].label));
    const rest = theme.topics.length - links.length;
    const item = make("li", { class: "theme" },
      make("h3", { dir: "auto" }, theme.label),
      make("p", { class: "soft small" }, `${percent(theme.size)} of all words, ${count(theme.topics.length, "topic", "topics")}`),
      make("p", { class: "small" }, ...links.flatMap((link, i) => (i ? [" · ", link] : [link])), rest > 0 ? ` and ${rest} more` : ""));
    item.style.setProperty("--bar", colourOf(number));
    return item;
  }

  fill("theme-bar", ...themes.map(part));
  fill("theme-cards", ...themes.map(card));
}
