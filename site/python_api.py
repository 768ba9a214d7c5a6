"""The reference of the Python package, as pages: the public names of each module with their
signatures and docstrings, read from the source and the stub; nothing is imported.
"""

import ast
import re
from pathlib import Path

CRATE = Path(__file__).resolve().parent.parent / "crates" / "pgn-py"
PACKAGE = CRATE / "python" / "pgnkit"
MODULES = ["pgnkit", "pgn", "engine", "polyglot", "svg", "variant", "puzzles", "errors"]


def tree_of(name):
    """The parsed source of a module of the package."""
    for path in (PACKAGE / f"{name}.pyi", PACKAGE / f"{name}.py"):
        if path.exists():
            return ast.parse(path.read_text(encoding="utf-8"))
    raise FileNotFoundError(name)


def imports_of(tree):
    """Where the names of a module come from: the module and the name there."""
    found = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.level == 1 and node.module:
            for alias in node.names:
                found[alias.asname or alias.name] = (node.module, alias.name)
    return found


def stars_of(tree):
    """The modules of which all names are imported."""
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    return [node.module for node in nodes if any(alias.name == "*" for alias in node.names)]


def public_names(tree):
    """The names in `__all__`, in order; without it, the classes and functions."""
    names = []
    for node in tree.body:
        target = node.target if isinstance(node, ast.AugAssign) else None
        if isinstance(node, ast.Assign) and len(node.targets) == 1:
            target = node.targets[0]
        if isinstance(target, ast.Name) and target.id == "__all__":
            names += ast.literal_eval(node.value)
    if not names:
        kinds = (ast.ClassDef, ast.FunctionDef)
        names = [node.name for node in tree.body if isinstance(node, kinds)]
    return [name for name in names if not name.startswith("_")]


def definitions(module, name):
    """The nodes that define a name; several for overloads."""
    tree = tree_of(module)
    kinds = (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    found = [node for node in tree.body if isinstance(node, kinds) and node.name == name]
    if found:
        return found
    imports = imports_of(tree)
    if name in imports:
        return definitions(*imports[name])
    return next(filter(None, (definitions(star, name) for star in stars_of(tree))), [])


def rust_docs():
    """The whole docstrings of compiled functions; the stub has their first paragraphs."""
    function = re.compile(r"((?:^///.*\n)+)#\[pyfunction\]\n(?:^(?!pub).*\n)*?pub\(crate\) fn (\w+)", re.M)
    found = {}
    for path in sorted((CRATE / "src").rglob("*.rs")):
        for lines, name in function.findall(path.read_text(encoding="utf-8")):
            found[name] = re.sub("^/// ?", "", lines, flags=re.M).strip()
    return found


def signature(node):
    """`name(arguments) -> result`, without `self`."""
    arguments = ast.unparse(node.args)
    for first in ("self", "cls", "slf"):
        if arguments == first or arguments.startswith((f"{first}, ", f"{first}, /, ")):
            arguments = arguments[len(first) :].removeprefix(", /").removeprefix(", ")
    result = f" -> {ast.unparse(node.returns)}" if node.returns is not None else ""
    return f"{node.name}({arguments}){result}".replace("_Path", "str | PathLike[str]")


def decorators(node):
    return {ast.unparse(one) for one in getattr(node, "decorator_list", [])}


def doc_of(node):
    return markdown(ast.get_docstring(node) or "")


def markdown(text):
    """A docstring as Markdown: doctests and the lists of exceptions become blocks."""
    lines, shown, fence = text.split("\n"), [], None
    for line in lines:
        is_code = line.startswith((">>> ", "... ")) or fence == "pycon" and line.strip() != ""
        is_list = fence == "text" and line.startswith(" ") or line in {"Raises:", "Warns:"}
        kind = "pycon" if is_code else "text" if is_list else None
        if kind != fence:
            shown += ["```"] if fence else []
            shown += ["", f"```{kind}"] if kind else [""]
            fence = kind
        shown.append(line)
    shown += ["```"] if fence else []
    return re.sub("\n{3,}", "\n\n", "\n".join(shown)).strip()


def members(node):
    """The public attributes and methods of a class, each once, with their nodes."""
    found = {}
    for inner in node.body:
        name = getattr(inner, "name", None)
        if isinstance(inner, ast.AnnAssign) and isinstance(inner.target, ast.Name):
            name = inner.target.id
        if name and not name.startswith("_") and not isinstance(inner, ast.ClassDef):
            found.setdefault(name, []).append(inner)
    return found


def member_text(name, nodes):
    first = nodes[0]
    if isinstance(first, ast.AnnAssign):
        return f"- `{name}: {ast.unparse(first.annotation)}`"
    doc = " ".join((ast.get_docstring(first) or "").split("\n\n")[0].split())
    if "property" in decorators(first):
        head = f"`{name}: {ast.unparse(first.returns)}`" if first.returns else f"`{name}`"
    else:
        head = ", ".join(f"`{signature(node)}`" for node in nodes)
    return f"- {head}" + (f": {doc}" if doc else "")


def class_text(node):
    """A class with the members of its own, and the names of the classes that it extends."""
    bases = [ast.unparse(base) for base in node.bases]
    known = [base for base in bases if base not in {"Protocol", "NamedTuple", "object"}]
    made = [one for one in node.body if getattr(one, "name", "") in {"__init__", "__new__"}]
    head = node.name
    if made:
        head = signature(made[0]).replace(made[0].name, node.name, 1).partition(" -> ")[0]
    parts = [f"```python\nclass {head}\n```"]
    if known:
        parts.append(f"Extends {', '.join(f'`{base}`' for base in known)}.")
    if doc := doc_of(node):
        parts.append(doc)
    if lines := [member_text(name, nodes) for name, nodes in members(node).items()]:
        parts.append("\n".join(lines))
    return "\n\n".join(parts)


def base_in_stub(node):
    """The class of the compiled module that a class extends, if its members are there."""
    bases = [ast.unparse(base) for base in node.bases]
    name = next((base for base in bases if base.startswith("_pgnkit.")), None)
    return definitions("_pgnkit", name.removeprefix("_pgnkit.")) if name else []


def module_text(module):
    """The page of a module."""
    file = "__init__" if module == "pgnkit" else module
    title = "pgnkit" if module == "pgnkit" else f"pgnkit.{module}"
    tree, docs = tree_of(file), rust_docs()
    parts, constants = [f"# {title}", doc_of(tree)], []
    for name in public_names(tree):
        nodes = definitions(file, name)
        if not nodes:
            constants.append(name)
            continue
        parts.append(f"## {name}")
        if isinstance(nodes[0], ast.ClassDef):
            parts += [class_text(nodes[0]), *(class_text(base) for base in base_in_stub(nodes[0]))]
            continue
        parts += [f"```python\n{signature(node)}\n```" for node in nodes]
        doc = ast.get_docstring(nodes[0]) or ""
        whole = docs.get(name, "")
        is_same = " ".join(whole.split()).startswith(" ".join(doc.split()))
        parts.append(markdown(whole if whole and is_same else doc))
    if constants:
        names = ", ".join(f"`{name}`" for name in constants)
        parts += ["## Constants and other names", names]
    return "\n\n".join(part for part in parts if part) + "\n"


def write_pages(folder):
    """Writes a page for each module to a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for module in MODULES:
        (folder / f"{module}.md").write_text(module_text(module), encoding="utf-8")
