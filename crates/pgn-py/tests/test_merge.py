"""Games merged into one: every line of every game is in it, and what is left out is counted."""

from __future__ import annotations

import itertools

import pytest

import pgnkit
import pgnkit.pgn

from conftest import CORPUS

ORDINARY = "setup != 1"


def follows(merged: pgnkit.pgn.Game, game: pgnkit.pgn.Game, depth: int | None) -> int:
    """How many moves of the main line of a game are a line of the merged game."""
    node: pgnkit.pgn.GameNode = merged
    for number, move in enumerate(itertools.islice(game.mainline_moves(), depth)):
        if not node.has_variation(move):
            return number
        node = node.variation(move)
    return -1


@pytest.mark.parametrize("depth", [None, 1, 7, 40])
@pytest.mark.parametrize("main_line", ["first", "played", "longest", "score"])
def test_every_line_is_in_the_merged_game(depth: int | None, main_line: str) -> None:
    games = list(pgnkit.pgn.games(CORPUS / "classic", where=ORDINARY))
    for threads in (1, 3):
        merged = pgnkit.merge_tree(
            CORPUS / "classic", ORDINARY, depth=depth, main_line=main_line, threads=threads
        )
        assert merged.games == len(games) and merged.game.errors == []
        assert [follows(merged.game, game, depth) for game in games] == [-1] * len(games)
        if depth is not None:
            longer = sum(sum(1 for _ in game.mainline_moves()) > depth for game in games)
            assert merged.cut == longer
            assert sum(1 for _ in merged.game.mainline()) <= depth
        assert merged.moves >= merged.lines > 0


TEXT = b"""1. e4 {king} e5 2. Nf3 1-0

1. e4 c5 {sharp} 0-1

1. e4 e5 2. Nf3 Nc6 1/2-1/2

1. e4 {[%clk 0:01:00]} e5 2. f4 *
"""

# What is asked for, and what the text of the merged game has and does not have.
OPTIONS: list[tuple[dict[str, object], list[str], list[str]]] = [
    ({}, ["1... c5", "2. f4", "king", "[%from"], ["%clk"]),
    ({"origins": False}, ["king", "sharp"], ["[%from"]),
    ({"min_games": 2}, ["2. Nf3"], ["c5", "f4", "Nc6"]),
    ({"depth": 2}, ["e5", "c5"], ["Nf3"]),
    ({"counts": True}, ["3 games, +1 =1 -0"], []),
    ({"players": 1}, ["1-0"], []),
]


@pytest.mark.parametrize("options, has, has_not", OPTIONS, ids=[str(it[0]) for it in OPTIONS])
def test_options_have_their_effect(
    options: dict[str, object], has: list[str], has_not: list[str]
) -> None:
    merged = pgnkit.merge_tree(TEXT, **options)  # type: ignore[arg-type]
    text = merged.game.to_pgn().split("\n\n", 1)[1].replace("\n", " ")
    assert [part for part in has if part not in text] == [], text
    assert [part for part in has_not if part in text] == [], text
    assert merged.games == 4 and merged.clocks == 1
    assert (merged.rare_moves > 0) == ("min_games" in options)


def test_games_that_cannot_be_merged_are_errors() -> None:
    for paths, where, why in [
        (b"", None, "found none"),
        (CORPUS / "classic", None, "start differently"),
        (b"1. e4 *", "White = 'nobody'", "found none"),
    ]:
        with pytest.raises(pgnkit.WriteError, match=why):
            pgnkit.merge_tree(paths, where)  # type: ignore[arg-type]
    for option in ({"main_line": "best"}, {"transpositions": "all"}):
        with pytest.raises(pgnkit.OptionError, match="expected"):
            pgnkit.merge_tree(b"1. e4 *", **option)  # type: ignore[arg-type]
    with pytest.raises(pgnkit.QueryError):
        pgnkit.merge_tree(b"1. e4 *", "White ==")
