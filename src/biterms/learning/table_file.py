"""A posterior in a model file: what is written, and what is refused."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from biterms.errors import StoreError
from biterms.kernels import Array
from biterms.learning.table import SMALLEST, Table
from biterms.learning.table_changes import sums_of_words
from biterms.store import Fields

#: lam beyond these, or its digamma, does not fit in the float32 of the kernels
MIN_LAM, MAX_LAM = 1e-31, 1e36
#: how far sums that were kept up may be from sums taken anew
TOLERANCE = 1e-6
#: rows that are checked together: they stay in the cache
CHECKED_ROWS = 512
_ID = re.compile("[0-9a-f]{16}", re.ASCII)


def table_fields(table: Table, model: str) -> tuple[dict[str, Any], dict[str, Array]]:
    """Numbers and arrays that `table_from_fields` makes the same table of, to the bit."""
    numbers = {
        "id": model,
        "prior": float(table.prior),
        "scale": float(table.scale),
        "updates": table.updates,
        "folds": table.folds,
        "resets": table.resets,
    }
    lazy = table.lazy
    arrays = {"M": lazy.M, "m": table.m, "eta": lazy.eta, "H": table.eta_sums}
    return numbers, arrays | {"holes": table.holes.astype(np.int64), "fades": table.fades}


def table_from_fields(kept: Fields) -> tuple[str, Table]:
    """The id of the posterior and its table.

    Raises
    ------
    StoreError
        If they are not what learning leads to.
    """
    M = kept.array("M", (None, None))
    (V, K), eta = M.shape, kept.array("eta", (None, None))
    if not V or not K or eta.shape[0] not in (1, V) or eta.shape[1] not in (1, K):
        raise StoreError(f"eta of shape {eta.shape} does not fit to {V} words and {K} topics")
    holes = kept.array("holes", (None,), np.int64)
    if len(holes) and not (0 <= holes[0] and holes[-1] < V and (np.diff(holes) > 0).all()):
        raise StoreError("the holes of the vocabulary are not ascending ids of words")
    if not _ID.fullmatch(kept.text("id")):
        raise StoreError("the id of the posterior is not 16 hexadecimal digits")
    table = Table(
        M=M,
        m=kept.array("m", (K,)),
        eta=eta,
        eta_sums=kept.array("H", (K,)),
        n=V,
        holes=holes,
        prior=kept.number("prior", 1.0, 2.0**53),
        scale=kept.number("scale", SMALLEST, 1.0),
        updates=kept.whole("updates"),
        folds=kept.whole("folds"),
        resets=kept.whole("resets"),
        fades=kept.array("fades", (K,)),
    )
    if not (np.isfinite(table.fades) & (table.fades <= 0)).all():
        raise StoreError("topics have faded by factors that are not between 0 and 1")
    check_table(table)
    return kept.text("id"), table


def check_table(table: Table) -> None:
    """Refuse numbers that no learning leads to: lam out of range, sums of something else.

    Raises
    ------
    StoreError
        If there are such numbers.
    """
    M, eta, prior, scale = table.lazy
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
