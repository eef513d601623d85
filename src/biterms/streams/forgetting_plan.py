"""What is to be forgotten: documents, dead letters, rows of sinks; and from which state on."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from biterms.errors import InputError
from biterms.store.place import head_in
from biterms.streams.erasing import open_journal
from biterms.streams.letters import letters_of
from biterms.streams.opening import RATES, rate_at
from biterms.streams.packed import unpacked
from biterms.streams.sinks.forgetting import Files, files_of
from biterms.streams.sinks.sink import Sink
from biterms.streams.tables import steps_with_tables
from biterms.topics import load
from biterms.topics.moments import Moment, moments


class Plan(NamedTuple):
    """What is to be forgotten, and how.

    Parameters
    ----------
    ids, missing : list of str
        The ids that were asked for, and those that no document has.
    places : set of tuple
        Step and place of each document.
    letters : list of int
        Numbers of dead letters that have one of the ids, or one of their texts.
    source : Moment or None
        The state that learning is repeated from; None: the beginning of the stream.
    step : int
        The last step.
    kept : dict of int to bool
        Steps of later states, and whether they have their tables.
    false_alarms : float or None
        How many false alarms were allowed after the state.
    files : dict of str to Files
        Sinks that are made of files, by the names that the journal knows.
    left : list of str
        What cannot be reached.
    """

    ids: list[str]
    missing: list[str]
    places: set[tuple[int, int]]
    letters: list[int]
    source: Moment | None
    step: int
    kept: dict[int, bool]
    false_alarms: float | None
    files: dict[str, Files]
    left: list[str]

    @property
    def state(self) -> int:
        """The step of the state that learning is repeated from; the last one if nothing is."""
        if not self.places:
            return self.step
        return 0 if self.source is None else self.source.step


def plan_of(folder: Path, ids: list[str], sinks: Sequence[Sink]) -> Plan:
    """Find documents and the last state before them.

    Raises
    ------
    InputError
        If there are none, or no state that learning can be repeated from.
    """
    with open_journal(folder) as db:
        places, texts, found = _documents(db, {*ids})
        letters = letters_of(db, ids, texts)
        facts = {name: json.loads(value) for name, value in db.execute("SELECT * FROM fact")}
        (last,) = db.execute("SELECT coalesce(max(step), 0) FROM cut").fetchone()
        if not places and not letters.numbers:
            raise InputError(_nothing_found(db, folder))
        source = _source(db, folder, min(places)[0], facts) if places else None
    whole, state = steps_with_tables(folder), 0 if source is None else source.step
    later = [each.step for each in moments(folder)] if head_in(folder) is not None else []
    missing = [id_ for id_ in ids if id_ not in found | letters.ids]
    files, left = _sinks(facts, sinks, int(last)) if places else ({}, [])
    left += _still_there(folder, {*missing})
    rates = [(int(step), rate) for step, rate in facts.get(RATES, [])]
    return Plan(
        ids,
        missing,
        places,
        letters.numbers,
        source,
        int(last),
        {step: step in whole for step in later if step > state},
        rate_at(rates, state + 1),
        files,
        left,
    )


def _documents(
    db: sqlite3.Connection, wanted: set[str]
) -> tuple[set[tuple[int, int]], set[str], set[str]]:
    """Places, texts and ids of the documents that have one of some ids."""
    places, texts, found = set[tuple[int, int]](), set[str](), set[str]()
    for step, n, data in db.execute("SELECT step, n, documents FROM cut WHERE documents NOT NULL"):
        for place, record in enumerate(unpacked(data, n)):
            if record.id in wanted:
                places.add((step, place))
                texts.add(record.text)
                found.add(record.id)
    return places, texts, found


def _nothing_found(db: sqlite3.Connection, folder: Path) -> str:
    asked = "SELECT min(step), count(*) FROM cut WHERE documents NOT NULL"
    first, n = db.execute(asked).fetchone()
    since = "no texts" if not n else f"only the texts since step {first:,}"
    return (
        f"{folder}: no document has one of these ids; the journal has {since} (follow with retain "
        "to keep them): check the ids, or fit a model anew without these texts"
    )


def _source(
    db: sqlite3.Connection, folder: Path, first: int, facts: dict[str, Any]
) -> Moment | None:
    """The last state before a step that has its tables; None is the beginning of the stream."""
    whole = steps_with_tables(folder)
    known = moments(folder) if head_in(folder) is not None else []
    before = [each for each in known if each.step < first and each.step in whole]
    begin = before[-1].step if before else 0
    asked = "SELECT count(*) FROM cut WHERE step > ? AND documents IS NULL"
    (missing,) = db.execute(asked, (begin,)).fetchone()
    (recorded,) = db.execute("SELECT count(*) FROM cut WHERE step > ?", (begin,)).fetchone()
    (last,) = db.execute("SELECT max(step) FROM cut").fetchone()
    complete = not missing and recorded == last - begin
    if complete and (before or facts.get("begun", 0) or not known):
        return before[-1] if before else None
    raise InputError(
        f"{folder} has no state before step {first:,} that learning can be repeated from: states "
        "for that are kept while the stream is followed with retain; fit a model anew without "
        "these texts"
    )


def _sinks(
    facts: dict[str, Any], sinks: Sequence[Sink], last: int
) -> tuple[dict[str, Files], list[str]]:
    """Sinks that are made of files, and those that cannot be reached."""
    files, left = dict[str, Files](), list[str]()
    given = {sink.name: sink for sink in sinks}
    for fact, value in facts.items():
        name = fact.removeprefix("sink/")
        if name == fact:
            continue
        if value["step"] < last:
            raise InputError(
                f"the sink {name} has its rows up to step {value['step']:,} of {last:,}: start "
                "the stream with it once more, so that it catches up, and forget then"
            )
        if (found := files_of(name, sinks)) is not None:
            files[name] = found
            if not Path(found.path).exists():
                left.append(f"{name}: nothing is there; if it was moved, remove its rows yourself")
        elif not hasattr(given.get(name), "forget"):
            left.append(_unreached(name))
    return files, left


def _still_there(folder: Path, missing: set[str]) -> list[str]:
    """What is kept of texts that came before those that the journal has."""
    if not missing or head_in(folder) is None:
        return []
    kept = {record.id for record in load(folder).sample_.records}
    with open_journal(folder) as db:
        for table in ("recent", "typical"):
            kept |= {id_ for (id_,) in db.execute(f"SELECT id FROM {table}")}
    named = sorted(missing & kept)
    return [f"{id_}: its text is kept, but no longer in the journal; fit anew" for id_ in named]


def _unreached(name: str) -> str:
    if name.startswith("kafka/"):
        return f"{name}: messages stay until the broker removes them; shorten its retention"
    return f"{name}: its rows stay, since the sink was not given; give it as one of the sinks"
