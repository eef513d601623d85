// Links to files of the server. A browser sends no token when it follows a link: then the page fetches
// the file with the header, and saves it. A token is never in an address.
import { make } from "../dom";
import { checked, hasToken, headers, saidOf } from "../live/request";
import { save } from "./save";
import { toast } from "./toasts";

export function fileLink(path: string, said: string, name: string): HTMLAnchorElement {
  const follow = (event: MouseEvent) => {
    if (!hasToken()) return;
    event.preventDefault();
    void fetched(path, name);
  };
  return make("a", { href: `/v1/${path}`, onclick: follow, onauxclick: follow }, said);
}

async function fetched(path: string, name: string): Promise<void> {
  try {
    const response = await checked(await fetch(`/v1/${path}`, { headers: headers() }));
    save(name, await response.blob());
    toast(`Saved as ${name}. Programs fetch it with the header “Authorization: Bearer TOKEN”.`);
  } catch (error) {
    toast(`Not saved: ${saidOf(error)}`, undefined, true);
  }
}
