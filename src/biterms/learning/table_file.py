"""A posterior in a model file: what is written, and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from biterms.errors import StoreError
from biterms.kernels import Array
from biterms.learning.lineage import Lineage
from biterms.learning.table import SMALLEST, Table
from biterms.learning.table_changes import sums_of_words
from biterms.store import Fields
from biterms.store.fields import LARGEST_WHOLE

#: lam beyond these, or its digamma, does not fit in the float32 of the kernels
MIN_LAM, MAX_LAM = 1e-31, 1e36
#: how far sums that were kept up may be from sums taken anew
TOLERANCE = 1e-6
#: rows that are checked together: they stay in the cache
CHECKED_ROWS = 512
#: how arrays that are learnt beside the words begin
EXTRA = "extra."


def table_fields(table: Table) -> tuple[dict[str, Any], dict[str, Array]]:
    """Numbers and arrays that `table_from_fields` makes the same table of, to the bit."""
    numbers = {
        "lineage": table.lineage.to_setting(),
        "prior": float(table.prior),
        "prior_fade": float(table.prior_fade),
        "updates": table.updates,
        "documents": table.documents,
        "scale": np.asarray(table.scale).tolist(),
        "folds": np.asarray(table.folds).tolist(),
        "resets": np.asarray(table.resets).tolist(),
    }
    M, eta = table.words()
    arrays = {"M": M, "m": table.m, "eta": eta, "H": table.eta_sums}
    arrays |= {"holes": table.holes, "drops": table.drops}
    return numbers, arrays | {f"{EXTRA}{name}": array for name, array in table.extra.items()}


def table_from_fields(kept: Fields) -> Table:
    """The table of a posterior.

    Raises
    ------
    StoreError
        If they are not what learning leads to.
    """
    M = kept.array("M", (None, None))
    (V, K), eta = M.shape, kept.array("eta", (None, None))
    if not V or not K or eta.shape[0] not in (1, V) or eta.shape[1] not in (1, K):
        raise StoreError(f"eta of shape {eta.shape} does not fit to {V} words and {K} topics")
    holes, drops = _holes(kept, V)
    table = Table(
        M=M,
        m=kept.array("m", (K,)),
        eta=eta,
        eta_sums=kept.array("H", (K,)),
        n=V,
        holes=holes,
        drops=drops,
        extra=_extra(kept, K),
        prior=kept.number("prior", 1.0, 2.0**53),
        prior_fade=kept.number("prior_fade", most=0.0),
        scale=_of_topics(kept, "scale", K, lambda field: field.number("scale", SMALLEST, 1.0)),
        updates=kept.whole("updates"),
        documents=kept.whole("documents", -LARGEST_WHOLE),
        folds=_of_topics(kept, "folds", K, lambda field: field.whole("folds")),
        resets=_of_topics(kept, "resets", K, lambda field: field.whole("resets")),
        lineage=Lineage.from_setting(kept.part("lineage")),
    )
    check_table(table)
    return table


def _of_topics(kept: Fields, name: str, n_topics: int, read: Callable[[Fields], Any]) -> Any:
    """A number for all topics, or an array of one for each."""
    value = kept.value(name)
    if not isinstance(value, list):
        return read(kept)
    if len(value) != n_topics:
        raise StoreError(f"{name} of {len(value)} topics, expected {n_topics}")
    return np.array([read(Fields({name: each}, {}, of=kept.of)) for each in value])


def _holes(kept: Fields, n_words: int) -> tuple[Array, Array]:
    """Ids without a word, and how often each id has lost one."""
    holes = kept.array("holes", (None,), np.int64)
    if len(holes) and not (0 <= holes[0] and holes[-1] < n_words and (np.diff(holes) > 0).all()):
        raise StoreError("the holes of the vocabulary are not ascending ids of words")
    drops = kept.array("drops", (None,), np.int64)
    if len(drops) > n_words or (drops < 0).any() or len(holes) > np.count_nonzero(drops):
        raise StoreError("the words that were dropped are not those of this vocabulary")
    return holes, drops


def _extra(kept: Fields, n_topics: int) -> dict[str, Array]:
    """What was learnt beside the words, by name."""
    names = [name for name in kept.arrays if name.startswith(EXTRA)]
    extra = {name.removeprefix(EXTRA): kept.array(name, (n_topics,)) for name in names}
    for name, array in extra.items():
        if not np.isfinite(array).all():
            raise StoreError(f"{name!r}, learnt beside the words, has numbers that are not finite")
    return extra


def check_table(table: Table) -> None:
    """Refuse numbers that no learning leads to: lam out of range, sums of something else.

    Raises
    ------
    StoreError
        If there are such numbers.
    """
    (M, eta), prior, scale = table.words(), table.prior, table.scale
    total, ends = np.zeros(M.shape[1]), []
    with np.errstate(over="ignore", invalid="ignore"):
        for at in range(0, table.n, CHECKED_ROWS):
            rows = M[at : at + CHECKED_ROWS]
            part = eta if len(eta) == 1 else eta[at : at + CHECKED_ROWS]
            lam = prior * part + scale * rows
            ends += [part.min(), part.max(), lam.min(), lam.max()]
            total += rows.sum(axis=0)
        H, sums = sums_of_words(eta, table.n, table.holes, M.shape[1]), table.sums()
        near = TOLERANCE * (prior * H + np.abs(scale * total))
        agree = np.abs(prior * H + scale * total - sums) <= near
        agree &= (np.abs(H - table.eta_sums) <= TOLERANCE * H) & (sums > 0)
    least, most = np.min(ends), np.max(ends)
    if not (least >= MIN_LAM and most <= MAX_LAM and agree.all()) or M[table.holes].any():
        raise StoreError(
            f"the topics hold numbers from {least:.3g} to {most:.3g}, expected positive ones "
            f"({MIN_LAM:g} to {MAX_LAM:g}) that agree with their sums"
        )
