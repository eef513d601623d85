"""What has been learnt changes shape: words join or go, topics become one. Settings stay."""

from __future__ import annotations

from copy import copy
from typing import Any, Self

import numpy as np
from sklearn.utils.validation import check_is_fitted

from biterms.errors import InputError, SettingError
from biterms.kernels import Array
from biterms.models.base import ModelBase
from biterms.models.prior import grown


class Changed(ModelBase):
    """Changes the posterior all at once, or refuses and leaves it alone."""

    #: what the words of the posterior follow, in the hands of who calls `follow`
    followed_: Array | None = None

    def grow(self, n: int, eta: Any = None) -> Self:
        """Append n words that have not been met yet; ``eta`` (K x n or n) when eta is an array."""
        check_is_fitted(self, "posterior_")
        self.posterior_.grow(n, grown(self.posterior_.eta, n, eta))
        return self._renamed()

    def keep_words(self, words: Array) -> Self:
        """Only these words stay, by their columns and in this order; the others are forgotten."""
        check_is_fitted(self, "posterior_")
        self.posterior_.keep(_columns(words, self.posterior_.n_words))
        return self._renamed()

    def follow(self, kept: Array, n: int, eta: Any = None, *, done: Array | None = None) -> Self:
        """`grow` by n words, then `keep_words` of ``kept`` and these, and all at one moment.

        ``done`` is ``followed_`` from then on: after an interrupt it tells whether that was before.
        """
        other = copy(self)
        other.posterior_ = copy(self.posterior_)
        other.grow(n, eta)
        if len(kept) < self.n_features_in_:
            other.keep_words(np.append(kept, np.arange(self.n_features_in_, other.n_features_in_)))
        other.followed_ = done
        self.__dict__.update(other.__dict__)
        return self._renamed()

    def merge(self, topics: list[int]) -> Self:
        """The first of these topics takes what the others have learnt; the others go."""
        check_is_fitted(self, "posterior_")
        K = self.posterior_.n_topics
        if len({*topics}) != len(topics) or len(topics) < 2 or not {*topics} <= {*range(K)}:
            raise SettingError(
                f"merge({topics!r}): expected two or more different topics from 0 to {K - 1}"
            )
        self.posterior_.merge(topics)
        self._merged(topics)
        return self

    def _renamed(self) -> Self:
        self.n_features_in_ = self.posterior_.n_words
        if hasattr(self, "feature_names_in_"):
            del self.feature_names_in_  # new words have none, and those of the others have moved
        return self


def _columns(words: Any, n_words: int) -> Array:
    """Different columns that there are, at least one."""
    columns = np.asarray(words)
    whole = columns.ndim == 1 and columns.dtype.kind in "iu" and len(columns) > 0
    if not whole or columns.min() < 0 or columns.max() >= n_words:
        raise InputError(
            f"keep_words({words!r:.60}): expected the columns of words that stay, whole numbers "
            f"from 0 to {n_words - 1}, at least one"
        )
    if len(np.unique(columns)) < len(columns):
        raise InputError("keep_words: a column is there twice, expected each once")
    return columns.astype(np.int64)
