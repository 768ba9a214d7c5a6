"""The docstrings of the stub, which editors show: the first paragraph of those of the module.

`python tests/stub_docs.py` writes them into the stub; a test fails if they are out of date.
"""

from __future__ import annotations

import ast
import pathlib
import textwrap

import pgnkit._pgnkit

STUB = pathlib.Path(__file__).resolve().parents[1] / "python/pgnkit/_pgnkit.pyi"
COLUMNS_MAX = 100

Part = ast.FunctionDef | ast.ClassDef | ast.AnnAssign


def summary(owner: object, name: str) -> str:
    """The first paragraph of a docstring, on one line."""
    text = getattr(getattr(owner, name, None), "__doc__", None) or ""
    if name in vars(type(owner)) and not isinstance(owner, type):
        return ""
    return " ".join(text.strip().split("\n\n")[0].split()).replace("\\", "\\\\")


def parts(tree: ast.Module) -> list[tuple[Part, str]]:
    """The documented parts of the stub, with their summaries."""
    module, found = pgnkit._pgnkit, []
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            owner = getattr(module, node.name)
            found.append((node, summary(module, node.name)))
            for inner in node.body:
                name = name_of(inner)
                if name and not name.startswith("_"):
                    found.append((inner, summary(owner, name)))  # type: ignore[arg-type]
        elif isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
            found.append((node, summary(module, node.name)))
    return found  # type: ignore[return-value]


def name_of(node: ast.stmt) -> str:
    if isinstance(node, ast.FunctionDef):
        return node.name
    if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
        return node.target.id
    return ""


def is_setter(node: ast.AST) -> bool:
    names = [ast.unparse(one) for one in getattr(node, "decorator_list", [])]
    return any(name.endswith(".setter") for name in names)


def is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(getattr(node.value, "value", None), str)


def without_docs(text: str) -> str:
    """The stub without docstrings."""
    lines = text.split("\n")
    kinds = (ast.FunctionDef, ast.ClassDef)
    bodies = [node.body for node in ast.walk(ast.parse(text)) if isinstance(node, kinds)]
    found = [(one, len(body)) for body in bodies for one in body if is_text(one)]
    for doc, count in sorted(found, key=lambda pair: -pair[0].lineno):
        header = lines[doc.lineno - 1][: doc.col_offset]
        if header.strip():
            lines[doc.lineno - 1] = header + "..."
            continue
        del lines[doc.lineno - 1 : doc.end_lineno]
        if count == 1:
            line, mark, comment = lines[doc.lineno - 2].partition("  # ")
            lines[doc.lineno - 2] = f"{line} ...{mark}{comment}"
    return "\n".join(lines)


def literal(doc: str, indent: int) -> list[str]:
    """A docstring as lines, none too long."""
    one = f'"""{doc}"""'
    if indent + len(one) <= COLUMNS_MAX:
        return [" " * indent + one]
    lines = textwrap.wrap(f'"""{doc}', COLUMNS_MAX - indent)
    return textwrap.indent("\n".join([*lines, '"""']), " " * indent).split("\n")


def with_docs(text: str) -> str:
    """The stub with the docstrings of the module."""
    text = without_docs(text)
    lines = text.split("\n")
    for node, doc in reversed(parts(ast.parse(text))):
        if not doc or is_setter(node):
            continue
        if isinstance(node, ast.AnnAssign):
            assert node.end_lineno is not None
            lines[node.end_lineno : node.end_lineno] = literal(doc, node.col_offset)
            continue
        body = node.body[0]
        line = lines[body.lineno - 1]
        if isinstance(node, ast.ClassDef) and line.lstrip() != line and "class " not in line:
            first = node.body[0]
            starts = [first.lineno, *(d.lineno for d in getattr(first, "decorator_list", []))]
            lines[min(starts) - 1 : min(starts) - 1] = literal(doc, node.col_offset + 4)
        elif comment := line[body.end_col_offset :]:
            lines[body.lineno - 1] = line[: body.col_offset].rstrip() + comment
            lines[body.lineno : body.lineno] = literal(doc, node.col_offset + 4)
        elif len(one := line[: body.col_offset] + f'"""{doc}"""') <= COLUMNS_MAX:
            lines[body.lineno - 1] = one
        else:
            lines[body.lineno - 1] = line[: body.col_offset].rstrip()
            lines[body.lineno : body.lineno] = literal(doc, node.col_offset + 4)
    return "\n".join(lines)


if __name__ == "__main__":
    STUB.write_text(with_docs(STUB.read_text(encoding="utf-8")), encoding="utf-8")
