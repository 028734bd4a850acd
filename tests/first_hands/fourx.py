"""What the first map of 4X Solitaire states."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

import capture_widgets as cw
from capture_widgets.model.history import History
from tests.first_hands.moments import Claims, Moment, table

SPACES: Final = [f"{column}{row}" for row in range(1, 8) for column in "abcdefg"]
RANKS: Final = "A23456789TJQK"
SUITS: Final = {"clubs": "c", "diamonds": "d", "hearts": "h", "spades": "s"}
NAMED: Final = {"ace": "A", "king": "K", "queen": "Q", "jack": "J", "10": "T"}


class Space:
    """A space of the map."""

    def __init__(self, history: History, name: str) -> None:
        entry = table(history)["map"][SPACES.index(name)]
        self.card: str | None = entry["card"]
        self.up: bool = entry["up"]
        self.own: bool = entry["territory"]
        self.hidden = self.card is not None and not self.up
        self.row, self.column = int(name[1]), "abcdefg".index(name[0]) + 1


def space(history: History, name: str) -> Space:
    return Space(history, name)


def around(name: str) -> list[str]:
    """The spaces around one: up to eight."""
    column, row = "abcdefg".index(name[0]), int(name[1])
    return [
        one
        for one in SPACES
        if one != name and abs("abcdefg".index(one[0]) - column) < 2 and abs(int(one[1]) - row) < 2
    ]


def hidden(history: History) -> list[str]:
    return [name for name in SPACES if space(history, name).hidden]


def turned(before: History, after: History) -> list[str]:
    """The spaces whose cards were turned up."""
    return [name for name in hidden(before) if name not in hidden(after)]


def owned(history: History, king: str) -> int:
    """How many of the spaces around a king are territory."""
    return sum(space(history, name).own for name in around(king))


def lies(history: History, card: str, name: str) -> bool:
    return space(history, name).card == card and space(history, name).up


def enemies(history: History) -> list[str]:
    return [name for name in SPACES if space(history, name).up and not space(history, name).own]


def kings(history: History) -> list[str]:
    """The kings that can be conquered now."""
    return [move for move in history.legal_moves() if move.startswith("conquer")]


def captures(history: History) -> list[str]:
    return [move for move in history.legal_moves() if move.startswith("capture")]


def turns(history: History) -> int:
    count: int = table(history)["turns"]
    return count


@cache
def shortest(suit: str) -> tuple[str, int | None, int | None]:
    """How a king's map is solved: the status, the fewest turns, and the proved bound."""
    found = cw.solve(cw.new("fourx", seed=54), seconds=60, suit=suit, progress=False)
    return found.status, found.turns, found.bound


def rest(moment: Moment) -> int | None:
    """The fewest turns to win from a position, proved."""
    found = cw.solve(cw.from_dump(moment.before.dump(None)), seconds=60, progress=False)
    return found.turns if found.status == "solved" and found.turns == found.bound else None


def most_seen(moment: Moment) -> bool:
    """Whether the space that is travelled to has more hidden cards around it than any other space of the territory."""
    at = moment.before
    seen = {name: sum(space(at, one).hidden for one in around(name)) for name in SPACES if space(at, name).own}
    goal = moment.right.split()[-1]
    return seen[goal] == 5 and all(count < 5 for name, count in seen.items() if name != goal)


def helps_not(moment: Moment) -> bool:
    """Whether no legal move but the right one makes the king in the corner one that can be conquered."""
    others = [move for move in moment.legal if move not in (moment.right, "resign")]
    return all("conquer a7" not in moment.before.play(move).legal_moves() for move in others)


def captured_lower(moment: Moment) -> bool:
    """Whether each legal capture takes a card lower than the one that takes it, of its suit."""
    own = table(moment.before)["own"]
    for move in captures(moment.before):
        _, taker, name = move.split()
        taken = space(moment.before, name).card or ""
        if RANKS.index(taken[0]) >= RANKS.index(taker[0]) or taken[1] not in (taker[1] if taker[1] != own else "cdhs"):
            return False
    return len(captures(moment.before)) > 0


def own_suit_serves_once() -> bool:
    """Whether an arsenal card of the own suit takes lower cards of another, and what it took takes that suit only."""
    game = cw.new("fourx", seed=54).play("king s").play("explore b6")
    while not any(move.split()[1][1] == "s" != move_suit(game.history, move) for move in captures(game.history)):
        game.play(next(move for move in game.legal_moves() if move.startswith(("explore", "travel"))))
    move = next(move for move in captures(game.history) if move.split()[1][1] == "s" != move_suit(game.history, move))
    taken = space(game.history, move.split()[2]).card or ""
    if RANKS.index(taken[0]) >= RANKS.index(move.split()[1][0]):
        return False
    game.play(move)
    later = [one for one in captures(game.history) if one.split()[1] == taken]
    return taken in table(game.history)["arsenal"] and all(move_suit(game.history, one) == taken[1] for one in later)


def move_suit(history: History, move: str) -> str:
    """The suit of the card that a capture takes."""
    return (space(history, move.split()[2]).card or "  ")[1]


def named(moment: Moment, sentence: str) -> bool:
    """Whether cards lie where the sentence says, and the spaces it names are those of the right move."""
    for rank, suit, name in re.findall(r"(\w+) of (\w+) on ([a-g][1-7])", sentence):
        card = NAMED.get(rank, rank) + SUITS[suit]
        if not lies(moment.before, card, name):
            return False
    spaces = re.findall(r"\b[a-g][1-7]\b", sentence)
    wanted = {"d3"} if moment.step.ask == "until" else set(re.findall(r"[a-g][1-7]", moment.right)) | at_king(moment)
    if moment.right.startswith("king"):
        return SUITS[moment.right[-1:] and sentence.rsplit(" ", 1)[-1].rstrip(".")] == moment.right[-1]
    return set(spaces) <= wanted


def at_king(moment: Moment) -> set[str]:
    """Where the own king lies."""
    own = f"K{table(moment.before)['own']}"
    return {name for name in SPACES if lies(moment.before, own, name)}


def won_so() -> bool:
    """Whether the game is won by the solver's shortest line only when all of the map is face up or empty, and owned."""
    line = cw.solve(cw.new("fourx", seed=54), seconds=60, suit="d", progress=False).line
    history = cw.new("fourx", seed=54).history
    for move in line:
        if history.is_over:
            return False
        history = history.play(move)
    return history.is_over and hidden(history) == [] == enemies(history)


def own_cards(history: History) -> list[str]:
    return [space(history, name).card or "" for name in SPACES if space(history, name).own]


def own_suits(history: History) -> set[str]:
    state = table(history)
    return {state["own"], *state["conquered"]}


def empty(moment: Moment) -> list[dict[str, object]]:
    """The empty spaces once the first captures are made."""
    later = cw.lesson("fourx").steps[11].start
    assert later is not None
    return [entry for entry in table(later)["map"] if entry["card"] is None]


def territory(moment: Moment) -> list[str]:
    return [name for name in SPACES if space(moment.before, name).own]


def travels(history: History) -> set[str]:
    return {move.removeprefix("travel ") for move in history.legal_moves() if move.startswith("travel")}


def unseen(history: History, name: str) -> int:
    """How many hidden cards lie around a space."""
    return sum(space(history, one).hidden for one in around(name))


def corner(name: str) -> str:
    return f"{'top' if name[1] == '1' else 'bottom' if name[1] == '7' else ''} {'left' if name[0] == 'a' else 'right'}"


def above(name: str, other: str) -> bool:
    """Whether a space is shown right above another."""
    return name[0] == other[0] and int(other[1]) - int(name[1]) == 1 and "from the top" in cw.rules("fourx")["FX-1"]


def needed(count: int) -> int:
    """The fewest of so many spaces that are at least 51 in a hundred of them."""
    return next(n for n in range(count + 1) if 100 * n >= 51 * count)


def moments_right(number: int) -> str:
    return str(cw.lesson("fourx").steps[number].right[0])


def lets_explore() -> set[int]:
    """The steps in which the lesson explores by itself."""
    return {step.number for step in cw.lesson("fourx").steps if any(m.startswith("explore") for m in step.follows[1:])}


def own_queen(moment: Moment) -> bool:
    """Whether another queen, of a conquered suit, lies on the map and may not travel."""
    return lies(moment.before, "Qc", "d5") and not any(t.startswith("d5") for t in travels(moment.before))


def explorers(history: History) -> set[str]:
    """The cards that may explore now."""
    moves = [move.split() for move in history.legal_moves() if move.startswith("explore")]
    return {space(history, name).card or "" for _, name in moves}


def jack_turns_up(moment: Moment) -> bool:
    after = moment.before.play("travel f2 d3").play("explore d3")
    return lies(after, "Jd", "c2") and "explore c2" in after.legal_moves()


CLAIMS: Claims = [
    (0, "one pack of cards", lambda m: m.before.state.to_play == 0 and len(m.before.seats) == 1),
    (0, "Forty-nine of them lie face down on the map", lambda m: len(hidden(m.before)) == 49 == 7 * 7),
    (0, "every card left on the map lies face up and belongs to you", lambda m: won_so()),
    (0, "The fewer turns you take, the better", lambda m: "turns" in cw.rules("fourx")["FX-9"]),
    (0, "Before you see any card", lambda m: all(move[:4] in ("king", "resi") for move in m.legal)),
    (0, "can be won with any king", lambda m: all(shortest(suit)[0] == "solved" for suit in "cdhs")),
    (0, "For this lesson take the king of diamonds", lambda m: m.right == "king d"),
    (0, "Diamonds are the red suit", lambda m: m.right == "king d"),
    (0, "Only your king lies face up", lambda m: [n for n in SPACES if space(m.after, n).up] == ["b5"]),
    (0, "three cards outside the map", lambda m: table(m.after, 0)["arsenal"] == ["Js", "Jc", "3c"]),
    (1, "four things you can do", lambda m: {"FX-4", "FX-5", "FX-6", "FX-7"} <= set(cw.rules("fourx"))),
    (1, "The first: explore", lambda m: m.right.startswith("explore")),
    (1, "turns up all hidden cards around it", lambda m: turned(m.before, m.after) == around("b5")),
    (
        1,
        "A king, queen or jack of your own suit",
        lambda m: cw.new("fourx", seed=1).record()["options"]["explorers"] == "court",
    ),
    (1, "Your king lies on b5", lambda m: lies(m.before, "Kd", "b5")),
    (1, "the only turn you can take now", lambda m: m.legal == ["explore b5", "resign"]),
    (1, "Eight cards turn up", lambda m: len(turned(m.before, m.after)) == 8),
    (
        1,
        "all others are enemies",
        lambda m: {(space(m.after, n).card or "")[1] != "d" for n in enemies(m.after)} == {True},
    ),
    (1, "The diamonds among them are yours", lambda m: all(space(m.after, n).own for n in ("a6", "b5", "c5"))),
    (
        1,
        "of the 5 spaces that you need to conquer him 3 are yours",
        lambda m: (owned(m.after, "b6"), needed(8)) == (3, 5),
    ),
    (2, "Every card of your own suit is yours", lambda m: sorted(own_cards(m.before)) == ["6d", "7d", "Kd"]),
    (2, "So is every space that has become empty", lambda m: all(e["territory"] for e in empty(m))),
    (3, "The second thing: travel", lambda m: m.right.startswith("travel")),
    (3, "any other card or empty space of your territory", lambda m: travels(m.before) == {"b5 c5", "b5 a6"}),
    (3, "where more is hidden", lambda m: unseen(m.before, "c5") > unseen(m.before, "b5")),
    (3, "He will go there soon", lambda m: m.has("travel b5 a6")),
    (3, "nearer to the middle of the map", lambda m: max(abs(3 - 4), abs(5 - 4)) < max(abs(1 - 4), abs(6 - 4))),
    (3, "He stands on c5 now", lambda m: lies(m.after, "Kd", "c5")),
    (3, "That took one turn", lambda m: turns(m.after) == turns(m.before) + 1),
    (4, "Captures can wait", lambda m: len(captures(m.before)) > 0 and kings(m.before) == []),
    (4, "Three more cards", lambda m: len(turned(m.before, m.after)) == 3),
    (
        4,
        "No diamond among them",
        lambda m: "d" not in [(space(m.after, n).card or "")[1:] for n in turned(m.before, m.after)],
    ),
    (5, "The king of spades lies on b6", lambda m: lies(m.before, "Ks", "b6")),
    (5, "at the left edge of the map", lambda m: lies(m.before, "7d", "a6") and space(m.before, "a6").column == 1),
    (5, "Your king lies on c5", lambda m: lies(m.before, "Kd", "c5")),
    (5, "beside the king of spades", lambda m: "b6" in around("a6") and lies(m.after, "Kd", "a6")),
    (6, "look around first", lambda m: len(captures(m.before)) > 0 and kings(m.before) == []),
    (6, "in the corner at the bottom left", lambda m: lies(m.after, "Kc", "a7") and corner("a7") == "bottom left"),
    (6, "Kings cannot be captured", lambda m: not any("a7" in move or "b6" in move for move in captures(m.after))),
    (7, "The third thing: conquer a king", lambda m: moments_right(9).startswith("conquer")),
    (7, "more than half of the spaces around him", lambda m: [needed(n) for n in (8, 5, 3)] == [5, 3, 2]),
    (7, "8 spaces around him, and you need 5", lambda m: [len(around(n)) for n in ("d4", "a4", "a7")] == [8, 5, 3]),
    (7, "with three spaces around him", lambda m: lies(m.before, "Kc", "a7") and len(around("a7")) == 3),
    (7, "a6, b6 and b7 lie beside him", lambda m: sorted(around("a7")) == ["a6", "b6", "b7"]),
    (7, "Your king stands on a6", lambda m: lies(m.before, "Kd", "a6")),
    (7, "On b6 and b7 there are spades", lambda m: lies(m.before, "Ks", "b6") and lies(m.before, "3s", "b7")),
    (7, "One: your own king on a6", lambda m: m.right == "1" and owned(m.before, "a7") == 1),
    (7, "You need one more", lambda m: needed(3) - owned(m.before, "a7") == 1),
    (8, "The fourth thing: capture", lambda m: m.right.startswith("capture")),
    (8, "of its own suit and lower rank", captured_lower),
    (8, "a diamond would take a lower card of any suit", lambda m: own_suit_serves_once()),
    (8, "The captured card takes its place", lambda m: table(m.after)["arsenal"] == ["3s", "Jc", "3c"]),
    (8, "and so it is yours", lambda m: space(m.after, "b7").card is None and space(m.after, "b7").own),
    (8, "can take the 3 of spades beside the king of clubs", lambda m: m.right in m.legal and "b7" in around("a7")),
    (8, "That does not help", helps_not),
    (
        8,
        "it does not help against the king",
        lambda m: m.has(*m.step.replies) and set(m.step.replies) < set(captures(m.before)),
    ),
    (8, "The 3 of spades lies on b7", lambda m: lies(m.before, "3s", "b7")),
    (8, "has taken the jack's place", lambda m: table(m.after)["arsenal"][0] == "3s" != table(m.before)["arsenal"][0]),
    (8, "is always lower", captured_lower),
    (9, "Two of the three spaces", lambda m: owned(m.before, "a7") == 2 and kings(m.before) == ["conquer a7"]),
    (9, "all clubs are on your side now", lambda m: table(m.after)["conquered"] == ["c"] and own_suits(m.end) >= {"c"}),
    (10, "you can conquer another king", lambda m: kings(m.before) == ["conquer b6"] and lies(m.before, "Ks", "b6")),
    (10, "how many of the eight spaces", lambda m: len(around("b6")) == 8),
    (10, "Six of the spaces around the king", lambda m: owned(m.before, "b6") == 6),
    (10, "Six of eight are yours", lambda m: owned(m.before, "b6") == needed(8) + 1),
    (10, "after eight turns", lambda m: turns(m.after) == 8 and table(m.after)["conquered"] == ["c", "s"]),
    (11, "only your own king, queen and jack", lambda m: {t[:2] for t in travels(m.before)} == {"a6"} and own_queen(m)),
    (11, "your king explores at once when he has travelled", lambda m: lets_explore() == {11, 13, 15, 16, 17}),
    (11, "That is still a turn of its own", lambda m: turns(m.end) == turns(m.before) + 2),
    (11, "where much is hidden", lambda m: unseen(m.before, "d6") == max(unseen(m.before, n) for n in territory(m))),
    (11, "Your king travels, then he explores", lambda m: m.step.follows == ("travel a6 d6", "explore d6")),
    (11, "The queen of diamonds turns up", lambda m: lies(m.end, "Qd", "e5") and "explore e5" in m.end.legal_moves()),
    (12, "A second card that explores", lambda m: {"explore e5"} <= set(m.legal)),
    (12, "she lies on e5", lambda m: lies(m.before, "Qd", "e5")),
    (12, "the king of hearts, on f4", lambda m: lies(m.after, "Kh", "f4") and len(table(m.after)["conquered"]) == 2),
    (13, "does not lie at an edge", lambda m: lies(m.before, "Kh", "f4") and len(around("f4")) == 8),
    (13, "Three are yours already", lambda m: owned(m.before, "f4") == 3),
    (
        13,
        "the three spaces above him are still hidden",
        lambda m: {"e3", "f3", "g3"} <= set(hidden(m.before)) and above("f3", "f4"),
    ),
    (
        13,
        "Send your king beside him",
        lambda m: m.right.endswith("e4") and "e4" in around("f4") and lies(m.before, "6c", "e4"),
    ),
    (13, "Your king travels and explores", lambda m: m.step.follows[1] == "explore e4"),
    (13, "The ace and the 9 of clubs turn up", lambda m: lies(m.end, "Ac", "e3") and lies(m.end, "9c", "f3")),
    (13, "that makes five", lambda m: owned(m.end, "f4") == 5 and {"e3", "f3"} <= set(around("f4"))),
    (14, "The king of hearts lies on f4", lambda m: lies(m.before, "Kh", "f4")),
    (14, "All four suits are yours", lambda m: own_suits(m.after) == set("cdhs")),
    (14, "from here on is your territory at once", lambda m: enemies(m.after) == enemies(m.end) == []),
    (15, "Nothing is left to conquer", lambda m: own_suits(m.before) == set("cdhs") and kings(m.before) == []),
    (15, "What is left is to turn up the rest", lambda m: len(hidden(m.before)) > 0 and enemies(m.before) == []),
    (15, "five cards, more than from anywhere else", most_seen),
    (15, "five cards at once", lambda m: len(turned(m.before, m.end)) == 5 and m.step.follows[1] == "explore f3"),
    (
        16,
        "the corner at the bottom right",
        lambda m: corner("g7") == "bottom right" and "g7" in turned(m.before, m.end),
    ),
    (16, "Four cards turn up", lambda m: len(turned(m.before, m.end)) == 4),
    (16, "Everything in the lower half", lambda m: not [n for n in hidden(m.end) if int(n[1]) >= 4]),
    (17, "the corner at the top right", lambda m: corner("g1") == "top right" and "g1" in turned(m.before, m.end)),
    (17, "Eleven cards are still hidden", lambda m: len(hidden(m.end)) == 11),
    (17, "all of them at the top left", lambda m: all(n[0] in "abcd" and int(n[1]) <= 3 for n in hidden(m.end))),
    (18, "until every card lies face up", lambda m: enemies(m.before) == [] and len(hidden(m.before)) > 0),
    (18, "The shortest way takes five turns in all", lambda m: rest(m) == 5),
    (18, "has to stand beside what is hidden", lambda m: explorers(m.before.play("travel f2 d3")) == {"Kd"}),
    (18, "That turns up the jack of diamonds", jack_turns_up),
    (19, "Did you take 25 turns?", lambda m: shortest("d") == ("solved", 25, 25)),
    (19, "this map cannot be won in fewer", lambda m: shortest("d") == ("solved", 25, 25)),
    (19, "the place of a diamond captures its own suit only", lambda m: own_suit_serves_once()),
]
