"""The statements of the guide give the rows that the pages show."""

import csv
import io
import re
import shlex

import pytest
from conftest import ROOT

BLOCK = re.compile(r"^```sql\n(.*?)^```\n\n```csv\n(.*?)^```", re.M | re.S)

# A statement with its rows, or the commands of a block for the shell.
STEP = re.compile(BLOCK.pattern + r"|^```(?:console|sh)\n(.*?)^```", re.M | re.S)


def shown(answer):
    """The rows of an answer as the pages show them."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(column[0] for column in answer.description)
    for row in answer.fetchall():
        writer.writerow(str(it).lower() if isinstance(it, bool) else it for it in row)
    return text.getvalue()


@pytest.mark.parametrize(("name", "n_blocks"), [("sql.md", 5), ("sql-queries.md", 20)])
def test_the_guide_shows_what_duckdb_answers(db, name, n_blocks):
    page = (ROOT / "docs/guide" / name).read_text()
    blocks = BLOCK.findall(page)
    assert len(blocks) == page.count("```sql") >= n_blocks
    for statement, rows in blocks:
        assert shown(db.execute(statement)) == rows, statement


def test_the_example_of_a_month_runs(db, pgn, monkeypatch, tmp_path):
    """The commands and statements of the section, in a folder with the files of `pgn demo`."""
    page = (ROOT / "docs/guide/big.md").read_text()
    [section] = re.findall(r"^## One month, .*?(?=^## )", page, re.M | re.S)
    pgn("demo", tmp_path)
    monkeypatch.chdir(tmp_path)
    n_statements = 0
    for statement, rows, commands in STEP.findall(section):
        for line in commands.splitlines():
            words = shlex.split(line.removeprefix("$ "))
            if words[0] == "pgn":
                pgn(*words[1:], cwd=tmp_path)
        if statement:
            n_statements += 1
            assert shown(db.execute(statement)) == rows, statement
    assert n_statements >= 2
