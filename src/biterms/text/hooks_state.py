"""Functions of the user in a file: their names, which the user has to give a function for again."""

from __future__ import annotations

from typing import Any

from biterms.errors import StoreError
from biterms.text.hooks import check_hook, name_of
from biterms.text.scikit_words import ScikitWords, is_scikit_learn, words_from_state


def hook_state(hook: Any) -> dict[str, Any] | None:
    """A function for a file: settings of scikit-learn, or else the name alone."""
    if hook is None:
        return None
    if isinstance(hook, ScikitWords):
        return hook.state() or {"kind": "function", "name": name_of(hook.vectorizer)}
    return {"kind": "function", "name": name_of(hook)}


def hook_from_state(name: str, kept: Any, given: Any) -> Any:
    """The function again: made from what a file holds of it, or the one that was given.

    Parameters
    ----------
    name : str
        "tokenizer" or "preprocess".
    kept : dict or None
        What `hook_state` returned.
    given : callable or None
        What the user gave.

    Returns
    -------
    callable or None
        The function.

    Raises
    ------
    StoreError
        If the file needs a function and there is none, or the other way round.
    """
    if kept is None or (isinstance(kept, dict) and kept.get("kind") != "function"):
        if given is not None:
            raise StoreError(f"{name}={given!r:.60}: this model needs none, leave it out")
        return None if kept is None else words_from_state(kept.get("kind"), kept.get("settings"))
    if not isinstance(kept, dict):
        raise StoreError(f"its {name} is {kept!r:.40}, expected the name of a function")
    if given is None:
        raise StoreError(
            f"its {name} is the function {str(kept.get('name'))[:100]}, which a file cannot hold; "
            f"give it again: biterms.load(path, {name}=...)"
        )
    if is_scikit_learn(given):
        return ScikitWords(given)
    check_hook(name, given)
    return given
