"""No function of the package is a rewording of one of python-chess, whose license is the GPL.

The files of python-chess are parsed by program; only numbers about them are printed.
"""

from __future__ import annotations

import pathlib

import chess
import pytest

import pgnkit
from likeness import Shape, likeness, shapes

# Functions of the standard library (argparse, csv, difflib, heapq, random, zipfile and others) have
# nothing to do with chess. Of 387 of them with at least 20 nodes, 5 find one in python-chess that is
# alike by 0.8 or more: chance, on the shortest ones. A translation that keeps the statements has 0.85
# to 1.
NODES_MIN = 20
LIKENESS_MAX = 0.8
# Of shorter functions, one or two statements, chance makes 14 of 116 alike by 0.85; a class that was
# reworded method by method has half of them and more.
SHORT_NODES_MIN = 12
SHORT_LIKENESS_MAX = 0.85
SHORT_SHARE_MAX = 0.25


def functions(package: str | None) -> list[Shape]:
    assert package is not None
    found = shapes(sorted(pathlib.Path(package).parent.glob("*.py")))
    return [shape for shape in found if len(shape.nodes) >= SHORT_NODES_MIN]


def test_no_function_is_that_of_python_chess() -> None:
    ours, theirs = functions(pgnkit.__file__), functions(chess.__file__)
    assert len(ours) > 60 and len(theirs) > 500
    measured = []
    for shape in ours:
        likest = 0.0
        for other in theirs:
            likest = max(likest, likeness(shape, other, likest))
        measured.append((likest, f"{shape.module}.{shape.name}", len(shape.nodes)))
    measured.sort(reverse=True)
    long = [(likest, name, n) for likest, name, n in measured if n >= NODES_MIN]
    short = [likest for likest, _, n in measured if n < NODES_MIN]
    n_alike = sum(likest >= SHORT_LIKENESS_MAX for likest in short)
    print(f"{len(ours)} functions beside {len(theirs)}; the likest of {len(long)} long ones:")
    for likest, name, n_nodes in long[:5]:
        print(f"{likest:.2f} {name} ({n_nodes} nodes)")
    print(f"short ones alike: {n_alike} of {len(short)}")
    assert not [name for likest, name, _ in long if likest >= LIKENESS_MAX]
    assert n_alike <= SHORT_SHARE_MAX * len(short)


# A function, and how alike it is to that of the first line.
EXAMPLES = [
    ("def f(a):\n    for x in a:\n        if x > 3:\n            a.g(x + 1)\n    return a[0]", 1.0, 1.0),
    # Other names, a docstring, other numbers.
    ("def g(b: int) -> int:\n    '''d'''\n    for y in b:\n        if y > 9:\n            b.h(y + 2)\n    return b[1]", 1.0, 1.0),
    # A statement more.
    ("def f(a):\n    c = 1\n    for x in a:\n        if x > 3:\n            a.g(x + 1)\n    return a[0]", 0.9, 0.99),
    # The same result in another way.
    ("def f(a):\n    any(map(a.g, [x + 1 for x in a if x > 3]))\n    return next(iter(a))", 0.0, 0.8),
    ("def f(a):\n    return {k: [v] for k, v in a.items()}", 0.0, 0.6),
]


@pytest.mark.parametrize("example", EXAMPLES, ids=[str(n) for n in range(len(EXAMPLES))])
def test_likeness_is_that_of_shapes(example: tuple[str, float, float], tmp_path: pathlib.Path) -> None:
    found = []
    for n, text in enumerate([EXAMPLES[0][0], example[0]]):
        path = tmp_path / f"{n}.py"
        path.write_text(text)
        found += shapes([path])
    one, other = found
    assert example[1] <= likeness(one, other) <= example[2]
    assert list(one.nodes) and likeness(one, other, 1.0) in (0.0, 1.0)


def test_parameters_that_are_stored_do_not_count(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "stores.py"
    path.write_text("class A:\n    def __init__(self, a, b):\n        self.a = a\n        self._b = b\n")
    (shape,) = shapes([path])
    assert shape.nodes == ()
