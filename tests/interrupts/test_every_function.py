"""An interrupt in any function of the package leaves a model at one moment, to go on from.

Learning is interrupted in every function that it runs through: when the function is called, or at
one of its lines; those that change what has been learnt at all of them. `test_every_line` does so
at every line of every function.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.interrupts.points import PACKAGE, Places, Point, at_any_time, functions_of, one_point
from tests.interrupts.run import GROUPS, Attempt, faults, undisturbed

pytestmark = pytest.mark.filterwarnings("ignore:.*seed words are not in the vocabulary")

#: functions that must be among those that are interrupted, or the cases have become too simple
EXPECTED = {
    "counts": {"State.commit", "State.finish", "Posterior.add", "Posterior.learn"}
    | {"prune", "best_alpha", "prequential_lpp", "Chain.return_to"},
    "changes": {"remapped", "merged", "State.set", "Samples.remapped"},
    "texts": {"Piece._follow", "Vocabulary.apply", "Vocabulary._with_words", "Vocabulary._keep"}
    | {"Vocabulary.aged", "with_phrases", "Memory.after", "Incoming.forget", "Incoming.rest"}
    | {"TopicModel._note_rest", "TopCounts.after", "TopCounts.chosen", "TopCounts.without"}
    | {"TopicModel.fit", "Sample.watch", "State.finish", "Posterior.add", "Posterior.learn"},
}
#: functions that change what has been learnt: these are interrupted at every line
CORE = {"State.commit", "State.finish", "State.set", "Posterior.add", "Posterior.learn"} | {
    "Posterior._finish",
    "BTMEngine._commit",
    "Loop._learn_one",
    "Piece._follow",
    "Vocabulary.apply",
    "TopicModel._learn",
    "TopicModel._note_rest",
    "Fitted.finished",
    "Fitted._renewed",
}
#: the others are interrupted while they learn from counts, the functions above there too
ROOMS_OF_TEXTS = ("text", "topics")


@pytest.mark.parametrize("half", range(2))
@pytest.mark.parametrize("group", GROUPS)
def test_an_interrupt_in_any_function(group: str, half: int, tmp_path: Path) -> None:
    """Each function is interrupted in one of the cases that run through it, chosen by chance."""
    places = {name: undisturbed(case) for name, case in GROUPS[group].items()}
    chosen = [
        (name, point) for name, point in points_of(places) if group != "texts" or of_texts(point)
    ]
    assert {point.place.code.co_qualname for _, point in chosen} >= EXPECTED[group]
    for name, case in GROUPS[group].items():
        attempts = [
            Attempt(point, folder=tmp_path / "model" if number % 10 == 0 else None)
            for number, point in enumerate(point for of, point in chosen[half::2] if of == name)
        ]
        assert faults(case, attempts) == [], name


def points_of(places: dict[str, Places]) -> list[tuple[str, Point]]:
    """A point in every function, in a case that comes to it."""
    rng = random.Random(0)
    functions = {name: functions_of(own) for name, own in places.items()}
    points: list[tuple[str, Point]] = []
    for code in dict.fromkeys(code for own in functions.values() for code in own):
        name = rng.choice([name for name, own in functions.items() if code in own])
        own = functions[name][code]
        every = code.co_qualname in CORE
        some = at_any_time(own, own, rng) if every else [one_point(own, rng, "call", "line")]
        points += [(name, point) for point in some]
    return points


def of_texts(point: Point) -> bool:
    """Whether learning from texts is where this function is interrupted."""
    room = Path(point.place.code.co_filename).relative_to(PACKAGE).parts[0]
    return room in ROOMS_OF_TEXTS or point.place.code.co_qualname in CORE
