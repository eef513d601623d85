"""Which words make the label of a topic: phrases that texts have, and what goes with them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from biterms.kernels import Array
from biterms.topics.neighbours import Neighbours
from biterms.topics.pairs import Choice, ScoredPairs

#: parts of a label, and words from which on it gets no more parts
PARTS, ENOUGH = 3, 4
#: two words are a phrase if they are neighbours this often, ...
LEAST = 3
#: ... in this share of the texts that have both, ...
MOSTLY = 0.5
#: ... and with this normalised pointwise mutual information
BOUND = 0.3
#: a phrase speaks for a word if its score is at least this share of the word's best pair
NEAR_BEST = 0.7
#: what a pair that came only once says, compared with others
ONCE = 0.01


class Evidence(NamedTuple):
    """What is known of the words of topics, which are numbered by their places in its list.

    Parameters
    ----------
    weight : array of shape (K, n)
        How much each word speaks for the topic; 0 where there is no word.
    top : array of bool of shape (K, n)
        One of these words must be in the label.
    score, together : array of shape (K, n, n)
        Score of each pair of words, and how often texts have both.
    before : array of shape (K, n, n)
        How often the first comes right before the second.
    phrase : array of bool of shape (K, n, n)
        Whether these two are a phrase.
    related : array of shape (K, n, n)
        How closely words are associated, from 0 to 1.
    frequency : array of shape (K, n)
        How often texts have each word.
    """

    weight: Array
    top: Array
    score: Array
    together: Array
    before: Array
    phrase: Array
    related: Array
    frequency: Array


def evidence(
    weight: Array,
    top: Array,
    choice: Choice,
    found: Array,
    pairs: ScoredPairs,
    neighbours: Neighbours,
) -> Evidence:
    """What the pairs and the neighbours of words say.

    Parameters
    ----------
    weight, top : array of shape (K, n)
        As in `Evidence`.
    choice : Choice
        The words of each topic.
    found : array
        How often they are biterms, the first before the second.
    pairs : ScoredPairs
        Their pairs.
    neighbours : Neighbours
        How often they are neighbours.

    Notes
    -----
    The association of two words is their normalised pointwise mutual information over the texts of
    the sample, log(C N / (n_u n_v)) / log(N / C), or 0 if it is negative; that of neighbours is
    the same with the number of times that they are neighbours, in the order in which they mostly
    come. Where no pair of a topic is known, all of its words count as related.
    """
    lists, one, other, C = pairs[:4]
    u, v = choice.table[lists, one], choice.table[lists, other]
    chance = neighbours.frequency[u] * neighbours.frequency[v] / max(neighbours.texts, 1)
    related = np.clip(_npmi(C, chance, neighbours.texts), 0.0, 1.0)
    shape = (*choice.table.shape, choice.width)
    closeness = pairs.grid(np.where(C > 1, related, ONCE * related), shape)
    closeness[np.bincount(lists, minlength=len(closeness)) == 0] = 1.0
    # neighbours are no closer than words of one text
    some = np.flatnonzero((C >= LEAST) & (related >= BOUND))
    swap = found[lists[some], one[some], other[some]] < found[lists[some], other[some], one[some]]
    first, second = np.where(swap, other[some], one[some]), np.where(swap, one[some], other[some])
    A = neighbours.before(choice.table[lists[some], first], choice.table[lists[some], second])
    bound = (A >= LEAST) & (A >= MOSTLY * C[some])
    bound &= _npmi(np.maximum(A, 1), chance[some], neighbours.texts) >= BOUND
    before, phrase = np.zeros(shape, dtype=np.float32), np.zeros(shape, dtype=bool)
    before[lists[some], first, second], phrase[lists[some], first, second] = A, bound
    return Evidence(
        weight,
        top,
        pairs.grid(pairs.score, shape),
        pairs.grid(C, shape),
        before,
        phrase,
        closeness,
        np.append(neighbours.frequency, 0)[choice.table],
    )


def label_words(known: Evidence) -> Array:
    """The words of the labels of topics: K x parts x 3, -1 where there is none.

    Parameters
    ----------
    known : Evidence
        What is known of the words of each topic.

    Notes
    -----
    The first part is the best phrase of one of the top words, if it is nearly the best pair
    that they have or the word mostly comes in it, or else the first top word. The next ones are
    the words with the largest weight times association with the first part, each with its own
    phrase if it has one that is associated with the first part, too, or that the word mostly
    comes in.
    """
    K = len(known.weight)
    parts = np.full((K, PARTS, 3), -1)
    if not known.weight.size:
        return parts
    free = known.weight > 0
    parts[:, 0] = _first_part(known, free)
    _take(free, parts[:, 0])
    related = _related(known, parts[:, 0])
    for i in range(1, PARTS):
        values = np.where(free, known.weight * related, 0.0)
        word = values.argmax(axis=1)
        fits = values[np.arange(K), word] > 0
        fits &= (parts[:, :i] >= 0).sum(axis=(1, 2)) < ENOUGH
        parts[fits, i] = _with_phrase(known, free, related > 0, word)[fits]
        _take(free, parts[:, i])
    return parts


def other_words(known: Evidence, parts: Array, k: int) -> list[int]:
    """Words that can be added to the label of one topic, the best first."""
    if not known.weight.size:
        return []
    related = _related(Evidence(*(each[[k]] for each in known)), parts[[k], 0])[0]
    weight = known.weight[k]
    order = np.lexsort((-weight, -weight * related)).tolist()
    used = {*parts[k].ravel().tolist()}
    return [i for i in order if weight[i] > 0 and i not in used]


def _npmi(C: Array, chance: Array, texts: int) -> Array:
    """Normalised pointwise mutual information of what came C times, by chance ``chance`` times."""
    return np.log(C / np.maximum(chance, 1e-12)) / np.log(np.maximum(texts / C, 1 + 1e-9))


def _first_part(known: Evidence, free: Array) -> Array:
    """The first part: one, two or three words."""
    top, score, rows = known.top, known.score, np.arange(len(free))
    best = np.where(top, score.max(axis=2), 0.0).max(axis=1)
    fits = known.phrase & (top[:, :, None] | top[:, None, :])
    usual = np.where(top, MOSTLY * known.frequency, np.inf)  # the word mostly comes in the phrase
    own = known.before >= np.minimum(usual[:, :, None], usual[:, None, :])
    fits &= (score >= NEAR_BEST * best[:, None, None]) | own
    values = np.where(fits, score, -np.inf).reshape(len(free), -1)
    at = values.argmax(axis=1)
    pair = np.stack(np.divmod(at, free.shape[1]), axis=1)
    none = values[rows, at] == -np.inf
    pair[none, 0], pair[none, 1] = top[none].argmax(axis=1), -1
    return _longer(known, free, pair)


def _with_phrase(known: Evidence, free: Array, related: Array, word: Array) -> Array:
    """Words with their phrases, if these are nearly the best pairs that they have."""
    rows = np.arange(len(word))
    score, after = known.score[rows, word], known.phrase[rows, word]
    often = np.maximum(known.before[rows, word], known.before[rows, :, word])
    own = often >= MOSTLY * known.frequency[rows, word][:, None]
    may = free & (related | own)
    fits = may & (after | known.phrase[rows, :, word])
    fits &= (score >= NEAR_BEST * score.max(axis=1)[:, None]) | own
    values = np.where(fits, score, -np.inf)
    other = values.argmax(axis=1)
    alone, first = values[rows, other] == -np.inf, after[rows, other]
    left, right = np.where(first, word, other), np.where(first, other, word)
    pair = np.stack([np.where(alone, word, left), np.where(alone, -1, right)], axis=1)
    return _longer(known, may, pair)


def _longer(known: Evidence, free: Array, pair: Array) -> Array:
    """Phrases of two words, with a third before or after them if texts mostly have all three."""
    rows, (u, v) = np.arange(len(pair)), pair.T
    A, C = known.before, known.together
    enough = MOSTLY * A[rows, u, v][:, None]
    after = known.phrase[rows, v] & (A[rows, v] >= enough) & (C[rows, u] >= MOSTLY * C[rows, v])
    ahead = known.phrase[rows, :, u] & (A[rows, :, u] >= enough)
    ahead &= C[rows, v] >= MOSTLY * C[rows, u]
    may = free.copy()
    may[rows, u] = may[rows, v] = False
    may &= (v >= 0)[:, None]
    values = np.concatenate(
        [np.where(may & after, A[rows, v], 0.0), np.where(may & ahead, A[rows, :, u], 0.0)], axis=1
    )
    at = values.argmax(axis=1)
    third, behind = at % free.shape[1], at < free.shape[1]
    none = values[rows, at] == 0
    longer = np.where(behind[:, None], np.stack([u, v, third], 1), np.stack([third, u, v], 1))
    return np.where(none[:, None], np.stack([u, v, np.full(len(u), -1)], 1), longer)


def _related(known: Evidence, part: Array) -> Array:
    """How closely words are associated with a part, on average.

    Words that are associated with some of its words only are out, if there are others.
    """
    rows, there = np.arange(len(part)), part >= 0
    each = np.stack([known.related[rows, part[:, i]] for i in range(3)])
    each = np.where(there.T[:, :, None], each, each[0])
    all_of_them = np.where(each.min(axis=0) > 0, each.mean(axis=0), 0.0)
    return np.where(all_of_them.any(axis=1, keepdims=True), all_of_them, each.mean(axis=0))


def _take(free: Array, part: Array) -> None:
    """Mark the words of a part as used."""
    rows, at = np.nonzero(part >= 0)
    free[rows, part[rows, at]] = False
