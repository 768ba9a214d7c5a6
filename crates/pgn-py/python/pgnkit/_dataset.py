"""A scan as a dataset of pyarrow, of which DuckDB reads only the columns that a query uses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pyarrow  # type: ignore[import-untyped,unused-ignore]
import pyarrow.dataset as ds  # type: ignore[import-untyped,unused-ignore]

from ._scan import _reader

if TYPE_CHECKING:
    from ._scan import Scan


class ScanDataset(ds.Dataset):  # type: ignore[misc,unused-ignore]
    """The rows of a scan; each scanner reads the files."""

    def __init__(self, scan: Scan) -> None:
        self._scan = scan

    @property
    def schema(self) -> pyarrow.Schema:
        return self._scan.schema

    def scanner(
        self, columns: list[str] | None = None, filter: Any = None, **options: Any
    ) -> ds.Scanner:
        """The columns of the rows for which a filter holds."""
        needed = self._scan.columns
        if columns is not None:
            # A filter names its columns; a name in a text of it adds a column, which changes nothing.
            text = "" if filter is None else str(filter)
            needed = [name for name in needed if name in columns or name in text]
        reader = _reader(self._scan, needed)
        return ds.Scanner.from_batches(reader, columns=columns, filter=filter, **options)
