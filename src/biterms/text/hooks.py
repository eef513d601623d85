"""Functions of the user in the way from a text to its words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import Any, NamedTuple

import numpy as np

from biterms.errors import InputError, SettingError
from biterms.kernels import Tokens

#: Longer ones are no words; they are left out, as the tokeniser does.
LONGEST = 512


class Hooks(NamedTuple):
    """What the user gave in place of the tokeniser, and what texts go through before all else."""

    tokenizer: Callable[[str], Iterable[str]] | None = None
    preprocess: Callable[[str], str] | None = None

    def preprocessed(self, texts: Sequence[str]) -> Sequence[str]:
        """The texts as the function of the user returns them."""
        if self.preprocess is None:
            return texts
        found = list(map(self.preprocess, texts))
        for place, text in enumerate(found):
            if not isinstance(text, str):
                raise InputError(
                    f"preprocess returned {text!r:.40} ({type(text).__name__}) for the text "
                    f"{texts[place]!r:.40}, expected a string"
                )
        return found

    def cut(self, texts: Sequence[str]) -> Tokens:
        """The words of each text as the function of the user cuts them; empty ones are left out."""
        assert self.tokenizer is not None
        words = [_words(self.tokenizer(text), text) for text in texts]
        numbers: dict[str, int] = {}
        ids = [numbers.setdefault(word, len(numbers)) for word in chain.from_iterable(words)]
        ptr = np.cumsum([0, *map(len, words)], dtype=np.int64)
        return Tokens(ptr, np.array(ids, dtype=np.int32), list(numbers))


NO_HOOKS = Hooks()


def _words(found: Any, text: str) -> list[str]:
    words = list(found) if isinstance(found, Iterable) and not isinstance(found, str) else None
    if words is None or not all(isinstance(word, str) for word in words):
        raise InputError(
            f"tokenizer returned {found!r:.60} for the text {text!r:.40}, expected a list of "
            "strings"
        )
    return [word for word in words if 0 < len(word) <= LONGEST]


def check_hook(name: str, given: Any) -> None:
    """Refuse what cannot be called with a text."""
    if given is not None and not callable(given):
        raise SettingError(f"{name}={given!r:.60}: expected a function of one text, or None")


def name_of(function: Any) -> str | None:
    """What a file says of a function, which it cannot hold."""
    if function is None:
        return None
    module = getattr(function, "__module__", None)
    name = getattr(function, "__qualname__", None) or type(function).__qualname__
    return f"{module}.{name}" if module else str(name)
