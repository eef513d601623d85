"""What a sum of models holds: refused where a part would count twice, or was never there."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from itertools import combinations
from operator import add, sub

from biterms.errors import InputError
from biterms.learning.stretches import Stretches
from biterms.models.estimator import TopicEstimator

#: stretches that an error names
NAMED = 3


def contents_of_sum(
    base: TopicEstimator | None, models: Sequence[TopicEstimator], signs: Sequence[int]
) -> Stretches:
    """What a sum holds of which lines of learning; nothing changes.

    Parameters
    ----------
    base : TopicEstimator or None
        What counts once.
    models : sequence of TopicEstimator
        The models.
    signs : sequence of int
        Whether each is added (1) or subtracted (-1).

    Returns
    -------
    Stretches

    Raises
    ------
    InputError
        If two hold the same part, also inside sums, or if what is subtracted is not there.
    """
    before = Stretches() if base is None else base.posterior_.table.contents()
    learnt = [model.posterior_.table.contents() - before for model in models]
    total = reduce(add, [own for own, sign in zip(learnt, signs, strict=True) if sign > 0], before)
    if any(each.times > 1 for each in total):
        _say_twice(learnt, signs, " since the base" if base is not None else "")
    total = reduce(sub, [own for own, sign in zip(learnt, signs, strict=True) if sign < 0], total)
    if total.complete and min(signs) < 0 and (missing := total.missing()).jumps:
        raise InputError(
            "more would be taken away than has been learnt: this model has never learnt what the "
            f"other one has, namely {said(missing)}. Expected a model that was merged into it"
        )
    return total.present()


def _say_twice(learnt: Sequence[Stretches], signs: Sequence[int], since: str) -> None:
    """Refuse the first two models that share a part, and name it."""
    added = [place for place, sign in enumerate(signs) if sign > 0]
    for one, other in combinations(added, 2):
        twice = learnt[one].shared(learnt[other])
        if not twice.jumps:
            continue
        whole = [place for place in (other, one) if twice.jumps == learnt[place].jumps]
        part = f"all that model {whole[0] + 1} has learnt{since}" if whole else "a part of each"
        raise InputError(
            f"models {one + 1} and {other + 1} have learnt from the same texts{since}, which would "
            f"count twice: {part}, namely {said(twice)}. Give each model once, also where it is in "
            "a sum or has learnt on, and the last state that they have in common as base"
        )


def said(contents: Stretches) -> str:
    """Stretches in words.

    Examples
    --------
    >>> from biterms.learning.stretches import Stretch
    >>> said(Stretches.of(Stretch("0123456789abcdef", 3, 7), Stretch("f" * 16, 0, 1)))
    'minibatches 4 to 7 of 0123456789abcdef and minibatch 1 of ffffffffffffffff'
    """
    found = [
        f"minibatch {end} of {line}"
        if end == begin + 1
        else f"minibatches {begin + 1} to {end} of {line}"
        for line, begin, end, _ in contents
    ]
    if len(found) > NAMED:
        found = [*found[: NAMED - 1], f"{len(found) - NAMED + 1} more"]
    return " and ".join([", ".join(found[:-1]), found[-1]] if len(found) > 1 else found)
