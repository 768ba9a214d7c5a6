"""The programs of the guide, one page after the other, as a reader would run them."""

from __future__ import annotations

import os
import re

import pytest

from conftest import REPOSITORY, program

# The pages, and how many programs each has at least.
PAGES = [("python.md", 14), ("puzzles.md", 1)]


@pytest.mark.parametrize("name, n_min", PAGES, ids=[name for name, _ in PAGES])
def test_the_guide_runs(name: str, n_min: int, monkeypatch: pytest.MonkeyPatch) -> None:
    page = (REPOSITORY / "docs/guide" / name).read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```", page, re.DOTALL | re.MULTILINE)
    assert len(blocks) >= n_min
    folder = os.path.dirname(program("stockfish"))
    monkeypatch.setenv("PATH", os.environ["PATH"] + os.pathsep + folder)
    monkeypatch.chdir(REPOSITORY)
    names: dict[str, object] = {"__name__": "guide"}
    for n, block in enumerate(blocks):
        exec(compile(block, f"{name}, block {n + 1}", "exec"), names)
