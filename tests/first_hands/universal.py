"""What the first hand of Capture for the Universal Card Deck states."""

from __future__ import annotations

import re
from typing import Any, Final

import capture_widgets as cw
from capture_widgets.model.history import History
from tests.first_hands.moments import Claims, Moment, moments, table

RANKS: Final = "1234567MSG"
NAMED: Final = {"Moon": "M", "Sun": "S", "Galaxy": "G"}
SUITS: Final = {"Earth": "e", "Jupiter": "j", "Mars": "m", "Neptune": "n", "Saturn": "s", "Venus": "v"}


def columns(history: History, seat: int) -> Any:
    return table(history)["boards"][seat]


def run(history: History, seat: int, number: int) -> list[str]:
    """The open cards of a column, its highest first."""
    cards: list[str] = columns(history, seat)[number - 1]["up"]
    return cards


def down(history: History, seat: int) -> list[str]:
    return [card for column in columns(history, seat) for card in column["down"]]


def hand(history: History, seat: int = 0) -> list[str]:
    cards: list[str] = table(history)["hands"][seat]
    return cards


def fits(card: str, bottom: str) -> bool:
    """Whether a card fits under another one: one rank below it, and of another suit."""
    return RANKS.index(card[0]) == RANKS.index(bottom[0]) - 1 and card[1] != bottom[1]


def slips(top: str, card: str) -> bool:
    """Whether a card may slip behind another one: one rank above it, and of another suit."""
    return RANKS.index(card[0]) == RANKS.index(top[0]) + 1 and card[1] != top[1]


def fitting(history: History, number: int) -> list[str]:
    """The cards of A's hand that fit on a column of A's."""
    return [card for card in hand(history) if fits(card, run(history, 0, number)[-1])]


def plays(history: History, card: str) -> set[str]:
    """The columns on which a card of the hand can be played now."""
    return {move.split()[2] for move in history.legal_moves() if move.startswith(f"play {card} ")}


def value(card: str) -> int:
    return int(card[0]) if card[0].isdigit() else 10


def turned(before: History, after: History, seat: int = 0) -> int:
    """How many hidden cards of a board were turned up."""
    return len(down(before, seat)) - len(down(after, seat))


def ranks(cards: list[str]) -> str:
    return "".join(card[0] for card in cards)


def named(moment: Moment, sentence: str) -> bool:
    """Whether the cards and columns that a sentence names are those of the right move."""
    move = moment.right.split()
    moved = run(moment.before, 0, int(move[1])) if move[0] == "move" else [move[1]]
    cards = {
        NAMED.get(rank, rank) + SUITS[suit]
        for rank, suit in re.findall(r"(\w+) of (Earth|Jupiter|Mars|Neptune|Saturn|Venus)", sentence)
    }
    numbers = set(re.findall(r"column (\d)", sentence))
    return cards <= set(moved) and numbers <= {place[-1] for place in move[1:]} and moment.right in moment.legal


def counted(history: History, seat: int) -> int:
    """What a seat counts at the end: its hidden cards twice, and the hand of who did not go out."""
    return 2 * sum(map(value, down(history, seat))) + sum(map(value, hand(history, seat)))


def itemised(history: History, seat: int) -> str:
    """The count of a seat as a sum, its face-down cards column by column."""
    cards = "+".join(str(value(card)) for card in down(history, seat))
    held = "".join(f" + {value(card)}" for card in hand(history, seat))
    return f"2 × ({cards}){held} = {counted(history, seat)}"


def opens(move: str, moment: Moment) -> set[str]:
    """The builds that a move makes possible."""
    now = set(moment.before.play(move).legal_moves()) - set(moment.legal)
    return {one for one in now if one.startswith("move")}


def goes_out(moment: Moment, move: str, last: str) -> bool:
    """Whether the last card can be played after a move and what Bea answers in the lesson."""
    history = moment.before.play(move)
    for answer in moment.step.follows[1:]:
        history = history.play(answer)
    return any(one.startswith(f"play {last} ") and " o" not in one for one in history.legal_moves())


def fewer_down(moment: Moment, number: int, than: int) -> bool:
    """Whether a column has fewer face-down cards than another one."""
    own = columns(moment.before, 0)
    return len(own[number - 1]["down"]) < len(own[than - 1]["down"])


def cards_of_b(moment: Moment) -> int:
    return len(hand(moment.before, 1)) - len(hand(moment.end, 1))


CLAIMS: Claims = [
    (0, "have five columns each", lambda m: [len(columns(m.before, s)) for s in (0, 1)] == [5, 5]),
    (0, "you hold eleven cards", lambda m: len(hand(m.before)) == 11),
    (
        1,
        "Ranks go from 1 to 7, then Moon, Sun and Galaxy",
        lambda m: "1 to 7, Moon, Sun, Galaxy" in cw.rules("universal")["UC-4"],
    ),
    (
        1,
        "if it is one rank lower and of another suit",
        lambda m: all(fits(x.split()[1], run(m.before, 0, int(x[-1]))[-1]) for x in m.legal if x.startswith("play")),
    ),
    (
        1,
        "Which one fits under the 6 of column 1",
        lambda m: run(m.before, 0, 1) == ["6v"] and fitting(m.before, 1) == ["5e"],
    ),
    (1, "You need a 5, and of another suit than the 6", lambda m: fits("5e", "6v") and not fits("5v", "6v")),
    (
        1,
        "Of your two 5s one has the suit of the 6",
        lambda m: [card for card in hand(m.before) if card[0] == "5"] == ["5e", "5v"] and run(m.before, 0, 1) == ["6v"],
    ),
    (
        1,
        "Your first card goes onto your own board",
        lambda m: all(x.startswith("draw") or x[-2] == " " for x in m.legal),
    ),
    (1, "Take the other one", lambda m: m.right == "play 5e 1"),
    (1, "It fits there, too", lambda m: m.has("play 5e 2") and fits("5e", run(m.before, 0, 2)[-1])),
    (1, "your 5 of Venus fits only under column 2", lambda m: plays(m.before, "5v") == {"2"}),
    (
        1,
        "That fits, and you will play it there later",
        lambda m: m.has("play 5v 2") and moments("universal")[5].right == "play 5v 2",
    ),
    (
        1,
        "the 3 of column 4 cannot go under that 4",
        lambda m: (
            m.has("play 3s 5")
            and "move 4 5" not in m.before.play("play 3s 5").legal_moves()
            and "move 4 5" in m.after.legal_moves()
        ),
    ),
    (1, "Drawing ends your turn", lambda m: m.has("draw stock") and m.before.play("draw stock").to_play == 1),
    (1, "A column grows downward: 6, then 5", lambda m: ranks(run(m.after, 0, 1)) == "65"),
    (
        2,
        "all face-up cards of one of your columns",
        lambda m: {x for x in m.legal if x.startswith("move")} == {"move 5 1", "move 4 5"},
    ),
    (2, "was turned up at once: a Galaxy", lambda m: turned(m.before, m.after) == 1),
    (
        2,
        "The 4 of column 5 fits under your 5",
        lambda m: run(m.before, 0, 5) == ["4v"] and fits("4v", run(m.before, 0, 1)[-1]),
    ),
    (2, "That 3 fits under the 4, too", lambda m: m.has("move 4 5") and fits("3m", "4v")),
    (2, "first move the 4 of column 5", lambda m: m.right == "move 5 1"),
    (
        3,
        "find the 3 on your board that fits under column 1",
        lambda m: fits("3m", run(m.before, 0, 1)[-1]) and m.right == "move 4 1",
    ),
    (3, "So build once more", lambda m: [n for n in range(1, 6) if run(m.before, 0, n)[-1][0] == "3"] == [4]),
    (3, "look for a 3 on your board", lambda m: m.right == "move 4 1" and run(m.before, 0, 4) == ["3m"]),
    (3, "One more card is turned up", lambda m: turned(m.before, m.after) == 1),
    (
        3,
        "still face down at the end counts against you, twice",
        lambda m: "Face-down cards that are left count twice" in cw.rules("universal")["UC-14"],
    ),
    (4, "A second card ends your turn", lambda m: m.after.to_play == 1),
    (
        4,
        "Your first one went onto your own board; the second may not go there",
        lambda m: table(m.before)["turn"]["first"] == "own" and not any(x.startswith("play") for x in m.legal),
    ),
    (
        4,
        "On the bar each suit is laid out from 1 upward",
        lambda m: {x for x in m.legal if x.startswith("bar")} == {"bar 1e", "bar 1j"},
    ),
    (4, "one card more in your hand", lambda m: len(hand(m.before.play("draw stock"))) == len(hand(m.before)) + 1),
    (
        4,
        "Bea also plays a card onto a column",
        lambda m: [x.split()[0] for x in m.step.follows[1:]] == ["play", "move", "bar"] and m.step.follows[3][4] == "1",
    ),
    (5, "Your second turn", lambda m: m.before.to_play == 0 and m.before.movers()[0] == 0 and len(hand(m.before)) == 9),
    (5, "fits under the 6 of your column 2", lambda m: fitting(m.before, 2) == ["5v"]),
    (5, "one rank below 6 and of another suit", lambda m: run(m.before, 0, 2) == ["6j"] and fits("5v", "6j")),
    (5, "It fits there, too", lambda m: m.has("play 5v 4")),
    (5, "The 5 of Venus", lambda m: m.right == "play 5v 2"),
    (5, "Yes, the 5 of Venus", lambda m: m.right == "play 5v 2"),
    (6, "Now your second card", lambda m: table(m.before)["turn"]["played"] == 1),
    (6, "It fits there, too, but on the bar", lambda m: m.has("play 1e o1", "play 1e o5")),
    (
        6,
        "Bea plays a Sun under the Galaxy in your column 3",
        lambda m: m.step.follows[1:] == ("play 6m 4", "play Sv o3") and run(m.end, 0, 3) == ["Gj", "Sv"],
    ),
    (
        6,
        "That helps you, but leaves Bea one card fewer to play",
        lambda m: fitting(m.end, 3) == ["Mj"] and moments("universal")[7].right == "play Mj 3" and cards_of_b(m) == 2,
    ),
    (
        6,
        "From the second turn on, a card may go onto the other board, too",
        lambda m: not any(" o" in x for x in moments("universal")[4].legal) and any(" o" in x for x in m.legal),
    ),
    (7, "You can use that Sun", lambda m: run(m.before, 0, 3)[-1] == "Sv"),
    (7, "Which card of your hand fits under it", lambda m: fitting(m.before, 3) == ["Mj"]),
    (7, "one rank below the Sun", lambda m: fits("Mj", "Sv")),
    (7, "That fits, but it is not the card for the Sun", lambda m: m.has("play 4m 2", "play 3s o3")),
    (7, "The Moon of Jupiter", lambda m: m.right == "play Mj 3"),
    (7, "Column 3 reads Galaxy, Sun, Moon", lambda m: ranks(run(m.after, 0, 3)) == "GSM"),
    (
        8,
        "A second card may also be discarded",
        lambda m: m.has("discard Gs") and not any(x.startswith("discard") for x in moments("universal")[7].legal),
    ),
    (
        8,
        "Your two Galaxies fit nowhere now",
        lambda m: (
            [c for c in hand(m.before) if c[0] == "G"] == ["Ge", "Gs"]
            and not plays(m.before, "Ge") | plays(m.before, "Gs")
        ),
    ),
    (
        8,
        "That fits, but you will need the 3 of Saturn",
        lambda m: m.has("play 3s o3") and moments("universal")[15].right == "play 3s o4",
    ),
    (8, "That is as good", lambda m: m.has("discard Gs")),
    (
        8,
        "one card more instead of one fewer",
        lambda m: m.has("draw stock") and len(hand(m.before.play("draw stock"))) == 7,
    ),
    (8, "Bea plays a 5 and discards a Sun", lambda m: m.step.follows[1:] == ("play 5n 4", "discard Sn")),
    (
        9,
        "makes a place for the 6 of your column 4",
        lambda m: run(m.before, 0, 4) == ["6e"] and opens("play 7m 3", m) >= {"move 4 3"},
    ),
    (
        9,
        "That fits, but it makes no place for the 6",
        lambda m: (
            m.has(*m.step.replies) and not any(x.startswith("move 4") for r in m.step.replies for x in opens(r, m))
        ),
    ),
    (9, "You need a 7 under the Moon in column 3", lambda m: m.right == "play 7m 3"),
    (9, "Now the 6 fits under that 7", lambda m: fits(run(m.after, 0, 4)[0], run(m.after, 0, 3)[-1])),
    (10, "move that 6 from column 4 to column 3", lambda m: m.right == "move 4 3"),
    (
        10,
        "The last face-down card of column 4 is turned up: a Sun",
        lambda m: columns(m.after, 0)[3] == {"down": [], "up": ["Sj"]},
    ),
    (10, "Those cards fit there, too", lambda m: m.has("move 1 3", "move 2 3")),
    (10, "column 4 has fewer face-down cards", lambda m: fewer_down(m, 4, 1) and fewer_down(m, 4, 2)),
    (11, "the card on your board under which that Sun fits", lambda m: m.right == "move 4 5"),
    (
        11,
        "You need a Galaxy at the end of a column",
        lambda m: [n for n in range(1, 6) if fits("Sj", run(m.before, 0, n)[-1])] == [5],
    ),
    (11, "Galaxy of column 5", lambda m: run(m.before, 0, 5) == ["Gm"]),
    (11, "Column 4 is empty now", lambda m: columns(m.after, 0)[3] == {"down": [], "up": []}),
    (
        12,
        "An empty column takes only a Galaxy",
        lambda m: "An empty column takes only a Galaxy" in cw.rules("universal")["UC-7"],
    ),
    (
        12,
        "One that lies on face-down cards may move there, with all that lies on it",
        lambda m: {x for x in m.legal if x.startswith("move") and x.endswith("4")} == {"move 3 4", "move 5 4"},
    ),
    (12, "column 5 to the empty column 4", lambda m: m.right == "move 5 4" and run(m.before, 0, 4) == []),
    (
        12,
        "That column may move there, too",
        lambda m: m.has("move 3 4"),
    ),
    (12, "column 5 has fewer face-down cards", lambda m: fewer_down(m, 5, 3)),
    (
        12,
        "Galaxy and Sun moved together, and one more card is turned up",
        lambda m: run(m.after, 0, 4) == ["Gm", "Sj"] and turned(m.before, m.after) == 1,
    ),
    (
        13,
        "Three builds in one turn",
        lambda m: [x.right.split()[0] for x in moments("universal")[10:13]] == ["move"] * 3,
    ),
    (
        13,
        "Your second card may not go onto your own board, so your other Galaxy fits nowhere",
        lambda m: table(m.before)["turn"]["first"] == "own" and m.right == "discard Gs" and not plays(m.before, "Gs"),
    ),
    (
        13,
        "You will need your 4 and your 3 to go out",
        lambda m: m.has(*m.step.replies) and [x.right[5:7] for x in moments("universal")[15:17]] == ["3s", "4m"],
    ),
    (
        13,
        "you will need the 5 where it lies",
        lambda m: m.has("move 5 3") and moments("universal")[14].right[-1] == "5",
    ),
    (13, "You have three cards left", lambda m: len(hand(m.end)) == 3),
    (
        13,
        "Bea plays a 4, and a Moon under the Sun in your column 4",
        lambda m: m.step.follows[1] == "play 4e 4" and run(m.end, 0, 4)[-2:] == ["Sj", "Ms"],
    ),
    (
        14,
        "With no face-down card left in a column",
        lambda m: "a column has no face-down cards left" in cw.rules("universal")["UC-7"],
    ),
    (
        14,
        "Which card of your hand can slip behind the 5 of column 5",
        lambda m: [c for c in hand(m.before) if slips("5j", c)] == ["6s"] and columns(m.before, 0)[4]["down"] == [],
    ),
    (14, "The 6 slips behind the 5", lambda m: run(m.after, 0, 5) == ["6s", "5j"]),
    (
        14,
        "That fits, but you will go out with the 4",
        lambda m: m.has("play 4m 2", "play 4m 5") and moments("universal")[16].right == "play 4m 2",
    ),
    (
        14,
        "That fits, but keep it for your second card",
        lambda m: m.has("play 3s o3", "play 3s o4") and moments("universal")[15].right == "play 3s o4",
    ),
    (14, "Slip the 6 of Saturn behind the 5 of column 5", lambda m: m.right == "slip 6s 5"),
    (14, "Slip the 6 behind the 5 first", lambda m: m.right == "slip 6s 5"),
    (15, "You hold a 4 and a 3", lambda m: ranks(hand(m.before)) == "43"),
    (
        15,
        "one of the two fits nowhere there",
        lambda m: (
            [card for card in hand(m.before) if not any(card in fitting(m.before, n) for n in range(1, 6))] == ["3s"]
            and goes_out(m, m.right, "4m")
        ),
    ),
    (15, "Play the 3 of Saturn under the 4 in Bea's column 4", lambda m: run(m.before, 1, 4)[-1] == "4e"),
    (15, "Your 4 fits under a 5 of yours", lambda m: fits("4m", run(m.before, 0, 2)[-1])),
    (
        15,
        "Your 3 fits under no card of yours",
        lambda m: not any(plays(m.before, "3s") & {str(n)} for n in range(1, 6)),
    ),
    (15, "Pick the 3 of Saturn, then Bea's column 4", lambda m: m.right == "play 3s o4"),
    (15, "Play it under the 4 in Bea's column 4", lambda m: m.right[-2:] == "o4" and run(m.before, 1, 4)[-1] == "4e"),
    (15, "That is the right card", lambda m: m.has("play 3s o3", "discard 3s") and goes_out(m, "play 3s o3", "4m")),
    (
        15,
        "Then the 3 is left, and it fits nowhere on your board",
        lambda m: m.has("discard 4m") and not goes_out(m, "discard 4m", "3s"),
    ),
    (15, "One card left", lambda m: hand(m.end) == ["4m"]),
    (
        15,
        "Bea plays a 7 onto your column 4, discards, and has one left",
        lambda m: run(m.end, 0, 4)[-1] == "7v" and cards_of_b(m) == 2 and len(hand(m.end, 1)) == 1,
    ),
    (
        16,
        "your 4 fits under the 5 of column 2",
        lambda m: fits("4m", run(m.before, 0, 2)[-1]) and m.right == "play 4m 2",
    ),
    (16, "It fits there, too", lambda m: m.has("play 4m 5")),
    (16, "Your hand is empty", lambda m: hand(m.after) == [] and "move 2 4" in m.after.legal_moves()),
    (
        17,
        "Bea's 7 makes a place for your whole column 2",
        lambda m: run(m.before, 0, 4)[-1] == "7v" and m.right in m.legal,
    ),
    (17, "column 2 under the 7 in column 4", lambda m: m.right == "move 2 4"),
    (
        17,
        "Those cards fit there, too",
        lambda m: m.has("move 5 4"),
    ),
    (17, "no face-down card lies below them", lambda m: columns(m.before, 0)[4]["down"] == []),
    (17, "That ends the hand, too", lambda m: m.has("end") and m.before.play("end").is_over),
    (17, "first turn up one more card", lambda m: turned(m.before, m.after) == 1),
    (17, "A Galaxy is turned up", lambda m: run(m.after, 0, 2) == ["Gv"]),
    (
        17,
        "What was face down counts twice, a hand once, nothing else",
        lambda m: m.after.points == [33, 0] and [counted(m.after, seat) for seat in (0, 1)] == [70, 103],
    ),
    (
        17,
        "Moon, Sun and Galaxy are 10",
        lambda m: "Moon, Sun and Galaxy count ten each" in cw.rules("universal")["UC-14"],
    ),
    (
        17,
        "You: 2 × (4+10+10+10+1) = 70: 33 less",
        lambda m: itemised(m.after, 0) in m.step.reveal and counted(m.after, 1) - counted(m.after, 0) == 33,
    ),
    (17, "Bea: 2 × (3+3+2+10+7+10+2+5+6) + 7 = 103", lambda m: itemised(m.after, 1) in m.step.reveal),
    (
        17,
        "You are out; the lower count wins: 33 points",
        lambda m: hand(m.after) == [] and m.after.points == [33, 0],
    ),
    (
        18,
        "If you play no second card, you have to draw: from the stock, or the top card of the discard pile",
        lambda m: (
            {"draw stock", "draw discard"} <= set(moments("universal")[15].legal)
            and not {"end", "pass"} & set(moments("universal")[15].legal)
        ),
    ),
]
