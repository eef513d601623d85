// Name a topic, put it into a group, follow or hide it.
import type { TopicRow } from "../api";
import { attribute, make, say } from "../dom";
import { field } from "./controls";
import { edit, follow, hide } from "./edits";

export function topicEdits() {
  let now: TopicRow | null = null;
  const input = (what: "label" | "group", said: (value: string) => string) => {
    const box = make("input", { type: "text", maxlength: 200, autocomplete: "off" });
    const form = make("form", {
      class: "edit",
      onsubmit: (event: SubmitEvent) => {
        event.preventDefault();
        box.blur();
        if (now) void edit({ what, topic: now.id, value: box.value.trim() }, said(box.value.trim()));
      },
    }, field(what === "label" ? "Name" : "Group", box), make("button", {}, "Save"));
    return { box, form };
  };
  const name = input("label", (value) => (value ? `Named “${value}”` : "The name was taken back"));
  const group = input("group", (value) => (value ? `In the group “${value}”` : "Taken out of its group"));
  const following = make("button", { "data-key": "f", onclick: () => now && void follow(now) });
  const hiding = make("button", { "data-key": "h", onclick: () => now && void hide(now) });
  const element = make("div", { class: "edits act", "data-row": true, hidden: true }, name.form, group.form, make("div", { class: "acts" }, following, hiding));
  const show = (row: TopicRow) => {
    now = row;
    element.hidden = false; // not before: there would be nothing to name
    if (document.activeElement !== name.box) name.box.value = row.named ? row.label : "";
    attribute(name.box, "placeholder", row.named ? "" : row.label);
    if (document.activeElement !== group.box) group.box.value = row.group ?? "";
    say(following, row.followed ? "Following" : "Follow");
    attribute(following, "aria-pressed", String(row.followed));
    say(hiding, row.hidden ? "Hidden" : "Hide");
    attribute(hiding, "aria-pressed", String(row.hidden));
  };
  return { element, show };
}
