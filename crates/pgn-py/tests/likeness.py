"""How alike the functions of two Python packages are, by the shape of their syntax trees.

A function becomes the sequence of its syntax nodes in depth-first order: classes of nodes, of
operators and of constants. Names, strings, numbers, docstrings, annotations, decorators, and
statements that only store a parameter in an attribute do not count. The likeness of two functions is the `ratio` of `difflib.SequenceMatcher` over the sequences.
"""

from __future__ import annotations

import ast
import dataclasses
import difflib
import pathlib
from collections.abc import Iterable, Iterator


@dataclasses.dataclass(frozen=True)
class Shape:
    """A function without its names."""

    module: str
    name: str
    nodes: tuple[str, ...]


def nodes_of(node: ast.AST) -> Iterator[str]:
    """The kinds of the nodes below a node, without type annotations."""
    for field, value in ast.iter_fields(node):
        if field in {"annotation", "returns", "decorator_list", "ctx", "type_params"}:
            continue
        for child in value if isinstance(value, list) else [value]:
            if not isinstance(child, ast.AST):
                continue
            kind = type(child).__name__
            yield kind + type(child.value).__name__ if isinstance(child, ast.Constant) else kind
            yield from nodes_of(child)


def is_left_out(statement: ast.stmt) -> bool:
    """Whether it is a docstring, or `self.name = name`."""
    if isinstance(statement, ast.Expr):
        return isinstance(statement.value, ast.Constant)
    if not isinstance(statement, ast.Assign) or len(statement.targets) != 1:
        return False
    target, value = statement.targets[0], statement.value
    return (
        isinstance(target, ast.Attribute)
        and isinstance(value, ast.Name)
        and target.attr.lstrip("_") == value.id
    )


def shapes(paths: Iterable[pathlib.Path]) -> list[Shape]:
    """The functions of files, those inside classes and functions included."""
    found = []
    for path in paths:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                body = [statement for statement in node.body if not is_left_out(statement)]
                bare = ast.Module(body=body, type_ignores=[])
                found.append(Shape(path.stem, node.name, tuple(nodes_of(bare))))
    return found


def likeness(a: Shape, b: Shape, at_least: float = 0.0) -> float:
    """From 0 to 1; 0 if it is certainly below `at_least`."""
    longest, shortest = max(len(a.nodes), len(b.nodes)), min(len(a.nodes), len(b.nodes))
    if 2 * shortest < at_least * (longest + shortest):
        return 0.0
    matcher = difflib.SequenceMatcher(None, a.nodes, b.nodes, autojunk=False)
    if matcher.quick_ratio() < at_least:
        return 0.0
    return matcher.ratio()
