"""A process that follows the stream again and again, in children to which things happen.

Importing takes longer than following, so it is done once. Reads orders, one JSON list per line,
and answers each with what happened:

    [place, "fault", kind, at]   disturb a new stream at its n-th call, then let it come to its end
    [place, "log", path]         an undisturbed stream that writes down all its calls
    [place, "recover"]           let the stream of a folder come to its end
    [place, "kills", n, seed]    kill followers of a file n times at random moments
"""

from __future__ import annotations

import json
import logging
import os
import shutil
import signal
import sys
import traceback
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from select import select
from typing import Any

from biterms import StoreError
from biterms.streams import following
from tests.streams.faults import files, library, stream

ENDED, REFUSED, WRONG = 0, 3, 4
#: what a message must say besides what went wrong
ADVICE = ("nothing that was recorded is lost", "start it again")


def main() -> None:
    place = Path(sys.argv[1])
    logging.disable(logging.WARNING)  # some texts are none: everyone says so each time
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever asks is interrupted, and ends this
    expected = place / "expected"
    library.arm(expected / "disk", expected, library.Kind.NONE, 0)
    undisturbed = stream.Undisturbed(prepared(expected), library.calls)
    answer({"calls": undisturbed.calls})
    with following._undisturbed():  # else each child would look through all objects and libraries
        for line in sys.stdin:
            where, order, *rest = json.loads(line)
            ordered = Orders(Path(where), undisturbed.check)
            answer(getattr(ordered, order)(*rest))


def answer(what: dict[str, Any]) -> None:
    """Say something to whoever asked."""
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()


class Orders:
    """What can be asked for.

    Parameters
    ----------
    place : Path
        A folder to work in.
    check : callable
        Raises unless the stream there is as if nothing had happened.
    """

    def __init__(self, place: Path, check: Callable[[Path], None]) -> None:
        self.place, self.check = place, check

    def fault(self, kind: int, *at: int) -> dict[str, Any]:
        """Disturb a stream, again when it is started again if more numbers are given; recover."""
        prepared(self.place)
        happened = [self._disturbed(library.Kind(kind), each) for each in at]
        return self.recover() | {"happened": happened}

    def _disturbed(self, kind: library.Kind, at: int) -> str:
        """The stream with something that happens at a call; what came of it, "" if nothing."""

        def run() -> None:
            library.arm(self.place / "disk", self.place / stream.ACKNOWLEDGED, kind, at)
            stream.followed(self.place)
            if library.calls() >= at:
                sys.stdout.write("survived")

        status, said = in_child(self.place, run)
        if os.WIFSIGNALED(status):
            return "killed" if kind.kills and os.WTERMSIG(status) == signal.SIGKILL else "signal"
        code = os.WEXITSTATUS(status)
        if code == REFUSED and not all(part in said for part in ADVICE):
            return f"unclear: {said}"
        return {ENDED: said, REFUSED: "refused"}.get(code, f"wrong: {said}")

    def recover(self) -> dict[str, Any]:
        """Start again, without anything happening; "" if all is well, or what is not."""

        def run() -> None:
            library.arm(self.place, self.place, library.Kind.NONE, 0)
            stream.followed(self.place)
            self.check(self.place)

        status, said = in_child(self.place, run)
        return {"recovered": said if status else ""}

    def kills(self, n: int, seed: int) -> dict[str, Any]:
        """Kill followers of a file at random moments; a new stream when one has ended."""
        chance, left, happened = Random(seed), n, [""]
        while left and happened[0] == "":
            prepared(self.place)
            files.written(self.place)
            expected = files.undisturbed(self.place)
            status = signal.SIGKILL
            while left and os.WIFSIGNALED(status):
                run = partial(files.followed, self.place)
                status, said = in_child(self.place, run, files.moment(chance))
                left -= os.WIFSIGNALED(status)
            if os.WIFEXITED(status) and status:
                happened = [f"wrong: {said}"]

            def end() -> None:
                files.followed(self.place)
                expected.check(self.place)  # noqa: B023

            status, said = in_child(self.place, end)
            happened = [f"wrong: {said}"] if status else happened
        return {"recovered": "", "happened": happened}

    def log(self, path: str) -> dict[str, Any]:
        """Follow undisturbed and write down all calls."""
        prepared(self.place)

        def run() -> None:
            told = self.place / stream.ACKNOWLEDGED
            library.arm(self.place / "disk", told, library.Kind.NONE, 0, Path(path))
            stream.followed(self.place)

        status, said = in_child(self.place, run)
        return {"recovered": said if status else ""}


def prepared(place: Path) -> Path:
    """A new folder with an empty disk."""
    shutil.rmtree(place, ignore_errors=True)
    (place / "disk").mkdir(parents=True)
    return place


def in_child(
    place: Path, run: Callable[[], object], seconds: float | None = None
) -> tuple[int, str]:
    """Run something in a child, kill it after some time; how it ended, and what it said."""
    said = place / "said"
    said.unlink(missing_ok=True)
    child = os.fork()
    if child:
        if seconds is not None:
            kill_after(child, seconds)
        return os.waitpid(child, 0)[1], said.read_text() if said.exists() else ""
    code = WRONG
    with said.open("w") as file:
        sys.stdout = file
        try:
            run()
            code = ENDED
        except StoreError as error:
            code = REFUSED
            file.write(str(error))
        except BaseException:  # whatever it is, it is reported
            traceback.print_exc(file=file)
    os._exit(code)


def kill_after(child: int, seconds: float) -> None:
    """Kill a child after some time, unless it has ended before."""
    with os.fdopen(os.pidfd_open(child), "rb") as ended:
        if not select([ended], [], [], seconds)[0]:
            os.kill(child, signal.SIGKILL)


if __name__ == "__main__":
    main()
