"""What the first game of Capture the Commander states."""

from __future__ import annotations

import re
from itertools import combinations
from typing import Any, Final

from capture_widgets.model.history import History
from tests.first_hands.moments import Claims, Moment, table

COVERS: Final = {
    5: (1, 2), 6: (2, 3), 7: (3, 4), 8: (5,), 9: (6,), 10: (7,), 11: (8, 9), 12: (9, 10), 13: (11, 12),
}  # fmt: skip
"""Which cards cover each, front to back."""

ROWS: Final = ((1, 2, 3, 4), (5, 6, 7), (8, 9, 10), (11, 12), (13,))
RANKS: Final = "23456789TJQKA"
ACE, KING, QUEEN, JACK, TEN = "A", "K", "Q", "J", "T"


def entry(history: History, seat: int, position: int) -> Any:
    return table(history)["formations"][seat][position - 1]


def rank(history: History, seat: int, position: int) -> str:
    card: str = entry(history, seat, position)["card"]
    return card[0]


def seen(history: History, seat: int, position: int) -> bool:
    """Whether a card was ever shown: then everybody knows it."""
    there = entry(history, seat, position)
    return there is not None and bool(there["seen"])


def gone(history: History, seat: int, position: int) -> bool:
    return entry(history, seat, position) is None


def open_of(history: History, seat: int, *how: str) -> list[int]:
    """The cards of a seat that are uncovered: fully, partly, or not."""
    at = range(1, 14)
    return [one for one in at if not gone(history, seat, one) and entry(history, seat, one)["uncovered"] in how]


def goals(history: History) -> set[int]:
    """The cards of the other seat that can be attacked now."""
    return {int(move.split("xB")[1]) for move in history.legal_moves() if "xB" in move}


def attackers(history: History) -> set[int]:
    return {int(move.split("x")[0]) for move in history.legal_moves() if "x" in move}


def beats(history: History, attack: str, winner: str, loser: str) -> bool:
    """Whether an attack is of these ranks, and the first beats the second."""
    own, other = re.split("x[AB]", attack)
    seat = history.to_play or 0
    ranks = {rank(history, seat, int(own)), rank(history, 1 - seat, int(other))}
    return ranks == {winner, loser} and RANKS.index(winner) > RANKS.index(loser)


def strong(history: History) -> list[int]:
    """The own cards that were seen and are left, with a jack or better."""
    at = range(1, 14)
    return [one for one in at if seen(history, 0, one) and rank(history, 0, one) in "JQKA"]


def routes() -> set[tuple[int, ...]]:
    """The smallest sets of cards whose loss uncovers 13 in part, found from the covers alone."""
    found: set[tuple[int, ...]] = set()
    for size in range(1, 6):
        for some in combinations(range(1, 13), size):
            # each has to be attackable in turn: with one of its covers gone, or none to begin with
            if all(one < 5 or set(COVERS[one]) & set(some) for one in (*some, 13)):
                found |= set() if any(set(other) < set(some) for other in found) else {some}
    return found


def is_shortest_way(*way: int) -> bool:
    return way in routes() and min(map(len, routes())) == len(way) == 4


def adjacent(position: int) -> set[int]:
    """The cards that cover one, are covered by it, or lie beside it in its row."""
    beside = {one for row in ROWS if position in row for one in row if abs(one - position) == 1}
    return set(COVERS.get(position, ())) | {one for one, covers in COVERS.items() if position in covers} | beside


def named(moment: Moment, sentence: str) -> bool:
    """Whether the places that a sentence names are those of the right move."""
    numbers = {int(one) for one in re.findall(r"\b\d+\b", sentence)}
    return numbers <= {int(one) for one in re.findall(r"\d+", moment.right)} and moment.right in moment.legal


def war_cards(moment: Moment) -> set[str]:
    return {rank(moment.before, 0, 6), rank(moment.before, 1, 9)}


def partly(moment: Moment, seat: int, position: int) -> bool:
    return position in open_of(moment.before, seat, "partial")


def routes_with(position: int) -> set[int]:
    """The cards that lie on some shortest way with this one."""
    return {one for way in routes() if position in way for one in way}


def won_by_a(moment: Moment) -> set[int]:
    """The cards that B lost."""
    return {position for seat, position, _ in table(moment.before)["removed"] if seat == 1}


CLAIMS: Claims = [
    (0, "Thirteen cards lie face down", lambda m: [len(cards) for cards in table(m.before)["formations"]] == [13, 13]),
    (
        0,
        "Nobody knows any of these cards",
        lambda m: {e["card"] for side in table(m.before, 0)["formations"] for e in side} == {"??"},
    ),
    (0, "at the very back, number 13", lambda m: ROWS[-1] == (13,)),
    (0, "The cards in front cover those behind", lambda m: all(max(c) < p for p, c in COVERS.items())),
    (
        0,
        "Only the front row, 1 to 4, is uncovered",
        lambda m: open_of(m.before, 1, "full", "partial") == [1, 2, 3, 4] == open_of(m.before, 0, "full"),
    ),
    (1, "you have to attack an uncovered card", lambda m: all("x" in move for move in m.legal)),
    (
        1,
        "Which cards of Bea can be attacked now",
        lambda m: goals(m.before) == {1, 2, 3, 4} and m.right == "Only 1 to 4",
    ),
    (1, "Which cards have no card in front of them", lambda m: open_of(m.before, 1, "full") == [1, 2, 3, 4]),
    (1, "it cannot be attacked", lambda m: goals(m.before) == attackers(m.before) == {1, 2, 3, 4}),
    (1, "Right: 1 to 4", lambda m: goals(m.before) == {1, 2, 3, 4}),
    (1, "All the cards behind them are covered", lambda m: open_of(m.before, 1, "no") == list(range(5, 14))),
    (2, "The higher card wins a battle", lambda m: beats(m.before, m.right, KING, "6") and gone(m.after, 1, 1)),
    (2, "You know no card yet", lambda m: not any(seen(m.before, seat, at) for seat in (0, 1) for at in range(1, 14))),
    (2, "A king beats a six", lambda m: beats(m.before, "2xB1", KING, "6")),
    (2, "The six leaves the game", lambda m: gone(m.after, 1, 1) and rank(m.after, 0, 2) == KING),
    (2, "a jack beats your nine", lambda m: m.step.follows[1] == "4xA1" and beats(m.after, "4xA1", JACK, "9")),
    (3, "Both cards of a battle are shown", lambda m: seen(m.before, 0, 2) and seen(m.before, 1, 4)),
    (3, "At which place does your king lie", lambda m: m.right == "2"),
    (3, "It is the card you attacked with", lambda m: m.before.moves()[0].startswith("2x")),
    (3, "The list of moves beside the table tells you", lambda m: "king" in str(m.before.log(0)[0]).lower()),
    (3, "Yes, at 2", lambda m: rank(m.before, 0, 2) == KING and m.right == "2"),
    (3, "And Bea's jack lies at 4", lambda m: rank(m.before, 1, 4) == JACK),
    (4, "Bea's 5 was covered by 1 and 2", lambda m: COVERS[5] == (1, 2)),
    (4, "The 1 is gone, so 5 is partially uncovered", lambda m: gone(m.before, 1, 1) and partly(m, 1, 5)),
    (
        4,
        "A partially uncovered card can be attacked",
        lambda m: 5 in goals(m.before) and 5 not in attackers(m.before) and partly(m, 0, 5),
    ),
    (4, "The only strong card you know is your king", lambda m: strong(m.before) == [2] and 5 in routes_with(5)),
    (4, "That would beat the jack", lambda m: m.has("2xB4") and beats(m.before, "2xB4", KING, JACK)),
    (4, "5 lies on the way", lambda m: is_shortest_way(1, 5, 8, 11)),
    (4, "Your king lies at 2", lambda m: rank(m.before, 0, 2) == KING),
    (4, "King beats nine", lambda m: beats(m.before, "2xB5", KING, "9")),
    (
        4,
        "Then Bea's jack beats your 5, an eight",
        lambda m: beats(m.after, "4xA5", JACK, "8") and m.step.follows[1] == "4xA5",
    ),
    (5, "Behind Bea's 5 lies 8", lambda m: COVERS[8] == (5,) and gone(m.before, 1, 5)),
    (5, "Now 8 is uncovered", lambda m: 8 in open_of(m.before, 1, "full") and 8 in goals(m.before)),
    (5, "one of the shortest ways to the commander", lambda m: is_shortest_way(1, 5, 8, 11) and len(routes()) == 8),
    (5, "Go on with your king", lambda m: m.right == "2xB8" and rank(m.before, 0, 2) == KING),
    (5, "and 8 is next on the way", lambda m: strong(m.before) == [2] and m.right == "2xB8"),
    (5, "That would beat the jack", lambda m: m.has("2xB4") and beats(m.before, "2xB4", KING, JACK)),
    (5, "Your 2 attacks Bea's 8", lambda m: m.right == "2xB8"),
    (5, "King beats seven", lambda m: beats(m.before, "2xB8", KING, "7")),
    (5, "which is a queen, and the jack is lost", lambda m: beats(m.after, "4xA8", QUEEN, JACK) and gone(m.end, 1, 4)),
    (6, "Bea's 11 was covered by 8 and 9", lambda m: COVERS[11] == (8, 9)),
    (6, "One of the two cards that covered 11 is gone", lambda m: gone(m.before, 1, 8) and not gone(m.before, 1, 9)),
    (
        6,
        "so 11 is partially uncovered",
        lambda m: partly(m, 1, 11) and m.right == "11 can be attacked, but cannot attack",
    ),
    (7, "Your king is at 2, and Bea's 11 is the next", lambda m: rank(m.before, 0, 2) == KING and m.right == "2xB11"),
    (7, "Your 2 attacks Bea's 11", lambda m: m.right == "2xB11"),
    (
        7,
        "Two kings: that is war",
        lambda m: rank(m.before, 1, 11) == KING == rank(m.before, 0, 2) and table(m.after)["war"] is not None,
    ),
    (8, "each of you chooses one more", lambda m: set(m.legal) == {"+3", "+6"} and m.after.to_play == 1),
    (
        8,
        "It has to lie next to your fighting card",
        lambda m: {f"+{n}" for n in adjacent(2) if not gone(m.before, 0, n)} == set(m.legal),
    ),
    (8, "Covered cards may be chosen, too", lambda m: "+6" in m.legal and 6 in open_of(m.before, 0, "no")),
    (8, "The higher of the two new cards wins", lambda m: gone(m.end, 1, 11) and gone(m.end, 1, 9)),
    (
        8,
        "Beside your king lies 3, and behind him 6",
        lambda m: 3 in ROWS[0] and 2 in COVERS[6] and gone(m.before, 0, 5),
    ),
    (8, "You know neither", lambda m: not seen(m.before, 0, 3) and not seen(m.before, 0, 6)),
    (
        8,
        "The 3 covers two cards of yours",
        lambda m: [n for n, c in COVERS.items() if 3 in c] == [6, 7] and not gone(m.before, 0, 6),
    ),
    (8, "both cards in front of your 6 are gone", lambda m: m.has("+3") and COVERS[6] == (2, 3)),
    (
        8,
        "Your 6 is an ace, the highest card, and Bea's 9 a ten",
        lambda m: rank(m.before, 0, 6) == ACE and rank(m.before, 1, 9) == TEN and m.step.follows == ("+6", "+9"),
    ),
    (
        8,
        "Bea loses her king and the ten",
        lambda m: gone(m.end, 1, 11) and gone(m.end, 1, 9) and war_cards(m) == {ACE, TEN},
    ),
    (8, "Your two cards are turned face down again", lambda m: not gone(m.end, 0, 2) and not gone(m.end, 0, 6)),
    (
        8,
        "the player with more cards in all would have won",
        lambda m: (
            "the player with more cards in all wins" in m.before.type.guide(m.before.type.options.of({}), False).end
        ),
    ),
    (8, "choose 6", lambda m: m.right == "+6"),
    (
        10,
        "Bea's 2, a ten, has beaten your 3, a five",
        lambda m: m.before.moves()[-1] == "2xA3" and beats(m.before.undo(), "2xA3", TEN, "5"),
    ),
    (
        10,
        "now only 12 covers the commander",
        lambda m: COVERS[13] == (11, 12) and gone(m.before, 1, 11) and not gone(m.before, 1, 12) and partly(m, 1, 13),
    ),
    (10, "you still have your king", lambda m: m.before.to_play == 0 and rank(m.before, 0, 2) == KING),
    (10, "Attack the commander with him", lambda m: m.right == "2xB13"),
    (
        10,
        "Your queen is strong, but your king is stronger",
        lambda m: m.has("8xB13") and rank(m.before, 0, 8) == QUEEN and seen(m.before, 0, 8),
    ),
    (10, "The commander lies at 13", lambda m: m.right == "2xB13"),
    (10, "King beats eight", lambda m: beats(m.before, "2xB13", KING, "8") and m.after.returns == [1, -1]),
    (
        11,
        "the four cards on the way, 1, 5, 8 and 11",
        lambda m: is_shortest_way(1, 5, 8, 11) and {1, 5, 8, 11} <= won_by_a(m),
    ),
    (11, "Three things to remember", lambda m: m.step.text.count("; ") == 2),
]
