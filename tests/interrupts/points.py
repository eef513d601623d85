"""The places in the package at which an action can be interrupted, and an exception at any of them.

A place is a call, a line or a return of a function of the package. Python answers Ctrl-C between
two lines, so an exception raised by a trace function stands for an interrupt.
"""

from __future__ import annotations

import dis
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, NamedTuple

import biterms

PACKAGE = str(Path(biterms.__file__).parent)
Action = Callable[[], Any]


class Place(NamedTuple):
    """A call, line or return in the code of a function."""

    code: CodeType
    event: str
    line: int


class Point(NamedTuple):
    """A place when an action comes to it for the n-th time (1, 2, ...)."""

    place: Place
    n: int

    def __str__(self) -> str:
        code, event, line = self.place
        file = Path(code.co_filename).relative_to(PACKAGE)
        return f"{event} {self.n} of {code.co_qualname}, {file}:{line}"


Places = Counter[Place]


def places_of(action: Action) -> Places:
    """How often an action comes to each place in the package."""
    met = Counter[tuple[int, str, int]]()
    codes: dict[int, CodeType] = {}

    def trace(frame: FrameType, event: str, _: Any) -> Any:
        code = frame.f_code
        if not code.co_filename.startswith(PACKAGE):
            return None
        if event != "exception" and not leaving(frame, event):
            codes[id(code)] = code
            met[id(code), event, frame.f_lineno] += 1
        return trace

    with tracing(trace):
        action()
    return Counter({Place(codes[at], *rest): n for (at, *rest), n in met.items()})


def interrupt(action: Action, point: Point, error: type[BaseException]) -> bool:
    """Run an action that ends with an exception at a point; whether it has come to the point."""
    left, message = point.n, str(point)
    code, *where = point.place

    def inside(frame: FrameType, event: str, _: Any) -> Any:
        nonlocal left
        if [event, frame.f_lineno] == where and not leaving(frame, event):
            left -= 1
            if left == 0:
                raise error(message)
        return inside

    def trace(frame: FrameType, event: str, argument: Any) -> Any:
        return inside(frame, event, argument) if frame.f_code is code else None

    try:
        with tracing(trace):
            action()
    except error as e:
        if e.args != (message,):
            raise
    return left <= 0


@contextmanager
def tracing(trace: Any) -> Iterator[None]:
    before, hook = sys.gettrace(), sys.unraisablehook
    # Python drops an exception from a generator that is thrown away; nothing is interrupted then.
    sys.unraisablehook = lambda _: None
    sys.settrace(trace)
    try:
        yield
    finally:
        sys.settrace(before)
        sys.unraisablehook = hook


def leaving(frame: FrameType, event: str) -> bool:
    """Whether the next thing is to leave a with block, before which Python answers no signal."""
    return event == "line" and frame.f_lasti in exits_of(frame.f_code)


@cache
def exits_of(code: CodeType) -> frozenset[int]:
    """Where ``__exit__(None, None, None)`` is about to be called."""
    steps = list(dis.get_instructions(code))
    return frozenset(step.offset for i, step in enumerate(steps) if leaves(steps[i : i + 8]))


def leaves(steps: list[dis.Instruction]) -> bool:
    """Whether these instructions begin with that call."""
    steps = [step for step in steps if step.opname not in ("NOP", "CACHE")]
    if steps and steps[0].opname == "SWAP":  # beneath the value that is returned
        steps = steps[1:]
    none = [step.opname == "LOAD_CONST" and step.argval is None for step in steps[:3]]
    return none == [True] * 3 and any("CALL" in step.opname for step in steps[3:5])


def every_point(places: Places) -> list[Point]:
    """Every place when it is met for the first time, for the last, and once in between."""
    rng = random.Random(0)
    return [
        Point(place, n)
        for place in sorted(places, key=_order)
        for n in sorted({1, rng.randint(1, places[place]), places[place]})
    ]


def functions_of(places: Places) -> dict[CodeType, Places]:
    """The places by function."""
    functions: dict[CodeType, Places] = {}
    for place in sorted(places, key=_order):
        functions.setdefault(place.code, Counter())[place] = places[place]
    return functions


def one_point(places: Places, rng: random.Random, *events: str) -> Point:
    """A place of a function where one of these happens, at any time."""
    event = rng.choice(events)
    chosen = rng.choice([place for place in places if place.event == event])
    return at_any_time([chosen], places, rng)[0]


def at_any_time(chosen: Iterable[Place], places: Places, rng: random.Random) -> list[Point]:
    """Each of these places when it is met for the first time, or any other."""
    return [Point(place, rng.randint(1, places[place])) for place in chosen]


def _order(place: Place) -> tuple[Any, ...]:
    return place.code.co_filename, place.code.co_firstlineno, place.code.co_qualname, place[1:]
