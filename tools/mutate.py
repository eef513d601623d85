"""Mutation testing: change one thing in a source file at a time and see whether the tests notice.

`python tools/mutate.py src/biterms/learning/table.py tests/learning --most 60`

Each mutant is the file with one operator, comparison, constant or statement changed. A mutant that
the tests pass with is a survivor: a place that no test looks at, or a change that makes no
difference. The file is put back in the end, whatever happens.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

SWAPS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}


def mutants(source: str) -> Iterator[tuple[int, str, str]]:
    """Line, description and text of each changed file."""
    count = len(working_nodes(ast.parse(source)))
    for at in range(count):
        tree = ast.parse(source)
        node = working_nodes(tree)[at]
        what = change(node)
        if what is not None:
            yield getattr(node, "lineno", 0), what, ast.unparse(tree)


def working_nodes(tree: ast.AST) -> list[ast.AST]:
    """All nodes but those of type annotations, which nothing evaluates."""
    nodes, waiting = [], [tree]
    while waiting:
        node = waiting.pop()
        nodes.append(node)
        waiting += [
            child
            for name, value in ast.iter_fields(node)
            if name not in ("annotation", "returns")
            for child in (value if isinstance(value, list) else [value])
            if isinstance(child, ast.AST)
        ]
    return nodes


def change(node: ast.AST) -> str | None:
    """Change a node in place; what was changed, or None."""
    if isinstance(node, ast.BinOp | ast.BoolOp | ast.AugAssign) and type(node.op) in SWAPS:
        before, node.op = type(node.op).__name__, SWAPS[type(node.op)]()  # type: ignore[assignment]
        return f"{before} -> {type(node.op).__name__}"
    if isinstance(node, ast.Compare) and type(node.ops[0]) in SWAPS:
        before, node.ops[0] = type(node.ops[0]).__name__, SWAPS[type(node.ops[0])]()  # type: ignore[call-overload]
        return f"{before} -> {type(node.ops[0]).__name__}"
    if isinstance(node, ast.Constant) and type(node.value) in (int, float, bool):
        node.value = not node.value if isinstance(node.value, bool) else node.value + 1
        return f"constant -> {node.value}"
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        node.op = ast.UAdd()
        return "not removed"
    if isinstance(node, ast.If):
        node.test = ast.Constant(value=False)
        return "condition -> False"
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        node.value = ast.Constant(value=None)
        return "call removed"
    return None


def survives(tests: list[str], seconds: float = 300) -> bool:
    """Whether the tests pass, in so many seconds, with the file as it is now."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "--no-header", "-p", "no:cacheprovider"]
    environment = os.environ | {"PYTHONPATH": "src", "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(
            [*command, *tests], env=environment, capture_output=True, timeout=seconds
        )
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("tests", nargs="+")
    parser.add_argument("--most", type=int, default=60, help="mutants that are tried, by chance")
    given = parser.parse_args()
    source = given.file.read_text()
    found = list(mutants(source))
    chosen = random.Random(0).sample(found, min(given.most, len(found)))
    left = 0
    try:
        begin = time.monotonic()
        if not survives(given.tests):
            raise SystemExit("the tests fail without any change")
        enough = 10 + 5 * (time.monotonic() - begin)  # a change may never come to an end
        for line, what, text in sorted(chosen):
            given.file.write_text(text)
            if survives(given.tests, enough):
                left += 1
                print(f"survived: {given.file}:{line} {what}", flush=True)
    finally:
        given.file.write_text(source)
    print(f"{given.file}: {len(chosen) - left} of {len(chosen)} changes were caught")


if __name__ == "__main__":
    main()
