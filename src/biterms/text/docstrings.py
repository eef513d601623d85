"""A corpus on every machine: the first sentences of the docstrings of Python's standard library.

The source files are parsed with `ast`; nothing is imported or run.
"""

from __future__ import annotations

import ast
import re
import sysconfig
import tokenize
import warnings
from collections.abc import Iterator
from pathlib import Path

_NOT_LIBRARY = {"test", "tests", "site-packages", "dist-packages", "__pycache__"}
# What holds statements, in the order of the file. Expressions define nothing.
_PARTS = ("body", "cases", "handlers", "orelse", "finalbody")
_Documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
# A full stop after a single letter (e.g.) or one of these abbreviations does not end a sentence.
_END = re.compile(r"(?<!\b\w)(?<!\betc)(?<!\bvs)[.!?](?=\s|$)")


def docstrings(*, packages: bool = False) -> Iterator[tuple[str, str]]:
    """Read the first sentence of each docstring of the standard library.

    Parameters
    ----------
    packages : bool, default=False
        Continue with the packages that are installed beside the standard library.

    Yields
    ------
    label : str
        Name of the top-level module.
    sentence : str
        First sentence of a docstring, files in sorted order.
    """
    yield from docstrings_below(Path(sysconfig.get_path("stdlib")))
    if packages:
        for folder in sorted({sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}):
            yield from docstrings_below(Path(folder))


def docstrings_below(folder: Path) -> Iterator[tuple[str, str]]:
    """Read the first sentence of each docstring of the source files in a folder.

    Folders of tests are left out, and so are files that this version of Python cannot parse.

    Parameters
    ----------
    folder : path
        The folder.

    Yields
    ------
    label : str
        First part of the path below `folder`, without suffix.
    sentence : str
        First sentence of a docstring.
    """
    for path in _sources(folder):
        label = path.relative_to(folder).parts[0].removesuffix(".py")
        for text in _docstrings_of(path):
            sentence = first_sentence(text)
            if sentence:
                yield label, sentence


def first_sentence(text: str) -> str:
    """Return the first sentence of the first paragraph on one line.

    Parameters
    ----------
    text : str
        A docstring.

    Returns
    -------
    str
        The sentence, or the paragraph if it has no end of a sentence; empty for an empty text.

    Examples
    --------
    >>> first_sentence("Join paths, e.g. two of\\nthem. Return a string.")
    'Join paths, e.g. two of them.'
    """
    paragraph = " ".join(re.split(r"\n\s*\n", text.strip(), maxsplit=1)[0].split())
    end = _END.search(paragraph)
    return paragraph[: end.end()] if end else paragraph


def _sources(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.iterdir(), key=lambda path: path.name):
        if path.is_dir() and not path.is_symlink() and not _left_out(path.name):
            yield from _sources(path)
        elif path.suffix == ".py" and path.is_file():
            yield path


def _left_out(name: str) -> bool:
    return name in _NOT_LIBRARY or name.endswith(("_test", "_tests"))


def _docstrings_of(path: Path) -> Iterator[str]:
    try:
        with tokenize.open(path) as file, warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Those about the file, such as an invalid escape.
            tree = ast.parse(file.read())
    except (OSError, SyntaxError, ValueError, RecursionError):
        return  # Templates, and files for other versions of Python.
    for node in _definitions(tree):
        text = ast.get_docstring(node)
        if text:
            yield text


def _definitions(node: ast.AST) -> Iterator[_Documented]:
    """The node and the definitions in it, in the order of the file."""
    if isinstance(node, _Documented):
        yield node
    for part in _PARTS:
        for child in getattr(node, part, ()):
            yield from _definitions(child)
