"""Par of a 4X Solitaire deal: shown at the end, on request, and in replays."""

from __future__ import annotations

import threading
import time
from pathlib import Path
from typing import Any

import pytest

import capture_widgets as cw
from capture_widgets.analysis.par import par_analysis
from capture_widgets.engine.solver_interface import Solved
from capture_widgets.engine.solver_notes import SOLVER_CONSULTED, UNDONE_AFTER_HINT, is_solver_note, winnable_words
from capture_widgets.export.marked_moves import losing_marks
from capture_widgets.games.fourx.solving import compared
from capture_widgets.widgets.table.takebacks import note_lines, takeback_notes
from tests.wire import Wire, logged, say, until, widget_named

KING_C = "king c"


def never() -> bool:
    """Nobody stops."""
    return False


def seen_table(game: cw.Game) -> Wire:
    """A table of a game that a page shows."""
    wire = Wire(game.table())
    wire.ask(kind="hello", view="page")
    return wire


def answered(wire: Wire, **message: Any) -> dict[str, Any]:
    """The answer to a request that is answered beside all else."""
    heard = threading.Event()

    def hear(content: Any, buffers: Any = None) -> None:
        wire.heard.append(content)
        heard.set()

    wire.table.send = hear
    say(wire.table, {"id": 900, **message})
    assert heard.wait(60)
    return wire.heard[-1]


@pytest.fixture
def given_up() -> cw.Game:
    """A deal that can be won with the king chosen, given up."""
    return cw.new("fourx", seed=24, seats=["Ann"]).play("king d").play("resign")


# -- after a game


def test_after_a_game_the_table_tells_what_was_possible(given_up: cw.Game) -> None:
    wire = seen_table(given_up)
    assert wire.table.scene["par"] is not None
    until(wire.table, lambda: bool(wire.table.scene["par"]["text"]))
    par = wire.table.scene["par"]
    assert "26 turns" in par["text"]
    assert par["line"]
    assert par["replay"] is None


def test_the_best_line_is_a_replay_below_the_table_and_ends_taking_back(given_up: cw.Game) -> None:
    wire = seen_table(given_up)
    until(wire.table, lambda: bool(wire.table.scene["par"]["text"]))
    assert wire.table.scene["can"]["undo"]
    assert wire.ask(kind="line")["kind"] == "done"
    replay = widget_named(wire.table.scene["par"]["replay"])
    assert replay.scene["title"] == "4X Solitaire, the best line"
    assert replay.game.returns == [1]
    assert replay.game.points == [26]
    assert replay.seat == 0, "what is not explored yet lies face down, so nothing is said to lie open"
    assert [lens["seat"] for lens in replay.scene["lenses"]] == [0]
    assert not wire.table.scene["can"]["undo"]
    wire.ask(kind="unline")
    assert wire.table.scene["par"]["replay"] is None
    assert replay.closed


def test_another_deal_forgets_what_was_possible_in_the_last(given_up: cw.Game) -> None:
    wire = seen_table(given_up)
    until(wire.table, lambda: bool(wire.table.scene["par"]["text"]))
    given_up.restart()
    until(wire.table, lambda: wire.table.scene["par"] is None)


def test_going_back_once_it_was_told_is_remembered(given_up: cw.Game) -> None:
    wire = seen_table(given_up)
    until(wire.table, lambda: bool(wire.table.scene["par"]["text"]))
    wire.undo()
    assert given_up.comments["0/1"] == UNDONE_AFTER_HINT
    until(wire.table, lambda: wire.table.scene["par"] is None)


def test_nothing_is_solved_for_a_table_that_nobody_sees_or_a_game_that_goes_on(given_up: cw.Game) -> None:
    assert given_up.table().scene["par"] is None
    assert seen_table(cw.new("fourx", seed=24).play(KING_C)).table.scene["par"] is None
    over = cw.new("kommando", seed=1, seats=[cw.bots.Random(), cw.bots.Random()]).seed_bots(1).run()
    assert seen_table(over).table.scene["par"] is None


def solved(turns: int | None, suit: str | None = "h", bound: int | None = None, status: Any = "solved") -> Solved:
    line = () if turns is None else ("king h",)
    return Solved(status, turns, turns if bound is None else bound, line, suit, 1, 0.1, "")


def test_what_was_possible_is_said_beside_how_it_ended() -> None:
    class End:
        def __init__(self, result: int, turns: int) -> None:
            self.result, self.turns, self.own = result, turns, 0

    def said(end: End, best: Solved, own: Solved | None) -> str:
        return compared(end, best, own)  # type: ignore[arg-type]

    won, lost = End(1, 41), End(-1, 9)
    unwinnable = solved(None, None, status="unwinnable")
    assert said(won, solved(28, "c"), solved(28, "c")) == "28 turns were possible."
    assert said(won, solved(26), solved(28, "c")) == ("28 turns were possible, and 26 with the king of hearts.")
    assert said(won, solved(29, "c", 27), solved(29, "c", 27)) == "29 turns were possible, perhaps fewer."
    assert said(End(1, 28), solved(28, "c"), solved(28, "c")) == "No win takes fewer turns."
    assert said(End(1, 28), solved(26), solved(28, "c")) == "With the king of hearts 26 turns were possible."
    assert said(lost, solved(28, "c"), solved(28, "c")) == "This deal could be won in 28 turns."
    assert said(lost, solved(27), unwinnable) == (
        "With the king of clubs this deal cannot be won; with the king of hearts it can, in 27 turns."
    )
    assert said(lost, unwinnable, unwinnable) == "This deal cannot be won, whatever king is chosen."
    assert said(lost, solved(27), None) == "This deal can be won in 27 turns, with the king of hearts."


def test_looking_for_what_was_possible_ends_when_it_is_no_longer_wanted(given_up: cw.Game) -> None:
    begun = time.process_time()
    assert par_analysis(given_up.history, lambda: True) is None
    assert time.process_time() - begun < 3


# -- asked for in the middle


def test_whether_it_can_still_be_won_is_told_when_asked_and_remembered(tmp_path: Path) -> None:
    game = cw.new("fourx", seed=24, seats=["Ann"], autosave=tmp_path / "game.jsonl").play("king d")
    wire = seen_table(game)
    assert wire.table.scene["can"]["winnable"]
    reply = answered(wire, kind="winnable")
    assert (reply["kind"], reply["move"]) == ("hint", None)
    assert reply["text"] == "With this king this deal can be won, by a player who knows every card."
    assert game.comments == {"0/1": "Asked whether it could still be won: it could."}
    game.play(next(move for move in game.legal_moves() if move.startswith("explore")))
    assert logged(wire.table.get_state())[-1]["again"] == game.comments["0/1"]
    game.close()
    assert cw.load(tmp_path / "game.jsonl").comments == game.comments


def test_the_answer_says_of_what_it_holds_before_the_first_turn_and_after_it() -> None:
    """ "It cannot be won any more" was said where no turn had been played: it was the deal, with that king."""
    decided = cw.new("fourx", seed=24).type.solving().decided
    start = cw.new("fourx", seed=24)
    chosen = start.copy().play("king d")
    played = chosen.copy().play(next(move for move in chosen.legal_moves() if move.startswith("explore")))
    said = [[decided(game.state, answer) for answer in (True, False, None)] for game in (start, chosen, played)]
    knows, late = "by a player who knows every card.", "The solver could not decide in time whether it can"
    assert said == [
        [f"This deal can be won, {knows}", "This deal cannot be won, whatever king you choose.", f"{late} be won."],
        [
            f"With this king this deal can be won, {knows}",
            "With this king this deal cannot be won, whatever you play.",
            f"{late} be won.",
        ],
        [f"It can still be won, {knows}", "From here it cannot be won, whatever you play.", f"{late} still be won."],
    ]


def test_what_was_asked_is_remembered_when_moves_are_taken_back() -> None:
    game = cw.new("fourx", seed=24, seats=["Ann"]).play("king d")
    wire = seen_table(game)
    answered(wire, kind="winnable")
    wire.table.send = lambda content, buffers=None: wire.heard.append(content)
    wire.undo()
    assert winnable_words(True) in note_lines(game.comments["0/0"])
    assert takeback_notes(game.history, 0)[1]


def test_code_that_solves_ones_own_game_at_a_table_is_remembered_and_other_code_is_not() -> None:
    game = cw.new("fourx", seed=24, seats=["Ann"]).play("king d")
    assert game.still_winnable(5) is True
    cw.solve(game, 0.05, progress=False)
    assert game.comments == {}
    seen_table(game)
    assert game.still_winnable(5) is True
    assert game.still_winnable(5) is True
    cw.solve(game, 0.05, progress=False)
    assert game.comments == {"0/1": f"{winnable_words(True)}\n{SOLVER_CONSULTED}"}
    assert all(is_solver_note(line) for line in game.comments["0/1"].split("\n"))


def test_other_games_have_no_such_question() -> None:
    wire = seen_table(cw.new("kommando", seed=1))
    assert not wire.table.scene["can"]["winnable"]
    assert answered(wire, kind="winnable")["kind"] == "refused"


# -- in replays


def lost_at_a_capture() -> cw.Game:
    """A game in which a move in the middle lost the deal."""
    return cw.new("fourx", seed=4, seats=[cw.bots.Greedy()]).seed_bots(1).run()


def test_the_move_that_lost_the_deal_is_marked() -> None:
    game = lost_at_a_capture()
    (mark,) = losing_marks(game.history)
    ply = int(mark["at"].partition("/")[2])
    assert game.at(ply - 1).still_winnable(5) is True
    assert game.at(ply).still_winnable(5) is False
    assert mark["glyph"] == "??"


def test_an_analysis_says_that_giving_up_lost_the_deal_and_blames_nobody_for_it(given_up: cw.Game) -> None:
    found = cw.analyse(given_up, seconds=1, seat=None, progress=False)
    row = found.of(None)[1]
    assert (found.unit, row.mistake, found.cost(row)) == ("turns", True, "the win")
    assert (row.points, row.chance) == (26, None)
    curve = cw.replay(given_up.record(), seat=None, analysis=found).timeline["curves"][-1]
    assert curve["points"][1]["blame"] is None


def test_before_the_map_is_laid_out_nothing_is_said_of_a_win() -> None:
    """A curve said of the choice of the king that no win was known."""
    game = cw.new("fourx", seed=1)
    game.play("king h").play(next(move for move in game.legal_moves() if move != "resign")).play("resign")
    found = cw.analyse(game, simulations=64, seat=0, progress=False)
    first, *_ = cw.replay(game.record(), seat=0, analysis=found).timeline["curves"][0]["points"]
    assert first["words"] == "too early to tell"


def test_an_analysis_says_that_a_move_lost_the_deal() -> None:
    game = cw.new("fourx", seed=20261201_33269519).play("king d").play("resign")  # only the king of spades can win
    found = cw.analyse(game, seconds=1, seat=None, progress=False)
    row = found.of(None)[0]
    assert (found.unit, row.mistake, found.cost(row)) == ("turns", True, "the win")
    curve = cw.replay(game.record(), seat=None, analysis=found).timeline["curves"][-1]
    assert curve["points"][0]["blame"] == "That costs the win. Better: choose the king of spades."


def test_giving_up_what_can_be_won_is_marked_and_a_win_or_a_hopeless_deal_is_not(given_up: cw.Game) -> None:
    assert [mark["at"] for mark in losing_marks(given_up.history)] == ["0/2"]
    assert losing_marks(cw.new("fourx", seed=3).play(KING_C).play("resign").history) == []
    assert losing_marks(cw.solve(cw.new("fourx", seed=24), 20, progress=False).game().history) == []
    assert losing_marks(cw.new("fourx", seed=24).play(KING_C).history) == []


def test_a_replay_marks_it_for_who_may_see_everything_and_when_it_is_reached(given_up: cw.Game) -> None:
    def marks(**settings: Any) -> list[Any]:
        replay = cw.replay(given_up.record(), **settings)
        replay.send = lambda content, buffers=None: None
        say(replay, {"id": 1, "kind": "hello", "view": "page"})
        for thread in threading.enumerate():
            if thread.name == "capture-widgets-marks":
                thread.join(60)
        return list(replay.scene["marks"])

    assert [mark["at"] for mark in marks()] == ["0/2"]
    assert marks(seat=0, lenses=[0]) == []
    assert marks(spoilers=False) == []


def test_a_file_marks_it_where_everything_is_open(given_up: cw.Game, tmp_path: Path) -> None:
    words = "Given up, though it could still be won."
    assert words in given_up.save_html(tmp_path / "open.html", seat=None).read_text("utf-8")
    assert words not in given_up.save_html(tmp_path / "seat.html", seat=0).read_text("utf-8")
