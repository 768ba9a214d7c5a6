"""Writes a predicate of polars as an expression of `--where`, as far as expressions can.

The expression may let more rows through than the predicate, never fewer: polars applies the
predicate again to the rows.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import polars

_SIGNS = {"Eq": "=", "Gt": ">", "GtEq": ">=", "Lt": "<", "LtEq": "<="}
_MIRRORED = {"=": "=", ">": "<", ">=": "<=", "<": ">", "<=": ">="}

# Columns of whole numbers that are words of expressions, and are null where no such word is known.
NUMBERS = frozenset({"year", "month", "day", "whiteelo", "blackelo", "plycount"})


def _literal(node: Any) -> int | None:
    """The whole number that a literal is."""
    while isinstance(node, dict):
        if len(node) != 1:
            return None
        kind, node = next(iter(node.items()))
        if kind not in {"Literal", "Dyn", "Int", "Scalar", "Int8", "Int16", "Int32", "Int64"}:
            if kind not in {"UInt8", "UInt16", "UInt32", "UInt64"}:
                return None
    return node if isinstance(node, int) and not isinstance(node, bool) else None


def _comparison(node: Any) -> str | None:
    """A comparison of a column with a number."""
    operator = _SIGNS.get(node.get("op", ""))
    if operator is None:
        return None
    left, right = node.get("left"), node.get("right")
    if isinstance(right, dict) and "Column" in right:
        left, right, operator = right, left, _MIRRORED[operator]
    if not (isinstance(left, dict) and "Column" in left):
        return None
    name, number = left["Column"], _literal(right)
    if not isinstance(name, str) or name not in NUMBERS or number is None or number < 0:
        return None
    return f"{name} {operator} {number}"


def _words(node: Any) -> list[str]:
    """The conditions that hold wherever a node holds."""
    if not isinstance(node, dict) or "BinaryExpr" not in node:
        return []
    node = node["BinaryExpr"]
    if node.get("op") in {"And", "LogicalAnd"}:
        return _words(node.get("left")) + _words(node.get("right"))
    words = _comparison(node)
    return [] if words is None else [words]


def where_of(predicate: polars.Expr, schema: polars.Schema) -> str | None:
    """The part of a predicate that an expression can ask; `None` if it can ask no part."""
    try:
        tree = json.loads(predicate.meta.serialize(format="json"))
    except Exception:  # noqa: BLE001 - a predicate without JSON is applied by polars alone
        return None
    words = [word for word in _words(tree) if word.split()[0] in schema]
    return " and ".join(words) if words else None
