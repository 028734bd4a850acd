"""A first hand that was left goes on at its step, in the same kernel and in another one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import capture_widgets as cw
from capture_widgets.games import GAMES
from capture_widgets.library import kept_games
from capture_widgets.library.kept_games import SWITCH
from capture_widgets.widgets import Lobby, RunningLesson
from tests.test_running_lessons import answer_right, go_on
from tests.wire import ask, say


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv(SWITCH, raising=False)
    monkeypatch.setattr(kept_games, "games_folder", lambda: tmp_path / "games")
    return tmp_path / "games"


def opened(lobby: Lobby, slug: str, **more: Any) -> RunningLesson:
    assert ask(lobby, kind="learn", game=slug, **more)["kind"] == "done"
    assert lobby._lesson is not None
    return lobby._lesson


def played_to(lobby: Lobby, slug: str, step: int) -> RunningLesson:
    run = opened(lobby, slug)
    run.settings = {**run.settings, "pace": 0}
    while run.number < step:
        answer_right(run)
        go_on(run)
    return run


def step_in(lobby: Lobby, slug: str) -> int:
    return next(int(one["learn_step"]) for one in lobby.scene["games"] if one["slug"] == slug)


@pytest.mark.parametrize("slug", GAMES)
def test_a_first_hand_that_was_left_goes_on_at_its_step_in_another_kernel(slug: str) -> None:
    lobby = cw.lobby()
    last = len(cw.lesson(slug)) - 1
    for step in (4, last - 1):
        run = played_to(lobby, slug, step)
        before = run.table.game.history, [one["answer"] for one in run.lesson.answers]
        ask(lobby, kind="back")
        assert step_in(lobby, slug) == step + 1
        chip = {
            "which": f"lesson {slug}",
            "title": GAMES[slug].title,
            "words": f"with help, step {step + 1} of {last + 1}",
            "offered": True,
        }
        assert chip in lobby.scene["kept"]
        other = cw.lobby()
        assert step_in(other, slug) == step + 1
        assert ask(other, kind="continue", which=f"lesson {slug}")["kind"] == "done"
        again = other._lesson
        assert again is not None and again.number == step
        assert (again.table.game.history, [one["answer"] for one in again.lesson.answers]) == before
        assert again.scene["resumed"] and step > 0
        ask(other, kind="back")


def test_a_finished_first_hand_is_marked_in_the_lobby_and_stays_so() -> None:
    lobby = cw.lobby()

    def learned(shown: Lobby) -> list[str]:
        return [one["slug"] for one in shown.scene["games"] if one["learned"]]

    last = len(cw.lesson("kommando")) - 1
    played_to(lobby, "kommando", last - 1)
    ask(lobby, kind="back")
    assert learned(lobby) == [], "it was left before its end"
    run = opened(lobby, "kommando")
    answer_right(run)
    go_on(run)
    assert (run.number, run.scene["over"]) == (last, False), "nothing is left to do"
    ask(lobby, kind="back")
    assert learned(lobby) == ["kommando"]
    opened(lobby, "kommando", anew=True)
    ask(lobby, kind="back")
    assert learned(cw.lobby()) == ["kommando"], "in another kernel, too, and after it was begun anew"


def test_a_first_hand_is_no_examination() -> None:
    lobby = cw.lobby()
    run = played_to(lobby, "kommando", len(cw.lesson("kommando")) - 1)
    go_on(run)
    assert run.scene["over"]
    assert (run.scene["review"], run.scene["points_of"]) == ([], 0)


def test_it_begins_anew_where_a_person_asks_for_it(folder: Path) -> None:
    lobby = cw.lobby()
    played_to(lobby, "kommando", 4)
    ask(lobby, kind="back")
    run = opened(lobby, "kommando", anew=True)
    assert (run.number, run.lesson.answers) == (0, [])
    ask(lobby, kind="back")
    assert step_in(lobby, "kommando") == 0
    assert not any(one["which"].startswith("lesson") for one in lobby.scene["kept"])
    assert list(folder.glob("*.lesson.json")) == []
    played_to(lobby, "kommando", 4)
    ask(lobby, kind="back")
    run = opened(lobby, "kommando")
    say(run, {"id": 1, "kind": "new", "same": True})
    assert (run.number, run.scene["resumed"], run.scene["back"]) == (0, False, False)
    ask(lobby, kind="back")
    assert step_in(lobby, "kommando") == 0, "and so in the lesson"


def test_a_lesson_that_is_over_is_kept_no_more(folder: Path) -> None:
    lobby = cw.lobby()
    run = played_to(lobby, "kommando", len(cw.lesson("kommando")) - 2)
    assert list(folder.glob("*.lesson.json")) != []
    answer_right(run)
    go_on(run)
    assert list(folder.glob("*.lesson.json")) == [], "nothing is left to do in its last step"
    ask(lobby, kind="back")
    assert not any(one["which"].startswith("lesson") for one in lobby.scene["kept"])
    assert step_in(lobby, "kommando") == 0


def test_a_lesson_that_ends_with_a_first_game_is_kept_no_more(folder: Path) -> None:
    lobby = cw.lobby()
    run = played_to(lobby, "kommando", len(cw.lesson("kommando")) - 1)
    answer_right(run)
    assert run.scene["first_game"] != ""
    say(run, {"id": 1, "kind": "first_game"})
    assert lobby.game is not None
    assert list(folder.glob("*.lesson.json")) == []
    ask(lobby, kind="back")
    assert step_in(lobby, "kommando") == 0
    assert not any(one["which"].startswith("lesson") for one in lobby.scene["kept"])


def test_a_lesson_left_at_a_table_goes_on_in_the_lobby() -> None:
    table = cw.new("kommando", seats=["you", cw.bots.Random()]).table()
    say(table, {"id": 1, "kind": "hello", "view": "page"})
    say(table, {"id": 2, "kind": "learn"})
    run = table._actions._lesson
    assert run is not None
    go_on(run)
    say(run, {"id": 3, "kind": "leave"})
    assert step_in(cw.lobby(), "kommando") == 2


@pytest.mark.parametrize(
    "content",
    ["", "{", "[]", "null", "7", '{"step": 4}', "\x00", "[" * 100_000, None],
)
def test_a_file_that_is_no_place_of_a_lesson_counts_as_none(folder: Path, content: str | None) -> None:
    lobby = cw.lobby()
    played_to(lobby, "kommando", 4)
    ask(lobby, kind="back")
    file = next(folder.glob("*.lesson.json"))
    text = file.read_text("utf-8")
    wrong = (
        text.replace('"step": 4', '"step": 400'),
        text.replace('"form": "', '"form": "0'),
        text.replace("[1,", '["1",'),
    )
    for one in wrong if content is None else [content]:
        assert one != text
        file.write_text(one, "utf-8")
        assert step_in(cw.lobby(), "kommando") == 0
        assert opened(cw.lobby(), "kommando").number == 0


def test_answers_that_do_not_belong_to_the_lesson_begin_it_anew(folder: Path) -> None:
    lobby = cw.lobby()
    played_to(lobby, "kommando", 4)
    ask(lobby, kind="back")
    file = next(folder.glob("*.lesson.json"))
    file.write_text(file.read_text("utf-8").replace('"of": 12', '"of": 13'), "utf-8")
    assert opened(cw.lobby(), "kommando").number == 0


def test_nothing_is_kept_where_games_are_not(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(SWITCH, "0")
    lobby = cw.lobby()
    played_to(lobby, "kommando", 4)
    ask(lobby, kind="back")
    assert step_in(lobby, "kommando") == 0
    assert not folder.exists()
