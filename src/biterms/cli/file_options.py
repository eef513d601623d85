"""Options of a command as a file may give them: found by asking the command itself."""

from __future__ import annotations

import inspect
import re
from os.path import normpath
from pathlib import Path
from typing import Any, NamedTuple, get_args

from biterms.errors import SettingError

#: how the help names what is a path
_PLACE = re.compile(r"\b(FILE|FOLDER|SOURCE)\b")


class Option(NamedTuple):
    """An option or argument of a command.

    Parameters
    ----------
    name : str
        The name of its parameter.
    words : tuple of str
        What is typed: ``--follow``, and how it is turned off if it can be.
    is_flag : bool
        Whether it has no value.
    is_several : bool
        Whether it may be given several times.
    is_place : bool
        Whether its values are files or folders, unless they are addresses.
    """

    name: str
    words: tuple[str, str | None]
    is_flag: bool
    is_several: bool
    is_place: bool

    @property
    def key(self) -> str:
        """Its name in a file, if that is not the name of its parameter."""
        return self.words[0].lstrip("-").replace("-", "_")

    def check(self, value: object) -> None:
        """Refuse a value of another type.

        Raises
        ------
        SettingError
            If it is of another type: it says what was found and expected.
        """
        each = value if isinstance(value, list) and self.is_several else [value]
        kinds: tuple[type, ...] = (bool,) if self.is_flag else (str, int, float)
        if all(type(one) in kinds for one in each):  # true is no number
            return
        expected = "true or false" if self.is_flag else "a text in quotes or a number"
        if self.is_several:
            expected += ", or a list of these"
        raise SettingError(f"{self.key} = {_written(value)}: expected {expected}")

    def arguments(self, value: Any, base: Path) -> list[str]:
        """What would be typed.

        Parameters
        ----------
        value : object
            A value that `check` accepts.
        base : Path
            The folder of the file, where relative paths begin.
        """
        on, off = self.words
        if self.is_flag:
            return [on] if value else [off] if off else []
        return [
            f"{on}={self.place(str(one), base)}"
            for one in (value if isinstance(value, list) else [value])
        ]

    def place(self, value: str, base: Path) -> str:
        """A relative path as one from the folder of the file; anything else as it is."""
        if value == "-" or "://" in value:
            return value
        # Some options take a word or the name of a file, and say only in their help which.
        looks = "/" in value or "." in value
        if self.is_place or (looks and (base / value).is_file()):
            end = "/" if value.endswith("/") else ""
            return f"{normpath(base / value)}{end}"  # the same name as if typed there
        return value


def options_of(command: Any, without: set[str]) -> dict[str, Option]:
    """The options of a command by the names of their parameters.

    Parameters
    ----------
    command : Command
        The command, as typer has made it.
    without : set of str
        Names of options that make no sense in a file.
    """
    annotations = {
        name: parameter.annotation
        for name, parameter in inspect.signature(command.callback).parameters.items()
    }
    return {
        param.name: _option(param, annotations.get(param.name))
        for param in command.params
        if param.name not in without
    }


def _option(param: Any, annotation: Any) -> Option:
    types = str(get_args(annotation)[:1] or annotation)
    long = [word for word in param.opts if word.startswith("--")] or param.opts
    off = next(iter(param.secondary_opts), None)
    several = bool(getattr(param, "multiple", False)) or param.nargs == -1
    is_place = "Path" in types or bool(_PLACE.search(param.metavar or ""))
    flag = bool(getattr(param, "is_flag", False))
    return Option(param.name, (long[0], off), flag, several, is_place)


def _written(value: object) -> str:
    """A value as TOML writes it, shortened."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict | list):
        return "a table" if isinstance(value, dict) else "a list"
    return f"{value!r:.40}"
