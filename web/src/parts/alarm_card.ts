// The alarms, the newest first; those that were seen only if asked for.
import type { Alarm } from "../api";
import { Keyed, fill, make } from "../dom";
import { alarmRow } from "./alarm_row";
import { announce } from "./announce";
import { check, empty } from "./controls";
import { markAlarms } from "./shell";

const ROWS = 30;

export interface AlarmCard { element: HTMLElement; withSeen(): boolean; show(all: Alarm[], onlyNew: boolean): void }

export function alarmCard(changed: () => void): AlarmCard {
  let seen = false;
  let newest = -1;
  const list = make("ul", { class: "rows" });
  const rows = new Keyed<Alarm>(list, (alarm) => alarm.number, alarmRow);
  const none = make("div");
  const more = make("p", { class: "soft small" });
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
    const some = all.filter((alarm) => (seen || !alarm.seen) && (!onlyNew || alarm.kind === "birth"));
    rows.show(some.slice(0, ROWS));
    fill(more, some.length > ROWS && `and ${some.length - ROWS} older ones`);
    fill(none, some.length === 0 && empty("No alarms to look at", "Stories that begin and topics that burst appear here as soon as they are certain."));
  };
  return { element, withSeen: () => seen, show };
}
