"""The folder beside a live model in which documents are forgotten, before it takes its place."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from biterms.errors import InputError, StoreError
from biterms.store import JOURNAL, atomic_file
from biterms.store.kept import KEPT
from biterms.store.place import explained, fsync_folder, head_in
from biterms.streams.audit import KEY
from biterms.streams.opening import RATES, rate_at
from biterms.streams.packed import as_json, packed, unpacked
from biterms.streams.sinks.forgetting import Files, bytes_without, files_of, without_rows
from biterms.streams.sinks.sink import Sink
from biterms.streams.tables import restore_tables, steps_with_tables, tables_at
from biterms.text.readers import Record
from biterms.topics import TopicModel, load
from biterms.topics.moments import Moment, moments

#: what is left in the place of a document
EMPTY = Record("", "", None, None)
#: what is still to be done when the folder has taken its place
PENDING = "forgetting.json"


class Plan(NamedTuple):
    """What is to be forgotten, and how.

    Parameters
    ----------
    ids, missing : list of str
        The ids that were asked for, and those that no document has.
    places : set of tuple
        Step and place of each document.
    texts : set of str
        Their texts.
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
    texts: set[str]
    source: Moment | None
    step: int
    kept: dict[int, bool]
    false_alarms: float | None
    files: dict[str, Files]
    left: list[str]

    @property
    def state(self) -> int:
        """The step of the state that learning is repeated from."""
        return 0 if self.source is None else self.source.step


def beside(folder: Path) -> Path:
    """The folder beside a live model."""
    return folder.with_name(f".{folder.name}.forgetting")


@contextmanager
def open_journal(folder: Path) -> Iterator[sqlite3.Connection]:
    """The journal of a folder that nobody follows; what is deleted is written over."""
    path = folder / JOURNAL
    try:
        with closing(sqlite3.connect(path, isolation_level=None, timeout=30)) as db:
            db.execute("PRAGMA secure_delete = ON")
            yield db
    except sqlite3.Error as error:
        raise StoreError(f"{path} cannot be used: {error}") from error


def plan_of(folder: Path, ids: list[str], sinks: Sequence[Sink]) -> Plan:
    """Find documents and the last state before them.

    Raises
    ------
    InputError
        If there are none, or no state that learning can be repeated from.
    """
    with open_journal(folder) as db:
        places, texts, found = _documents(db, {*ids})
        facts = {name: json.loads(value) for name, value in db.execute("SELECT * FROM fact")}
        (last,) = db.execute("SELECT coalesce(max(step), 0) FROM cut").fetchone()
        if not places:
            raise InputError(_nothing_found(db, folder))
        source = _source(db, folder, min(places)[0], facts)
    whole, state = steps_with_tables(folder), 0 if source is None else source.step
    later = [each.step for each in moments(folder)] if head_in(folder) is not None else []
    missing = [id_ for id_ in ids if id_ not in found]
    files, left = _sinks(facts, sinks, int(last))
    left += _still_there(folder, {*missing})
    rates = [(int(step), rate) for step, rate in facts.get(RATES, [])]
    return Plan(
        ids,
        missing,
        places,
        texts,
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


def prepare(folder: Path, plan: Plan) -> Path:
    """Make the folder beside: the state, older states, and the journal without the documents."""
    side = beside(folder)
    with explained(folder, "cannot be copied"):
        side.mkdir()
        with open_journal(folder) as db:
            db.execute("VACUUM INTO ?", (str(side / JOURNAL),))
        if plan.source is not None:
            _copy_state(plan.source.folder, side)
            (side / KEPT).mkdir()
            for each in moments(folder):
                if each.step <= plan.state and each.folder != folder:
                    _copy_state(each.folder, side / KEPT / str(each.step))
            for step in steps_with_tables(folder):
                if step <= plan.state:
                    os.link(tables_at(folder, step), tables_at(side, step))
    with open_journal(side) as db:
        _leave_places_empty(db, plan)
        source = None if plan.source is None else tables_at(side, plan.state)
        restore_tables(db, source)
        _shorten_sinks(db, plan)
    return side


def _copy_state(source: Path, target: Path) -> None:
    head = head_in(source)
    assert head is not None
    target.mkdir(exist_ok=True)
    for name in (head.arrays, "model.json"):
        shutil.copyfile(source / name, target / name)


def _leave_places_empty(db: sqlite3.Connection, plan: Plan) -> None:
    """The journal without the documents, and dead letters without their texts."""
    for step in sorted({step for step, _ in plan.places}):
        asked = "SELECT n, documents FROM cut WHERE step = ?"
        n, data = db.execute(asked, (step,)).fetchone()
        records = [
            EMPTY if (step, place) in plan.places else record
            for place, record in enumerate(unpacked(data, n))
        ]
        db.execute("UPDATE cut SET documents = ? WHERE step = ?", (packed(records), step))
    for number, position, data in db.execute("SELECT number, position, data FROM dead").fetchall():
        if position in plan.ids or any(text and text in data for text in plan.texts):
            db.execute("UPDATE dead SET data = '' WHERE number = ?", (number,))


def _shorten_sinks(db: sqlite3.Connection, plan: Plan) -> None:
    """Note how long files of JSON lines will be."""
    for name, files in plan.files.items():
        asked = "SELECT value FROM fact WHERE name = ?"
        known = json.loads(db.execute(asked, (f"sink/{name}",)).fetchone()[0])
        if files.kind == "jsonl" and known["at"]:
            known["at"]["bytes"] = bytes_without(files, plan.places, known["at"]["bytes"])
            row = (as_json(known), f"sink/{name}")
            db.execute("UPDATE fact SET value = ? WHERE name = ?", row)


def new_model(folder: Path) -> TopicModel:
    """A model that has learnt nothing, with the settings of a live one."""
    if head_in(folder) is None:
        return TopicModel()
    known = load(folder)
    return TopicModel(**known.get_params(deep=False))


def settle_sinks(plan: Plan, side: Path, sinks: Sequence[Sink]) -> None:
    """Remove rows from servers, and note which files are to be written again."""
    for sink in sinks:
        if hasattr(sink, "forget"):
            sink.forget(sorted(plan.places))
    note = {"sinks": [[*each] for each in plan.files.values()], "places": sorted(plan.places)}
    with atomic_file(side / PENDING) as file:
        json.dump(note, file)


def removed(db: sqlite3.Connection, step: int) -> None:
    """Leave no trace of what was deleted: neither in free pages nor in the log."""
    db.execute("DELETE FROM memory WHERE step < ?", (step,))
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    db.execute("VACUUM")
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def finish(folder: Path) -> None:
    """Remove what a killed process has left beside a live model, and do what is still to be done.

    Parameters
    ----------
    folder : Path
        The live model, whose lock is held.
    """
    with explained(folder, "cannot be written"):
        if (side := beside(folder.resolve())).exists():
            shutil.rmtree(side)
        if (folder / PENDING).exists():
            note = json.loads((folder / PENDING).read_text(encoding="utf8"))
            places = {(int(step), int(place)) for step, place in note["places"]}
            for kind, path in note["sinks"]:
                without_rows(Files(kind, path), places)
            (folder / PENDING).unlink()
            fsync_folder(folder)


def made_safe(side: Path) -> None:
    """Wait until everything is on the disk, before it takes its place."""
    for path in [*side.rglob("*"), side]:
        file = os.open(path, os.O_RDONLY)
        try:
            os.fsync(file)
        finally:
            os.close(file)


def copy_key(folder: Path, side: Path) -> None:
    """Let the key of audit lines go along."""
    if (folder / KEY).exists():
        shutil.copy(folder / KEY, side / KEY)
