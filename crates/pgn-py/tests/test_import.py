"""What an import brings along: little, so that it takes no time."""

from __future__ import annotations

import subprocess
import sys


def test_nothing_large_is_imported() -> None:
    code = "import sys, pgnkit, pgnkit.engine; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    large = {"asyncio", "numpy", "pandas", "polars", "pyarrow", "pyspark", "tempfile"}
    assert large.isdisjoint(loaded.stdout.split())
