"""The reference on the site has every public name, and the text of every docstring."""

from __future__ import annotations

import importlib
import sys

import pytest

from conftest import CORPUS

sys.path.insert(0, str(CORPUS.parent / "site"))
import python_api  # type: ignore[import-not-found]  # noqa: E402


@pytest.mark.parametrize("module", python_api.MODULES)
def test_a_page_has_every_public_name(module: str) -> None:
    name = "pgnkit" if module == "pgnkit" else f"pgnkit.{module}"
    found = importlib.import_module(name)
    page = python_api.module_text(module)
    flat = " ".join(page.split())
    names = getattr(found, "__all__", None)
    if names is None:
        names = [it for it, value in vars(found).items() if getattr(value, "__module__", "") == name]
    for public in names:
        if public.startswith("_"):
            continue
        value = getattr(found, public)
        is_documented = isinstance(value, type) or callable(value)
        assert (f"\n## {public}\n" in page) == is_documented or f"`{public}`" in page, public
        first = (getattr(value, "__doc__", None) or "").strip().split("\n")[0]
        if f"\n## {public}\n" in page and is_documented:
            assert first in flat, public
    # Blocks are closed.
    assert page.count("\n```") % 2 == 0
