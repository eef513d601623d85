// What a person says about topics and alarms: appended on the server, undone with a click.
import type { Edit } from "../api";
import { Signal } from "../live/signal";
import { Refused, post, remove, saidOf } from "../live/request";
import { toast } from "./toasts";

/** Changes when an edit was made or undone here: views ask again at once. */
export const edited = new Signal(0);
const MOST = 50;
/** Edits that can be taken back, the last one at the end, with what takes their message away. */
const made: { number: number; said: string; close: () => void }[] = [];

export async function edit(given: Edit, said: string): Promise<boolean> {
  try {
    const { number } = await post<{ number: number }>("edits", given);
    made.push({ number, said, close: toast(said, () => void undo(number)) });
    if (made.length > MOST) made.shift();
    return true;
  } catch (error) {
    toast(`Not done: ${saidOf(error)}`, undefined, true);
    return false;
  } finally {
    edited.set(edited.value + 1);
  }
}

/** Take back an edit, by default the last one made here. */
export async function undo(number?: number): Promise<void> {
  const at = number === undefined ? made.length - 1 : made.findIndex((each) => each.number === number);
  const found = made[at];
  if (!found) return void toast("Nothing to undo");
  made.splice(at, 1);
  found.close();
  try {
    await remove(`edits/${found.number}`);
    toast(`Undone: ${found.said}`);
  } catch (error) {
    if (!(error instanceof Refused) || error.problem.status !== 404) made.splice(at, 0, found); // somebody may try again
    toast(`Not undone: ${saidOf(error)}`, undefined, true);
  }
  edited.set(edited.value + 1);
}

interface Named { id: number; label: string; hidden?: boolean; followed?: boolean }

export const follow = (topic: Named): Promise<boolean> =>
  edit({ what: "follow", topic: topic.id, value: !topic.followed },
    topic.followed ? `No longer following “${topic.label}”` : `Following “${topic.label}”`);

export const hide = (topic: Named): Promise<boolean> =>
  edit({ what: "hide", topic: topic.id, value: !topic.hidden },
    topic.hidden ? `“${topic.label}” is shown again` : `“${topic.label}” is hidden`);

export const seen = (alarm: { number: number; label: string; seen: boolean }): Promise<boolean> =>
  edit({ what: "seen", alarm: alarm.number, value: !alarm.seen },
    alarm.seen ? `Alarm “${alarm.label}” is new again` : `Alarm “${alarm.label}” marked as seen`);
