"""Engines that run: Stockfish, and one of XBoard where it is installed."""

from __future__ import annotations

import asyncio
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time

import pytest

import pgnkit
import pgnkit.pgn
from pgnkit.engine import (
    INFO_ALL,
    INFO_SCORE,
    AnalysisComplete,
    Cp,
    EngineError,
    EngineTerminatedError,
    Limit,
    Mate,
    Option,
    PovScore,
    PovWdl,
    SimpleEngine,
    Wdl,
    popen_uci,
    popen_xboard,
)

from conftest import program

MATE_IN_ONE = "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1"
STALEMATE = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"


@pytest.fixture(scope="module")
def stockfish() -> SimpleEngine:
    return SimpleEngine.popen_uci([program("stockfish")])


def test_an_engine_names_itself_and_its_options(stockfish: SimpleEngine) -> None:
    assert "Stockfish" in stockfish.id["name"] and "Stockfish" in repr(stockfish)
    hash_size = stockfish.options["Hash"]
    assert hash_size.type == "spin" and isinstance(hash_size.default, int) and hash_size.min == 1
    assert stockfish.options["Ponder"].default is False
    stockfish.configure({"Hash": 8, "hash": 9, "Clear Hash": None})
    stockfish.ping()


WRONG_OPTIONS = [
    ({"No Such Option": 1}, "no option No Such Option"),
    ({"Hash": 0}, "from 1 to"),
    ({"Hash": "much"}, "a whole number"),
    ({"Ponder": "yes"}, "True or False"),
    ({"SyzygyPath": "a\nquit"}, "on one line"),
]


@pytest.mark.parametrize("options, why", WRONG_OPTIONS, ids=[why for _, why in WRONG_OPTIONS])
def test_wrong_options_are_errors(
    stockfish: SimpleEngine, options: dict[str, object], why: str
) -> None:
    with pytest.raises(EngineError, match=why):
        stockfish.configure(options)  # type: ignore[arg-type]
    with pytest.raises(EngineError, match=why):
        stockfish.play(pgnkit.Board(), Limit(depth=1), options=options)  # type: ignore[arg-type]
    assert stockfish.play(pgnkit.Board(), Limit(depth=1)).move


LIMITS = [
    Limit(depth=6),
    Limit(nodes=2000),
    Limit(time=0.05),
    Limit(mate=1),
    Limit(depth=20, nodes=500),
    Limit(white_clock=2, black_clock=2, white_inc=0.1, black_inc=0.1, remaining_moves=20),
]


@pytest.mark.parametrize("limit", LIMITS, ids=str)
def test_an_engine_plays_within_limits(stockfish: SimpleEngine, limit: Limit) -> None:
    board = pgnkit.Board(MATE_IN_ONE)
    done = stockfish.play(board, limit, info=INFO_ALL)
    assert done.move is not None and not done.resigned and board.move_stack == []
    board.push(done.move)
    assert board.is_checkmate()
    if limit.nodes is None and limit.time is None:
        assert done.info["score"] == PovScore(Mate(1), True)
    start = stockfish.play(pgnkit.Board(), Limit(depth=5), info=INFO_SCORE)
    assert start.info.keys() <= {"score", "wdl", "lowerbound", "upperbound"} and start.info


WRONG_LIMITS = [
    (Limit(time=-1), "not negative"),
    (Limit(white_clock=3), "both sides"),
    (Limit(white_clock=3, black_clock=3, depth=1), "clocks or other limits"),
]


@pytest.mark.parametrize("limit, why", WRONG_LIMITS, ids=[why for _, why in WRONG_LIMITS])
def test_wrong_limits_are_errors(stockfish: SimpleEngine, limit: Limit, why: str) -> None:
    with pytest.raises(pgnkit.OptionError, match=why):
        stockfish.play(pgnkit.Board(), limit)


def test_several_lines_and_given_moves(stockfish: SimpleEngine) -> None:
    board = pgnkit.Board()
    lines = stockfish.analyse(board, Limit(depth=8), multipv=3)
    assert [line["multipv"] for line in lines] == [1, 2, 3]
    firsts = [line["pv"][0] for line in lines]
    assert len(set(firsts)) == 3 and all(board.is_legal(move) for move in firsts)
    scores = [line["score"].relative for line in lines]
    assert scores == sorted(scores, reverse=True)
    one = stockfish.analyse(board, Limit(depth=8))
    assert "multipv" not in one and one["depth"] >= 8 and one["nodes"] > 0 and one["time"] >= 0
    moves = [board.parse_san("h4"), board.parse_san("a4")]
    assert stockfish.play(board, Limit(depth=4), root_moves=moves).move in moves
    with pytest.raises(pgnkit.IllegalMoveError):
        stockfish.play(board, Limit(depth=4), root_moves=[pgnkit.Move.from_uci("e2e5")])
    with pytest.raises(pgnkit.OptionError):
        stockfish.play(board, Limit(depth=4), root_moves=[])
    # A line of the end of the game, and one without a move.
    assert stockfish.analyse(pgnkit.Board(STALEMATE), Limit(depth=4))["score"].relative == Cp(0)
    assert stockfish.play(pgnkit.Board(STALEMATE), Limit(depth=4)).move is None


def test_options_of_one_call_end_with_it(stockfish: SimpleEngine) -> None:
    shown = stockfish.analyse(pgnkit.Board(), Limit(depth=6), options={"UCI_ShowWDL": True})
    chances = shown["wdl"]
    assert isinstance(chances, PovWdl) and chances.white().total() == 1000
    assert chances.black() == -chances.white() and 0.3 < chances.white().expectation() < 0.8
    assert "wdl" not in stockfish.analyse(pgnkit.Board(), Limit(depth=6))


def test_scores_are_of_the_side_to_move(stockfish: SimpleEngine) -> None:
    board = pgnkit.Board("4k3/8/8/8/8/8/8/QQ2K3 b - - 0 1")
    score = stockfish.analyse(board, Limit(depth=8))["score"]
    assert score.turn is False and score.relative < Cp(-500) and score.white() > Cp(500)


def test_repetitions_are_known(stockfish: SimpleEngine) -> None:
    # With its moves, the position repeats after Kh1; without them, White is lost.
    board = pgnkit.Board("6k1/5ppp/8/8/8/8/q4PPP/6K1 w - - 0 1")
    for uci in ("g1f1", "a2a1", "f1e2", "a1a2", "e2f1", "a2a1", "f1e2", "a1a2"):
        board.push_uci(uci)
    king = [pgnkit.Move.from_uci("e2f1")]
    with_moves = stockfish.analyse(board, Limit(depth=1), root_moves=king)["score"].relative
    alone = board.copy(stack=False)
    without = stockfish.analyse(alone, Limit(depth=1), root_moves=king)["score"].relative
    assert with_moves > without


def test_an_analysis_is_read_while_it_goes_on(stockfish: SimpleEngine) -> None:
    board, depths = pgnkit.Board(), []
    with stockfish.analysis(board) as analysis:
        for info in analysis:
            depths.append(info.get("depth", 0))
            if depths[-1] >= 8:
                break
    best = analysis.wait()
    assert best.move is not None and board.is_legal(best.move)
    assert analysis.info["depth"] >= 8 and depths == sorted(depths)
    assert analysis.next() is None
    with pytest.raises(AnalysisComplete):
        analysis.get()
    assert not analysis.empty() and list(analysis) == []


def test_a_new_search_stops_the_one_before(stockfish: SimpleEngine) -> None:
    endless = stockfish.analysis(pgnkit.Board())
    endless.get()
    assert stockfish.play(pgnkit.Board(), Limit(depth=3)).move
    assert endless.wait().move is not None
    forgotten = stockfish.analysis(pgnkit.Board())
    del forgotten
    stockfish.ping()
    stockfish.configure({"Hash": 16})


def test_a_game_is_played_to_its_end(stockfish: SimpleEngine) -> None:
    board, game = pgnkit.Board("8/8/8/3k4/8/8/1Q6/K7 w - - 0 1"), object()
    while not board.is_game_over():
        move = stockfish.play(board, Limit(depth=12), game=game).move
        assert move is not None
        board.push(move)
    assert board.result() == "1-0"


def test_variants_are_declined(stockfish: SimpleEngine) -> None:
    with pytest.raises(EngineError, match="does not play Atomic"):
        stockfish.play(pgnkit.Board(variant="Atomic"), Limit(depth=1))
    chess960 = pgnkit.Board("1r2k2r/8/8/8/8/8/8/1R2K2R w HBhb - 0 1", chess960=True)
    castling = [pgnkit.Move.from_uci("e1h1")]
    assert stockfish.play(chess960, Limit(depth=2), root_moves=castling).move == castling[0]
    with pytest.raises(pgnkit.PositionError):
        stockfish.play(pgnkit.Board(None), Limit(depth=1))


def test_an_engine_that_has_ended_says_so() -> None:
    with SimpleEngine.popen_uci(program("stockfish")) as engine:
        assert engine.play(pgnkit.Board(), Limit(depth=1)).move
    for use in (engine.ping, lambda: engine.play(pgnkit.Board(), Limit(depth=1))):
        with pytest.raises(EngineTerminatedError):
            use()
    engine.quit()


def test_programs_that_are_no_engines_are_errors(tmp_path: pathlib.Path) -> None:
    with pytest.raises(FileNotFoundError, match="cannot be started"):
        SimpleEngine.popen_uci(str(tmp_path / "missing"))
    with pytest.raises(pgnkit.OptionError):
        SimpleEngine.popen_uci([])
    silent = [sys.executable, "-c", "import time; time.sleep(60)"]
    for start in (SimpleEngine.popen_uci, SimpleEngine.popen_xboard):
        began = time.monotonic()
        if start == SimpleEngine.popen_uci:
            with pytest.raises(EngineError, match="is it an engine"):
                start(silent, timeout=0.3)
        assert time.monotonic() - began < 30
    ends = [sys.executable, "-c", "pass"]
    with pytest.raises(EngineError):
        SimpleEngine.popen_uci(ends)


DEAF = """
import sys
for line in sys.stdin:
    word = line.split()[0]
    if word == "uci": print("id name Deaf\\nuciok", flush=True)
    if word == "isready": print("readyok", flush=True)
    if word == "go" and "infinite" not in line and "movetime" not in line:
        print("bestmove e2e5", flush=True)
"""


def test_an_engine_that_does_not_respond_is_given_up() -> None:
    deaf = [sys.executable, "-c", DEAF]
    with SimpleEngine.popen_uci(deaf, timeout=0.3) as engine:
        with pytest.raises(EngineError, match="illegal move: e2e5"):
            engine.play(pgnkit.Board(), Limit(depth=1))
        with pytest.raises(EngineTerminatedError, match="stop"):
            engine.play(pgnkit.Board(), Limit(time=0.01))
        with pytest.raises(EngineTerminatedError, match="has ended"):
            engine.play(pgnkit.Board(), Limit(depth=1))


def test_interrupt() -> None:
    code = "import sys, pgnkit; from pgnkit.engine import *\n"
    code += "engine = SimpleEngine.popen_uci(sys.argv[1]); print('ready', flush=True)\n"
    code += "engine.play(pgnkit.Board(), Limit(depth=200))"
    command = [sys.executable, "-c", code, program("stockfish")]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None and process.stdout.readline() == "ready\n"
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    assert "KeyboardInterrupt" in errors


def test_the_protocol_of_xboard() -> None:
    path = shutil.which("fairymax", path=os.environ["PATH"] + ":/usr/games")
    if path is None:
        pytest.skip("fairymax is missing")
    with SimpleEngine.popen_xboard(path) as engine:
        assert "Fairy-Max" in engine.id["name"] and engine.protocol == "xboard"
        board = pgnkit.Board()
        done = engine.play(board, Limit(depth=4), info=INFO_ALL)
        assert done.move is not None and board.is_legal(done.move) and done.info["depth"] <= 4
        board.push(done.move)
        assert engine.analyse(board, Limit(depth=4))["pv"]
        with pytest.raises(EngineError, match="limit of positions"):
            engine.play(board, Limit(nodes=100))
        with pytest.raises(EngineError, match="one line"):
            engine.analyse(board, Limit(depth=1), multipv=2)
        engine.configure({"Hash": 1})


def test_options_are_read_as_the_protocols_describe_them() -> None:
    combo = Option("Style", "combo", "Solid", None, None, ["Solid", "Very Bold"])
    assert combo.text("Very Bold") == "Very Bold"
    with pytest.raises(EngineError, match="one of Solid, Very Bold"):
        combo.text("Wild")
    assert Option("Clear", "button", None, None, None, []).text(None) == ""
    assert -Wdl(1, 2, 3) == Wdl(3, 2, 1) and Wdl(0, 0, 0).expectation() == 0.5


def test_asyncio_plays_and_analyses() -> None:
    async def main() -> None:
        transport, engine = await popen_uci([program("stockfish")])
        assert "Stockfish" in engine.id["name"] and "Stockfish" in repr(engine)
        assert engine.options["Hash"].type == "spin"
        await engine.configure({"Hash": 8})
        await engine.ping()
        with pytest.raises(EngineError, match="no option"):
            await engine.configure({"No Such Option": 1})
        board = pgnkit.Board(MATE_IN_ONE)
        done = await engine.play(board, Limit(depth=6), info=INFO_ALL)
        assert done.move is not None and done.info["score"] == PovScore(Mate(1), True)
        assert (await engine.analyse(board, Limit(depth=6)))["score"] == PovScore(Mate(1), True)
        assert len(await engine.analyse(pgnkit.Board(), Limit(depth=4), multipv=3)) == 3
        king = [move for move in board.legal_moves if board.piece_type_at(move.from_square) == 6]
        limited = await engine.play(board, Limit(depth=4), root_moves=iter(king))
        assert limited.move in king
        with pytest.raises(pgnkit.OptionError):
            await engine.play(board, Limit(time=-1))
        await engine.quit()
        with pytest.raises(EngineTerminatedError):
            await engine.play(board, Limit(depth=1))
        transport.close()
        assert transport.is_closing()
        with pytest.raises(FileNotFoundError):
            await popen_uci(program("stockfish") + "-missing")

    asyncio.run(main())


def test_asyncio_reads_an_analysis_while_it_goes_on() -> None:
    async def main() -> None:
        _, engine = await popen_uci([program("stockfish")])
        board, depths = pgnkit.Board(), []
        with await engine.analysis(board) as analysis:
            board.push_san("e4")
            async for info in analysis:
                depths.append(info.get("depth", 0))
                if depths[-1] >= 8:
                    break
        best = await analysis.wait()
        assert best.move is not None and pgnkit.Board().is_legal(best.move)
        assert analysis.info["depth"] >= 8 and depths == sorted(depths)
        assert await analysis.next() is None and not analysis.would_block()
        with pytest.raises(AnalysisComplete):
            await analysis.get()
        await engine.quit()

    asyncio.run(main())


def test_asyncio_cancels_a_search() -> None:
    async def main() -> None:
        _, engine = await popen_uci([program("stockfish")])
        board = pgnkit.Board()
        # Zero cancels while the search starts.
        for seconds in (0.0, 0.001, 0.2):
            with pytest.raises(asyncio.TimeoutError):
                await asyncio.wait_for(engine.play(board, Limit(depth=200)), seconds)
            with pytest.raises(asyncio.TimeoutError):
                work = engine.analyse(board, Limit(depth=200), multipv=2, options={"Hash": 9})
                await asyncio.wait_for(work, seconds)
            assert (await engine.play(board, Limit(depth=3))).move
        endless = await engine.analysis(board)
        assert (await engine.play(board, Limit(depth=3))).move
        assert (await endless.wait()).move
        await engine.quit()

    asyncio.run(main())


def test_asyncio_runs_several_engines() -> None:
    async def search(depth: int) -> None:
        _, engine = await popen_uci([program("stockfish")])
        assert (await engine.analyse(pgnkit.Board(), Limit(depth=depth)))["depth"] == depth
        await engine.quit()

    async def main() -> None:
        await asyncio.gather(*(search(depth) for depth in range(1, 9)))

    asyncio.run(main())


DIES = DEAF.replace('print("bestmove e2e5", flush=True)', "sys.exit(3)")


def test_asyncio_reports_that_an_engine_has_ended() -> None:
    async def main() -> None:
        transport, engine = await popen_uci([sys.executable, "-c", DIES])
        for _ in range(2):
            with pytest.raises(EngineTerminatedError):
                await engine.play(pgnkit.Board(), Limit(depth=1))
        transport.close()

    asyncio.run(main())


def test_asyncio_with_the_protocol_of_xboard() -> None:
    path = shutil.which("fairymax", path=os.environ["PATH"] + ":/usr/games")
    if path is None:
        pytest.skip("fairymax is missing")

    async def main() -> None:
        _, engine = await popen_xboard(path)
        assert (await engine.play(pgnkit.Board(), Limit(depth=4))).move
        await engine.quit()

    asyncio.run(main())
