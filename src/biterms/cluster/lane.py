"""What a worker does with a lane: learn its documents by itself, and say what it has learnt."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import Any, NamedTuple

import numpy as np

from biterms.cluster.account import Spent, spending
from biterms.cluster.counting import Counted, joined
from biterms.cluster.layout import Chosen, Lane
from biterms.cluster.moments import Moment
from biterms.cluster.packing import BITS
from biterms.cluster.parcels import Parcel, sum_of
from biterms.cluster.tasks import Ids, texts_in_ids
from biterms.cluster.undisturbed import undisturbed
from biterms.kernels import Array, Tokens
from biterms.learning.few_words import of_all_words
from biterms.learning.since import difference
from biterms.models.variational import VariationalEngine
from biterms.topics.encode import encode_ids
from biterms.topics.stream import cuts_of


class Learnt(NamedTuple):
    """What a lane gives, or several together.

    Parameters
    ----------
    parcel : bytes
        What has been learnt, from `Parcel.to_bytes`.
    n_docs : int
        Number of documents.
    lpp : float or None
        LPP of the first documents before they were learnt from.
    spent : Spent
        How long it took.
    """

    parcel: bytes
    n_docs: int
    lpp: float | None
    spent: Spent


class Asked(NamedTuple):
    """Which documents are learnt from, and beginning with what.

    Parameters
    ----------
    lane : Lane
        The documents.
    chosen : Chosen
        Documents of the anchor, which are left out.
    ids : Ids
        The words.
    moment : Moment
        What is known at the start of the round.
    """

    lane: Lane
    chosen: Chosen
    ids: Ids
    moment: Moment


@undisturbed()
def learn_lane(
    asked: Asked, parts: Sequence[Counted], keys: list[bytes], rows: list[bytes], eta: list[bytes]
) -> Learnt:
    """Learn from a lane.

    Parameters
    ----------
    asked : Asked
        What to do.
    parts : sequence of Counted
        The partitions of its slices.
    keys : list of bytes
        The words, from `pack_ids`.
    rows, eta : list of bytes
        What is known of all words, and their prior if it differs between them.
    """
    lane, moment, ids = asked.lane, asked.moment, asked.ids
    with spending("text") as text:
        slices = zip(parts, lane.slices, strict=True)
        tokens = joined(
            [texts_in_ids(p, some.others(asked.chosen), ids.of(p, keys)) for p, some in slices]
        )
        words, few = few_of(tokens, ids.n)
        counts: Any = moment.model._read(encode_ids(moment.model, few, len(words) + 1))
    with spending("network") as unpacking:
        state = moment.begin(words, rows, eta)
    with spending("learning") as learning:
        engine = moment.model.engine()
        assert isinstance(engine, VariationalEngine)
        then = state.posterior.copy()
        lpp = engine.prequential_lpp(state, counts)
        engine.learn_stream(state, counts, cuts_of(len(counts), engine.batch_size))
        learnt = difference(then.table, state.posterior.table)
    with spending("network") as packing:
        found = of_all_words(learnt, words, ids.n)
        parcel = Parcel(moment.round, (lane.number,), found, BITS).to_bytes()
    spent = text().plus(unpacking()).plus(learning()).plus(packing())
    return Learnt(parcel, lane.n_docs, lpp, spent)


def add_lanes(several: Sequence[Learnt]) -> Learnt:
    """The sum of what several lanes give, as a task."""
    with spending("network") as adding:
        parcel = sum_of([each.parcel for each in several])
    known = [each.lpp for each in several if each.lpp is not None]
    return Learnt(
        parcel,
        sum(each.n_docs for each in several),
        float(np.mean(known)) if known else None,
        reduce(Spent.plus, [each.spent for each in several], adding()),
    )


def few_of(tokens: Tokens, n_words: int) -> tuple[Array, Tokens]:
    """The different words of texts, ascending, and the texts by the numbers of these."""
    used = np.zeros(n_words, dtype=bool)
    used[tokens.ids] = True
    number = np.cumsum(used, dtype=np.int32) - np.int32(1)
    return np.flatnonzero(used).astype(np.int32), tokens._replace(ids=number[tokens.ids])
