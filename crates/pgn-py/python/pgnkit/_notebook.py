"""Games in a notebook: a board, and moves to click. Nothing is loaded from a network."""

from __future__ import annotations

import html
import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .pgn import ChildNode, Game

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
function show(n){const[fen,from,to]=positions[n];board.textContent='';let square=56;
for(const c of fen.split(' ')[0].split('[')[0].replace(/~/g,'')){if(c==='/'){square-=16;continue}
const run=+c||1;for(let i=0;i<run;i++,square++){const cell=document.createElement('div');
cell.className=square===from||square===to?'m':((square>>3)+square&1?'l':'d');
if(!+c){const role=c.toLowerCase();cell.textContent=figures[role];
cell.style.color=c===role?'#26221d':'#fff';cell.style.textShadow=c===role?'none':'0 0 2px #000';}
board.append(cell)}}
moves.forEach((m,k)=>k+1===n?m.setAttribute('aria-current','true'):m.removeAttribute('aria-current'));at=n}
let at=0;moves.forEach((m,k)=>m.onclick=()=>show(k+1));
document.onkeydown=e=>{if(e.key==='ArrowRight'&&at<moves.length)show(at+1);
if(e.key==='ArrowLeft'&&at>0)show(at-1)};show(0);
"""


def _marked(text: str) -> str:
    return f" <i>{html.escape(text)}</i>" if text else ""


def page(game: Game) -> str:
    """The element of a notebook that shows a game."""
    positions: list[tuple[str, int, int]] = [(game.fen(), -1, -1)]
    parts = [_marked(game.comment)]

    def move(node: ChildNode, *, first: bool) -> None:
        number = (node.ply() + 1) // 2
        if node.ply() % 2 == 1:
            parts.append(f" {number}.")
        elif first:
            parts.append(f" {number}...")
        played = node.move
        positions.append((node.fen(), played.from_square, played.to_square))
        nags = "".join(f" ${nag}" for nag in node._nag_list())
        parts.append(f"<button>{html.escape(node.san())}</button>{nags}{_marked(node.comment)}")

    # What is still to be written, the next thing last: a move, whether it is the first of its line
    # and whether others replace it; or text.
    waiting: list[tuple[ChildNode, bool, bool] | str] = []
    first = game.next()
    if first is not None:
        waiting.append((first, True, True))
    while waiting:
        item = waiting.pop()
        if isinstance(item, str):
            parts.append(item)
            continue
        node, begins, has_others = item
        if begins:
            parts.append(_marked(node.starting_comment))
        move(node, first=begins)
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
        f"<div id=moves>{''.join(parts)}</div></div>"
        f"<script>const positions={json.dumps(positions)};{_SCRIPT}</script>"
    )
    return (
        f'<iframe title="{html.escape(title)}" sandbox="allow-scripts" '
        f'style="width:100%;height:350px;border:0" srcdoc="{html.escape(body)}"></iframe>'
    )
