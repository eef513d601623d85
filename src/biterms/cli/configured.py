"""A command that takes its options from a file, too: what is typed wins."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import Annotated, Any

import typer

from biterms.cli.file_options import options_of
from biterms.cli.groups import Command
from biterms.cli.several import check_apart, follow_all
from biterms.cli.stream_file import ModelOptions, SourceTable, StreamFile
from biterms.errors import SettingError

Config = Annotated[
    Path | None,
    typer.Option(
        "--config",
        metavar="FILE.toml",
        help="Take options from a file, also for several models; those that are typed win.",
        show_default=False,
    ),
]
Only = Annotated[
    str | None,
    typer.Option("--only", metavar="FOLDER", help="Of several models of --config, follow one."),
]
#: options that make no sense in a file
_TYPED = {"config", "only", "check", "status", "help"}


def configured(*columns: str) -> Callable[[Command], Command]:
    """Give a command `--config`; it gets what a file says of its sources as ``tables``.

    Parameters
    ----------
    *columns : str
        Options that each source may have for itself.
    """

    def with_file(command: Command) -> Command:
        @wraps(command)
        def called(ctx: typer.Context, config: Path | None, only: str | None, **given: Any) -> None:
            if config is None:
                if only is not None:
                    raise SettingError(f"--only {only}: say with --config where the models are")
                command(**given, tables=ctx.obj or {})
            else:
                _Run(ctx, config, columns).models(only, at_once=given["check"] or given["status"])

        shown = [*inspect.signature(command, eval_str=True).parameters.values()]
        shown = [p for p in shown if p.name != "tables"]
        kind = inspect.Parameter.KEYWORD_ONLY
        context = inspect.Parameter("ctx", kind, annotation=typer.Context)
        more = [
            inspect.Parameter(name, kind, default=None, annotation=annotation)
            for name, annotation in (("config", Config), ("only", Only))
        ]
        called.__signature__ = inspect.Signature([*shown, context, *more])  # type: ignore[attr-defined]
        called.__annotations__ = {p.name: p.annotation for p in [*shown, context, *more]}
        return called

    return with_file


class _Run:
    """One call of a command with a file."""

    def __init__(self, ctx: typer.Context, path: Path, columns: tuple[str, ...]) -> None:
        self._ctx, self._path = ctx, path
        self._options = options_of(ctx.command, _TYPED)
        self.file = StreamFile(path, self._options, columns)

    def models(self, only: str | None, *, at_once: bool) -> None:
        """Run the command for each model of the file: one here, several in processes."""
        models = self._chosen(only)
        check_apart(models, self._path)
        if len(models) > 1 and "model" in self._typed():
            raise SettingError(
                f"--model: {self._path} has {len(models)} models; choose one with --only"
            )
        if len(models) == 1 or at_once:
            for model in models:
                self._run_here(model)
            return
        for model in models:  # before any of them begins
            with self._explained():
                self._context(model).close()
        config = ["--config", str(self._path), "--quiet", *self._typed_words()]
        follow_all({m.folder: [*config, "--only", m.folder] for m in models})

    def _chosen(self, only: str | None) -> list[ModelOptions]:
        found = [m for m in self.file.models if only in (None, m.folder)]
        if not found:
            known = ", ".join(model.folder for model in self.file.models)
            raise SettingError(f"--only {only}: {self._path} has {known}")
        return found

    def _run_here(self, model: ModelOptions) -> None:
        with self._explained():
            ctx = self._context(model)
        with ctx:
            ctx.command.invoke(ctx)

    def _context(self, model: ModelOptions) -> Any:
        """The command as if all had been typed, and what is known of its sources."""
        typed = self._typed()
        words = [*self.file.arguments(model, typed), *self._typed_words()]
        if "sources" not in typed:
            words += ["--", *model.sources]
        command: Any = self._ctx.command
        tables: dict[str, SourceTable] = {} if "sources" in typed else model.sources
        return command.make_context(self._ctx.info_name, words, parent=self._ctx.parent, obj=tables)

    def _typed(self) -> set[str]:
        """Names of options that were typed."""
        names = [str(p.name) for p in self._ctx.command.params]
        sources = {name: self._ctx.get_parameter_source(name) for name in names}
        return {name for name, s in sources.items() if s is not None and s.name == "COMMANDLINE"}

    def _typed_words(self) -> list[str]:
        """What was typed, but for the file and the choice of a model."""
        words, arguments = list[str](), list[str]()
        known = options_of(self._ctx.command, {"config", "only", "help"})
        for name in sorted(self._typed() & known.keys()):
            option, value = known[name], self._ctx.params[name]
            if name == "sources":
                arguments = ["--", *value]
            elif option.is_flag:
                words += option.arguments(value, Path())
            else:
                values = value if option.is_several else [value]
                words += [f"{option.words[0]}={one}" for one in values]
        return [*words, *arguments]

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """Say of a wrong value that it is in the file."""
        try:
            yield
        except Exception as error:
            # Wrong usage is recognised by its methods: some versions of typer bring their own.
            if not hasattr(error, "format_message"):
                raise
            what = " ".join(error.format_message().split()).rstrip(".")
            raise SettingError(f"{self._path}: {what}") from None
