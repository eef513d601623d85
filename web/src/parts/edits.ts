// What a person says about topics and alarms: appended on the server, undone with a click.
import type { Edit } from "../api";
import { Signal } from "../live/signal";
import { post, remove, saidOf } from "../live/request";
import { toast } from "./toasts";

/** Changes when an edit was made or undone here: views ask again at once. */
export const edited = new Signal(0);
const MOST = 50;
const made: { number: number; said: string }[] = [];

export async function edit(given: Edit, said: string): Promise<boolean> {
  try {
    const { number } = await post<{ number: number }>("edits", given);
    made.push({ number, said });
    if (made.length > MOST) made.shift();
    toast(said, () => void undo(number));
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
  if (!found) return toast("Nothing to undo");
  made.splice(at, 1);
  try {
    await remove(`edits/${found.number}`);
    toast(`Undone: ${found.said}`);
  } catch (error) {
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
