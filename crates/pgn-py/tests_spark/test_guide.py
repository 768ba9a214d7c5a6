"""The programs of `docs/guide/big.md`, one after the other, as a reader would run them."""

from __future__ import annotations

import re

from conftest import REPOSITORY
from pyspark.sql import SparkSession


def test_the_guide_runs(spark: SparkSession) -> None:
    page = (REPOSITORY / "docs/guide/big.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```", page, re.DOTALL | re.MULTILINE)
    assert len(blocks) >= 5
    names: dict[str, object] = {"__name__": "guide"}
    for n, block in enumerate(blocks):
        exec(compile(block, f"big.md, block {n + 1}", "exec"), names)
