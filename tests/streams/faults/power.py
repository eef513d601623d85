"""What may be on a disk after the power was cut: worked out from a log of all calls.

Only what was synced is certain. Names of files (made, renamed, removed) are certain when their
folder was synced, and bytes when their file was.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import IntEnum
from pathlib import Path
from random import Random
from typing import NamedTuple

HEADER = struct.Struct("<IIQQII")
SECTOR = 512


class Op(IntEnum):
    """A call; the numbers are those of the library."""

    OPEN, WRITE, SYNC, RENAME, UNLINK, TRUNCATE, MKDIR, RMDIR, LINK = range(9)


class Call(NamedTuple):
    """A line of the log."""

    op: Op
    created: bool
    offset: int
    path: Path
    other: Path
    data: bytes


def calls(log: Path) -> list[Call]:
    """Read the log."""
    data, at, found = log.read_bytes(), 0, []
    while at < len(data):
        op, created, offset, length, n, m = HEADER.unpack_from(data, at)
        at += HEADER.size
        path, other = data[at : at + n].decode(), data[at + n : at + n + m].decode()
        at += n + m
        bytes_ = data[at : at + length]
        at += len(bytes_)
        found.append(Call(Op(op), bool(created), offset, Path(path), Path(other), bytes_))
    return found


@dataclass
class File:
    """A file: what is certain of its bytes, and what was done since (bytes at a place, or None
    to end it there)."""

    certain: bytes = b""
    since: list[tuple[int, bytes | None]] = field(default_factory=list)

    def now(self, since: list[tuple[int, bytes | None]] | None = None) -> bytes:
        """Its bytes with what was done since, or some of it."""
        content = bytearray(self.certain)
        for at, data in self.since if since is None else since:
            content.extend(bytes(max(0, at - len(content))))
            if data is None:
                del content[at:]
            else:
                content[at : at + len(data)] = data
        return bytes(content)

    def torn(self, chance: Random) -> bytes:
        """Some of what was done since: each write wholly, by sectors, or not at all."""
        kept: list[tuple[int, bytes | None]] = []
        for at, data in self.since:
            if data is None or chance.random() < 0.5:
                kept += [(at, data)] * (chance.random() < 0.8)
            else:
                for part in range(0, len(data), SECTOR):
                    kept += [(at + part, data[part : part + SECTOR])] * (chance.random() < 0.5)
        return self.now(kept)


class Moved(NamedTuple):
    """A folder got another name."""

    path: Path
    other: Path


#: names that were given to a file or folder (None) or taken away, at once
Change = list[tuple[Path, File | None, bool] | Moved]


class Disk:
    """A disk below a folder, of which some things are certain and others are not."""

    def __init__(self, root: Path) -> None:
        self.certain: dict[Path, File | None] = {root: None}
        self.names = dict(self.certain)
        self.since: list[Change] = []

    def take(self, call: Call) -> None:
        """Do what a call did."""
        path, file = call.path, self.names.get(call.path)
        if call.op is Op.OPEN:
            if call.created:
                self._change([(path, File(), True)])
            elif file is not None:
                file.since.append((0, None))
        elif call.op is Op.MKDIR:
            self._change([(path, None, True)])
        elif call.op in (Op.RENAME, Op.LINK):
            self._change(_names(call, file))
        elif call.op in (Op.UNLINK, Op.RMDIR):
            self._change([(path, None, False)])
        elif call.op is Op.SYNC:
            self._sync(path, file)
        elif file is not None:
            file.since.append((call.offset, call.data if call.op is Op.WRITE else None))

    def _change(self, change: Change) -> None:
        self.since.append(change)
        _apply(self.names, change)

    def _sync(self, path: Path, file: File | None) -> None:
        if file is not None:
            file.certain, file.since = file.now(), []
            return
        for change in [each for each in self.since if each[0][0].parent == path]:
            _apply(self.certain, change)
            self.since.remove(change)

    def states(self, chance: Random) -> Iterator[dict[Path, bytes | None]]:
        """Four states that may be found: all lost, names only, bytes only, some of each."""
        yield _content(self.certain, lambda file: file.certain)
        yield _content(self.names, lambda file: file.certain)
        yield _content(self.certain, lambda file: file.now())
        some = dict(self.certain)
        for change in self.since[: chance.randint(0, len(self.since))]:
            _apply(some, change)
        yield _content(some, lambda file: file.torn(chance))


def _names(call: Call, file: File | None) -> Change:
    """What happens to names when a file, or a folder (None), gets another one."""
    if call.op is Op.LINK:
        return [(call.other, file, True)]
    if file is None:
        return [Moved(call.path, call.other)]
    return [(call.path, None, False), (call.other, file, True)]


def _apply(names: dict[Path, File | None], change: Change) -> None:
    for each in change:
        if isinstance(each, Moved):
            inside = [path for path in names if path.is_relative_to(each.path)]
            for path, file in [(path, names.pop(path)) for path in inside]:
                names[each.other / path.relative_to(each.path)] = file
        elif each[2]:
            names[each[0]] = each[1]
        else:
            names.pop(each[0], None)


def _content(
    names: dict[Path, File | None], read: Callable[[File], bytes]
) -> dict[Path, bytes | None]:
    """The bytes of files whose folders are all there; None for folders."""
    found: dict[Path, bytes | None] = {}
    root = min(names, key=lambda path: len(path.parts))
    for path, file in sorted(names.items()):
        # The index of the WAL is shared memory, which SQLite makes anew.
        if path == root or (path.parent in found and not path.name.endswith("-shm")):
            found[path] = None if file is None else read(file)
    return found


def written(state: dict[Path, bytes | None]) -> None:
    """Make files and folders of a state."""
    for path, data in state.items():
        if data is None:
            path.mkdir(parents=True, exist_ok=True)
        else:
            path.write_bytes(data)


def digest(state: dict[Path, bytes | None]) -> str:
    """Equal for equal states."""
    contents = [
        None if data is None else hashlib.sha256(data).hexdigest() for data in state.values()
    ]
    return hashlib.sha256(repr([*zip(state, contents, strict=True)]).encode()).hexdigest()
