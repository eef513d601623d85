"""Several models on the same sources: a process for each, so that each is exactly once by itself.

Each model has its own journal, which knows how far it has read. Files, Kafka topics and Redis
streams can be read by several readers at different places, so nothing has to be agreed between
them: what makes one model exactly once makes all of them so.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlsplit

import typer

from biterms.cli.interrupt import INTERRUPTED
from biterms.cli.terminal import say
from biterms.errors import SettingError

if TYPE_CHECKING:
    from biterms.cli.stream_file import ModelOptions

#: names the process that must be there for those that it has started
PARENT = "BITERMS_PARENT"
#: seconds between two looks at the processes
LOOK = 0.05


def is_one_of_several() -> bool:
    """Whether this process was started for one of several models."""
    return PARENT in os.environ


def is_orphan() -> bool:
    """Whether the process that has started this one for one of its models is gone."""
    parent = os.environ.get(PARENT)
    return parent is not None and parent != str(os.getppid())


def check_apart(models: Sequence[ModelOptions], path: Path) -> None:
    """Refuse models that would take texts from each other, or write to the same place.

    Parameters
    ----------
    models : sequence of ModelOptions
        The models of a file.
    path : Path
        The file.

    Raises
    ------
    SettingError
        If two of them cannot live side by side.
    """
    used = Counter(thing for model in models for thing in _own(model))
    for thing, n in used.items():
        if n > 1:
            raise SettingError(f"{path}: {n} models have {thing}")


def _own(model: ModelOptions) -> set[str]:
    """What no other model may have, and what to do about it."""
    group = str(model.values.get("group", "biterms"))
    found = set[str]()
    for address in model.sources:
        parts = urlsplit(address)
        if address == "-":
            found.add("the source -, which only one can read; write it to a file, and follow that")
        if parts.scheme in ("redis", "rediss"):
            asked = parse_qs(parts.query).get("group", [group])[0]
            where = f"{parts.hostname}:{parts.port or 6379}{parts.path}"
            found.add(f"the group {asked} of {where}; give each a group of its own")
    sinks = model.values.get("sink", [])
    for sink in sinks if isinstance(sinks, list) else [sinks]:
        found.add(f"the sink {sink}; give each one of its own")
    return found


def follow_all(commands: Mapping[str, Sequence[str]]) -> None:
    """Follow with several models until all have ended, one fails, or a signal comes.

    Parameters
    ----------
    commands : mapping of str to sequence of str
        What is typed after ``biterms stream`` for each model, by its folder.

    Raises
    ------
    Exit
        With the exit code of the first that failed, or 130 after Ctrl-C.
    """
    signals = list[int]()
    both = (signal.SIGINT, signal.SIGTERM)
    before = [(number, signal.signal(number, lambda n, _: signals.append(n))) for number in both]
    followers = {folder: _started(words) for folder, words in commands.items()}
    try:
        code = _watched(followers, signals)
    finally:
        for follower in followers.values():
            follower.kill()  # nothing is lost by it; they have ended unless this has failed
        for number, handler in before:
            signal.signal(number, handler)
    if code or signal.SIGINT in signals:
        raise typer.Exit(code or INTERRUPTED)


def _started(words: Sequence[str]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "biterms.cli", "stream", *words],
        stdin=subprocess.DEVNULL,
        env=os.environ | {PARENT: str(os.getpid())},
        start_new_session=True,  # Ctrl-C comes here alone, and is handed on
    )


def _watched(followers: Mapping[str, subprocess.Popen[Any]], signals: Sequence[int]) -> int:
    """Wait for all; the first that fails, or a signal, ends the others."""
    code, left, told = 0, dict(followers), False
    while left:
        time.sleep(LOOK)
        for folder, follower in [*left.items()]:
            if follower.poll() is None:
                continue
            del left[folder]
            if follower.returncode and not code:
                code = max(1, follower.returncode)
                say(f"{folder} has {_ended(follower.returncode)}: the other models are stopped")
        if (signals or code) and not told:
            told = True
            for follower in left.values():
                follower.send_signal(signal.SIGTERM)
        if len(signals) > 1:
            return INTERRUPTED
    return code


def _ended(code: int) -> str:
    return f"ended with code {code}" if code > 0 else f"been killed by signal {-code}"
