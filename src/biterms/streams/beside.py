"""The folder beside a live model in which documents are forgotten, before it takes its place."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from collections.abc import Sequence
from pathlib import Path

from biterms.store import JOURNAL, atomic_file
from biterms.store.head import HEAD_FILE
from biterms.store.kept import KEPT
from biterms.store.place import BESIDE, LEFTOVER, explained, fsync_folder, head_in
from biterms.streams.audit import KEY
from biterms.streams.erasing import open_journal
from biterms.streams.forgetting_plan import Plan
from biterms.streams.letters import emptied
from biterms.streams.packed import as_json, packed, unpacked
from biterms.streams.sinks.forgetting import Files, bytes_without, without_rows
from biterms.streams.sinks.sink import Sink
from biterms.streams.tables import restore_tables, steps_with_tables, tables_at
from biterms.text.readers import Record
from biterms.topics import TopicModel, load
from biterms.topics.moments import moments

#: what is left in the place of a document
EMPTY = Record("", "", None, None)
#: what is still to be done when the folder has taken its place
PENDING = "forgetting.json"


def beside(folder: Path) -> Path:
    """The folder beside a live model."""
    return folder.with_name(f".{folder.name}.forgetting")


def prepare(folder: Path, plan: Plan) -> Path:
    """Make the folder beside: the state, older states, and the journal without the documents."""
    side = beside(folder)
    with explained(folder, "cannot be copied"):
        side.mkdir()
        shutil.copymode(folder, side)
        _copy_journal(folder, side)
        if not plan.places:  # only dead letters
            _link_all(folder, side)
        elif plan.source is not None:
            _copy_states(folder, side, plan, plan.source.folder)
    with open_journal(side) as db:
        _leave_places_empty(db, plan)
        emptied(db, plan.letters)
        if plan.places:
            source = None if plan.source is None else tables_at(side, plan.state)
            restore_tables(db, source)
        _shorten_sinks(db, plan)
    return side


def _copy_journal(folder: Path, side: Path) -> None:
    with open_journal(folder) as db:
        db.execute("VACUUM INTO ?", (str(side / JOURNAL),))
    shutil.copymode(folder / JOURNAL, side / JOURNAL)


def _link_all(folder: Path, side: Path) -> None:
    """The model and its states as they are."""

    def others(at: str, names: list[str]) -> list[str]:
        return [name for name in names if Path(at) == folder and not _of_model(name)]

    shutil.copytree(folder, side, ignore=others, copy_function=os.link, dirs_exist_ok=True)


def _of_model(name: str) -> bool:
    """Whether a file of a live model is of the model or its states."""
    return name in (HEAD_FILE, KEPT) or bool(LEFTOVER.fullmatch(name))


def _copy_states(folder: Path, side: Path, plan: Plan, source: Path) -> None:
    """The state that learning is repeated from, and those before it, with their tables."""
    _copy_state(source, side)
    (side / KEPT).mkdir()
    for each in moments(folder):
        if each.step <= plan.state and each.folder != folder:
            _copy_state(each.folder, side / KEPT / str(each.step))
    for step in steps_with_tables(folder):
        if step <= plan.state:
            os.link(tables_at(folder, step), tables_at(side, step))


def _copy_state(source: Path, target: Path) -> None:
    head = head_in(source)
    assert head is not None
    target.mkdir(exist_ok=True)
    for name in (head.arrays, HEAD_FILE):
        shutil.copy(source / name, target / name)


def _leave_places_empty(db: sqlite3.Connection, plan: Plan) -> None:
    """The journal without the documents."""
    for step in sorted({step for step, _ in plan.places}):
        asked = "SELECT n, documents FROM cut WHERE step = ?"
        n, data = db.execute(asked, (step,)).fetchone()
        records = [
            EMPTY if (step, place) in plan.places else record
            for place, record in enumerate(unpacked(data, n))
        ]
        db.execute("UPDATE cut SET documents = ? WHERE step = ?", (packed(records), step))


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


def finish(folder: Path) -> None:
    """Remove what a killed process has left beside a live model, and do what is still to be done.

    Parameters
    ----------
    folder : Path
        The live model, whose lock is held.
    """
    with explained(folder, "cannot be written"):
        side, done = beside(folder.resolve()), (folder / PENDING).exists()
        if side.exists():
            if done:
                _bring_others(side, folder)
            shutil.rmtree(side)
        if done:
            note = json.loads((folder / PENDING).read_text(encoding="utf8"))
            places = {(int(step), int(place)) for step, place in note["places"]}
            for kind, path in note["sinks"]:
                without_rows(Files(kind, path), places)
            (folder / PENDING).unlink()
            fsync_folder(folder)


def _bring_others(side: Path, folder: Path) -> None:
    """Files that are not ours, such as those of a sink, go to the new folder."""
    for path in side.iterdir():
        own = _of_model(path.name) or BESIDE.fullmatch(path.name)
        if not (own or (folder / path.name).exists()):
            path.rename(folder / path.name)
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
