"""The statements of the guide give the rows that the page shows."""

import csv
import io
import re

from conftest import ROOT

BLOCK = re.compile(r"^```sql\n(.*?)^```\n\n```csv\n(.*?)^```", re.M | re.S)


def test_the_guide_shows_what_duckdb_answers(db):
    page = (ROOT / "docs/guide/sql.md").read_text()
    blocks = BLOCK.findall(page)
    assert len(blocks) == page.count("```sql") > 4
    for statement, shown in blocks:
        answer = db.execute(statement)
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(column[0] for column in answer.description)
        for row in answer.fetchall():
            writer.writerow(str(it).lower() if isinstance(it, bool) else it for it in row)
        assert text.getvalue() == shown, statement
