"""Copies what the site shows into target/site-source: the front page, docs, and the reference of
the Python package, which `python_api.py` makes.

A link to a file of the repository that is not on the site becomes one to the repository.
"""

import os
import re
import shutil
import sys
from pathlib import Path

import python_api

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "target" / "site-source"
PAGES = TARGET / "pages"
REPOSITORY = "https://github.com/pgnkit/pgnkit/blob/main/"
# The target of `[text](target#heading)`, but no address and no heading alone.
LINK = re.compile(r"(?<=\]\()([^)\s:#]+)(?=[)#])")


def place(source):
    """Where on the site a file of the repository is; None if it is not there."""
    if source == ROOT / "README.md":
        return PAGES / "index.md"
    docs = ROOT / "docs"
    if not source.is_relative_to(docs) or source.is_relative_to(docs / "api"):
        return None
    if source.suffix not in {".md", ".svg", ".webp", ".json"}:
        return None
    page = PAGES / source.relative_to(docs)
    if page.name == "README.md":
        # `pgn index` has a page, too.
        name = "overview.md" if source.with_name("index.md").exists() else "index.md"
        page = page.with_name(name)
    return page


def rewritten(text, source, page):
    """The page with its links as they are on the site."""

    def target(match):
        path = (source.parent / match[1]).resolve()
        if path.is_dir() and (path / "README.md").exists():
            path /= "README.md"
        there = place(path) if path.is_file() else None
        if there is not None:
            return Path(os.path.relpath(there, page.parent)).as_posix()
        if path.exists() and path.is_relative_to(ROOT):
            return REPOSITORY + path.relative_to(ROOT).as_posix()
        return match[1]

    return LINK.sub(target, text)


def unlisted(settings):
    """The pages of the guide, the formats and Python that the navigation does not have."""
    folders = ("guide", "formats", "python")
    pages = [page for folder in folders for page in (PAGES / folder).glob("*.md")]
    names = (page.relative_to(PAGES).as_posix() for page in pages)
    return sorted(name for name in names if f"- {name}\n" not in settings)


def main():
    """Makes the folder anew."""
    shutil.rmtree(TARGET, ignore_errors=True)
    for source in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*"))]:
        page = place(source) if source.is_file() else None
        if page is None:
            continue
        page.parent.mkdir(parents=True, exist_ok=True)
        if source.suffix == ".md":
            text = source.read_text(encoding="utf-8")
            page.write_text(rewritten(text, source, page), encoding="utf-8")
        else:
            shutil.copyfile(source, page)
    python_api.write_pages(PAGES / "python")
    settings = (ROOT / "site" / "mkdocs.yml").read_text(encoding="utf-8")
    if unlisted(settings):
        sys.exit(f"site/mkdocs.yml does not list {', '.join(unlisted(settings))}")
    (TARGET / "mkdocs.yml").write_text(settings, encoding="utf-8")


main()
