"""Tags as a mapping, and handles whose text is not UTF-8."""

from __future__ import annotations

import io

import pytest

import pgnkit
import pgnkit.pgn

RUSSIAN = (
    '[White "Карпов, Анатолий"]\n[Result "*"]\n\n1. e4 {хороший ход, теперь белые лучше} *\n\n'
)
POLISH = '[White "Świercz, Dariusz"]\n[Result "*"]\n\n1. d4 {białe mają przewagę} *\n\n'
GERMAN = '[White "Müller, Jörg"]\n[Result "*"]\n\n1. c4 {schön, später besser} *\n\n'
PLAIN = '[White "Ash"]\n[Result "*"]\n\n1. e4 *\n\n'


def game(text: str) -> pgnkit.pgn.Game:
    found = pgnkit.pgn.read_game(io.StringIO(text))
    assert found is not None
    return found


class NoSeek(io.BytesIO):
    """A handle that cannot be set back."""

    def seekable(self) -> bool:
        return False

    def seek(self, offset: int, whence: int = 0, /) -> int:
        raise OSError("no seek")

    def tell(self) -> int:
        raise OSError("no tell")


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (RUSSIAN, "cp1251"),
        (RUSSIAN, "koi8-r"),
        (PLAIN + RUSSIAN, "cp866"),
        (POLISH, "cp1250"),
        (POLISH, "iso8859-2"),
        (GERMAN, "latin-1"),
        (RUSSIAN + POLISH + GERMAN, "utf-8"),
        # The first game alone says too little.
        (RUSSIAN.replace("Карпов, Анатолий", "Ян") + RUSSIAN, "cp1251"),
    ],
)
@pytest.mark.parametrize("kind", ["bytes", "no seek", "surrogates"])
def test_a_handle_is_read_in_the_encoding_that_its_text_shows(
    text: str, encoding: str, kind: str
) -> None:
    data = text.encode(encoding)

    def handle() -> io.IOBase:
        if kind == "surrogates":
            return io.TextIOWrapper(io.BytesIO(data), encoding="utf-8", errors="surrogateescape")
        return NoSeek(data) if kind == "no seek" else io.BytesIO(data)

    expected = [line[8:-2] for line in text.splitlines() if line.startswith("[White ")]
    games, headers = handle(), handle()
    for white in expected:
        found = pgnkit.pgn.read_game(games)
        tags = pgnkit.pgn.read_headers(headers)
        assert found is not None and tags is not None
        assert found.headers["White"] == tags["White"] == white
    assert pgnkit.pgn.read_game(games) is None


def test_a_known_name_in_another_case_is_one_tag() -> None:
    for text in ('[white "Ash"]\n\n1. e4 *', '[WHITE "Ash"]\n[Black "B"]\n\n1. e4 *'):
        found = game(text)
        assert found.headers["White"] == "Ash"
        assert [name.lower() for name in found.headers].count("white") == 1
        found.headers["White"] = "Birch"
        assert found.headers["White"] == "Birch" and "Ash" not in str(found)
        assert [name.lower() for name in found.headers].count("white") == 1
        lazy = pgnkit.pgn.read_headers(io.StringIO(text))
        assert lazy is not None and lazy["White"] == "Ash"
        assert dict(lazy)["White"] == "Ash"
        del found.headers["White"]
        assert "White" not in found.headers


def test_tags_of_the_start_are_set_only_if_the_moves_stay_legal() -> None:
    found = game("1. e4 e5 2. Nf3 *")
    other = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
    for name, value in (("FEN", other), ("Variant", "Racing Kings"), ("fen", other)):
        with pytest.raises(ValueError, match="legal|unknown|invalid"):
            found.headers[name] = value
        with pytest.raises(ValueError, match="legal|unknown|invalid"):
            found.headers.update({name: value})
        assert name not in found.headers
    usual = pgnkit.Board().fen()
    found.headers["FEN"] = usual
    assert found.end().board().fen().startswith("rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/")
    found = game(f'[SetUp "1"]\n[FEN "{other}"]\n\n1. O-O *')
    with pytest.raises(ValueError, match="legal"):
        del found.headers["FEN"]
    assert found.headers["FEN"] == other
    empty = pgnkit.pgn.Game()
    empty.headers["FEN"] = other
    assert empty.board().fen() == other


def test_a_new_event_keeps_the_rules_that_the_old_one_named() -> None:
    for event, variant in (
        ("FICS rated suicide game", "Suicide"),
        ("FICS rated wild/fr game", "Chess960"),
        ("FICS rated losers game", "losers"),
    ):
        found = game(f'[Event "{event}"]\n\n1. e3 b6 *')
        found.headers["Event"] = "Cup"
        assert found.headers["Variant"] == variant
