"""The strings as which a word was seen: the best one is kept up and always that of a recount."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from biterms.text import Vectoriser, forms
from tests.text.streams import parts, sizes, take

ENDINGS = ["", "s", "ed", "ing", "'s", "er's", "ings", "ed's", "ing's", "ings'", "s's"]
surfaces = st.sampled_from([f"{stem}{end}" for stem in ("test", "walk") for end in ENDINGS[:5]])
corpora = st.lists(st.lists(surfaces, max_size=5).map(" ".join), min_size=1, max_size=20)


@given(texts=corpora, sizes=sizes)
def test_the_best_form_is_the_most_frequent_one_and_of_these_the_first(
    texts: list[str], sizes: list[int]
) -> None:
    text, seen = Vectoriser(min_df=1).start(), dict[str, Counter[str]]()
    for batch in parts(texts, sizes):
        text, *_ = take(text, batch)
        for surface in " ".join(batch).split():
            seen.setdefault(text.key(surface) or "", Counter())[surface] += 1
        best = [counts.most_common(1)[0][0] for counts in seen.values()]  # the first of equals
        assert text.get_feature_names_out().tolist() == best
        for column, counts in enumerate(seen.values()):
            assert list(text.forms(column).items()) == counts.most_common(forms.MOST_FORMS)
    settings, arrays = text.to_fields()
    again = Vectoriser.from_fields(settings, arrays)
    assert again.names(range(again.n_words_)) == text.names(range(text.n_words_))


def test_surface_forms_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forms, "_ROOM", 0)
    text = Vectoriser(min_df=1, stop_words=None).start()
    for n in range(1, 30):
        text, *_ = take(text, [f"test{ending}" for ending in ENDINGS] * n)
    assert len(text.words_.forms.numbers) <= 2 * forms.MOST_FORMS * len(text.words_.keys)
    assert all(len(text.forms(column)) <= forms.MOST_FORMS for column in range(text.n_words_))
