"""How the defaults of `LDA` were chosen: each beside its neighbours, on training titles only."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from choosing import Tenth, tenth_of
from report import Section
from scipy import sparse
from timing import spread_text

from biterms import LDA, SVB
from biterms.learning import start
from biterms.measures.lpp import lpp

Rows = list[list[str]]


def measure(corpora: dict[str, sparse.csr_matrix], seeds: range, K: int = 50) -> Section:
    """LPP on a tenth of each corpus after learning from the rest."""
    tenths = {name: tenth_of(X) for name, X in corpora.items()}

    def line(name: str, **own: Any) -> list[str]:
        return [name, *(_score(tenth, K, own, seeds) for tenth in tenths.values())]

    rows: Rows = [["all defaults", *line("")[1:]]]
    rows += [line(f"doc_iter={n}", doc_iter=n) for n in (2, 3, 5, 10, 20)]
    rows += [line(f"doc_iter={n}, one pass", doc_iter=n, passes=1) for n in (2, 3, 5, 10, 20)]
    for inference in ("mean", "vb"):
        for init in ("documents", "random"):
            name = f"inference={inference!r}, init={init!r}"
            rows.append(line(name, inference=inference, init=init))
    rows += list(_rounds(line))
    notes = [f"{len(seeds)} seeds, mean ± sd; held out: a random tenth of the training titles"]
    head = ["LDA(50) and", *tenths]
    return Section("how the defaults were chosen: LPP", head, rows, [], notes)


def _rounds(line: Any) -> Iterator[list[str]]:
    """Rounds over the first minibatch when topics begin as documents, in a stream and not."""
    for rounds in (0, 1, 2, 4, 8):
        with changed(start, "ROUNDS", rounds):
            yield line(f"rounds of the start = {rounds}")
            yield line(f"rounds of the start = {rounds}, SVB()", learner=SVB())


@contextmanager
def changed(module: Any, name: str, value: Any) -> Iterator[None]:
    before = getattr(module, name)
    setattr(module, name, value)
    try:
        yield
    finally:
        setattr(module, name, before)


def _score(tenth: Tenth, K: int, own: dict[str, Any], seeds: range) -> str:
    models = (LDA(K, random_state=seed, **own).fit(tenth.rest) for seed in seeds)
    return spread_text([lpp(model, tenth.observed, tenth.held) for model in models])
