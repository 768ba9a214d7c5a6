"""The programs of `docs/guide/python.md`, one after the other, as a reader would run them."""

from __future__ import annotations

import os
import re

from conftest import REPOSITORY


def test_the_guide_runs(capsys: object) -> None:
    page = (REPOSITORY / "docs/guide/python.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```", page, re.DOTALL | re.MULTILINE)
    assert len(blocks) >= 10
    names: dict[str, object] = {"__name__": "guide"}
    before = os.getcwd()
    os.chdir(REPOSITORY)
    try:
        for n, block in enumerate(blocks):
            exec(compile(block, f"python.md, block {n + 1}", "exec"), names)
    finally:
        os.chdir(before)
