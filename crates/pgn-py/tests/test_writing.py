"""Many games written at once: the same text as game by game, complete or not at all."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import os
import pathlib
from collections.abc import Callable, Iterator

import pytest

import pgnkit
import pgnkit.pgn

from conftest import CORPUS

FOLDERS = [CORPUS / "classic", CORPUS / "dialect"]


@pytest.mark.parametrize("profile", ["modern", "archival", "reduced", "lossless", "lichess"])
@pytest.mark.filterwarnings("ignore:the profile")
def test_the_text_is_that_of_each_game(profile: str) -> None:
    # The reduced profile has no set-up positions.
    games = list(pgnkit.pgn.games(FOLDERS, where="setup != 1"))
    expected = "".join(game.to_pgn(profile) + "\n\n" for game in games)
    text, data = io.StringIO(), io.BytesIO()
    assert pgnkit.write_games(text, games, profile=profile) == len(games) > 10
    assert pgnkit.write_games(data, iter(games), profile=profile) == len(games)
    assert text.getvalue() == expected
    encoding = "latin-1" if profile in {"archival", "reduced"} else "utf-8"
    assert data.getvalue() == expected.encode(encoding)


PACKERS: list[tuple[str, Callable[[bytes], bytes]]] = [
    ("", bytes),
    (".gz", gzip.decompress),
    (".bz2", bz2.decompress),
    (".xz", lzma.decompress),
]


@pytest.mark.parametrize(("ending", "unpack"), PACKERS)
def test_a_name_decides_the_compression(
    tmp_path: pathlib.Path, ending: str, unpack: Callable[[bytes], bytes]
) -> None:
    path = tmp_path / f"games.pgn{ending}"
    n_games = pgnkit.write_games(path, pgnkit.pgn.games(FOLDERS))
    text = unpack(path.read_bytes()).decode()
    assert sum(1 for _ in pgnkit.pgn.headers(text.encode())) == n_games
    assert pgnkit.write_games(str(tmp_path / "games.pgn.zst"), pgnkit.pgn.games(path)) == n_games
    again = io.StringIO()
    pgnkit.write_games(again, pgnkit.pgn.games(tmp_path / "games.pgn.zst"))
    assert again.getvalue() == text


def test_a_file_can_be_replaced_by_games_of_its_own(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_bytes(b"1. e4 *\n\n1. d4 *\n\n" * 5_000)
    games = (game for game in pgnkit.pgn.games(path) if game.next().san() == "e4")
    assert pgnkit.write_games(path, games) == 5_000
    assert sum(1 for _ in pgnkit.pgn.headers(path)) == 5_000


def test_a_failure_leaves_the_old_file(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_bytes(b"old")
    game = pgnkit.pgn.read_game(io.StringIO('[White "Šárka"]\n\n1. e4 {Šárka} *'))
    assert game is not None

    def failing() -> Iterator[pgnkit.pgn.Game]:
        yield game
        raise KeyError("mine")

    wrong: list[tuple[type[Exception], Callable[[], object]]] = [
        (KeyError, lambda: pgnkit.write_games(path, failing())),
        (TypeError, lambda: pgnkit.write_games(path, [game, "1. e4 *"])),  # type: ignore[list-item]
        (TypeError, lambda: pgnkit.write_games(path, 3)),  # type: ignore[arg-type]
        (pgnkit.WriteError, lambda: pgnkit.write_games(path, [game], profile="archival", refuse=True)),
        (pgnkit.OptionError, lambda: pgnkit.write_games(path, [game], profile="none")),
        (pgnkit.OptionError, lambda: pgnkit.write_games(tmp_path / "a.zip", [game])),
        (pgnkit.ReadError, lambda: pgnkit.write_games(tmp_path / "none" / "a.pgn", [game])),
        (pgnkit.ReadError, lambda: pgnkit.write_games(tmp_path, [game])),
    ]
    for error, call in wrong:
        with pytest.raises(error):
            call()
        assert path.read_bytes() == b"old" and os.listdir(tmp_path) == ["games.pgn"]
    with pytest.warns(UserWarning, match="game 2: "):
        pgnkit.write_games(path, [pgnkit.pgn.Game(), game], profile="archival")


ILLEGAL = "1. e4 e5 2. Ke2 Qh4 3. Nf3 Qxe4 4. d3 Nf6 5. Kd2 *"


def test_illegal_moves_are_kept_on_request(tmp_path: pathlib.Path) -> None:
    read = pgnkit.pgn.read_game
    for how, n_plies in ((None, 6), ("stop", 6), ("keep", 9)):
        game = read(io.StringIO(ILLEGAL), illegal_moves=how)
        assert game is not None and game.end().ply() == n_plies
        assert [error.code for error in game.errors][:1] == ["C001"]
        (same,) = pgnkit.pgn.games(ILLEGAL.encode(), illegal_moves=how or "stop")
        assert str(same) == str(game)
    assert "Illegal move" in str(game)
    with pytest.raises(pgnkit.OptionError, match="stop or keep"):
        read(io.StringIO(ILLEGAL), illegal_moves="ignore")
