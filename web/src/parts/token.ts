// Asks for the token where the server wants one. It stays in this tab, and is never in an address.
import { make } from "../dom";
import { giveToken, hasToken, tokenNeeded } from "../live/request";
import { field } from "./controls";

const input = make("input", { type: "password", autocomplete: "off", required: true, spellcheck: "false" });
const wrong = make("p", { class: "bad", role: "alert" });

const form = make(
  "form",
  {
    onsubmit: (event: SubmitEvent) => {
      event.preventDefault();
      const token = input.value.trim();
      if (!token) return;
      input.value = "";
      dialog.close();
      giveToken(token);
    },
  },
  make("h2", { id: "token-title" }, "This server asks for a token"),
  make("p", { class: "soft" }, "Whoever has started it knows the token. It stays in this tab until you close it."),
  field("Token", input), wrong, make("button", { class: "main" }, "Go on"),
);
const dialog = make("dialog", { class: "card", "aria-labelledby": "token-title" }, form);

export function tokenDialog(): HTMLDialogElement {
  dialog.addEventListener("cancel", (event) => event.preventDefault());
  tokenNeeded.watch((needed) => {
    if (!needed || dialog.open) return;
    wrong.textContent = hasToken() ? "The token was not accepted." : "";
    dialog.showModal();
    input.focus();
  });
  return dialog;
}
