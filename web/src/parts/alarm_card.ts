// The alarms, the newest first; those that were seen only if asked for.
import type { Alarm } from "../api";
import { Keyed, fill, make, say } from "../dom";
import { alarmRow } from "./alarm_row";
import { announce } from "./announce";
import { check, empty } from "./controls";
import { markAlarms } from "./shell";

/** So many are shown until somebody asks for more. */
const ROWS = 10;

export interface AlarmCard { element: HTMLElement; withSeen(): boolean; show(all: Alarm[], onlyNew: boolean): void }

export function alarmCard(changed: () => void): AlarmCard {
  let seen = false;
  let newest = -1;
  let most = ROWS;
  let shown: [Alarm[], boolean] = [[], false];
  const list = make("ul", { class: "rows" });
  const rows = new Keyed<Alarm>(list, (alarm) => alarm.number, alarmRow);
  const none = make("div");
  const more = make("button", { class: "newer", hidden: true, onclick: () => ((most = Infinity), show(...shown)) });
  const element = make("section", { class: "card" },
    make("div", { class: "row" }, make("h2", {}, "Alarms"), check("show seen", seen, (on) => ((seen = on), changed()))), list, more, none);
  const tell = (all: Alarm[]) => {
    const last = Math.max(0, ...all.map((alarm) => alarm.number));
    if (newest >= 0 && last > newest) announce(`New alarm: ${all.find((alarm) => alarm.number === last)!.label}`);
    newest = Math.max(newest, last);
    markAlarms(all.filter((alarm) => !alarm.seen).length);
  };
  const show = (all: Alarm[], onlyNew: boolean) => {
    tell(all);
    shown = [all, onlyNew];
    const some = all.filter((alarm) => (seen || !alarm.seen) && (!onlyNew || alarm.kind === "birth"));
    rows.show(some.slice(0, most));
    more.hidden = some.length <= most;
    say(more, `Show ${some.length - ROWS} older ones`);
    fill(none, some.length === 0 && empty("No alarms to look at", "Stories that begin and topics that burst appear here as soon as they are certain."));
  };
  return { element, withSeen: () => seen, show };
}
