"""The names and their types: the stub says what the module has."""

from __future__ import annotations

import subprocess
import sys

# What the stub leaves to `object`, and what PyO3 adds to every class.
ALLOWED = r"""
pgnkit\._pgnkit\.__all__
# That of `Generic`.
pgnkit\._pgnkit\.BaseVisitor\.__class_getitem__
# Those of `MutableMapping`, whose types are overloads.
pgnkit\._pgnkit\.Headers\.(get|pop|setdefault|update|keys|values|items|__contains__)
"""


def test_the_stub_says_what_the_module_has(tmp_path: object) -> None:
    allowed = tmp_path / "allowed"  # type: ignore[operator]
    allowed.write_text(ALLOWED)
    command = [sys.executable, "-m", "mypy.stubtest", "pgnkit._pgnkit", "--allowlist", allowed]
    command += ["--ignore-unused-allowlist", "--ignore-disjoint-bases"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-1000:]
