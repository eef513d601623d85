"""What makes up for an interrupt can be interrupted itself.

An interrupt may come after the rows of a minibatch are in the posterior and before everything else
has followed. The next look at the model makes up for that, and may be interrupted as well.
"""

from __future__ import annotations

import inspect
import random
from functools import partial
from typing import Any

import pytest

from biterms.learning.state import State
from tests.interrupts.cases import Case
from tests.interrupts.points import (
    Place,
    Places,
    Point,
    functions_of,
    interrupt,
    one_point,
    places_of,
)
from tests.interrupts.run import CASES, undisturbed

pytestmark = pytest.mark.filterwarnings("ignore:.*seed words are not in the vocabulary")


def look(model: Any) -> None:
    """What any use of a model begins with."""
    _ = model.fitted if hasattr(model, "fitted") else model.state


@pytest.mark.parametrize(
    "name",
    [
        "partial_fit LDA SVB",
        "partial_fit HDP",
        "partial_fit BTM",
        "update LDA guided",
    ],
)
def test_a_second_interrupt(name: str) -> None:
    case, rng = CASES[name], random.Random(0)
    moments, first = case.moments(), rows_are_in(undisturbed(case))
    functions = functions_of(places_of(partial(look, interrupted(case, first))))
    assert "State.finish" in {code.co_qualname for code in functions}
    for places in functions.values():
        second = one_point(places, rng, "line")
        model = interrupted(case, first)
        assert interrupt(partial(look, model), second, KeyboardInterrupt)
        assert case.bits(model) in moments, str(second)
        case.go_on(model)
        assert case.bits(model) == moments[-1], str(second)


def rows_are_in(places: Places) -> Point:
    """The posterior has the last minibatch, and nothing has followed."""
    lines, begin = inspect.getsourcelines(State.finish)
    [line] = [n for n, text in enumerate(lines, begin) if "__dict__.update" in text]
    place = Place(State.finish.__code__, "line", line)
    return Point(place, places[place])


def interrupted(case: Case, point: Point) -> Any:
    model = case.begin()
    assert interrupt(partial(case.go_on, model), point, KeyboardInterrupt)
    return model
