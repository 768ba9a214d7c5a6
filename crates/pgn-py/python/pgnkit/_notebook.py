"""Games in a notebook: a board, and moves to click. Nothing is loaded from a network."""

from __future__ import annotations

import html
import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._pgnkit import Batch
    from .pgn import ChildNode, Game, GameNode

_STYLE = """
body{margin:0;font:15px/1.5 system-ui,sans-serif;display:flex;gap:16px;color:#26221d;background:#fff}
#board{display:grid;grid-template:repeat(8,40px)/repeat(8,40px);flex:none;border:1px solid #26221d}
#board div{font:32px/40px serif;text-align:center}
#board .d{background:#b39b7d}#board .l{background:#f1ead9}#board .m{background:#d6b43c}
#moves{max-height:320px;overflow:auto}#moves button{border:0;background:none;font:inherit;padding:0 2px;
cursor:pointer}#moves button[aria-current]{background:#d6b43c}#moves i{color:#5d564c}
"""

_SCRIPT = """
const board=document.getElementById('board'),moves=[...document.querySelectorAll('button')];
const figures={p:'\u265F\uFE0E',n:'\u265E',b:'\u265D',r:'\u265C',q:'\u265B',k:'\u265A'};
function show(n){const[fen,from,to]=positions[n].board;board.textContent='';let square=56;
for(const c of fen.split(' ')[0].split('[')[0].replace(/~/g,'')){if(c==='/'){square-=16;continue}
const run=+c||1;for(let i=0;i<run;i++,square++){const cell=document.createElement('div');
cell.className=square===from||square===to?'m':((square>>3)+square&1?'l':'d');
if(!+c){const role=c.toLowerCase();cell.textContent=figures[role];
cell.style.color=c===role?'#26221d':'#fff';cell.style.textShadow=c===role?'none':'0 0 2px #000';}
board.append(cell)}}
moves.forEach((m,k)=>k+1===n?m.setAttribute('aria-current','true'):m.removeAttribute('aria-current'));at=n}
let at=0;moves.forEach((m,k)=>m.onclick=()=>show(k+1));
document.onkeydown=e=>{const to={ArrowRight:'next',ArrowLeft:'before'}[e.key];
if(to&&positions[at][to]!==null){show(positions[at][to]);e.preventDefault()}};show(0);
"""


def _marked(text: str) -> str:
    return f" <i>{html.escape(text)}</i>" if text else ""


# How the first glyphs are printed after a move.
_SUFFIXES = {1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!"}


def _nags(node: ChildNode) -> str:
    numbers = node._nag_list()
    suffixes = "".join(_SUFFIXES.get(nag, "") for nag in numbers)
    return suffixes + "".join(f" ${nag}" for nag in numbers if nag not in _SUFFIXES)


class _Line:
    """Moves of a game as buttons, and the positions that they lead to."""

    def __init__(self, game: Game) -> None:
        # Beside each position: where the keys lead from there.
        self.positions: list[dict[str, Any]] = []
        self.parts: list[str] = [_marked(game.comment)]
        self.places: dict[GameNode, int] = {}
        self._place(game, -1, -1)

    def _place(self, node: GameNode, source: int, target: int) -> None:
        place = len(self.positions)
        before = None if node.parent is None else self.places[node.parent]
        self.places[node] = place
        board = (node.fen(), source, target)
        self.positions.append({"board": board, "before": before, "next": None})
        # The first move that was shown after a position is that of its line.
        if before is not None and self.positions[before]["next"] is None:
            self.positions[before]["next"] = place

    def move(self, node: ChildNode, *, first: bool) -> None:
        if first and node.starting_comment:
            self.parts.append(_marked(node.starting_comment))
        number = (node.ply() + 1) // 2
        is_white = node.ply() % 2 == 1
        space = "" if self.parts[-1].endswith("(") else " "
        self.parts.append(space + (f"{number}." if is_white else f"{number}..." if first else ""))
        self._place(node, node.move.from_square, node.move.to_square)
        text = f"<button>{html.escape(node.san())}{_nags(node)}</button>{_marked(node.comment)}"
        self.parts.append(text)


def page(game: Game) -> str:
    """The element of a notebook that shows a game."""
    line = _Line(game)
    # The items that are still to be written, the next one last: a move, whether it is the first of
    # its line and whether other moves replace it; or text.
    waiting: list[tuple[ChildNode, bool, bool] | str] = []
    first = game.next()
    if first is not None:
        waiting.append((first, True, True))
    while waiting:
        item = waiting.pop()
        if isinstance(item, str):
            line.parts.append(item)
            continue
        node, begins, has_others = item
        line.move(node, first=begins)
        others = node.parent.variations[1:] if has_others else []
        following = node.next()
        if following is not None:
            waiting.append((following, bool(others) or bool(node.comment), True))
        for other in reversed(others):
            waiting += [")", (other, True, False), " ("]
    title = f"{game.headers.get('White', '?')} - {game.headers.get('Black', '?')}"
    body = (
        f"<!doctype html><meta charset=utf-8><title>{html.escape(title)}</title>"
        f"<style>{_STYLE}</style><div id=board role=img aria-label=board></div>"
        f"<div><b>{html.escape(title)}</b> {html.escape(game.headers.get('Result', '*'))}"
        f"<div id=moves>{''.join(line.parts)}</div></div>"
        f"<script>const positions={json.dumps(line.positions)};{_SCRIPT}</script>"
    )
    return (
        f'<iframe title="{html.escape(title)}" sandbox="allow-scripts" '
        f'style="width:100%;height:350px;border:0" srcdoc="{html.escape(body)}"></iframe>'
    )


# How many rows of a table are shown, and how many characters of a cell.
FIRST_ROWS = 10
_CELL_CHARACTERS = 60


def _cell(value: Any) -> str:
    """The text of a cell, shortened."""
    if value is None:
        return ""
    if isinstance(value, list):
        value = " ".join("-" if item is None else str(item) for item in value)
    elif isinstance(value, dict):
        value = "; ".join(f"{name}: {text}" for name, text in value.items())
    text = str(value)
    if len(text) > _CELL_CHARACTERS:
        text = text[: _CELL_CHARACTERS - 1] + "…"
    return html.escape(text)


def table(batch: Batch) -> str:
    """The first rows of a table."""
    rows = batch.to_pylist()
    parts = ["<table><thead><tr>"]
    parts += [f"<th>{html.escape(name)}</th>" for name in batch.columns]
    parts.append("</tr></thead><tbody>")
    for row in rows[:FIRST_ROWS]:
        cells = "".join(f"<td>{_cell(value)}</td>" for value in row.values())
        parts.append(f"<tr>{cells}</tr>")
    parts.append("</tbody></table>")
    if len(rows) > FIRST_ROWS:
        parts.append(f"<p>The first {FIRST_ROWS} rows.</p>")
    return "".join(parts)
