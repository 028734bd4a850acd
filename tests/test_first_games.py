"""How a first hand plays on by itself, and the game that it offers at its end."""

from __future__ import annotations

from time import monotonic, sleep

import pytest

import capture_widgets as cw
from capture_widgets.bots.levels import bot_id
from capture_widgets.widgets import RunningLesson
from capture_widgets.widgets.lobby import Lobby
from tests.test_running_lessons import answer_right, go_on, move
from tests.wire import ask, widget_named

DONE = {"kind": "done", "id": 1}


def to_last_step(run: RunningLesson) -> RunningLesson:
    """Go to the last step, by right answers."""
    while run.number < len(run.lesson.steps) - 1:
        assert run.scene["first_game"] == "", "nothing is offered before the end"
        answer_right(run)
        go_on(run)
    return run


def offered(slug: str) -> str:
    return "Now play an easy map" if slug == "fourx" else "Now play against Beginner"


def is_first_game(game: cw.Game, slug: str) -> bool:
    """Whether a game is one against Beginner, or an easy map."""
    if slug == "fourx":
        graded = game.type.graded
        assert graded is not None
        return list(game.seats) == ["you"] and game.record()["seed"] in graded("easy", game.type.options())
    return [bot_id(player) or player for player in game.seats] == ["you", "beginner"]


@pytest.mark.parametrize("slug", cw.games())
def test_a_first_hand_ends_with_a_game_on_one_click(slug: str) -> None:
    run = to_last_step(cw.lesson(slug).run(pace=0))
    assert run.scene["first_game"] == offered(slug)
    assert ask(run, kind="first_game") == DONE
    game = run.table.game
    assert game.type.slug == slug
    assert game.ply == 0
    assert is_first_game(game, slug)
    assert run.scene["table"] == run.table.model_id
    assert run.scene["over"]
    assert run.scene["first_game"] == "", "the game is there"


def test_a_person_plays_in_the_game_after_a_first_hand_and_goes_back_to_the_lesson() -> None:
    run = to_last_step(cw.lesson("kommando").run(pace=0))
    ask(run, kind="first_game")
    first = run.table.game
    assert move(run, first.legal_moves()[0]) == DONE
    assert first.ply == 1
    assert ask(run, kind="back") == DONE
    assert run.table.game is not first
    assert run.table.game.history == run.lesson.steps[10].start or run.table.game.is_over
    assert run.scene["first_game"] == offered("kommando")


def test_the_lobby_plays_the_game_after_a_first_hand_in_its_own_place() -> None:
    lobby: Lobby = cw.lobby(pace=0)
    assert ask(lobby, kind="learn", game="commander") == DONE
    run = widget_named(lobby.scene["table"])
    ask(to_last_step(run), kind="first_game")
    assert lobby.scene["shows"] == "table"
    assert run.closed
    assert lobby.game is not None
    assert is_first_game(lobby.game, "commander")


def test_a_table_puts_its_game_aside_for_the_game_after_a_first_hand() -> None:
    game = cw.new("kommando", seed=3, seats=["you", cw.bots.Greedy()])
    table = game.table()
    game.play(game.legal_moves()[0])
    assert ask(table, kind="learn") == DONE
    run = widget_named(table.scene["lesson"])
    ask(to_last_step(run), kind="first_game")
    assert table.scene["lesson"] is None
    assert run.closed
    assert is_first_game(game, "kommando")
    assert game.ply == 0
    assert game.can_bring_back


def test_the_table_of_a_lesson_offers_nothing_that_it_refuses_when_the_hand_is_over() -> None:
    run = to_last_step(cw.lesson("kommando").run(pace=0))
    assert run.table.dump["is_over"]
    assert run.table.scene["after"] is None
    ask(run, kind="first_game")
    assert run.table.scene["can"]["new"], "the table of the game after it does"


def test_other_lessons_offer_no_game_and_none_is_begun_before_the_end() -> None:
    own = cw.Lesson("Own", [{"position": cw.new("kommando", seed=7), "text": "Look."}]).run()
    assert own.scene["first_game"] == ""
    assert ask(own, kind="first_game")["kind"] == "refused"
    run = cw.lesson("kommando").run()
    before = run.table.game
    assert ask(run, kind="first_game")["kind"] == "refused"
    assert run.table.game is before


def shown(run: RunningLesson) -> RunningLesson:
    """A lesson that a page shows, with its table."""
    for widget in (run, run.table):
        ask(widget, kind="hello", view="page")
    return run


def to_step(run: RunningLesson, number: int) -> RunningLesson:
    while run.number < number:
        answer_right(run)
        go_on(run)
    return run


def test_a_battle_of_a_lesson_is_shown_long_enough_to_remember_it() -> None:
    run = shown(to_step(cw.lesson("commander").run(), 2))
    begun = monotonic()
    assert move(run, "2xB1") == DONE
    game = run.table.game
    while game.ply == 1 and monotonic() - begun < 10:
        sleep(0.02)
    assert 2.3 < monotonic() - begun < 3.5
    assert game.moves() == ["2xB1", "4xA1"]


def test_whoever_goes_on_does_not_wait_for_the_moves_that_follow() -> None:
    run = shown(to_step(cw.lesson("commander").run(), 2))
    move(run, "2xB1")
    table = run.table
    assert table.game.ply == 1
    go_on(run)
    assert run.number == 3
    assert run.table is table, "the battle is seen at the table that stays"
    assert table.game.moves() == ["2xB1", "4xA1"]
    sleep(2.6)
    assert table.game.moves() == ["2xB1", "4xA1"], "what waited is played once"


def test_moves_that_decide_nothing_follow_at_the_usual_pause() -> None:
    run = shown(to_step(cw.lesson("fourx").run(), 11))
    begun = monotonic()
    move(run, "travel a6 d6")
    while run.table.game.history.moves()[-1] != "explore d6" and monotonic() - begun < 10:
        sleep(0.02)
    assert 0.8 < monotonic() - begun < 1.8


def test_a_first_hand_goes_on_by_itself_from_move_to_move_and_keeps_what_it_replied_in_view() -> None:
    run = shown(to_step(cw.lesson("universal").run(), 1))
    praise = run.step.praise
    move(run, "play 5e 1")
    assert (run.number, run.scene["before"], run.scene["reply"]) == (2, praise, None)
    ask(run, kind="back")
    assert run.number == 1
    assert (run.scene["reply"], run.scene["next"]) == ({"right": True, "text": praise}, True), "and there it stays"
    go_on(run)
    assert (run.number, run.scene["before"]) == (2, "")


def test_a_first_hand_goes_on_once_the_other_player_has_moved() -> None:
    run = shown(to_step(cw.lesson("fourx").run(), 13))
    following = run.lesson.steps[14]
    move(run, "travel d6 e4")
    assert (run.number, run.scene["next"]) == (13, True), "whoever does not wait can go on"
    assert run.scene["plays_on"], "but nobody needs to"
    begun = monotonic()
    while run.number == 13 and monotonic() - begun < 10:
        sleep(0.02)
    assert not run.scene["plays_on"]
    assert run.table.game.history == following.start, "the moves that follow have been played"
    assert monotonic() - begun > 1.6, "and seen"


def test_a_first_hand_waits_where_it_has_more_to_say_or_asks_something_else() -> None:
    run = shown(to_step(cw.lesson("fourx").run(pace=0), 1))
    move(run, "explore b5")
    assert (run.number, run.scene["reply"]["right"]) == (1, True), "a question follows that is no move"
    run = shown(to_step(cw.lesson("universal").run(pace=0), 17))
    move(run, "move 2 4")
    assert (run.number, run.scene["reveal"] != "") == (17, True)


def test_a_teachers_lesson_goes_on_when_the_student_does() -> None:
    data = cw.lesson("kommando").data()
    run = shown(to_step(cw.lesson({**data, "title": "A lesson"}).run(pace=0), 3))
    assert run.step.ask == "move"
    answer_right(run)
    assert (run.number, run.scene["before"]) == (3, "")
