"""Mistakes that were found in a saved game stay beside it, and are believed only if they belong to it."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

import capture_widgets as cw
from capture_widgets.analysis import analysis_run, position_judge
from capture_widgets.analysis.analysis import Analysis
from capture_widgets.analysis.standing import closing_words
from capture_widgets.core.background import run_to_end
from capture_widgets.core.errors import RecordError
from capture_widgets.library import kept_analyses, kept_games
from capture_widgets.library.analysis_files import analyses_beside
from capture_widgets.library.kept_analyses import AnalysisStore
from capture_widgets.widgets.table import next_game
from tests.waiting import soon
from tests.wire import ask, listen, say, widget_named

SECONDS = 0.01
analysis_steps = analysis_run.analysis_steps


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(kept_games.SWITCH, "1")
    monkeypatch.setattr(kept_games, "games_folder", lambda: tmp_path / "games")
    monkeypatch.setattr(kept_analyses, "SECONDS", SECONDS)


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The number of positions that each search had left to judge."""
    counts: list[int] = []

    def counted(*given: Any, **more: Any) -> Any:
        game, report = given[0], given[3]
        counts.append(0)

        def reported(done: int, of: int) -> None:
            counts[-1] += 1
            report(done, of)

        return analysis_steps(game, given[1], given[2], reported, *given[4:], **more)

    monkeypatch.setattr(analysis_run, "analysis_steps", counted)
    return counts


def played(slug: str = "kommando") -> cw.Game:
    """A saved game that is over."""
    game = cw.new(slug, seed=7, seats=["you", cw.bots.Random(1)])
    assert kept_games.keep(game)
    return finished(slug, game)


def finished(slug: str, game: cw.Game | None = None) -> cw.Game:
    """A game played to its end, always by the same moves."""
    game = game or cw.new(slug, seed=7, seats=["you", cw.bots.Random(1)])
    rng = Random(7)
    while not game.is_over:
        game.play(rng.choice(game.legal_moves()))
    return game


def own_plies(game: cw.Game) -> list[int]:
    """The plies at which the person moved."""
    return [ply for ply in range(game.ply) if game.at(ply).to_play == 0]


@cache
def judged(slug: str = "kommando") -> Analysis:
    """The analysis of such a game for the person, made once for all tests."""
    return cw.analyse(finished(slug), SECONDS, 0, progress=False)


def opened() -> Any:
    """A replay of the saved game, as the lobby opens it; the lobby stays as long as it."""
    lobby = cw.lobby()
    (one,) = ask(lobby, kind="games")["played"]
    assert ask(lobby, kind="replay", which=one["which"])["kind"] == "done"
    assert lobby.replay is not None
    lobby.replay.lobby = lobby
    return lobby.replay


def ends_with(heard: list[dict[str, Any]], kind: str) -> bool:
    return bool(heard) and heard[-1]["kind"] == kind


def journal() -> Path:
    (one,) = kept_games.kept()
    return one.path


def analysis_file() -> Path:
    (file,) = analyses_beside(journal())
    return file


def found(replay: Any) -> bool:
    return replay.analysis is not None and replay.analysis.complete and soon(lambda: any(analyses_beside(journal())))


def test_mistakes_found_in_a_replay_are_there_at_once_when_it_is_opened_again(searches: list[int]) -> None:
    played()
    before = journal().read_bytes()
    replay = opened()
    ask(replay, kind="learn")
    assert soon(lambda: found(replay))
    assert journal().read_bytes() == before, "the record itself stays as it is"
    again = opened()
    assert searches == [len(own_plies(replay.game)), replay.game.ply - len(own_plies(replay.game))]
    assert again.analysis == replay.analysis
    assert again.timeline["curves"]
    assert again.scene["learn"] in ("can", None)


def test_mistakes_found_at_the_table_are_there_in_its_replay_and_in_the_lobby(searches: list[int]) -> None:
    game = played()
    for table in (game.table(0), game.table(0)):
        heard = listen(table)
        say(table, {"id": 1, "kind": "mistakes"})
        assert soon(partial(ends_with, heard, "judged"))
        assert heard[-1]["complete"]
        assert soon(lambda: any(analyses_beside(journal())))
    assert opened().analysis.complete
    assert searches == [len(own_plies(game)), game.ply - len(own_plies(game))]


@pytest.mark.parametrize("shown", ["a table", "a replay"])
def test_mistakes_are_told_once_the_own_moves_are_judged_and_the_curve_follows(
    shown: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_go_on = threading.Event()

    def held(*given: Any, **more: Any) -> Any:
        """The search for the curve waits, the one for the mistakes does not."""
        if "moves_of" not in more:
            assert may_go_on.wait(60)
        return analysis_steps(*given, **more)

    monkeypatch.setattr(analysis_run, "analysis_steps", held)
    game = played()
    replay: Any
    if shown == "a table":
        table = game.table(0)
        heard = listen(table)
        say(table, {"id": 1, "kind": "mistakes"})
        assert soon(partial(ends_with, heard, "judged"))
        assert heard[-1]["complete"], "nothing is left to find"
        replay = widget_named(heard[-1]["replay"])
    else:
        replay = opened()
        ask(replay, kind="learn")
        assert soon(lambda: replay.analysis is not None)
        assert soon(lambda: "search" not in replay.scene), "the thread that has set the one sets the other next"
    first = replay.analysis
    assert [row.at for row in first.of(0) if row.played is not None] == [f"0/{ply}" for ply in own_plies(game)]
    asked = replay.question
    may_go_on.set()
    assert soon(lambda: replay.analysis is not first)
    assert replay.analysis.complete
    assert set(first.standings) <= set(replay.analysis.standings)
    assert replay.analysis.mistakes(0) == first.mistakes(0)
    assert replay.question == asked, "the question that is asked stays"


def test_a_search_in_a_replay_stops_keeps_what_it_found_and_goes_on(
    searches: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept_analyses, "SECONDS", 0.05)
    game = played()
    replay = opened()
    ask(replay, kind="learn")
    assert soon(lambda: replay.scene.get("search", {}).get("done", 0) >= 3)
    assert replay.scene["search"]["runs"]
    ask(replay, kind="unjudge")
    assert soon(lambda: not replay.scene["search"]["runs"])
    rows = replay.analysis.standings
    own = len(own_plies(game))
    assert 3 <= searches[0] < own
    assert not [*analyses_beside(journal())], "half an analysis is not kept"
    assert f"of {own} moves" in replay.scene["notice"]
    ask(replay, kind="mistakes")
    assert soon(lambda: found(replay))
    assert sum(searches) == game.ply, "no position is searched twice"
    assert set(rows) <= set(replay.analysis.standings)
    assert soon(lambda: "search" not in replay.scene), "the reasons of the mistakes are looked for first"


def test_at_a_table_a_stopped_search_goes_on_where_it_was() -> None:
    game, search = played(), next_game.MistakeSearch()
    counts: list[int] = []

    def report(done: int, _of: int) -> None:
        if done not in counts[-1:]:  # the search for the reasons begins where the one for mistakes ends
            counts.append(done)
        if done == 3:
            search.stop()

    for _ in range(2):
        run_to_end(search.search(game, 0, {}, report))
    own = len(own_plies(game))
    assert counts[:own] == list(range(1, own + 1))
    search.close()


# -- what is not believed


def store() -> tuple[AnalysisStore, Any]:
    """The store of a saved game with an analysis in it, and the game's history."""
    game = played()
    history = game.history.settled()
    kept = AnalysisStore(journal(), 0)
    kept.write(judged(), history)
    assert kept.read(history).analysis is not None
    return kept, history


def own_row(content: Any) -> list[Any]:
    return next(row for row in content["analysis"]["standings"] if row[3] == 0)


FIELDS = ["round", "ply", "seat", "to_play", "played", "best", "chance"]


def set_row(content: Any, name: str, value: object) -> None:
    own_row(content)[FIELDS.index(name)] = value


FORGERIES: dict[str, Callable[[Any], object]] = {
    "another game": lambda content: content.update(record="0" * 64),
    "another release": lambda content: content.update(release="9.9.9"),
    "another seat": lambda content: content.update(seat=1),
    "a flag for a seat": lambda content: content.update(seat=False),
    "another effort": lambda content: content["analysis"].update(seconds=9.0),
    "half an analysis": lambda content: content["analysis"].update(complete=False),
    "other moves": lambda content: content["analysis"]["moves"][0][1].reverse(),
    "a row of another seat": lambda content: set_row(content, "seat", 1),
    "a row with all cards open": lambda content: set_row(content, "seat", None),
    "a move that was not played": lambda content: set_row(content, "played", "L:1r"),
    "an illegal better move": lambda content: set_row(content, "best", "<script>"),
    "a chance over one": lambda content: own_row(content).__setitem__(slice(6, 9), [7.0, 7.0, 7.0]),
    "a row too few": lambda content: content["analysis"]["standings"].pop(),
    "another format": lambda content: content.update(format="x"),
    "one key more": lambda content: content.update(x=1),
}


@pytest.mark.parametrize("what", FORGERIES)
def test_a_kept_analysis_that_does_not_belong_to_its_game_is_ignored(what: str) -> None:
    kept, history = store()
    content = json.loads(analysis_file().read_text())
    FORGERIES[what](content)
    analysis_file().write_text(json.dumps(content))
    analysis, fault = kept.read(history)
    assert analysis is None
    assert fault


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, '{"seat": NaN}', "\ud800"], ids=range(5))
def test_a_kept_analysis_that_is_none_is_ignored(text: str) -> None:
    kept, history = store()
    analysis_file().write_bytes(text.encode("utf-8", "surrogatepass"))
    assert kept.read(history).analysis is None


def test_a_pipe_or_a_link_in_its_place_is_not_waited_for_or_followed(tmp_path: Path) -> None:
    kept, history = store()
    file = analysis_file()
    aside = tmp_path / "aside"
    file.rename(aside)
    os.mkfifo(file)
    assert kept.read(history).analysis is None
    file.unlink()
    file.write_bytes(b" " * (kept_analyses.MOST_BYTES + 1))
    assert kept.read(history).analysis is None


def test_a_replay_says_in_words_that_kept_mistakes_do_not_fit_and_offers_to_find_them() -> None:
    store()
    analysis_file().write_text("{}")
    replay = opened()
    assert "can be found again" in replay.scene["notice"]
    assert replay.scene["learn"] == "can"


def test_the_kept_analysis_of_one_seat_is_for_no_other() -> None:
    kept, history = store()
    assert AnalysisStore(kept.journal, 1).read(history).analysis is None
    assert {row[2] for row in json.loads(analysis_file().read_text())["analysis"]["standings"]} == {0}


def test_the_analysis_goes_with_its_game_and_leaves_others() -> None:
    store()
    other = journal().with_name(f"{journal().stem}-notes.analysis")
    other.write_text("mine")
    (one,) = kept_games.kept()
    kept_games.forget(one.which)
    assert [file.name for file in one.path.parent.glob("*.analysis")] == [other.name]


def test_a_full_disk_only_leaves_the_search_to_be_done_again(monkeypatch: pytest.MonkeyPatch) -> None:
    kept, history = store()
    analysis = kept.read(history).analysis
    assert analysis is not None
    analysis_file().unlink()

    def full(*_given: object) -> None:
        raise OSError(28, "the disk is full")

    monkeypatch.setattr(kept_analyses, "replace_file", full)
    kept.write(analysis, history)
    assert kept.read(history) == (None, None)


@pytest.mark.parametrize("slug", ["commander", "columns", "universal"])
def test_a_kept_analysis_of_every_game_is_read_again(slug: str) -> None:
    game = played(slug)
    history, kept = game.history.settled(), AnalysisStore(journal(), 0)
    kept.write(judged(slug), history)
    assert kept.read(cw.load(journal()).history.settled()) == (kept.read(history).analysis, None)
    with pytest.raises(RecordError):
        cw.load(analysis_file())


HANDS: dict[str, tuple[str, dict[str, Any]]] = {
    "4X Solitaire": ("fourx", {}),
    "4X Solitaire with technology": ("fourx", {"tech": True}),
    "a match of Kommando": ("kommando", {"match": True, "target": 20}),
    "Five columns": ("columns", {}),
    "Commander": ("commander", {}),
    "Universal": ("universal", {}),
}


@pytest.mark.parametrize(("what", "seed"), [*((what, 0) for what in HANDS), ("4X Solitaire", 1)])
def test_mistakes_found_after_take_backs_and_a_continuation_are_read_again(what: str, seed: int) -> None:
    slug, options = HANDS[what]
    seats: list[Any] = ["you"] if slug == "fourx" else ["you", cw.bots.Random(1)]
    game = cw.new(slug, seed=seed, seats=seats, **options)
    assert kept_games.keep(game)
    rng = Random(seed)

    def go_on(moves: int) -> None:
        for _ in range(moves):
            if free := [move for move in game.legal_moves() if move != "resign"]:
                game.play(rng.choice(free))

    go_on(6)
    game.undo()
    go_on(2)
    path = journal()
    game.close()
    game = kept_games.go_on(path)
    go_on(2)
    if "resign" in game.legal_moves():
        game.play("resign")
    go_on(1000)
    assert game.is_over
    analysis = cw.analyse(game, SECONDS, 0, progress=False)
    AnalysisStore(path, 0).write(analysis, game.history.settled())
    replay = opened()
    assert replay.analysis == analysis
    assert "cannot be read" not in (replay.scene["notice"] or "")


def test_giving_up_is_no_mistake_to_learn_from() -> None:
    """It costs all that was left, so a search calls it a mistake; nobody learns anything from a better move there."""
    first, *others = judged().of(0)  # whether a short search calls a move a mistake differs from time to time
    first = replace(first, played="resign", mistake=True)
    rows = [first, *(replace(row, mistake=False) for row in others)]
    analysis = replace(judged(), standings=tuple(rows))
    assert analysis.mistakes(0) == [first.at], "a program can still see what it cost"
    assert analysis.told(0) == []
    assert closing_words(rows, complete=True) == "That you gave up is not counted."


def test_a_loss_that_is_in_doubt_is_no_reason_to_search_a_game_again() -> None:
    """In 4X Solitaire a move that costs perhaps half a turn may cost nothing: such a row is none that was forged."""
    kept, history = store()
    content = json.loads(analysis_file().read_text())
    row = own_row(content)
    row[12:16] = [0.1, -0.2, 0.4, False]
    analysis_file().write_text(json.dumps(content))
    assert kept.read(history).fault is None
    row[15] = True
    analysis_file().write_text(json.dumps(content))
    assert kept.read(history).analysis is None, "what costs nothing is no mistake"


# -- a search that is under way


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Lets a search go on after its sixth position; until then it waits there."""
    may_go_on = threading.Event()

    def held(*given: Any, **more: Any) -> Any:
        game, seconds, seat, report = given[:4]

        def reported(done: int, of: int) -> None:
            report(done, of)
            if done == 6:
                assert may_go_on.wait(60)

        return analysis_steps(game, seconds, seat, reported, *given[4:], **more)

    monkeypatch.setattr(analysis_run, "analysis_steps", held)
    return may_go_on


def certain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every first move of a seat in a game counts as a mistake."""
    judge = position_judge.judge_position

    def blamed(task: Any, stop: Any = lambda: False) -> Any:
        cost = {"chance": 0.6, "loss": 0.2, "loss_low": 0.15, "loss_high": 0.25, "mistake": True}

        def blame(row: Any) -> Any:
            return replace(row, best=str(task.views[0][0].legal_moves()[-1]), **cost)

        return [blame(row) if row.to_play == 0 and row.ply < 4 else row for row in judge(task, stop)]

    monkeypatch.setattr(analysis_run, "judge_position", blamed)


def searched(monkeypatch: pytest.MonkeyPatch) -> tuple[Any, list[Any]]:
    """A table of a finished game whose mistakes are looked for, and what its page hears."""
    certain(monkeypatch)
    table = played().table(0)
    heard = listen(table)
    say(table, {"id": 1, "kind": "mistakes"})
    return table, heard


def test_the_first_mistake_is_told_while_the_search_goes_on(
    slow: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, heard = searched(monkeypatch)
    assert soon(lambda: any(one.get("first") for one in heard))
    first = next(one["first"] for one in heard if one.get("first"))
    assert "Best move: about 60." in first["words"]
    slow.set()
    assert soon(partial(ends_with, heard, "judged"))
    assert heard[-1]["mistakes"][0]["at"] == first["at"]


def test_a_replay_that_is_opened_meanwhile_shows_the_search_and_what_it_finds(
    slow: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, heard = searched(monkeypatch)
    assert soon(lambda: any(one["kind"] == "progress" and one["done"] >= 5 for one in heard))
    say(table, {"id": 2, "kind": "watch"})
    replay: Any = widget_named(next(one["replay"] for one in heard if one["kind"] == "watched"))
    assert soon(lambda: replay.scene.get("search", {}).get("runs"))
    assert replay.scene["search"]["done"] >= 5
    assert replay.scene["learn"] is None, "it has begun"
    slow.set()
    assert soon(lambda: replay.scene["learn"] == "can")
    assert "found." in replay.scene["notice"]
    assert soon(lambda: any(one["kind"] == "judged" for one in heard)), "the table learns it, too"
    say(table, {"id": 3, "kind": "watch"})
    again: Any = widget_named(heard[-1]["replay"])
    assert again.scene["learn"] == "can"
    assert again.analysis is not None


def test_a_table_goes_on_with_a_search_that_was_begun_in_its_replay(
    slow: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    certain(monkeypatch)
    table = played().table(0)
    heard = listen(table)
    say(table, {"id": 1, "kind": "watch"})
    replay: Any = widget_named(heard[-1]["replay"])
    ask(replay, kind="learn")
    assert soon(lambda: replay.scene.get("search", {}).get("done", 0) >= 5)
    say(table, {"id": 2, "kind": "mistakes"})
    assert soon(lambda: any(one["kind"] == "progress" and one["done"] >= 5 for one in heard))
    slow.set()
    assert soon(partial(ends_with, heard, "judged"))
    assert heard[-1]["mistakes"]
