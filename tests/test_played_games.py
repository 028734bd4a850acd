"""The lobby's list of played games: listed, counted, replayed, exported and deleted."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import capture_widgets as cw
from capture_widgets.analysis import analysis_run
from capture_widgets.analysis.analysis_run import analysis_steps
from capture_widgets.bots.asking import ask as ask_bot
from capture_widgets.bots.levels import make_bot
from capture_widgets.library import kept_analyses, kept_games, kept_rows
from capture_widgets.library.kept_figures import match_words, next_level, streaks
from capture_widgets.library.kept_games import SWITCH, keep
from tests.waiting import soon
from tests.wire import ask, listen, say


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder for kept games, with keeping switched on."""
    monkeypatch.delenv(SWITCH, raising=False)
    monkeypatch.setattr(kept_games, "games_folder", lambda: tmp_path / "games")
    return tmp_path / "games"


def kept(slug: str = "kommando", *, seed: int = 7, moves: int | None = None, level: str = "greedy") -> cw.Game:
    """A game that was kept, played for so many moves or to its end, and let go of."""
    seats: list[str | cw.Bot] = ["you"] if slug == "fourx" else ["you", make_bot(level)]
    game = cw.new(slug, seed=seed, seats=seats)
    assert keep(game)
    while not game.is_over and (moves is None or game.ply < moves):
        game.play(game.legal_moves()[0])
    game.close()
    return game


def test_the_list_has_what_was_played_and_the_figures_count_it() -> None:
    games = [kept(seed=seed) for seed in (1, 2, 3)]
    kept("columns", moves=2, level="random")
    answer = ask(cw.lobby(), kind="games")
    assert [one["game"] for one in answer["played"]] == ["columns", "kommando", "kommando", "kommando"]
    assert [one["over"] for one in answer["played"]] == [False, True, True, True]
    assert answer["played"][0]["opponents"] == ["Random"]
    assert [one["rounds"] for one in answer["played"]] == [1, None, None, None], "of columns: both play"
    columns, kommando = answer["figures"]
    assert (columns["game"], columns["played"], columns["won"] + columns["lost"]) == ("columns", 1, 0)
    signs = [game.returns[0] for game in games if game.returns is not None]
    assert [kommando["won"], kommando["drawn"], kommando["lost"]] == [signs.count(sign) for sign in (1, 0, -1)]
    assert kommando["levels"] == [
        {"level": "greedy", "name": "Greedy", "won": signs.count(1), "drawn": signs.count(0), "lost": signs.count(-1)}
    ]
    assert sorted(kommando["results"]) == sorted(game.points[0] for game in games)


def test_a_win_against_several_levels_is_counted_apart_and_beats_the_weakest_of_them() -> None:
    for seed in range(1, 99):  # the searching player wins about one in four
        game = cw.new(
            "commander", seed=seed, players=4, seats=["you", *map(make_bot, ("greedy", "beginner", "greedy"))]
        )
        assert keep(game)
        while not game.is_over:
            if game.names[game.to_play or 0] == "you":
                game.play(ask_bot(make_bot("club"), game.view()))
            else:
                game.run()
        game.close()
        if game.returns is not None and game.returns[0] > 0:
            break
    (figures,) = ask(cw.lobby(), kind="games")["figures"]
    assert [(one["level"], one["won"]) for one in figures["levels"]] == [("mixed", 1)]
    assert (figures["beaten"], figures["next"]) == (["beginner"], "Greedy")
    (offered,) = (one for one in cw.lobby().scene["games"] if one["slug"] == "commander")
    assert (offered["beaten"], offered["rival"]) == (["beginner"], "greedy")
    assert offered["last_rivals"] == ["greedy", "beginner", "greedy"], "Play begins the same table again"


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_game_in_teams_is_counted_apart_and_beats_no_level(seed: int) -> None:
    game = cw.new("commander", seed=seed, players=4, teams=True, seats=["you", *map(make_bot, ["beginner"] * 3)])
    assert keep(game)
    while not game.is_over:
        game.play(game.legal_moves()[-1])
    game.close()
    (figures,) = ask(cw.lobby(), kind="games")["figures"]
    assert [(one["level"], one["name"]) for one in figures["levels"]] == [("teams", "In teams")]
    assert (figures["beaten"], figures["next"]) == ([], "Beginner")


@pytest.mark.parametrize(
    ("beaten", "played", "following"),
    [
        ([], [], "beginner"),
        ([], ["club", "greedy"], "greedy"),  # who began with stronger levels was sent back to Beginner
        (["beginner"], ["beginner", "strong"], "greedy"),
        (["greedy"], ["beginner", "greedy"], "club"),
        (["strong"], ["beginner", "strong"], None),
    ],
)
def test_the_level_to_beat_next_is_no_weaker_than_those_that_were_played(
    beaten: list[str], played: list[str], following: str | None
) -> None:
    level = next_level(beaten, played)
    assert (None if level is None else level.id) == following


def test_play_keeps_to_the_level_of_the_last_game_until_it_is_beaten() -> None:
    kept(moves=2, level="club")
    (offered,) = (one for one in cw.lobby().scene["games"] if one["slug"] == "kommando")
    assert (offered["rival"], offered["last_rivals"]) == ("club", [])


def test_a_game_of_two_persons_says_who_won_and_does_not_count_as_unfinished() -> None:
    game = cw.new("kommando", seed=7, seats=["Ann", "Ben"])
    assert keep(game)
    while not game.is_over:
        game.play(game.legal_moves()[0])
    game.close()
    kept(moves=2)
    answer = ask(cw.lobby(), kind="games")
    assert game.returns is not None
    won = [name for name, sign in zip(("Ann", "Ben"), game.returns, strict=True) if sign > 0]
    assert [one["winners"] for one in answer["played"] if one["over"]] == [won]
    assert [one["winners"] for one in answer["played"] if not one["over"]] == [[]]
    (figures,) = answer["figures"]
    assert (figures["played"], figures["unfinished"]) == (2, 1)


def test_games_won_in_a_row_are_counted() -> None:
    rows: Any = [{"result": came} for came in ("won", "won", "won", "lost", "won", "won")]
    assert streaks(rows) == (2, 3)
    assert streaks([]) == (0, 0)


def test_a_replay_stands_in_the_lobbys_place_for_the_persons_seat_until_back() -> None:
    game, lobby = kept(), cw.lobby()
    (one,) = ask(lobby, kind="games")["played"]
    assert ask(lobby, kind="replay", which=one["which"])["kind"] == "done"
    assert lobby.replay is not None
    assert lobby.replay.record["rounds"] == game.record()["rounds"]
    assert lobby.replay.seat == 0
    assert (lobby.scene["shows"], lobby.scene["table"]) == ("replay", lobby.replay.model_id)
    ask(lobby, kind="back")
    assert (lobby.scene["shows"], lobby.scene["table"]) == (None, None)


def replayed(moves: int | None = None) -> Any:
    """The replay of a saved game that a lobby shows, and the game."""
    kept(moves=moves)
    lobby = cw.lobby()
    (one,) = ask(lobby, kind="games")["played"]
    ask(lobby, kind="replay", which=one["which"])
    assert lobby.replay is not None
    return lobby, lobby.replay


def test_the_mistakes_of_a_saved_game_are_found_in_its_replay_by_a_click(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_analyses, "SECONDS", 0.02)
    blame: Any = {"best": "L:1r", "chance": 0.6, "loss": 0.2, "loss_low": 0.15, "loss_high": 0.25, "mistake": True}

    def found(*given: Any, **more: Any) -> Any:
        analysis = yield from analysis_steps(*given, **more)
        own = next(row.at for row in analysis.of(0) if row.to_play == 0)
        rows = [replace(row, **blame) if (row.at, row.seat) == (own, 0) else row for row in analysis.standings]
        return replace(analysis, standings=tuple(rows))

    monkeypatch.setattr(analysis_run, "analysis_steps", found)
    _lobby, replay = replayed()
    assert (replay.scene["learn"], replay.timeline) == ("can", None)
    assert [ask(replay, kind="learn")["kind"] for _ in range(2)] == ["done", "done"], "a second press does nothing"
    assert soon(lambda: replay.scene["learn"] in ("does", "last") and replay.question is not None)
    assert replay.question["played"] == replay.game.moves(0)[replay.question["ply"]]
    assert {row.seat for row in replay.analysis.standings} == {0}, "judged by what the person could know"
    assert [lens["seat"] for lens in replay.scene["lenses"]] == [0]
    ask(replay, kind="unlearn")
    assert replay.timeline["curves"] and replay.scene["marks"], "the whole replay has the curve and the marks"


def test_a_game_that_goes_on_or_that_another_seat_looks_at_is_not_searched_for_mistakes() -> None:
    assert replayed(moves=4)[1].scene["learn"] is None
    kept_games.forget(kept_games.kept()[0].which)
    _lobby, replay = replayed()
    replay.seat = None
    assert replay.scene["learn"] is None
    assert ask(replay, kind="learn")["kind"] == "refused"


def test_of_a_game_that_goes_on_only_the_persons_own_view_is_replayed_and_written() -> None:
    game, lobby = kept(moves=4), cw.lobby()
    (one,) = ask(lobby, kind="games")["played"]
    ask(lobby, kind="replay", which=one["which"])
    assert lobby.replay is not None
    assert [lens["seat"] for lens in lobby.replay.scene["lenses"]] == [0]
    page = ask(lobby, kind="export", which=one["which"], form="page")["text"]
    data = json.loads(page.partition('id="data">')[2].partition("</script>")[0])
    assert ask(lobby, kind="export", which=one["which"], form="record")["kind"] == "refused"
    hands = data["all"][0][0]["dumps"][0]["table"]["hands"]
    assert set(hands[1]) == {"??"}
    assert hands[0] == game.at(0).dump(0)["table"]["hands"][0]


def test_a_record_is_written_out_as_it_is_loaded() -> None:
    game, lobby = kept(), cw.lobby()
    (one,) = ask(lobby, kind="games")["played"]
    file = ask(lobby, kind="export", which=one["which"], form="record")
    assert file["name"].endswith(".json")
    assert cw.load(file["text"]) == game


def test_a_game_is_removed_but_not_while_it_is_played() -> None:
    kept()
    game = cw.new("kommando", seed=2, seats=["you", make_bot("greedy")])
    assert keep(game)
    game.play(game.legal_moves()[0])
    lobby = cw.lobby()
    going, over = ask(lobby, kind="games")["played"]
    assert "being played" in ask(lobby, kind="forget", which=going["which"])["text"]
    assert [one["which"] for one in ask(lobby, kind="forget", which=over["which"])["played"]] == [going["which"]]
    assert ask(lobby, kind="forget", which="../../etc/passwd#0")["kind"] == "refused"


@pytest.mark.parametrize("elsewhere", [False, True])
def test_a_game_that_was_ended_is_gone_on_with_from_the_list(elsewhere: bool) -> None:
    game = cw.new("kommando", seed=3, seats=["you", make_bot("club")])
    assert keep(game)
    play_first(game, 4)
    ended = game.record()
    play_first(game.begin(cw.new("columns", seed=1, seats=["you", make_bot("greedy")])), 1)
    other = game.record()
    if elsewhere:
        game.close()
    lobby = cw.lobby()
    listed = ask(lobby, kind="games")["played"]
    assert {one["game"]: (one["goes_on"], one["ended"]) for one in listed} == {
        "columns": (True, False),
        "kommando": (True, True),
    }
    (which,) = [one["which"] for one in listed if one["ended"]]
    assert ask(lobby, kind="continue", which=which)["kind"] == "done"
    assert lobby.game is not None
    assert lobby.game.record() == ended
    assert lobby.game.seats[0] == "you" and type(lobby.game.seats[1]) is type(make_bot("club"))
    play_first(lobby.game, 1)
    ask(lobby, kind="back")
    now = ask(lobby, kind="games")["played"]
    assert {one["game"]: one["ended"] for one in now} == {"columns": True, "kommando": False}
    (which,) = [one["which"] for one in now if one["ended"]]
    assert kept_games.kept_history(which)[1].record() == other


def test_the_replay_of_a_game_that_was_ended_says_so_and_hides_what_it_hid() -> None:
    game = cw.new("kommando", seed=3, seats=["you", make_bot("club")])
    assert keep(game)
    play_first(game, 4)
    play_first(game.restart(), 1)
    game.close()
    lobby = cw.lobby()
    (which,) = [one["which"] for one in ask(lobby, kind="games")["played"] if one["ended"]]
    ask(lobby, kind="replay", which=which)
    assert lobby.replay is not None
    assert [lens["seat"] for lens in lobby.replay.scene["lenses"]] == [0]
    assert "was ended early and can be continued" in lobby.replay.scene["notice"]


def play_first(game: cw.Game, moves: int) -> cw.Game:
    """Play the first legal move so many times."""
    for _ in range(moves):
        game.play(game.legal_moves()[0])
    return game


def test_a_game_that_was_not_finished_is_gone_on_with_from_the_list_too() -> None:
    games = [kept(seed=seed, moves=3) for seed in range(kept_games.MOST_OFFERED + 2)]
    kept(seed=99)
    lobby = cw.lobby()
    *_, first = listed = ask(lobby, kind="games")["played"]
    assert [one["goes_on"] for one in listed] == [not one["over"] for one in listed]
    assert first["which"].partition("#")[0] not in [one["which"] for one in lobby.scene["kept"]], "too many wait"
    assert ask(lobby, kind="continue", which=first["which"])["kind"] == "done"
    assert lobby.game is not None
    assert lobby.game == games[0]
    over = next(one["which"] for one in listed if one["over"])
    for which in (over, "../../etc/passwd", "../../etc/passwd#0"):
        assert ask(lobby, kind="continue", which=which)["kind"] == "refused"


def test_the_games_of_one_file_are_listed_apart() -> None:
    game = cw.new("kommando", seed=2, seats=["you", make_bot("greedy")])
    assert keep(game)
    game.play(game.legal_moves()[0])
    game.restart(seed=3)
    game.play(game.legal_moves()[0])
    game.close()
    listed = ask(cw.lobby(), kind="games")["played"]
    assert len({one["key"] for one in listed}) == 2
    assert {kept_games.kept_history(one["which"])[1].seed for one in listed} == {2, 3}


def test_the_deal_of_a_day_is_known_in_the_list_and_marked_as_played() -> None:
    game = cw.daily("kommando", seats=["you", make_bot("random")])
    assert keep(game)
    while not game.is_over:
        game.play(game.legal_moves()[0])
    lobby = cw.lobby()
    assert lobby.scene["today"]["played"] == ["kommando"]
    assert ask(lobby, kind="games")["played"][0]["day"] == lobby.scene["today"]["day"]


def test_the_lobby_makes_the_deal_of_a_day_and_says_its_line() -> None:
    lobby = cw.lobby()
    chosen = {"game": "kommando", "opponent": "random", "match": False, "options": {}, "deal": "daily 2026-11-22"}
    ask(lobby, kind="choose", choice=chosen)
    assert lobby.scene["chosen"]["line"] == 'cw.daily("kommando", "2026-11-22", seats=["you", cw.bots.Random()])'
    ask(lobby, kind="begin", choice=chosen)
    assert lobby.game == cw.daily("kommando", "2026-11-22")
    ask(lobby, kind="choose", choice={**chosen, "options": {"no_choice": "chosen end"}})
    assert "standard options" in lobby.scene["chosen"]["fault"]


def test_a_journal_is_read_once_for_each_state_of_its_file(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in range(3):
        kept(seed=seed, moves=3)
    read: list[str] = []
    from capture_widgets.play.loading import replaced_and_current as reading

    def counting(path: Path) -> Any:
        read.append(path.name)
        return reading(path)

    monkeypatch.setattr(kept_rows, "replaced_and_current", counting)
    before = [one.row for one in kept_games.kept()]
    assert len(read) == 3
    assert [one.row for one in kept_games.kept()] == before
    assert len(read) == 3
    (path, *_) = sorted(folder.glob("*.jsonl"))
    game = kept_games.go_on(path)
    game.play(game.legal_moves()[0])
    game.close()
    assert next(one.row["plies"] for one in kept_games.kept() if one.path == path) == 4
    assert read[3:] == [path.name]


@pytest.mark.parametrize(
    "text", ["", "[]", '{"form": 7}', '{"form": "FORM", "files": {"NAME": {"key": "KEY", "rows": [{"game": "x"}]}}}']
)
def test_a_list_that_somebody_else_wrote_is_made_again(text: str, folder: Path) -> None:
    kept()
    before = [one.row for one in kept_games.kept()]
    file = folder / kept_rows.LIST
    name = next(folder.glob("*.jsonl")).name
    listed = json.loads(file.read_text("utf-8"))
    key = json.dumps(listed["files"][name]["key"])
    file.write_text(text.replace('"KEY"', key).replace("NAME", name).replace("FORM", listed["form"]), "utf-8")
    assert [one.row for one in kept_games.kept()] == before


def test_par_is_looked_for_when_it_is_asked_for_and_no_longer_than_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("capture_widgets.widgets.lobby.PAR_SECONDS", 0.05)
    kept("fourx", moves=3)
    lobby = cw.lobby()
    (one,) = ask(lobby, kind="games")["played"]
    heard = listen(lobby)
    say(lobby, {"kind": "par", "id": 2, "which": one["which"]})
    assert soon(lambda: heard)
    assert "turns" in heard[0]["text"]
    assert ask(lobby, kind="games")["par"] == {one["which"]: heard[0]["text"]}, "nobody is asked for it twice"


def test_the_list_says_that_games_are_not_kept_where_their_folder_cannot_be_written(folder: Path) -> None:
    assert ask(cw.lobby(), kind="games")["keeps"] is True
    folder.write_text("")  # a file is in the way
    assert not keep(cw.new("kommando", seed=7))
    assert ask(cw.lobby(), kind="games")["keeps"] is False


def test_a_hand_of_a_match_says_which_one() -> None:
    assert match_words("universal", {}, 1, match=True) == "match to 200, hand 2"
    assert match_words("commander", {"scoring": True, "target": 25}, 0, match=True) == "match to 25, hand 1"
    assert match_words("universal", {}, 0, match=False) == match_words("no game", {}, 0, match=True) == ""
