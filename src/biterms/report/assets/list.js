const FIRST_ENTRIES = 30;

const address = (topic) => `#topic-${topic.id}`;

/* The list of all topics. Entries are links, so that they can be copied and the back button works. */
function topicList(topics) {
  const largest = topics[0].size || 1;
  let current;

  function entry(topic) {
    const link = make("a", { class: "entry", href: address(topic) },
      make("span", { class: "soft" }, String(topic.id)), make("strong", { dir: "auto" }, topic.label),
      make("span", { class: "soft" }, percent(topic.size)),
      bar(topic.size / largest), make("span", { class: "soft small", dir: "auto" }, wordsOf(topic)));
    link.style.setProperty("--bar", colourOf(topic.theme));
    return make("li", {}, link);
  }

  const show = (from, to) => byId("list").append(...topics.slice(from, to).map(entry));
  const more = byId("more");

  function showAll() {
    if (more.hidden) return;
    more.hidden = true;
    show(FIRST_ENTRIES, topics.length);
  }

  show(0, FIRST_ENTRIES);
  more.hidden = topics.length <= FIRST_ENTRIES;
  more.textContent = `Show all ${topics.length} topics`;
  more.addEventListener("click", () => {
    showAll();
    byId("list").children[FIRST_ENTRIES].firstChild.focus();
  });
  return (at) => {
    if (at >= FIRST_ENTRIES) showAll();
    current?.removeAttribute("aria-current");
    current = byId("list").children[at].firstChild;
    current.setAttribute("aria-current", "true");
  };
}
