"""Logs, results and pictures call the players by name: "You attack", "Greedy answers"."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import capture_widgets as cw
from capture_widgets.bots.levels import BOTS
from capture_widgets.engine.names import LETTERS, LEVEL_NAMES, MOST, Names, sentence
from capture_widgets.engine.seats import Viewer
from capture_widgets.export.replay_frames import round_frames
from capture_widgets.games import GAMES
from tests.cases import random_move
from tests.wire import ask, logged


def texts(table: cw.Table) -> list[str]:
    """The sentences of a table's log."""
    return [entry["text"] for entry in logged(table.get_state())]


def fight(*seats: Any) -> cw.Game:
    """A game of Kommando after its first fight: A attacks, B answers and loses."""
    game = cw.new("kommando", seed=7, seats=list(seats)).play("L:1r")
    return game.play(game.legal_moves()[0])


# -- names in sentences


def test_a_verb_agrees_with_you_and_with_others() -> None:
    names = Names(["Ann", "Greedy"], you=0)
    assert [names.does(0, verb) for verb in ("attack", "have", "be", "go out")] == [
        "you attack", "you have", "you are", "you go out",
    ]  # fmt: skip
    assert [names.does(1, verb) for verb in ("attack", "have", "be", "pass", "go out", "lose")] == [
        "Greedy attacks", "Greedy has", "Greedy is", "Greedy passes", "Greedy goes out", "Greedy loses",
    ]  # fmt: skip
    assert (names.whose(0), names.whose(1), names.who(0), names.who(1)) == ("your", "Greedy's", "you", "Greedy")
    assert (names.did(0, "won"), names.did(1, "won")) == ("you won", "Greedy won")
    assert [names.turn(seat) for seat in (0, 1, None)] == ["your turn", "Greedy to play", "over"]
    assert [sentence(words) for words in ("you win", "your king", "yours", "anna wins")] == [
        "You win", "Your king", "yours", "anna wins",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("names", "you", "called"),
    [
        (["A", "B"], None, ["A", "B"]),
        (["", "  "], None, ["A", "B"]),
        (["you", "guest"], None, ["A", "guest"]),
        (["Ann", "Ann"], None, ["Ann (A)", "Ann (B)"]),
        (["Greedy", "Greedy"], None, ["Ada", "Ben"]),
        (["you", "Greedy", "Greedy Ben", "Greedy"], 0, ["you", "Greedy (B)", "Ben", "Dan"]),
        (["Big Ben", "Greedy", "Greedy"], None, ["Big Ben", "Greedy Ben", "Cleo"]),
        (["Greedy", "greedy"], 0, ["you", "greedy"]),
        (["B", "B"], None, ["B (A)", "B"]),
        (["A\nB", "x\x1b[2J"], None, ["A B", "x\\x1b[2J"]),
        (["n" * 1000, "Bo"], None, ["n" * (MOST - 1) + "…", "Bo"]),
    ],
)
def test_a_name_is_one_line_of_bounded_length_and_tells_two_players_apart(
    names: list[str], you: int | None, called: list[str]
) -> None:
    assert [Names(names, you).who(seat) for seat in range(len(names))] == called


def test_bots_of_one_level_have_different_names_at_a_table_and_in_its_log() -> None:
    assert tuple(bot.name for bot in BOTS) == LEVEL_NAMES
    game = cw.new("commander", seed=1, players=3, seats=["you", cw.bots.Greedy(), cw.bots.Greedy()])
    table = game.table()
    assert [seat["name"] for seat in table.scene["seats"]] == ["you", "Greedy Ben", "Greedy Cleo"]
    assert game.names == ["you", "Greedy", "Greedy"], "the record keeps the names that were given"
    attack = next(move for move in game.legal_moves() if "xC" in move)
    game.play(attack)
    assert "Cleo's card" in texts(table)[0] and "Greedy" not in texts(table)[0]


def test_names_are_values() -> None:
    assert Names(["Ann", "B"]) == Names(["Ann", "B"]) != Names(["Ann", "B"], 0)
    assert hash(Names(["Ann", "B"])) == hash(Names(["Ann", "B"]))
    assert repr(Names(["Ann", "B"], 0)) == "Names(you, B)"


# -- the log of a table


def test_a_table_speaks_to_its_person_and_names_everybody_else() -> None:
    game = fight("Ann", cw.bots.Greedy(seed=1))
    own, public, everybody = (game.table(seat=seat) for seat in (0, "public", None))
    assert texts(own)[0] == "You attack the yellow 7 on the left with the red 1."
    assert texts(own)[1].startswith("Greedy answers with the ")
    for table in (public, everybody):
        assert texts(table)[0].startswith("Ann attacks the yellow 7")
        assert not any("you" in text.lower() for text in texts(table))
    assert game.log()[0]["text"].startswith("A attacks"), "what code reads has letters"


def test_the_same_game_is_told_to_each_of_two_persons() -> None:
    game = fight("Ann", "Bo")
    told = [texts(game.table(seat=seat)) for seat in (0, 1)]
    assert told[0][0].startswith("You attack") and told[0][1].startswith("Bo answers")
    assert told[1][0].startswith("Ann attacks") and told[1][1].startswith("You answer")


def test_a_screen_that_two_persons_share_says_you_to_neither() -> None:
    table = fight("Ann", "Bo").table()
    assert texts(table)[0].startswith("Ann attacks") and texts(table)[1].startswith("Bo answers")


def test_a_table_at_a_bots_seat_names_the_bot() -> None:
    game = fight("Ann", cw.bots.Greedy(seed=1))
    assert texts(game.table(seat=1))[1].startswith("Greedy answers")


def test_two_bots_of_one_name_are_told_apart_by_their_seats() -> None:
    game = cw.new("kommando", seed=7, seats=[cw.bots.Greedy(seed=1), cw.bots.Greedy(seed=2)]).run()
    log = texts(game.table(seat="public"))
    assert log[0].startswith("Ada attacks") and log[1].startswith("Ben answers")


def test_a_new_name_is_in_the_whole_log_at_once() -> None:
    game = fight("A", "B")
    table = game.table(seat=0)
    assert texts(table)[1].startswith("B answers")
    game.sit(1, "Bo")
    assert texts(table)[1].startswith("Bo answers")


def test_the_result_names_the_players() -> None:
    game = cw.new("kommando", seed=7, seats=["Ann", cw.bots.Greedy(seed=1)])
    rng = Random(3)
    while not game.is_over:
        game.play(str(random_move(game.state, rng)))
    own, public = (game.table(seat=seat).scene["outcome"] for seat in (0, "public"))
    assert own["lines"][0]["text"].startswith("You won ") and own["lines"][1]["text"].startswith("Greedy won ")
    assert public["lines"][0]["text"].startswith("Ann won ")


def test_the_still_picture_says_whose_turn_it_is_by_name() -> None:
    game = cw.new("kommando", seed=7, seats=["Ann", cw.bots.Greedy(seed=1)])
    words, html = game.table(seat=0).standing_in()
    assert "your turn" in words and "your turn" in html
    words, html = game.table(seat="public").standing_in()
    assert "Ann to play" in words and "Ann to play" in html


def test_a_name_cannot_bring_markup_into_a_still_picture() -> None:
    game = fight("<b>Ann</b>", "Bo")
    _, html = game.table(seat="public").standing_in()
    assert "<b>" not in html and "&lt;b&gt;Ann&lt;/b&gt; attacks" in html


# -- replays


def test_a_replay_says_the_names_of_its_record() -> None:
    history = fight("Ann", "Bo").history
    for seat in (0, 1, "public", None):
        viewer: Any = seat
        assert round_frames(history, 0, viewer)["log"][0]["text"].startswith("Ann attacks")


def test_a_replay_speaks_to_a_person_whose_name_is_you() -> None:
    history = fight("you", "Bo").history
    assert round_frames(history, 0, 0)["log"][0]["text"].startswith("You attack")
    for seat in (1, "public", None):
        viewer: Any = seat
        assert round_frames(history, 0, viewer)["log"][0]["text"].startswith("A attacks")


# -- every game


@pytest.mark.parametrize("slug", GAMES)
def test_a_log_with_letters_becomes_one_with_names_word_for_word(slug: str) -> None:
    """No sentence of a game names a seat in another way than by what the players are called."""
    game = cw.new(slug, seed=5)
    rng = Random(5)
    while not game.is_over and game.ply < 120:
        game.play(str(random_move(game.state, rng)))
    seats = len(game.seats)
    viewers: list[Viewer] = [*range(seats), "public", None]
    strange = Names(["Zoë", "Wu", "Xi", "Yo"][:seats])
    for viewer in viewers:
        for plain, named in zip(game.log(viewer), game.history.log(viewer, names=strange), strict=True):
            words = named["text"]
            for letter, name in zip("ABCD", ["Zoë", "Wu", "Xi", "Yo"], strict=True):
                words = words.replace(name, letter)
            assert words == plain["text"]
            assert (named["ply"], named["seat"], named["move"]) == (plain["ply"], plain["seat"], plain["move"])
    for letter in "ABCD"[:seats]:
        told = " ".join(entry["text"] for entry in game.history.log(names=strange))
        assert f"{letter} " not in told and f"{letter}'s" not in told


@pytest.mark.parametrize("slug", GAMES)
def test_a_log_that_speaks_to_a_seat_says_you_wherever_that_seat_is_meant(slug: str) -> None:
    game = cw.new(slug, seed=5)
    rng = Random(6)
    while not game.is_over and game.ply < 120:
        game.play(str(random_move(game.state, rng)))
    for entry in game.history.log(0, names=Names(game.names, 0)):
        assert not entry["text"].startswith("A ") and "A's" not in entry["text"]
        assert entry["text"].startswith("You ") is (entry["seat"] == 0)
        assert " you attacks" not in entry["text"] and "you has" not in entry["text"] and "you is" not in entry["text"]
    lines = game.type.tally(game.state, Names(game.names, 0))[1] if game.is_over else ()
    assert not any(line.startswith("A ") for line in lines)
    assert LETTERS.who(0) == "A"


def test_a_refusal_calls_another_player_by_name_and_ends_its_sentence() -> None:
    game = cw.new("commander", players=4, seed=3, seats=["you", "Ben", "Ann", "Cleo"])
    with pytest.raises(cw.IllegalMove, match=r"^Cleo's card 6 cannot be attacked: .* \(CC-4\)$"):
        game.play("4xD6")
    refused = ask(game.table(0), kind="play", move="4xB6", round=0, ply=0)
    assert refused["rule"] == "CC-4"
    assert refused["text"].startswith("Ben's card 6 cannot be attacked: ")
    assert refused["text"].endswith(".")
    assert not refused["text"].endswith("..")
    assert cw.new("commander", players=4, seed=3).explain("4xD6").reason.startswith("D's card 6 ")


def test_among_several_bots_of_any_level_have_given_names_which_are_short() -> None:
    game = cw.new("commander", seed=1, players=3, seats=["you", cw.bots.Greedy(), cw.bots.Strong()])
    scene = game.table().scene
    assert [seat["name"] for seat in scene["seats"]] == ["you", "Greedy Ben", "Strong player Cleo"]
    assert [Names(("Ann", "Greedy", "Strong player")).who(seat) for seat in range(3)] == ["Ann", "Ben", "Cleo"]
    assert Names(("Ann", "Greedy")).who(1) == "Greedy", "one other is called by the level"


def test_sentences_call_a_ready_made_bot_by_its_given_name_and_nobody_else_by_a_part() -> None:
    called = {
        ("Club player Cleo", "Strong player Ben"): ["Cleo", "Ben"],
        ("Ada", "Big Ben"): ["Ada", "Big Ben"],
        ("Ada", "Greedy old Ben"): ["Ada", "Greedy old Ben"],
        ("Ben", "Greedy Ben"): ["Ben", "Greedy Ben"],
    }
    for names, expected in called.items():
        assert [Names(names).who(seat) for seat in range(2)] == expected
