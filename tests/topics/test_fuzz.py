"""A small fixed part of `tools/fuzz.py`: strange documents."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from biterms import LDA
from biterms.text.vectoriser import Vectoriser
from tools.damaged_files import KINDS
from tools.fuzz_documents import feed_documents
from tools.strange_texts import LONG, TEXTS


def test_strange_documents_do_no_harm() -> None:
    counts = feed_documents(100, seed=0)
    files = {f"{kind} file" for kind in KINDS}
    assert {kind for kind, _ in counts} == {*TEXTS, LONG} | files
    assert sum(count for (kind, _), count in counts.items() if kind not in files) == 100


def spoilt(change: Callable[[Any], Any]) -> Callable[..., Any]:
    """`LDA.infer` with one more step."""
    right = LDA.infer
    return lambda self, counts: change(right(self, counts))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda mixtures: mixtures * np.nan, "no numbers"),
        (lambda mixtures: mixtures * 0.99, "sum to 1"),
        (lambda mixtures: mixtures[1:], "AssertionError"),
    ],
    ids=["NaN", "sum", "lost"],
)
def test_the_fuzzer_notices_what_it_looks_for(
    monkeypatch: pytest.MonkeyPatch, change: Callable[[Any], Any], message: str
) -> None:
    monkeypatch.setattr(LDA, "infer", spoilt(change))
    with pytest.raises(AssertionError, match=message):
        feed_documents(40, seed=0)


def test_the_fuzzer_notices_a_text_that_cannot_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    right = Vectoriser.encode

    def narrow(self: Vectoriser, texts: Any) -> Any:
        return right(self, [text.encode().decode() for text in texts])

    monkeypatch.setattr(Vectoriser, "encode", narrow)
    with pytest.raises(AssertionError, match="UnicodeEncodeError"):
        feed_documents(40, seed=0)
