"""The options of `biterms stream` in a TOML file, checked before anything starts."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NamedTuple

from biterms.cli.file_options import Option
from biterms.errors import InputError, SettingError

#: the key of a model's folder in a table of several models
FOLDER = "folder"
ADDRESS = "address"


class SourceTable(NamedTuple):
    """A source of a file.

    Parameters
    ----------
    name : str
        Its address as it is written in the file, under which its positions are kept.
    columns : dict of str to str
        Options that count for this source only.
    """

    name: str
    columns: dict[str, Any]


@dataclass(frozen=True)
class ModelOptions:
    """The options of one model.

    Parameters
    ----------
    values : dict of str to object
        What the file says, by the names of parameters; without the sources.
    sources : dict of str to SourceTable
        The sources by their addresses, paths relative to the file.
    """

    values: dict[str, Any]
    sources: dict[str, SourceTable] = field(default_factory=dict)

    @property
    def folder(self) -> str:
        """The folder of the model as the file says it; empty if it does not."""
        return str(self.values.get("model", ""))


class StreamFile:
    """A TOML file with options.

    Parameters
    ----------
    path : Path
        The file.
    options : mapping of str to Option
        The options of the command by their names.
    columns : sequence of str
        Those of them that a source may have for itself.

    Raises
    ------
    InputError, SettingError
        If it cannot be read, or says something that is no option.
    """

    def __init__(self, path: Path, options: Mapping[str, Option], columns: tuple[str, ...]) -> None:
        self.path, self._options, self._columns = path, options, columns
        read = _read(path)
        tables = read.get("model")
        several = isinstance(tables, list)
        shared = self._named({k: v for k, v in read.items() if not (several and k == "model")})
        if not isinstance(tables, list):
            self.models = [self._model(shared)]
            return
        self.models = [self._model(shared | self._table(table)) for table in tables]
        folders = [model.folder for model in self.models]
        if len({*folders}) < len(folders):
            raise self._wrong(f"two models have the same folder, {max(folders, key=folders.count)}")

    def arguments(self, model: ModelOptions, typed: set[str]) -> list[str]:
        """What would be typed to say the same.

        Parameters
        ----------
        model : ModelOptions
            One of the models.
        typed : set of str
            Names of options that were typed: they win over the file.
        """
        base, words = self.path.absolute().parent, list[str]()
        for name, value in model.values.items():
            if name not in typed:
                words += self._options[name].arguments(value, base)
        return words

    def _model(self, values: dict[str, Any]) -> ModelOptions:
        given = values.pop("sources", [])
        tables = [self._source(one) for one in (given if isinstance(given, list) else [given])]
        base, option = self.path.absolute().parent, self._options["sources"]
        return ModelOptions(values, {option.place(one.name, base): one for one in tables})

    def _table(self, table: object) -> dict[str, Any]:
        """The options of one of several models."""
        if not isinstance(table, dict) or not isinstance(table.get(FOLDER), str):
            raise self._wrong(f'each [[model]] needs a {FOLDER}, such as {FOLDER} = "tickets.live"')
        rest = {key: value for key, value in table.items() if key != FOLDER}
        if "model" in rest:
            raise self._wrong(f"model in a [[model]]: expected {FOLDER}")
        return self._named(rest) | {"model": table[FOLDER]}

    def _source(self, given: object) -> SourceTable:
        if isinstance(given, str):
            return SourceTable(given, {})
        if not isinstance(given, dict) or not isinstance(given.get(ADDRESS), str):
            raise self._wrong(
                f"sources: found {given!r:.60}, expected addresses in quotes, or tables with "
                f'{ADDRESS} = "..."'
            )
        columns = {}
        for key, value in given.items():
            if key != ADDRESS:
                name = self._known(key, self._columns, "a source")
                self._check(name, value)
                columns[name] = str(value)
        return SourceTable(given[ADDRESS], columns)

    def _named(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """The values by the names of parameters; what is no option is refused."""
        found = dict[str, Any]()
        for key, value in given.items():
            name = self._known(key, tuple(self._options), "biterms stream")
            if name in found:
                raise self._wrong(f"{key} is there twice, with - and with _; leave one out")
            if name != "sources":
                self._check(name, value)
            found[name] = value
        return found

    def _check(self, name: str, value: object) -> None:
        try:
            self._options[name].check(value)
        except SettingError as error:
            raise self._wrong(str(error)) from None

    def _known(self, key: str, names: tuple[str, ...], where: str) -> str:
        by_key = {k: name for name in names for k in (name, self._options[name].key)}
        name = by_key.get(key.replace("-", "_"))
        if name is None:
            near = get_close_matches(key.replace("-", "_"), by_key, 1)
            advice = f"did you mean {near[0]}?" if near else f"expected {', '.join(names)}"
            raise self._wrong(f"{key} is no option of {where}; {advice}")
        return name

    def _wrong(self, what: str) -> SettingError:
        return SettingError(f"{self.path}: {what}")


def _read(path: Path) -> dict[str, Any]:
    try:
        with path.open("rb") as file:
            return tomllib.load(file)
    except OSError as error:
        raise InputError(
            f"{path}: cannot be read ({error.strerror}), expected a TOML file; check the name"
        ) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(
            f'{path}: {error}; expected TOML, such as every = 200 and within = "5s"'
        ) from None
