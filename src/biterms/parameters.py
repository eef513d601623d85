"""Settings of an estimator as scikit-learn expects them, without importing scikit-learn."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Mapping
from copy import deepcopy
from functools import cache
from typing import Any, Self

from biterms.errors import NotFittedError, SettingError


class Parameters:
    """Settings by name: what scikit-learn's ``clone``, pipelines and grid searches work with.

    A constructor stores its arguments under their names and does nothing else.
    """

    @classmethod
    def parameter_names(cls) -> list[str]:
        """The names of the settings, in the order of the constructor."""
        kinds = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
        given = _arguments(cls.__init__).items()
        return [name for name, p in given if name != "self" and p.kind not in kinds]

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """Settings by name.

        Parameters
        ----------
        deep : bool
            Also the settings of settings, as ``learner__decay``.

        Returns
        -------
        dict
            Every setting with its value.
        """
        found: dict[str, Any] = {}
        for name in self.parameter_names():
            value = found[name] = getattr(self, name)
            if deep and hasattr(value, "get_params") and not isinstance(value, type):
                found |= {f"{name}__{inner}": v for inner, v in value.get_params().items()}
        return found

    def set_params(self, **params: Any) -> Self:
        """Change settings by name.

        Parameters
        ----------
        **params
            New values; ``learner__decay`` reaches the setting of a setting.

        Returns
        -------
        self

        Raises
        ------
        SettingError
            If there is no setting of that name; nothing is changed then.
        """
        names = self.parameter_names()
        for name, value in params.items():
            outer, _, inner = name.partition("__")
            if outer not in names:
                raise SettingError(
                    f"{type(self).__name__} has no setting {name!r}; it has {', '.join(names)}"
                )
            holder = params.get(outer, getattr(self, outer))
            if inner and not hasattr(holder, "set_params"):
                raise SettingError(
                    f"{name}={value!r:.60}: {outer} is {holder!r:.60}, which has no "
                    f"settings; set {outer} first"
                )
        for name, value in params.items():
            outer, _, inner = name.partition("__")
            if inner:
                getattr(self, outer).set_params(**{inner: value})
            else:
                setattr(self, name, value)
        return self

    def unfitted(self) -> Self:
        """Another one with the same settings, which has learnt nothing.

        Returns
        -------
        Parameters
            Of the same class; settings are copied.
        """
        return type(self)(**deepcopy(self.get_params(deep=False)))

    def __repr__(self) -> str:
        """The constructor call, with the settings that differ from the defaults."""
        defaults = _arguments(type(self).__init__)
        changed = [
            f"{name}={value!r:.60}"
            for name, value in self.get_params(deep=False).items()
            if not _equal(value, defaults[name].default)
        ]
        return f"{type(self).__name__}({', '.join(changed)})"


def not_fitted(message: str) -> NotFittedError:
    """The error of an estimator that has learnt nothing, for who knows scikit-learn's one, too."""
    theirs = sys.modules.get("sklearn.exceptions")
    if theirs is None:  # nobody here can ask for it
        return NotFittedError(message)
    both = type(NotFittedError.__name__, (NotFittedError, theirs.NotFittedError), {})
    error: NotFittedError = both(message)
    return error


def scikit_tags(*, preserves: tuple[str, ...] = (), **input_tags: bool) -> Any:
    """What kind of input and output scikit-learn may expect of a transformer.

    Parameters
    ----------
    preserves : tuple of str
        Types of numbers that come out as they go in.
    **input_tags
        As `sklearn.utils.InputTags` has them.

    Returns
    -------
    sklearn.utils.Tags
        For ``__sklearn_tags__``, which nothing but scikit-learn asks for.
    """
    from sklearn.utils import InputTags, Tags, TargetTags, TransformerTags

    return Tags(
        estimator_type=None,
        target_tags=TargetTags(required=False),
        transformer_tags=TransformerTags(preserves_dtype=list(preserves)),
        input_tags=InputTags(**input_tags),
    )


@cache
def _arguments(constructor: Callable[..., None]) -> Mapping[str, inspect.Parameter]:
    """Kept, because settings are read much more often than classes are made."""
    return inspect.signature(constructor).parameters


def _equal(one: Any, other: Any) -> bool:
    try:
        return bool(one is other or one == other)
    except ValueError:  # arrays compare element by element
        return False
