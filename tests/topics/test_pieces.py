"""How texts are handed to `update` makes no difference, as long as no minibatch is cut in two."""

from __future__ import annotations

import copy
from functools import cache
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from biterms import TopicModel
from biterms.topics import stream
from tests.examples import examples
from tests.topics.bits import Bits, bits
from tests.topics.streams import BATCH, FIRST, TEXTS, new

pytestmark = pytest.mark.filterwarnings("ignore:.*seed words are not in the vocabulary")


@cache
def begun(name: str) -> TopicModel:
    """A model that has read the first texts; must not be changed."""
    return new(name).update(TEXTS[:FIRST])


@cache
def at_once(name: str) -> Bits:
    return bits(copy.deepcopy(begun(name)).update(TEXTS[FIRST:]))


@pytest.mark.parametrize("name", ["LDA", "guided", "window", "HDP"])
@examples(12)
@given(
    cuts=st.sets(st.integers(1, (len(TEXTS) - FIRST) // BATCH - 1), max_size=4),
    chunk=st.sampled_from([5, 10, 25, 40, 8192]),
    kind=st.sampled_from([list, iter, tuple]),
)
def test_calls_pieces_and_iterators_make_no_difference(
    name: str, cuts: set[int], chunk: int, kind: Any
) -> None:
    model = copy.deepcopy(begun(name))
    ends = [FIRST, *(FIRST + BATCH * cut for cut in sorted(cuts)), len(TEXTS)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(stream, "TEXTS_AT_ONCE", chunk)
        for begin, end in pairwise(ends):
            model.update(kind(TEXTS[begin:end]))
    assert bits(model) == at_once(name)


@pytest.mark.parametrize("name", ["LDA", "guided", "HDP", "BTM"])
def test_an_iterator_is_a_list(name: str) -> None:
    """Also at the beginning, and for a model that learns from slices of 8,192 texts."""
    one, other = new(name, prune=False), new(name, prune=False)
    for texts in (TEXTS[:75], TEXTS[75:]):
        one.update(texts)
        other.update(text for text in texts)
    assert bits(one) == bits(other)


def test_words_do_come_and_go_in_this_stream() -> None:
    """Else the tests above would prove less than they say."""
    model = copy.deepcopy(begun("LDA"))
    before, waiting = {*model.words()}, model.text_.words_
    model.update(TEXTS[FIRST:])
    assert len(model.words()) == 25
    assert before - {*model.words()}
    assert model.text_.words_.keys is not waiting.keys  # some were forgotten
    assert len(model.text_.words_.keys) < len({word for text in TEXTS for word in text.split()})
