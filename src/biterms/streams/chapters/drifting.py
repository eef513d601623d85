"""How far the words of topics move, and how far they would by chance."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from biterms.kernels import Array
from biterms.learning.posterior import Posterior
from biterms.learning.table import FOLD_BITS
from biterms.streams.chapters.top_words import TopWords, drops_of, moved, probabilities
from biterms.topics.fitted import Fitted

#: a topic drifts if it moves this far, and so many times as far as by chance
FAR, TIMES = 0.1, 3.0


class Moment(NamedTuple):
    """The words of topics at one moment, and what is needed to say how far they move from there.

    Parameters
    ----------
    ids : array of int
        The topics in use.
    top : TopWords
        Their words.
    learnt : array
        What each of them has learnt.
    fade : array of shape (3, topics)
        Scale, folds and resets of the posterior: what has faded since follows from them.
    """

    ids: Array
    top: TopWords
    learnt: Array
    fade: Array

    @classmethod
    def of(cls, fitted: Fitted, top: TopWords) -> Moment:
        """Now.

        Parameters
        ----------
        fitted : Fitted
            What has been learnt.
        top : TopWords
            The words of all topics, also of those that are not in use.
        """
        posterior, places = fitted.model.posterior_, np.array(fitted.in_use, dtype=np.int64)
        table, K = posterior.table, posterior.n_topics
        fade = [np.broadcast_to(each, (K,)) for each in (table.scale, table.folds, table.resets)]
        return cls(
            np.array(fitted.ids, dtype=np.int64)[places],
            top.only(places),
            posterior.learnt()[places],
            np.array(fade, dtype=np.float64)[:, places],
        )

    def only(self, rows: Array) -> Moment:
        """Some of the topics."""
        return Moment(self.ids[rows], self.top.only(rows), self.learnt[rows], self.fade[:, rows])

    def new_part(self, since: Moment) -> Array:
        """The part of what the same topics have learnt that is new since another moment."""
        (scale, folds, resets), before = self.fade, since.fade
        folded = (-FOLD_BITS * (folds - before[1])).astype(np.int64)
        left = np.where(resets > before[2], 0.0, np.ldexp(scale / before[0], folded))
        return np.clip(1 - left * since.learnt / np.maximum(self.learnt, 1e-300), 0.0, 1.0)


class Drift(NamedTuple):
    """How far topics have moved; nan where nothing can be said.

    Parameters
    ----------
    distance : array
        Hellinger's distance of their words, from 0 to 1.
    chance : array
        The distance that chance would explain.
    """

    distance: Array
    chance: Array

    @classmethod
    def between(cls, before: Moment, now: Moment, words: Array, fitted: Fitted) -> Drift:
        """Compare two moments.

        Parameters
        ----------
        before, now : Moment
            The moments.
        words : array
            Words that the topics of ``now`` have taken since ``before``.
        fitted : Fitted
            What has been learnt by now.

        Notes
        -----
        If n words come from the same distribution as before and make up a part w of what the topic
        has learnt, the square of Hellinger's distance over m words is w² (m - 1) / 8n on average.
        Words of one text are not independent, and a model goes on learning, so this is
        multiplied by what the middle topic has moved in excess of it.
        """
        nothing = np.full(len(now.ids), np.nan)
        new, old = np.intersect1d(now.ids, before.ids, return_indices=True)[1:]
        some = words[new] > 0
        new, old = new[some], old[some]
        if not len(new):
            return cls(nothing, nothing)
        one, other = before.only(old), now.only(new)
        places = np.array(fitted.in_use, dtype=np.int64)[new]
        later = _later(fitted.model.posterior_, one.top, places)
        far, m = moved(one.top, other.top, later)
        square = other.new_part(one) ** 2 * (m - 1) / (8 * words[new])
        excess = np.quantile(far**2 / np.maximum(square, 1e-300), 0.5, method="lower")
        distance, chance = nothing.copy(), nothing.copy()
        distance[new], chance[new] = far, np.sqrt(square * max(1.0, float(excess)))
        return cls(distance, chance)

    @property
    def told(self) -> Array:
        """Which topics have moved so far that it is an event."""
        known = ~np.isnan(self.distance)
        far = np.where(known, self.distance, 0.0)
        return known & (far >= FAR) & (far >= TIMES * np.where(known, self.chance, 1.0))


def _later(posterior: Posterior, top: TopWords, places: Array) -> Array:
    """Probabilities now of what were the top words; 0 for a word that has lost its id."""
    later = probabilities(posterior, top.words, places)
    return np.where(drops_of(posterior, top.words) == top.drops, later, 0.0)
