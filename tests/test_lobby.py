"""The kernel's side of the lobby: its choices, its line of Python, and the table that it becomes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import capture_widgets as cw
from capture_widgets.bots.evaluate.commander import CommanderEvaluation
from capture_widgets.bots.levels import BOTS, make_bot
from capture_widgets.games import GAMES
from capture_widgets.library import kept_games, kept_lessons
from capture_widgets.library.kept_games import SWITCH
from capture_widgets.widgets import Lobby
from capture_widgets.widgets.lobby import time_ago
from capture_widgets.widgets.table.choices import waits
from tests.wire import ask, say


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder for kept games, with keeping switched on."""
    monkeypatch.delenv(SWITCH, raising=False)
    monkeypatch.setattr(kept_games, "games_folder", lambda: tmp_path / "games")
    return tmp_path / "games"


def choice(game: str = "kommando", **more: Any) -> dict[str, Any]:
    return {"game": game, "opponent": "random", "match": False, "options": {}, "deal": "", **more}


def chosen(lobby: Lobby, **more: Any) -> dict[str, Any]:
    assert ask(lobby, kind="choose", choice=choice(**more)) == {"kind": "done", "id": 1}
    said: dict[str, Any] = lobby.scene["chosen"]
    return said


def move(lobby: Lobby) -> None:
    """Make a move at the table, as a page asks for it."""
    table = lobby.table
    assert table is not None
    say(table, {"id": 1, "kind": "hello", "view": "page"})
    game = table.game
    request = {"id": 2, "kind": "play", "move": game.legal_moves()[0], "round": game.round, "ply": game.ply}
    say(table, request)


def test_it_offers_every_game_with_a_sentence_its_time_and_for_how_many() -> None:
    games = cw.lobby().scene["games"]
    assert [game["slug"] for game in games] == list(cw.games())
    assert all(game["words"].endswith(".") and game["takes"] and game["people"] for game in games)
    for game in games:
        facts = cw.options(game["slug"])
        assert {option["name"]: (option["words"], option["rule"], option["default"]) for option in game["options"]} == {
            name: (fact["words"], fact["rule"], fact["default"]) for name, fact in facts.items()
        }


def test_the_words_of_a_game_up_to_their_colon_fit_into_a_line_of_a_telephone() -> None:
    assert all(len(game["words"].split(":")[0]) <= 31 for game in cw.lobby().scene["games"])


def test_a_kept_game_without_a_move_says_so() -> None:
    lobby = cw.lobby()
    ask(lobby, kind="begin", choice=choice())
    move(lobby)
    assert lobby.game is not None
    while lobby.game.ply:
        lobby.game.undo()
    lobby.game.close()
    assert cw.lobby().scene["kept"][0]["words"] == "against Random, no move yet, just now"


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("opponent", ["random", "club", "person"])
def test_the_line_of_python_makes_the_same_game(slug: str, opponent: str) -> None:
    lobby = cw.lobby()
    given = choice(slug, opponent=opponent, deal="7")
    line = chosen(lobby, **given)["line"]
    made = eval(line, {"cw": cw})  # noqa: S307 # our own line
    ask(lobby, kind="begin", choice=given)
    assert isinstance(lobby.game, cw.Game)
    assert made == lobby.game
    assert made.names == lobby.game.names
    assert [type(one) for one in made.seats] == [type(one) for one in lobby.game.seats]


def test_options_match_and_a_deals_code_stand_in_the_line() -> None:
    code = cw.new("kommando", seed=3).deal_code
    said = chosen(cw.lobby(), match=True, options={"no_choice": "chosen end", "target": 50}, deal=code)
    assert said["fault"] == ""
    assert said["line"] == (
        f'cw.new("kommando", seats=["you", cw.bots.Random()], deal="{code}", match=True, '
        'no_choice="chosen end", target=50)'
    )


def test_everybody_but_the_first_is_the_opponent() -> None:
    said = chosen(cw.lobby(), game="commander", opponent="person", options={"players": 4, "teams": True})
    assert said["seats"] == 4
    assert 'seats=["you", "guest 1", "guest 2", "guest 3"]' in said["line"]
    assert chosen(cw.lobby(), game="fourx")["seats"] == 1


def test_each_seat_has_its_level() -> None:
    options = {"players": 4}
    for others, bots in (
        (["club", "person"], 'cw.bots.Random(), cw.bots.Club(), "guest"'),
        (["club"], "cw.bots.Random(), cw.bots.Club(), cw.bots.Random()"),
        (["club", "greedy", "strong"], "cw.bots.Random(), cw.bots.Club(), cw.bots.Greedy()"),
    ):
        line = chosen(cw.lobby(), game="commander", options=options, others=others)["line"]
        assert f'seats=["you", {bots}]' in line
    assert 'seats=["you", cw.bots.Random()]' in chosen(cw.lobby(), others=["club"])["line"]
    for others in ("club", [7], {}):  # type: ignore[assignment]
        assert ask(cw.lobby(), kind="choose", choice=choice(others=others))["kind"] == "refused"


@pytest.mark.parametrize(
    "more",
    [
        {"deal": "no code"},
        {"options": {"no_choice": "never"}},
        {"options": {"speed": 3}},
        {"opponent": "nobody"},
        {"game": "chess"},
        {"game": "fourx", "match": True},
        {"game": "commander", "options": {"players": 3, "teams": True}},
    ],
)
def test_what_cannot_be_played_is_said_in_words_and_begins_nothing(more: dict[str, Any]) -> None:
    lobby = cw.lobby()
    said = chosen(lobby, **more)
    assert said["fault"]
    assert said["line"] == ""
    assert ask(lobby, kind="begin", choice=choice(**more))["kind"] == "refused"
    assert lobby.game is None
    assert lobby.scene["table"] is None


@pytest.mark.parametrize(
    "request_of",
    [
        {"kind": "begin"},
        {"kind": "choose", "choice": {"game": "kommando"}},
        {"kind": "continue", "which": "../../etc/passwd"},
        {"kind": "fly"},
    ],
)
def test_a_request_that_makes_no_sense_is_refused(request_of: dict[str, Any]) -> None:
    assert ask(cw.lobby(), **request_of)["kind"] == "refused"


def test_play_puts_the_table_in_its_place_and_back_offers_the_game_again() -> None:
    lobby = cw.lobby(theme="dark")
    ask(lobby, kind="begin", choice=choice())
    game, table = lobby.game, lobby.table
    assert game is not None
    assert table is game.table(theme="dark")
    assert lobby.scene["table"] == table.model_id
    move(lobby)
    ask(lobby, kind="back")
    assert lobby.table is None
    assert lobby.scene["table"] is None
    assert lobby.game is game
    assert lobby.scene["chosen"] is not None, "the form of the choice on the page goes by it"
    (kept,) = lobby.scene["kept"]
    ask(lobby, kind="continue", which=kept["which"])
    assert lobby.game is game
    assert lobby.table is table


@pytest.mark.parametrize("opened", [{"kind": "learn", "game": "columns"}, {"kind": "daily", "game": "columns"}])
def test_back_from_a_lesson_or_a_deal_of_the_day_the_opponents_of_the_chosen_game_are_offered_again(
    opened: dict[str, Any],
) -> None:
    lobby = cw.lobby()
    ask(lobby, kind="choose", choice=choice("columns"))
    chosen = lobby.scene["chosen"]
    ask(lobby, **opened)
    assert lobby.scene["chosen"] is None, "the line of Python makes another game"
    ask(lobby, kind="back")
    assert lobby.scene["chosen"] == chosen
    assert chosen["seats"] == 2


def test_another_kernel_goes_on_with_an_unfinished_game() -> None:
    lobby = cw.lobby()
    ask(lobby, kind="begin", choice=choice("columns"))
    move(lobby)
    first = lobby.game
    assert first is not None
    record = first.record()
    first.close()  # as a kernel's death lets go of it
    later = cw.lobby()
    (kept,) = later.scene["kept"]
    assert kept["title"] == "Capture in five columns"
    assert kept["words"] == "against Random, move 1, just now"
    ask(later, kind="continue", which=kept["which"])
    assert later.game is not None
    assert later.game is not first
    assert later.game.record() == record
    assert isinstance(later.game.seats[1], cw.bots.Random)


def test_a_first_hand_that_was_left_can_be_deleted() -> None:
    kept_lessons.keep_lesson("kommando", kept_lessons.KeptLesson(2, 9, ()))
    lobby = cw.lobby()
    (hand,) = lobby.scene["kept"]
    ask(lobby, kind="forget", which=hand["which"])
    assert lobby.scene["kept"] == []
    assert kept_lessons.kept_lesson("kommando") is None


def test_a_kept_game_of_one_player_is_against_nobody() -> None:
    game = cw.new("fourx", seed=0)
    assert kept_games.keep(game)
    game.play(game.legal_moves()[0])
    game.close()
    (kept,) = cw.lobby().scene["kept"]
    assert kept["words"] == "no turn yet, just now", "in turns, as in the list of games"


def test_the_card_of_a_game_goes_on_with_the_one_of_it_that_was_played_last() -> None:
    lobby = cw.lobby()
    ask(lobby, kind="begin", choice=choice("columns"))
    assert not any(one["begun"] for one in cw.lobby().scene["games"]), "nothing was played yet"
    move(lobby)
    ask(lobby, kind="back")
    begun = {one["slug"]: one["begun"] for one in lobby.scene["games"]}
    assert {one["waits"] for one in lobby.scene["games"]} == {"", "Game against Random waits"}
    assert begun == {**dict.fromkeys(GAMES, ""), "columns": "here"}
    ask(lobby, kind="continue", which=begun["columns"])
    assert lobby.game is not None
    lobby.game.close()
    later = cw.lobby()
    ((which, words),) = ((one["begun"], one["waits"]) for one in later.scene["games"] if one["begun"])
    assert words == "Game against Random waits", "the same words as while it was open"
    assert [one["offered"] for one in later.scene["kept"]] == [True]
    ask(later, kind="continue", which=which)
    assert later.game is not None
    assert later.game.type.slug == "columns"


def test_the_large_deal_of_the_day_waits_there_and_on_no_card(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("capture_widgets.widgets.table.choices.featured", lambda _day: "columns")
    lobby = cw.lobby()
    for slug in ("columns", "kommando"):
        ask(lobby, kind="daily", game=slug)
        move(lobby)
        ask(lobby, kind="back")
    assert lobby.game is not None
    while_open = lobby.scene
    lobby.game.close()
    for scene in (while_open, cw.lobby().scene):
        told = {one["slug"]: (one["begun"] != "", one["waits"]) for one in scene["games"]}
        assert told["kommando"] == (True, "Today’s deal waits"), "a telephone shows no other button for it"
        assert told["columns"] == (False, "")
        assert [one["offered"] for one in scene["kept"]] == [True, True]


def test_what_waits_is_said_for_any_number_of_players() -> None:
    assert waits(["you"], None) == "Your game waits"
    assert waits(["you", "Club player"], "2020-01-01") == "Game against Club player waits"
    assert waits(["Greedy", "you", "Greedy", "Random"], None) == "Game for 4 players waits"
    assert waits(["you", "Club player"], None, "match to 25, hand 2") == "Match to 25, hand 2, waits"


def test_a_game_that_another_kernel_holds_is_refused_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    lobby = cw.lobby()
    ask(lobby, kind="begin", choice=choice())
    move(lobby)
    game = lobby.game
    assert game is not None
    other = cw.lobby()
    (kept,) = other.scene["kept"]

    def held(path: Path) -> cw.Game:
        raise cw.JournalHeld(path, 42)

    monkeypatch.setattr("capture_widgets.widgets.lobby.go_on", held)
    answer = ask(other, kind="continue", which=kept["which"])
    assert answer["kind"] == "refused"
    assert answer["text"].startswith("That did not work: this game is open in another notebook (process 42)")
    for word in ("JournalHeld", "resume(", ".jsonl"):  # names for who writes code
        assert word not in answer["text"]


def test_a_refusal_in_the_lobby_names_no_class_of_error() -> None:
    answer = ask(cw.lobby(), kind="code", text="hello")
    assert answer["text"].startswith("That did not work: this is no code of a game; a code looks like KO1-")


def test_a_code_of_a_game_that_is_over_is_replayed_and_an_open_one_is_played_on() -> None:
    game, lobby = cw.new("kommando", seed=7), cw.lobby()
    for _ in range(3):
        game.play(game.legal_moves()[0])
    assert ask(lobby, kind="code", text=game.code())["kind"] == "done"
    assert lobby.game is not None
    assert lobby.game.history.record()["rounds"] == game.history.record()["rounds"]
    assert lobby.game.names[game.to_play or 0] == "you"
    assert isinstance(lobby.game.seats[1 - (game.to_play or 0)], cw.bots.Club)
    while not game.is_over:
        game.play(game.legal_moves()[0])
    ask(lobby, kind="code", text=game.code())
    assert lobby.replay is not None
    assert lobby.replay.game.moves() == game.moves()


def test_a_page_names_no_file_where_a_code_is_read(tmp_path: Path) -> None:
    path = cw.new("kommando", seed=7).save(tmp_path / "game.json")
    lobby = cw.lobby()
    for text in (str(path), "https://example.org/replay.html#game:abc", "KO1-nonsense", 7):
        assert ask(lobby, kind="code", text=text)["kind"] == "refused"
    assert lobby.game is None


def test_the_settings_of_the_lobby_are_those_of_its_table() -> None:
    lobby = cw.lobby()
    ask(lobby, kind="begin", choice=choice())
    lobby.settings = {**lobby.settings, "theme": "dark"}
    assert lobby.table is not None
    assert lobby.table.settings["theme"] == "dark"
    with pytest.raises(ValueError, match="theme"):
        cw.lobby(theme="pink")  # type: ignore[arg-type]


def test_what_a_page_without_widgets_shows_names_the_games() -> None:
    bundle: Any = cw.lobby()._repr_mimebundle_()
    data = bundle[0] if isinstance(bundle, tuple) else bundle
    assert all(title in data["text/plain"] for title in cw.games().values())


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (3, "just now"),
        (60, "1 min ago"),
        (7300, "2 h ago"),
        (90_000, "1 day ago"),
        (200_000, "2 days ago"),
        (-5, "just now"),
    ],
)
def test_how_long_ago_is_said_in_words(seconds: float, words: str) -> None:
    assert time_ago(seconds) == words


def test_a_deal_can_be_chosen_by_how_hard_it_is() -> None:
    lobby = cw.lobby()
    levels = {game["slug"]: game["levels"] for game in lobby.scene["games"]}
    assert list(levels.pop("fourx")) == ["easy", "medium", "hard", ""]
    assert not any(levels.values())
    choice = {"game": "fourx", "opponent": "club", "match": False, "options": {}, "deal": "easy"}
    ask(lobby, kind="choose", choice=choice)
    assert lobby.scene["chosen"]["line"] == 'cw.new("fourx", seats=["you"], deal="easy")'
    ask(lobby, kind="begin", choice=choice)
    assert lobby.game is not None
    assert lobby.game.still_winnable() is True
    ask(lobby, kind="back")
    ask(lobby, kind="choose", choice={**choice, "options": {"tech": True}})
    chosen = lobby.scene["chosen"]
    assert (chosen["levels"], chosen["fault"]) == (False, ""), "no list of deals is for these options"
    assert "deal" not in chosen["line"]


def test_an_easy_deal_is_offered_until_the_first_win_and_then_one_as_hard_as_the_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept_games, "games_folder", lambda: tmp_path)
    monkeypatch.delenv(SWITCH, raising=False)

    def offered() -> dict[str, str]:
        return {game["slug"]: game["deal"] for game in cw.lobby().scene["games"]}

    def fewest() -> int | None:
        found: int | None = next(one for one in cw.lobby().scene["games"] if one["slug"] == "fourx")["fewest"]
        return found

    assert offered() == {slug: "easy" if slug == "fourx" else "" for slug in cw.games()}
    assert fewest() is None
    for wins in (False, True):
        game = cw.new("fourx", deal="easy", seed=7, seats=["you"])
        assert kept_games.keep(game)
        for move in cw.solve(game, progress=False).game().moves() if wins else ["king c", "resign"]:
            game.play(move)
        game.close()
        assert offered()["fourx"] == "easy"
        won = game.history.dump("public")["table"]["turns"] if wins else None
        assert fewest() == won, "the card tells the win"
    for level in ("medium", ""):
        game = cw.new("fourx", seats=["you"], seed=10**6, deal=level or None)
        assert kept_games.keep(game)
        game.play("king c")
        game.close()
        assert offered()["fourx"] == level, "any deal comes only to who has played one"


def test_the_form_starts_with_the_options_of_the_game_played_last() -> None:
    lobby = cw.lobby()

    def form() -> tuple[dict[str, Any], bool]:
        game = next(one for one in lobby.scene["games"] if one["slug"] == "commander")
        return game["last"], game["last_match"]

    assert form() == ({}, False)
    teams = {"players": 4, "teams": True}
    ask(lobby, kind="begin", choice=choice("commander", options=teams))
    move(lobby)
    ask(lobby, kind="back")
    assert form() == (teams, False)
    assert lobby.game is not None
    lobby.game.close()
    ask(lobby, kind="daily", game="commander")
    move(lobby)
    ask(lobby, kind="back")
    assert form() == (teams, False), "a deal of the day is no choice of options"


def test_a_game_in_teams_says_so_in_the_list_and_where_it_is_continued() -> None:
    lobby = cw.lobby()
    ask(lobby, kind="begin", choice=choice("commander", options={"players": 4, "teams": True}))
    move(lobby)
    ask(lobby, kind="back")
    words = "in a team with Random Cleo against Random Ben and Random Dan, "
    assert lobby.scene["kept"][0]["words"].startswith(words)
    assert lobby.game is not None
    told = lobby.scene["kept"][0]["words"]
    assert told == f"{words}move {lobby.game.ply}, just now"
    lobby.game.close()
    other = cw.lobby()
    assert other.scene["kept"][0]["words"] == told, "the same words while it is open and after"
    (row,) = ask(other, kind="games")["played"]
    assert (row["opponents"], row["partner"]) == (["Random", "Random"], "Random")


@pytest.mark.parametrize(("level", "kinds"), [("beginner", ()), ("greedy", ("aces",)), ("club", ("kings", "aces"))])
def test_the_form_says_what_a_level_remembers_as_the_level_does(level: str, kinds: tuple[str, ...]) -> None:
    offered = {one["slug"]: one for one in Lobby().scene["games"]}
    told = offered["commander"]["memory"][level]
    assert [kind for kind in ("queens", "kings", "aces") if kind in told] == list(kinds)
    bot: Any = make_bot(level)
    dealt: Any = cw.new("commander", seed=1).history.round_at(0).state_at(0)
    state = dealt._replace(shown=(1 << 52) - 1)
    recalled: Any = CommanderEvaluation().recalled(state, bot.memory)
    remembered = recalled.shown
    ranks = {card % 13 for card in state.cards if remembered >> card & 1}
    assert ranks == {{"kings": 11, "aces": 12}[kind] for kind in kinds}
    assert set(offered["commander"]["memory"]) == {one.id for one in BOTS if getattr(one.kind, "memory", 1) < 1}
    assert all(not one["memory"] for slug, one in offered.items() if slug != "commander"), "all remember everything"
