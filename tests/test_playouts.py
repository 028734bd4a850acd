"""Evaluations of bots restate rules for speed; they agree with the rules (for Kommando see test_bots.py)."""

from __future__ import annotations

from collections.abc import Iterator
from math import exp
from random import Random
from statistics import correlation, fmean
from typing import Any

import pytest

from capture_widgets.bots.evaluate import columns as columns_eye
from capture_widgets.bots.evaluate import fourx as fourx_eye
from capture_widgets.bots.evaluate import universal as universal_eye
from capture_widgets.bots.evaluate.commander import CommanderEvaluation
from capture_widgets.bots.evaluate.commander.standing import chances_to_win
from capture_widgets.bots.evaluate.commander.weights import FITTED, GONE
from capture_widgets.bots.evaluate.evaluation import Evaluation
from capture_widgets.bots.evaluate.universal.playout import play_on
from capture_widgets.core.bit_masks import bits, mask_of
from capture_widgets.games.columns import ColumnsState
from capture_widgets.games.commander import Attack, CommanderState, Gift
from capture_widgets.games.fourx import Conquer, FourXState, TechConquer
from capture_widgets.games.universal import Build, Play, Slip, UniversalState
from tests.cases import MOST_PLIES, dealt, random_move


def states(slug: str, options: dict[str, Any], seeds: range) -> Iterator[Any]:
    """Every state of random rounds."""
    for seed in seeds:
        state, rng = dealt(slug, options, seed), Random(seed)
        for _ in range(MOST_PLIES[slug]):
            yield state
            if state.to_play is None:
                break
            state = state.apply(random_move(state, rng))


COMMANDERS: tuple[dict[str, Any], ...] = (
    {},
    {"war": "chain", "twos_beat_aces": True},
    {"players": 3, "scoring": True, "war": "chain"},
    {"players": 4, "scoring": True, "twos_beat_aces": True},
    {"teams": True},
)
each_set = pytest.mark.parametrize("options", COMMANDERS, ids=lambda given: ",".join(map(str, given)) or "plain")


def fought_out(state: CommanderState, attack: Attack, rng: Random) -> CommanderState:
    """The state after a battle whose cards are chosen by lot."""
    after = state.apply(attack)
    while after.war is not None:
        choices = after.legal_moves()
        after = after.apply(choices[int(rng.random() * len(choices))])
    return after


@each_set
def test_cc_8_cc_11_a_war_in_a_playout_is_decided_by_the_rules(options: dict[str, Any]) -> None:
    wars = drawn = 0
    for state in states("commander", options, range(150)):
        assert isinstance(state, CommanderState)
        if state.to_play is None or state.war is not None:
            continue
        ties = [move for move in state.legal_moves() if type(move) is Attack and state.apply(move).shown != state.shown]
        for attack in ties[:40]:
            mine = state.cards[13 * state.to_play + attack.own - 1]
            theirs = state.cards[13 * attack.seat + attack.target - 1]
            if mine % 13 != theirs % 13:
                continue
            wars += 1
            after = fought_out(state, attack, Random(wars))
            lying = [state.formation(seat) for seat in range(state.options.players)]
            told = CommanderEvaluation.fight_war(
                lying,
                [card % 13 for card in state.cards],
                state.to_play,
                attack.own - 1,
                attack.seat,
                attack.target - 1,
                Random(wars).random,
                state.options.war == "chain",
                state.options.twos_beat_aces,
            )
            gone = after.removed[len(state.removed) :]
            if told is None:
                assert after.to_play is None and not gone
                drawn += 1
                continue
            loser, lost = told
            assert {(entry >> 6) // 13 for entry in gone} == {loser}
            taken = mask_of((entry >> 6) % 13 for entry in gone)
            # a commander takes the rest of the formation along (CC-7)
            assert taken == (lying[loser] if lost >> 12 else lost)
            assert after.formation(loser) == lying[loser] & ~taken
    assert wars > 60
    assert drawn or options


def endings(state: CommanderState, evaluation: Evaluation, known: dict[Any, frozenset[Any]]) -> frozenset[Any]:
    """All rewards that legal moves but gifts lead to."""
    if state.to_play is None:
        return frozenset({tuple(evaluation.rewards(state))})
    if state not in known:
        moves = [move for move in state.legal_moves() if type(move) is not Gift]
        known[state] = frozenset().union(*(endings(state.apply(move), evaluation, known) for move in moves))
    return known[state]


@each_set
def test_cc_4_to_cc_17_a_round_of_commander_is_played_out_by_its_rules(options: dict[str, Any]) -> None:
    evaluation, rng = CommanderEvaluation(match=bool(options.get("scoring"))), Random(7)
    evaluation.ahead = -1  # to the end, with more than two players too
    compared = several = 0
    for seed in range(400):
        state = dealt("commander", options, seed)
        assert isinstance(state, CommanderState)
        # weak attackers against strong cards, so that formations shrink before a commander falls
        while state.to_play is not None and state.present.bit_count() > 5 + state.options.players:
            moves: list[Any] = [move for move in state.legal_moves() if type(move) is not Gift]
            after = [state.apply(move) for move in moves]
            going_on = [other for other in after if other.to_play is not None and other.out == state.out]
            state = rng.choice(going_on or after)
        if state.to_play is None:
            continue
        possible = endings(state, evaluation, {})
        met = {tuple(evaluation.playout(state, rng)) for _ in range(30)}
        assert met <= possible
        compared += 1
        several += len(met) > 1
        if several == 12:
            break
    assert several >= 6, (compared, several)


@pytest.mark.parametrize("options", [{"players": 3}, {"players": 4}, {"teams": True}], ids=("3", "4", "teams"))
def test_what_is_left_after_a_few_attacks_says_how_rounds_end(options: dict[str, Any]) -> None:
    """Chances judged early are about those counted at the end, position by position, and shares of one whole."""
    early, late, rng = CommanderEvaluation(), CommanderEvaluation(), Random(5)
    late.ahead = -1
    said, came = [], []
    for number, state in enumerate(states("commander", options, range(6))):
        assert isinstance(state, CommanderState)
        if state.to_play is None or state.war is not None or number % 4:
            continue
        rewards = [early.playout(state.determinize("public", rng), rng) for _ in range(15)]
        for chances in rewards:
            assert all(0 <= chance <= 1 for chance in chances)
            assert sum(chances) == pytest.approx(2 if state.options.teams else 1) or 0.5 in chances
        said.append([fmean(chances[seat] for chances in rewards) for seat in range(state.options.players)])
        ends = [late.playout(state.determinize("public", rng), rng) for _ in range(40)]
        came.append([fmean(chances[seat] for chances in ends) for seat in range(state.options.players)])
    pairs = [pair for one, other in zip(said, came, strict=True) for pair in zip(one, other, strict=True)]
    assert len(pairs) > 100
    assert correlation(*zip(*pairs, strict=True)) > 0.85
    assert fmean(one - other for one, other in pairs) == pytest.approx(0, abs=0.05)


@pytest.mark.parametrize("options", [{"players": 3}, {"players": 4}, {"teams": True}], ids=("3", "4", "teams"))
def test_what_was_fitted_is_what_a_playout_judges_by(options: dict[str, Any]) -> None:
    """Features times weights, as they were fitted, are the chances that tables give."""
    pytest.importorskip("scipy")
    from tests.benchmarks.standing import features, seen

    met = set()
    for number, state in enumerate(states("commander", options, range(20))):
        assert isinstance(state, CommanderState)
        if state.to_play is None or state.war is not None or number % 3:
            continue
        teams = state.options.teams
        rows, seats = features(state, teams)
        weights = FITTED[teams, len(seats)]
        lying = [state.formation(seat) for seat in range(state.options.players)]
        chances = chances_to_win(lying, seen(state), state.to_play, state.out, teams=teams)
        if teams:
            score = rows[:-1] @ [weight for role in weights for weight in role] + rows[-1] * GONE
            assert chances[0] == pytest.approx(1 / (1 + exp(-score)))
        else:
            shares = [exp(score) for score in rows @ weights[0]]
            assert [chances[seat] for seat in seats] == pytest.approx([share / sum(shares) for share in shares])
        met.add(len(seats))
    assert met == {2, 3, 4} - {state.options.players + 1}


@each_set
def test_cc_4_attacks_are_compared_as_if_each_were_made_and_played_out(options: dict[str, Any]) -> None:
    """With the same chance, attacks that tie nothing bring what the state after them brings."""
    evaluation, same = CommanderEvaluation(), 0
    evaluation.ahead = -1
    for number, state in enumerate(states("commander", options, range(12))):
        assert isinstance(state, CommanderState)
        if state.to_play is None or state.war is not None or number % 4:
            continue
        for move in state.legal_moves()[:6]:
            after = state.apply(move)
            if after.to_play is None or type(move) is not Attack:
                continue
            places = 13 * state.to_play + move.own - 1, 13 * move.seat + move.target - 1
            if len({state.cards[place] % 13 for place in places}) == 1:
                continue  # in a war cards are drawn by lot in another order
            told = evaluation.compare(state, [move], Random(number))
            assert told == [evaluation.playout(after, Random(number))[state.to_play]]
            same += 1
    assert same > 60


def test_co_5_to_co_8_a_placement_is_judged_by_what_the_rules_capture() -> None:
    for aces in ("lock", "swing"):
        judged = 0
        for state in states("columns", {"aces": aces}, range(60)):
            assert isinstance(state, ColumnsState)
            if state.to_play is None or state.placed is None:
                continue
            seat = state.to_play
            for move in state.legal_moves()[:20]:
                after = state.apply(move)
                gains = [now - then for now, then in zip(after.points, state.points, strict=True)]
                stay = [
                    column
                    for before, column in zip(state.shown(move), after.slots, strict=True)
                    if column is not None and column == before
                ]
                held = [sum(any(card % 13 == 12 for card in column[side]) for column in stay) for side in (0, 1)]
                expected = gains[seat] - gains[1 - seat] + 0.3 * (held[seat] - held[1 - seat])
                told = columns_eye.placement_gains(state, seat, state.hands[seat], state.placed)
                assert columns_eye.placement_sum(told, move) == pytest.approx(expected)
                judged += 1
        assert judged > 500


@pytest.mark.parametrize("aces", ["lock", "swing"])
def test_co_3_to_co_9_all_placements_are_compared_as_if_each_were_made(
    aces: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    evaluation, rng, ended = columns_eye.ColumnsEvaluation(), Random(4), 0
    answer: list[Any] = []
    thoughtful = columns_eye.good_placement

    def told(*given: Any) -> Any:
        answer.append(thoughtful(*given))
        return answer[-1]

    monkeypatch.setattr(columns_eye, "good_placement", told)
    for number, state in enumerate(states("columns", {"aces": aces}, range(40))):
        assert isinstance(state, ColumnsState)
        if state.to_play is None or number % 2 and len(state.left) > 6:
            continue
        moves = state.legal_moves()[:25]
        rewards = evaluation.compare(state, moves, rng)
        for move, reward in zip(moves, rewards, strict=True):
            if state.placed is None:
                after = state.apply(move).apply(answer[-1])
            else:
                after = state._replace(placed=answer[-1]).apply(move)
            judged = evaluation.rewards(after) if after.to_play is None else evaluation.value(after)
            assert reward == pytest.approx(judged[state.to_play])
            ended += after.to_play is None
    assert ended > 200


@pytest.mark.parametrize("options", [{}, {"tech": True}, {"explorers": "any", "conquered_serve": True}])
def test_fx_4_to_fx_10_every_plan_is_a_legal_move(options: dict[str, Any]) -> None:
    """Explorations, travels and conquests are worked out without the list of legal moves, and are in it."""
    planned = conquests = 0
    for number, state in enumerate(states("fourx", options, range(25))):
        assert isinstance(state, FourXState)
        if number % 3 or state.to_play is None or not state.laid_out:
            continue
        legal = set(state.legal_moves())
        for wide in (False, True):
            for _, move in fourx_eye.scored_moves(state, wide=wide):
                assert move in legal, move
                planned += 1
        for king in fourx_eye.face_up_kings(state):
            assert (fourx_eye.spaces_needed(state, king) <= 0) == (Conquer(king) in legal)
            conquests += Conquer(king) in legal or TechConquer(king) in legal
    assert planned > 300 and conquests > 0


def test_uc_7_uc_14_what_fits_and_what_counts_is_what_the_rules_say() -> None:
    fitting = ended = 0
    for state in states("universal", {}, range(40)):
        assert isinstance(state, UniversalState)
        counts = [
            universal_eye.points_left(state.hand, state.board.downs),
            universal_eye.points_left(state.other_hand, state.other_board.downs),
        ]
        if state.to_play is None:
            ended += 1
            assert [max(counts[1] - counts[0], 0), max(counts[0] - counts[1], 0)] == list(state.points)
        elif not state.first:
            played = {move.card for move in state.legal_moves() if isinstance(move, Play | Slip) and not move.across}
            assert {card for card in bits(state.hand) if universal_eye.fits_on_board(state, card)} == played
            fitting += len(played)
    assert fitting > 100 and ended > 10


class Short(universal_eye.UniversalEvaluation):
    """Playouts of so few moves that all of them can be counted."""

    horizon = 2


def after_moves(state: UniversalState, moves: int, evaluation: Evaluation) -> set[float]:
    """What so many moves by the rules, or fewer to the end, are worth to seat A."""
    if state.to_play is None:
        return {round(evaluation.rewards(state)[0], 9)}
    if not moves:
        return {round(evaluation.value(state)[0], 9)}
    return {worth for move in state.legal_moves() for worth in after_moves(state.apply(move), moves - 1, evaluation)}


@pytest.mark.parametrize("options", [{}, {"opening": "one card"}], ids=("plain", "one card"))
def test_uc_5_to_uc_14_a_hand_is_played_on_by_its_rules(options: dict[str, Any]) -> None:
    """Two moves on from any position, a playout can end as the rules let it and in no other way."""
    evaluation, rng = Short(), Random(3)
    ended = 0
    for number, state in enumerate(states("universal", options, range(14))):
        assert isinstance(state, UniversalState)
        if state.to_play is None or not (number % 9 == 0 or not state.hand & (state.hand - 1) or state.passes):
            continue
        possible = after_moves(state, 2, evaluation)
        met = {round(evaluation.playout(state, rng)[0], 9) for _ in range(40)}
        assert met <= possible
        ended += any(state.apply(move).to_play is None for move in state.legal_moves())
    assert ended > 3


def test_a_playout_takes_the_best_kind_of_three_moves_at_random() -> None:
    """Builds that turn a card up come first: of 3 in n moves one is made as often as among three at random."""
    rng, seen = Random(1), 0
    for state in states("universal", {}, range(30)):
        assert isinstance(state, UniversalState)
        if state.to_play is None or not state.first:
            continue
        moves = state.legal_moves()
        turning = [move for move in moves if isinstance(move, Build) and state.board.downs[move.source]]
        if not turning or any(state.apply(move).to_play is None for move in moves):
            continue
        before = [len(down) for down in state.board.downs]
        made = 0
        for _ in range(300):
            left = play_on(state, 1, rng)
            made += [len(down) for down in left.downs[state.to_play]] != before
        expected = 1 - (1 - len(turning) / len(moves)) ** 3
        assert made / 300 == pytest.approx(expected, abs=0.12)
        seen += 1
        if seen == 8:
            break
    assert seen == 8
