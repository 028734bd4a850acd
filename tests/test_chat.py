"""Players that read and write: the prompt, the answer, the one retry, and the replay of what was said."""

from __future__ import annotations

import copy
import json
import pickle
import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import capture_widgets as cw
from capture_widgets.bots.answers import read_answer
from capture_widgets.bots.chat import Message
from capture_widgets.games import GAMES
from tests.cases import EACH, case_id
from tests.leaks import find_cards, unseen
from tests.test_sealed import Case, positions
from tests.wire import Wire, until


@pytest.fixture(params=EACH)
def case(request: pytest.FixtureRequest) -> Case:
    """A game with its options."""
    found: Case = request.param
    return found


def listed(prompt: str) -> list[str]:
    """The legal moves in a prompt, as a model would find them."""
    part = prompt.partition("Legal moves:\n")[2].partition("\n\nAnswer")[0]
    return part.split(" | ") if " | " in part else re.findall(r"^\[([^\]]+)\]", part, re.MULTILINE)


def first_listed(messages: list[Message]) -> str:
    """A model that plays the first move it is told."""
    return f"I think about it. [{listed(messages[-1]['content'])[0]}]"


def twins(case: Case) -> Iterator[tuple[cw.Game, cw.Game]]:
    """Pairs of games that went alike for the seat to play, at every step, though other cards are hidden from it."""
    slug, options = case
    found = 0
    for seed in range(12):
        rng = Random(f"{case_id(case)}/{seed}")
        game = cw.new(slug, seed=seed, **options)
        for _ in range(rng.randrange(3, 12)):
            if len(game.legal_moves()) == 0 or game.is_over:
                break
            before = game.legal_moves()
            game.play(rng.choice([move for move in before if move != "resign"] or before))
        if game.to_play is None:
            continue
        seat, moves = game.to_play, game.moves()
        record: Any = game.record()
        deal = record["rounds"][0]["deal"]
        hidden = [at for at, card in enumerate(deal) if card in unseen(game, seat)]
        for _ in range(40):
            if len(hidden) < 2:
                break
            one, two = rng.sample(hidden, 2)
            cards = list(deal)
            cards[one], cards[two] = cards[two], cards[one]
            try:
                other = cw.new(slug, deal=cards, **options)
                for move in moves:
                    other.play(move)
            except (cw.IllegalMove, cw.IllegalDeal):
                continue
            same = all(game.dump_at(ply, seat=seat) == other.dump_at(ply, seat=seat) for ply in game.plies())
            if same and other.state != game.state:
                found += 1
                yield game, other
                break
        if found == 3:
            return


# -- the prompt


def test_games_that_a_seat_cannot_tell_apart_have_one_prompt(case: Case) -> None:
    pairs = 0
    for game, other in twins(case):
        pairs += 1
        for moves in (True, False):
            assert game.view().to_text(moves=moves) == other.view().to_text(moves=moves)
    assert pairs, "no pair was found, and nothing was tried"


def test_a_prompt_names_no_card_that_the_seat_has_not_seen(case: Case) -> None:
    for game in positions(case, seed=5):
        assert game.to_play is not None
        prompt = game.view().to_text(rules=False)
        assert find_cards(prompt, unseen(game, game.to_play)) == []


def test_a_prompt_has_rules_position_moves_so_far_and_how_to_answer(case: Case) -> None:
    for game in positions(case, count=2):
        view = game.view()
        prompt = view.to_text()
        assert prompt.startswith(f"You play {view.game.title}. ")
        for name, text in view.game.rules_in_force(game.history.settings, False).items():
            assert (f"{name}: {text}" in prompt) == (name in view.game.rules)
        for entry in view.log:
            assert entry["text"] in prompt
        assert listed(prompt) == view.legal_moves()
        assert "Answer with one move in square brackets" in prompt
        bare = view.to_text(moves=False, rules=False)
        assert "Legal moves" not in bare
        assert "Moves are written" in bare


@pytest.mark.parametrize("slug", GAMES)
def test_a_seat_that_is_not_to_play_is_told_whose_turn_it_is(slug: str) -> None:
    game = cw.new(slug, seed=1)
    for seat in range(len(game.seats)):
        prompt = game.view(seat=seat).to_text()
        assert ("It is your turn." in prompt) == (seat == game.to_play)
        assert ("Legal moves:" in prompt) == (seat == game.to_play)


def test_a_hidden_choice_is_not_told_to_the_other_seat() -> None:
    game = cw.new("columns", seed=3)
    move = game.legal_moves()[0]
    placer = game.to_play
    assert placer is not None
    game.play(move)
    assert move in game.view(seat=placer).to_text(moves=False)
    assert move not in game.view(seat=1 - placer).to_text(moves=False)


def test_only_who_reads_the_moves_so_far_gets_them() -> None:
    game = cw.new("kommando", seed=3, seats=[cw.bots.Random(1), cw.bots.Chat(first_listed)]).run()
    assert game.at(4, bots=True).view(seat=0).log == ()
    view = game.at(4, bots=True).view(seat=1)
    assert len(view.log) == 4
    for made in (copy.deepcopy(view), pickle.loads(pickle.dumps(view))):
        assert made.log == view.log
        assert made.to_text() == view.to_text()


# -- the answer


def test_the_last_brackets_count_and_spaces_are_forgiven() -> None:
    view = cw.new("kommando", seed=7).view()
    assert read_answer(view, "Not [L:2b] but [ L:1r ]!") == "L:1r"
    assert read_answer(view, "x" * 100_000 + "[L:1r]") == "L:1r"
    for answer, rule, words in (
        ("L:1r", "GE-3", "no move in square brackets; moves are written L:7b"),
        ("[L:1r] no, [checkmate]", "GE-3", "is not a move here"),
        ("[L:10b]", "KO-", "you do not hold the blue 10"),
    ):
        with pytest.raises(cw.IllegalMove, match=re.escape(words)) as caught:
            read_answer(view, answer)
        assert caught.value.rule.startswith(rule)


def test_a_refused_answer_hears_the_rule_and_has_one_more_try() -> None:
    told: list[list[Message]] = []
    answers = iter(["[L:10b]", "[L:1r]"])

    def model(messages: list[Message]) -> str:
        told.append(messages)
        return next(answers)

    bot = cw.bots.Chat(model, name="Model")
    game = cw.new("kommando", seed=7)
    assert bot.choose(game.view()) == "L:1r"
    assert [[one["role"] for one in messages] for messages in told] == [
        ["system", "user"],
        ["system", "user", "assistant", "user"],
    ]
    with pytest.raises(cw.IllegalMove) as caught:
        game.play("L:10b")
    refused = told[1][-1]["content"]
    assert caught.value.reason in refused
    assert f"Rule {caught.value.rule}: {cw.rules('kommando')[caught.value.rule]}" in refused
    assert "Try once more." in refused
    (exchange,) = bot.exchanges
    assert exchange.move == "L:1r"
    assert exchange.refusals == (caught.value.reason,)
    assert exchange.answers == ["[L:10b]", "[L:1r]"]


def test_after_two_refused_answers_it_forfeits_and_loses_the_game_in_a_duel() -> None:
    bot = cw.bots.Chat(lambda messages: "no idea", name="Lost")
    with pytest.raises(cw.bots.Forfeit, match="no legal move in 2 tries"):
        bot.choose(cw.new("kommando", seed=7).view())
    assert bot.exchanges[-1].move is None
    result = cw.duel("kommando", [bot, cw.bots.Random(1)], deals=2, seed=1, progress=False)
    assert [row.losses for row in result.table] == [4, 0]
    assert all("Lost" in fault and "no legal move in 2 tries" in fault for fault in result.faults)


def test_what_a_function_must_be_and_return() -> None:
    with pytest.raises(TypeError, match="a function that takes messages and returns a text"):
        cw.bots.Chat("model")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="complete returned int, and not a text"):
        cw.bots.Chat(lambda messages: 4).choose(cw.new("kommando").view())  # type: ignore[arg-type, return-value]


@pytest.mark.parametrize("slug", GAMES)
def test_it_plays_every_game_to_its_end_in_a_duel(slug: str) -> None:
    bots = [cw.bots.Chat(first_listed, name="One"), cw.bots.Random(1)]
    if slug == "fourx":
        bots = [cw.bots.Chat(lambda messages: "[resign]" if "resign" in str(messages) else first_listed(messages))]
    result = cw.duel(slug, bots, deals=1, seed=1, progress=False)
    assert result.faults == []


def test_it_plays_at_a_table_and_a_failure_there_names_no_card() -> None:
    bot = cw.bots.Chat(first_listed)
    game = cw.new("kommando", seed=7, seats=[bot, "you"])
    wire = Wire(game.table(pace=0))
    wire.ask(kind="hello", view="page")
    until(wire.table, lambda: game.ply == 1)
    held = "9b"  # which the other seat must not hear
    bot.complete = lambda messages: f"I hold [{held}]"
    failing = cw.new("kommando", seed=7, seats=[bot, "you"])
    other = Wire(failing.table(seat=1, pace=0))
    other.ask(kind="hello", view="page")
    until(other.table, lambda: other.table.scene["notice"] is not None)
    assert held not in json.dumps(other.table.scene["notice"])
    assert "Forfeit" in other.table.scene["notice"]["text"]


# -- the replay of what was said


def talkative(messages: list[Message]) -> str:
    """A model that tells its hand, and guesses cards of the other."""
    prompt = next(one["content"] for one in messages if one["role"] == "user")
    hand = re.search(r"hand [AB] +((?:\d+[ryb] ?)+)", prompt)
    mine = hand.group(1) if hand else "nothing"
    guesses = " ".join(f"{rank}{suit}" for rank in range(1, 11) for suit in "ryb")
    return f"I hold {mine}, the others {guesses}. [{listed(messages[-1]['content'])[0]}]"


def test_a_replay_shows_its_seat_what_it_was_told_and_said_and_nobody_else() -> None:
    bot = cw.bots.Chat(talkative)
    game = cw.new("kommando", seed=3, seats=[bot, cw.bots.Random(1)]).run()
    replay = bot.replay(game)
    assert (replay.seat, [lens["seat"] for lens in replay.scene["lenses"]]) == (0, [0])
    moved = [ply for ply in game.plies()[:-1] if game.at(ply).to_play == 0]
    comments = cw.replay(replay.game, 0).game.comments
    assert {f"0/{ply}" for ply in moved} == set(comments)
    assert all("Told: You sit at seat A." in text and "Said: I hold" in text for text in comments.values())
    seen = replay.game.moves_frame(0)["comment"].tolist()
    assert sum(bool(text) for text in seen) == len(moved) - (0 in moved), "its seat may read every one"
    assert game.comments == {}, "the game itself is as it was, and so is its record"
    for ply in moved:
        never = unseen(game.at(ply), 0)
        assert find_cards(comments[f"0/{ply}"], never) == []


def test_a_replay_of_another_game_or_seat_is_refused() -> None:
    bot = cw.bots.Chat(first_listed)
    game = cw.new("kommando", seed=3, seats=[bot, cw.bots.Random(1)]).run()
    with pytest.raises(ValueError, match="made no move at seat B"):
        bot.replay(game, seat=1)
    with pytest.raises(ValueError, match="moved at 0 seats of the game"):
        bot.replay(cw.new("kommando", seed=4))
    result = cw.duel("kommando", [bot, cw.bots.Random(1)], deals=1, seed=9, progress=False)
    assert bot.replay(result.game(0)).seat in (0, 1)
