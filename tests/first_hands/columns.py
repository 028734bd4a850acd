"""What the first game of five columns states."""

from __future__ import annotations

import re
from collections import Counter
from random import Random
from typing import Any, Final

import capture_widgets as cw
from capture_widgets.model.history import History
from tests.first_hands.moments import Claims, Moment, table

RANKS: Final = "23456789TJQK"
NAMED: Final = dict(
    zip("two three four five six seven eight nine ten jack queen king ace".split(), "23456789TJQKA", strict=True)
)
SUITS: Final = {"clubs": "c", "diamonds": "d", "hearts": "h", "spades": "s"}
DECK: Final = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]


def sides(history: History, number: int) -> Any:
    """A column by its number: the cards of A and of B."""
    return table(history)["slots"][number - 1]


def hand(history: History, seat: int) -> list[str]:
    cards: list[str] = table(history)["hands"][seat]
    return cards


def captor(ours: list[str], theirs: list[str]) -> int | None:
    """Who captures a column, from the rules alone: the better sets, else the highest and the lowest; aces lock."""
    sets = [
        sorted((n for n in Counter(card[0] for card in side).values() if n > 1), reverse=True)
        for side in (ours, theirs)
    ]
    if sets[0] != sets[1]:
        return 0 if sets[0] > sets[1] else 1
    if any(card[0] == "A" for card in ours + theirs):
        return None
    values = [[RANKS.index(card[0]) for card in side] for side in (ours, theirs)]
    for seat in (0, 1):
        own, other = values[seat], values[1 - seat]
        if max(own) > max(other) and min(own) < min(other):
            return seat
    return None


def unseen(history: History) -> list[str]:
    """The cards that A cannot see."""
    shown = [card for column in table(history)["slots"] if column for side in column for card in side]
    return [card for card in DECK if card not in shown + hand(history, 0)]


def outcomes(history: History, number: int, card: str) -> dict[str, set[int | None]]:
    """Who captures a column, by the rank that B lays behind it, when A lays this card."""
    own, other = sides(history, number)
    found: dict[str, set[int | None]] = {}
    for laid in unseen(history):
        found.setdefault(laid[0], set()).add(captor([*own, card], [*other, laid]))
    return found


def stoppers(history: History, number: int, card: str) -> set[str]:
    """The ranks with which B keeps A from capturing a column."""
    return {rank for rank, who in outcomes(history, number, card).items() if who != {0}}


def never_wins(history: History, number: int, *cards: str) -> bool:
    return all(0 not in who for card in cards for who in outcomes(history, number, card).values())


def chosen(moment: Moment) -> str:
    """The card of the hand that the right choice names."""
    return next(card for card in hand(moment.before, 0) if card[0] == NAMED[moment.right.split()[1]])


def pairs(moment: Moment) -> list[int]:
    """The columns in which the hand makes a pair."""
    ranks = {card[0] for card in hand(moment.before, 0)}
    return [n for n in range(1, 6) if sides(moment.before, n)[0][0][0] in ranks]


def placement(moment: Moment) -> dict[str, str]:
    """What the right move lays, by the number of the column."""
    return {str("ABCDE".index(slot) + 1): card for slot, card in (one.split(":") for one in moment.right.split())}


def named(moment: Moment, sentence: str) -> bool:
    """Whether cards are put behind the columns that a sentence says."""
    if moment.step.ask != "move":
        return moment.step.ask != "choice" or moment.right in moment.step.choices
    found = re.findall(r"the (\w+) behind (?:column )?(\d)", sentence)
    return all(placement(moment)[number][0] == NAMED[word] for word, number in found)


def decided(moment: Moment, number: int) -> int | None:
    """Who captured a column of the first round."""
    before = moment_before(moment)
    own, other = before
    return captor(own[number - 1], other[number - 1])


def moment_before(moment: Moment) -> tuple[list[list[str]], list[list[str]]]:
    """The columns of the first round as they were shown, for each seat."""
    start = moment.before.at(0)
    laid = [dict(pair.split(":") for pair in move.split()) for move in moment.before.moves()[:2]]
    whole = [[[*sides(start, n)[seat], laid[seat]["ABCDE"[n - 1]]] for n in range(1, 6)] for seat in (0, 1)]
    return whole[0], whole[1]


def captured(history: History) -> list[int]:
    return [len(cards) for cards in table(history)["captured"]]


def rounds_left(history: History) -> set[int]:
    """How often each places cards until the end, in many games from here."""
    found = set()
    for seed in range(150):
        random, game, count = Random(seed), cw.from_dump(history.dump(None)), 0
        while not game.is_over:
            moves = game.legal_moves()
            game.play(random.choice(moves))
            count += 1
        found.add(count // 2)
    return found


def just_as_good(moment: Moment) -> bool:
    """Whether the six and the nine may change places without a difference to any column."""
    at = moment.before
    return all(outcomes(at, n, "6h") == outcomes(at, n, "9s") for n in (3, 4))


CLAIMS: Claims = [
    (0, "Five columns lie on the table", lambda m: len([c for c in table(m.before)["slots"] if c]) == 5),
    (
        0,
        "one card is yours and one is Bea's",
        lambda m: all([len(s) for s in sides(m.before, n)] == [1, 1] for n in range(1, 6)),
    ),
    (
        0,
        "You hold five cards that Bea does not see",
        lambda m: [len(hand(m.before, s)) for s in (0, 1)] == [5, 5] and set(table(m.before, 0)["hands"][1]) == {"??"},
    ),
    (0, "lays one card behind each column", lambda m: all(len(move.split()) == 5 for move in m.legal)),
    (0, "Then all these cards are shown", lambda m: "decided one by one" in cw.rules("columns")["CO-5"]),
    (0, "takes all its cards", lambda m: "takes all its cards" in cw.rules("columns")["CO-5"]),
    (1, "your jack lies against Bea's nine", lambda m: sides(m.before, 1) == [["Jd"], ["9c"]]),
    (
        1,
        "both its highest and its lowest card are yours",
        lambda m: captor(["Jd", "3s"], ["9c", "4h"]) == 0 and captor(["Jd", "3s"], ["9c", "Kh"]) is None,
    ),
    (1, "A jack is already high", lambda m: NAMED["jack"] in "JQK"),
    (
        1,
        "Which of your cards goes behind it",
        lambda m: (
            chosen(m) == "3s"
            and len(stoppers(m.before, 1, "3s")) == min(len(stoppers(m.before, 1, c)) for c in hand(m.before, 0))
        ),
    ),
    (
        1,
        "the lowest card is Bea's",
        lambda m: "Kc" in hand(m.before, 0) and not any(0 in w for r, w in outcomes(m.before, 1, "Kc").items()),
    ),
    (1, "You need the highest and the lowest", lambda m: "The king" in m.step.replies),
    (1, "only a card below seven", lambda m: {"2", "3", "4", "5", "6"} <= stoppers(m.before, 1, "7c")),
    (1, "Lower is safer", lambda m: stoppers(m.before, 1, "3s") < stoppers(m.before, 1, "7c")),
    (1, "Jack and three", lambda m: chosen(m) == "3s"),
    (
        1,
        "Only a jack or higher, a three or lower, or a second nine",
        lambda m: stoppers(m.before, 1, "3s") == set("JQKA23") | {"9"},
    ),
    (2, "Two cards of one rank", lambda m: captor(["7h", "7c"], ["Qs", "2h"]) == 0),
    (2, "unless Bea has as good a set", lambda m: stoppers(m.before, 2, "7c") == {"Q"}),
    (2, "You hold a seven", lambda m: "7c" in hand(m.before, 0)),
    (
        2,
        "your two sevens beat Bea's queen and anything with it",
        lambda m: sides(m.before, 2) == [["7h"], ["Qs"]] and stoppers(m.before, 2, "7c") == {"Q"},
    ),
    (2, "Column 2:", lambda m: pairs(m) == [2] and m.right == "Column 2"),
    (3, "An ace is special", lambda m: "CO-8" in cw.rules("columns")),
    (3, "It counts high or low", lambda m: captor(["2c", "Kc"], ["Tc", "Ah"]) is None),
    (
        3,
        "Your ace lies in column 3, against Bea's eight",
        lambda m: (
            sides(m.before, 3) == [["Ah"], ["8d"]]
            and all(w <= {None} or r == "8" for r, w in outcomes(m.before, 3, "Kc").items())
        ),
    ),
    (3, "would capture this column for Bea", lambda m: m.right == "A second eight"),
    (
        3,
        "only a set can capture it",
        lambda m: captor(["Ah", "6h"], ["8d", "8s"]) == 1 and captor(["Ah", "6h"], ["8d", "2s"]) is None,
    ),
    (3, "Two cards of one rank are a set", lambda m: captor(["Ah", "6h"], ["8d", "8s"]) == 1),
    (3, "Two eights", lambda m: outcomes(m.before, 3, "6h")["8"] == {1}),
    (3, "Only a set captures a column with an ace in it", lambda m: captor(["Ah", "6h"], ["8d", "9s"]) is None),
    (3, "This holds for you and for Bea", lambda m: captor(["8d", "8s"], ["Ah", "6h"]) == 0),
    (4, "there are two fours, one on each side", lambda m: sides(m.before, 4) == [["4c"], ["4h"]]),
    (4, "that both sides have counts for neither", lambda m: captor(["4c", "9s"], ["4h", "8s"]) is None),
    (
        4,
        "In column 5 your two is already the lowest card",
        lambda m: (
            sides(m.before, 5) == [["2c"], ["Tc"]]
            and placement(m)["5"] == "Kc"
            and [c for c in hand(m.before, 0) if 0 in outcomes(m.before, 5, c)["4"]] == ["Kc"]
        ),
    ),
    (4, "Now place all five cards", lambda m: sorted(placement(m).values()) == sorted(hand(m.before, 0))),
    (
        4,
        "The six and the nine cannot win you column 3 or 4",
        lambda m: never_wins(m.before, 3, "6h", "9s") and never_wins(m.before, 4, "6h", "9s"),
    ),
    (4, "put the six behind column 3", lambda m: placement(m)["3"] == "6h" and placement(m)["4"] == "9s"),
    (4, "That is just as good", lambda m: m.has("A:3s B:7c C:9s D:6h E:Kc") and just_as_good(m)),
    (4, "That is allowed", lambda m: len(m.legal) == 120),
    (4, "You can take a card back", lambda m: m.step.ask == "move"),
    (4, "Column 1: three of spades", lambda m: placement(m)["1"] == "3s"),
    (4, "Column 2: seven of clubs", lambda m: placement(m)["2"] == "7c"),
    (4, "Column 3: six of hearts", lambda m: placement(m)["3"] == "6h"),
    (4, "Column 4: nine of spades", lambda m: placement(m)["4"] == "9s"),
    (4, "Column 5: king of clubs", lambda m: placement(m)["5"] == "Kc"),
    (4, "Now all cards are shown", lambda m: captured(m.end) != captured(m.before)),
    (
        5,
        "You captured columns 1 and 5",
        lambda m: [decided(m, n) for n in (1, 2, 5)] == [0, 0, 0] and captured(m.before)[0] == 12,
    ),
    (
        5,
        "Bea captured column 3, with your ace in it",
        lambda m: (
            decided(m, 3) == 1
            and moment_before(m)[0][2][0] == "Ah"
            and moment_before(m)[1][2] == ["8d", "8s"]
            and captured(m.before)[1] == 4
        ),
    ),
    (5, "Column 4 was not decided", lambda m: decided(m, 4) is None),
    (5, "Bea's jack is the highest card", lambda m: sides(m.before, 4) == [["4c", "9s"], ["4h", "Js"]]),
    (5, "The column stays", lambda m: len(sides(m.before, 4)[0] + sides(m.before, 4)[1]) == 4),
    (
        6,
        "each of you gets five new cards",
        lambda m: [len(hand(m.before, s)) for s in (0, 1)] == [5, 5] and all(table(m.before)["slots"]),
    ),
    (6, "two or three rounds in all", lambda m: rounds_left(m.before) == {2, 3}),
    (
        6,
        "to capture without a set you need both ends",
        lambda m: "having both its highest and its lowest card" in cw.rules("columns")["CO-7"],
    ),
    (6, "first game", lambda m: m.step.until["over"] is True),
    (
        7,
        "a pair beats the highest and the lowest card, and three of a kind beats two pairs",
        lambda m: (
            captor(["5c", "5d", "9h"], ["2s", "Kh", "8d"]) == 0
            and captor(["5c", "5d", "5h", "9c"], ["6s", "6h", "7d", "7c"]) == 0
        ),
    ),
]
