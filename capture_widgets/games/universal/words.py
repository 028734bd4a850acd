"""The texts of the game: rules, refusals, log sentences and results."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from capture_widgets.core.bit_masks import bits
from capture_widgets.core.errors import IllegalMove
from capture_widgets.core.phrases import number_of
from capture_widgets.engine.cards import UNIVERSAL, Card
from capture_widgets.engine.names import LETTERS, Names, sentence
from capture_widgets.engine.state import SEAT_NAMES, Guide, Move, Seat, unreadable
from capture_widgets.games.universal.board import BAR, LATER, NOWHERE, ONE_CARD, OTHER, OWN, down_cards, heights
from capture_widgets.games.universal.moves import (
    BIT,
    FORMS,
    GALAXY,
    KINDS,
    KNOWN_MOVES,
    MOVES_OF_CARD,
    RANK,
    RANK_NAMES,
    SUIT,
    VALUE,
    Bar,
    Build,
    Discard,
    Draw,
    End,
    Pass,
    Play,
    Slip,
    UniversalOptions,
    card_name,
)
from capture_widgets.games.universal.position import UniversalColumn, UniversalTable

if TYPE_CHECKING:
    from capture_widgets.games.universal.rules import UniversalState


def _refusal_under(card: Card, bottom: Card, rule: str, subject: str) -> tuple[str, str] | None:
    """Say why a card may not lie directly under the bottom card of a column; None if it may (UC-4)."""
    if RANK[bottom] == 0:
        return rule, f"{subject} cannot go under the {card_name(bottom)}: nothing ranks below a 1"
    if RANK[card] != RANK[bottom] - 1:
        return rule, f"{subject} cannot go under the {card_name(bottom)}: it takes a {RANK_NAMES[RANK[bottom] - 1]}"
    if SUIT[card] == SUIT[bottom]:
        return rule, f"{subject} cannot go under the {card_name(bottom)}, which is of the same suit"
    return None


_DEAL: Final = (
    "All 60 cards are dealt: eleven to each hand, five stacks of three in front of each player with only the "
    "top card face up, and the last eight as the stock, face down."
)

_FIRST_TURN: Final = (
    "Your first card of the hand goes onto your own board. In your first turn, even if it was only a draw, "
    "no second card goes onto the other board."
)

_ONE_CARD: Final = (
    "if you play a card in the very first turn, the turn is that card and building; “end” ends it without a draw."
)

RULES: Final = {
    "UC-1": f"{_DEAL} An option says who deals the first hand; with “cut” each player draws a card, and the "
    "better suit deals (E, J, M, N, S, V from best to worst; within a suit the higher rank).",
    "UC-2": "If all five upcards of a player are of one suit, or all of one rank, the same dealer deals again.",
    "UC-3": "Everybody sees the upcards, the bar, the discard pile and how many cards there are in the hands and the "
    "stock. You alone see your hand. Nobody sees the face-down cards, on either board, or the stock.",
    "UC-4": "A column is its face-down cards and the run of face-up cards on them. Ranks run 1 to 7, Moon, Sun, "
    "Galaxy; in a run each card is one rank below the card above it and of another suit.",
    "UC-5": "In a turn you play at most two cards: the first, then you may build as much as you like, then the "
    "second, which ends the turn. Whoever plays only one card or none must draw the top card of the stock or "
    "of the discard pile instead, and that ends the turn. The player who did not deal begins.",
    "UC-6": "The first card goes onto your own board, the other board or the bar; the second to the bar, the other "
    "board or the discard pile. Both may not go to the same place.",
    "UC-7": "A card is added at the bottom of a column if it is one rank below the bottom card and of another suit. "
    "An empty column takes only a Galaxy. Once a column has no face-down cards left, a card one rank above its top "
    "card and of another suit can also be slipped behind that top card.",
    "UC-8": "Building moves the whole face-up run of one of your columns under another one, if its top card is one "
    "rank below that column's bottom card and of another suit. A run that begins with a Galaxy and lies on "
    "face-down cards may also fill an empty column. Parts of runs stay where they are.",
    "UC-9": "When a run is moved away, the face-down card that it lies on is turned up at once. A column without cards "
    "is an empty space.",
    "UC-10": "The bar has a pile for each suit, built upward from 1 to Galaxy. What lies on the bar stays there.",
    "UC-11": f"{_FIRST_TURN} With the opening “one card” {_ONE_CARD}",
    "UC-12": "Your last card goes onto your own board, as the first card of a turn or, if the first went elsewhere, "
    "as the second; then you are out and the hand is over. It is never discarded, barred or given away: if "
    "it fits nowhere, draw. If it was the first card of the turn you may still build; end the turn when "
    "you have built enough.",
    "UC-13": "When the stock is used up only the discard pile can be drawn from. When both are empty you must play if "
    "you can; if not, you pass, after any building. Two turns in a row that pass without a card played block "
    "the hand, which is over then. That happens often.",
    "UC-14": "Face-down cards that are left count twice. The cards in the hand of a player who did not go out count "
    "once. Cards from 1 to 7 count their number; Moon, Sun and Galaxy count ten each. In a blocked hand "
    "both players count both. The lower count scores the difference; equal counts are a draw. What is "
    "counted is laid open: when the hand is over, everybody sees all face-down cards and both hands.",
    "UC-15": "In a match the deal changes hands every time, until a player has the target, 200 points unless you "
    "chose another.",
}


def clauses(options: UniversalOptions, match: bool) -> dict[str, str | None]:
    """The texts of the rules that depend on the options."""
    dealer = SEAT_NAMES[options.dealer] if isinstance(options.dealer, int) else "Whoever draws the better card"
    opening = f" But {_ONE_CARD}" if options.opening == "one card" else ""
    target = f"In a match the deal changes hands every time, until a player has {options.target} points."
    return {
        "UC-1": f"{_DEAL} {dealer} deals{' the first hand' if match else ''}.",
        "UC-11": f"{_FIRST_TURN}{opening}",
        "UC-15": target if match else None,
    }


def guide(options: UniversalOptions, match: bool) -> Guide:
    """The goal, a turn and the end of the game, with these options."""
    goal = (
        "Play all cards from your hand and turn up all face-down cards of your board: what is left counts against you"
    )
    turn = (
        "Play at most two cards. The first goes onto your own board, as your first of the hand must, the other board "
        "or the bar. Then you may build: move whole runs of your board under one another. The second goes onto the "
        "other board (not in your first turn), the bar or the discard pile, never where the first went. In place of a "
        "second card, or of both, draw from the stock or the discard pile. Either ends the turn; often you can only "
        "draw. Onto a column goes the next lower rank in another suit; the bar goes up from 1 to 7, Moon, Sun, Galaxy."
    )
    if options.opening == "one card":
        turn += " The first turn of the hand is one card, without a draw."
    end = (
        "The hand ends when somebody plays the last card from hand, onto their own board, or when nobody can play or "
        "draw. Face-down cards count twice, cards left in hand once; the lower count scores the difference."
    )
    if match:
        goal += f"; {options.target} points win the match"
        end += f" Hands are played until somebody has {options.target} points."
    return Guide(f"{goal}.", turn, end)


def draw(table: UniversalTable, names: Names = LETTERS) -> str:
    """The table as aligned text: seat B's hand and board, the bar and the piles, seat A's board and hand.

    Face-down cards stand in brackets; runs go downward from their top cards.
    """

    def board(columns: list[UniversalColumn]) -> list[str]:
        stacks = [
            [*(f"[{card}]" for card in column["down"]), *(f" {card} " for card in column["up"])] for column in columns
        ]
        return [
            "  " + "".join(f"{stack[row] if row < len(stack) else '':<6}" for stack in stacks).rstrip()
            for row in range(max(map(len, stacks)))
        ]

    def hand(seat: Seat) -> str:
        cards = table["hands"][seat]
        whose = SEAT_NAMES[seat] if names.who(seat) == SEAT_NAMES[seat] else names.whose(seat)
        return f"{whose} hand ({len(cards)}): {' '.join(cards)}".rstrip()

    bar = "  ".join(
        f"{suit.upper()} {UNIVERSAL.ranks[height - 1] if height else '-'}" for suit, height in table["bar"].items()
    )
    discard = table["discard"]
    heads = "   " + "".join(f"{number:<6}" for number in range(1, 6)).rstrip()
    lines = [
        hand(1),
        heads,
        *board(table["boards"][1]),
        f"bar: {bar}    stock: {len(table['stock'])}    discard: {discard[-1] if discard else '-'} ({len(discard)})",
        heads,
        *board(table["boards"][0]),
        hand(0),
    ]
    if table["turn"]["first"] is not None:
        lines.append(f"first card of the turn: {table['turn']['first']}")
    return "\n".join(lines)


def tally(state: UniversalState, names: Names) -> tuple[str, tuple[str, ...]]:
    """How the hand ended: who went out or that the hand is blocked, and how the counts came about (UC-13, UC-14)."""
    outs = [seat for seat, side in enumerate(state.sides) if not side.hand]
    if outs:
        ending = sentence(f"{names.does(outs[0], 'have')} played the last card from hand.")
    else:
        ending = "The hand is blocked: both piles are empty and neither player could play a card. Both count."
    lines = []
    for seat, side in enumerate(state.sides):
        down = sum(VALUE[card] for card in down_cards(side))
        hand = sum(VALUE[card] for card in bits(side.hand))
        lying = f"{number_of(down, 'point')} face down, which count double," if down else "nothing face down"
        held = f"{number_of(hand, 'point')} in hand" if side.hand else "no card in hand"
        lines.append(sentence(f"{names.does(seat, 'have')} {lying} and {held}: {2 * down + hand}"))
    scored = max(state.points)
    ending += f" The lower count wins the difference, {scored}." if scored else " The counts are equal: nobody scores."
    return ending, tuple(lines)


def check(state: UniversalState, move: Move) -> None:
    """Raise IllegalMove with the rule that forbids a move."""
    if type(move) not in KINDS or move not in KNOWN_MOVES:
        # a move of a type of this game, but with values out of range, has no notation
        raise unreadable(repr(move) if type(move) in KINDS else str(move), FORMS)
    if (
        move in state.legal_moves()
    ):  # legal moves take a few operations on masks; reasons against a move are looked for one by one
        return
    refused = _refusal(state, move)
    if refused is not None:
        raise IllegalMove(refused[0], str(move), refused[1])


def _refusal(state: UniversalState, move: Move) -> tuple[str, str] | None:
    """The rule that forbids a move and the reason, or None if the move is legal."""
    if state.to_play is None:
        if state.passes == 2:
            return "UC-13", "the hand is blocked and over: nobody can play or draw"
        return "UC-12", "the hand is over: a player has gone out"
    if isinstance(move, Build):
        return _refusal_of_build(state, move)
    if isinstance(move, Draw):
        return _refusal_of_draw(state, move)
    if isinstance(move, End):
        if state.first and (state.stage == ONE_CARD or not state.hand):
            return None
        if state.stage == ONE_CARD:
            return "UC-11", "this first turn can end only after you have played a card: play one, or draw"
        return "UC-5", "you cannot just end the turn: play a second card, or draw"
    if isinstance(move, Pass):
        return _refusal_of_pass(state)
    assert isinstance(move, Play | Slip | Bar | Discard)
    return _refusal_of_place(state, move) or _refusal_of_fit(state, move)


def _refusal_of_draw(state: UniversalState, move: Draw) -> tuple[str, str] | None:
    if state.first and not state.hand:
        return "UC-12", "you have played your last card: build, or end the turn, but do not draw"
    if state.first and state.stage == ONE_CARD:
        return "UC-11", "this first turn is one card without a draw: build, or end the turn"
    if move.pile == "stock" and not state.stock:
        return "UC-13", "the stock is used up; only the discard pile can be drawn from"
    if move.pile == "discard" and not state.discard:
        return "UC-13", "the discard pile is empty"
    return None


def _refusal_of_pass(state: UniversalState) -> tuple[str, str] | None:
    if state.first and (not state.hand or state.stage == ONE_CARD):
        return "UC-13", "you need not pass: end the turn instead"
    if state.stock or state.discard:
        return "UC-13", "you can still draw, so you cannot pass"
    for card in bits(state.hand):
        for other in MOVES_OF_CARD[card]:
            if _refusal(state, other) is None:
                return (
                    "UC-13",
                    f"with nothing to draw you may pass only if you cannot play, and you can: “{other}”, for example",
                )
    return None


def _refusal_of_build(state: UniversalState, move: Build) -> tuple[str, str] | None:
    if not state.first:
        return "UC-5", "play the first card of your turn before you build"
    source, target = state.board.columns[move.source], state.board.columns[move.target]
    if not source.up:
        return "UC-8", f"column {move.source + 1} is empty: there is nothing to move"
    if move.source == move.target:
        return "UC-8", "a column cannot be moved under itself"
    head = source.up[0]
    if target.up:
        subject = f"column {move.source + 1} begins with the {card_name(head)} and"
        return _refusal_under(head, target.up[-1], "UC-8", subject)
    if RANK[head] != GALAXY:
        return "UC-8", f"only a column that begins with a Galaxy may fill an empty space, not the {card_name(head)}"
    if not source.down:
        return "UC-8", f"the {card_name(head)} lies on no face-down cards, so moving it would change nothing"
    return None


def _refusal_of_place(state: UniversalState, move: Play | Slip | Bar | Discard) -> tuple[str, str] | None:
    """Say why a card may not go to that place in this turn, whatever lies there (UC-5, UC-6, UC-11, UC-12)."""
    mine, first = state.mine, state.first
    name = card_name(move.card)
    place = BAR if isinstance(move, Bar) else NOWHERE
    if isinstance(move, Play | Slip):
        place = OTHER if move.across else OWN
    if not mine.hand:
        return "UC-12", "you have played your last card: build, or end the turn"
    if not mine.hand & BIT[move.card]:
        return "UC-5", f"you do not hold the {name}"
    if first and state.stage == ONE_CARD:
        return "UC-11", "this first turn is one card: build, or end the turn"
    last = mine.hand == BIT[move.card]
    if not first:
        if place == NOWHERE:
            return "UC-6", f"the {name} cannot be discarded as the first card of a turn, only as the second"
        if not mine.started and place != OWN:
            return "UC-11", "your first card of the hand goes onto your own board"
        if last and place != OWN:
            return "UC-12", f"the {name} is your last card: it goes onto your own board, or you draw"
        return None
    if place == first:
        where = (None, "your own board", "the other board", "the bar")[place]
        return "UC-6", f"your first card went to {where}, so the second may not"
    if last and place != OWN:
        return "UC-12", f"the {name} is your last card: it cannot be discarded, barred or given away"
    if not last and place == OWN:
        return "UC-6", "a second card goes to the bar, the other board or the discard pile, not onto your own board"
    if place == OTHER and state.stage != LATER:
        return "UC-11", "in your first turn the second card may not go onto the other board"
    return None


def _refusal_of_fit(state: UniversalState, move: Play | Slip | Bar | Discard) -> tuple[str, str] | None:
    """Say why a card does not fit where it would go (UC-7, UC-10)."""
    card = move.card
    if isinstance(move, Discard):
        return None
    if isinstance(move, Bar):
        height = heights(state.bar)[SUIT[card]]
        if RANK[card] == height:
            return None
        wanted = card_name(10 * SUIT[card] + height)
        return "UC-10", f"the bar takes the {wanted} next in this suit, not the {card_name(card)}"
    column = (state.other_board if move.across else state.board).columns[move.column]
    where = f"{'the other player’s ' if move.across else ''}column {move.column + 1}"
    if isinstance(move, Slip):
        if not column.up:
            return "UC-7", f"{where} is empty: there is no top card to slip behind"
        if column.down:
            return "UC-7", f"{where} still has face-down cards, so nothing can be slipped behind its top card"
        head = column.up[0]
        if RANK[card] != RANK[head] + 1:
            return "UC-7", f"the {card_name(card)} is not one rank above the {card_name(head)}"
        if SUIT[card] == SUIT[head]:
            return "UC-7", f"the {card_name(card)} and the {card_name(head)} are of one suit"
        return None
    if column.up:
        return _refusal_under(card, column.up[-1], "UC-7", f"the {card_name(card)}")
    if RANK[card] != GALAXY:
        return "UC-7", f"{where} is empty and takes only a Galaxy, not the {card_name(card)}"
    return None


def bearing(state: UniversalState, move: Move) -> tuple[str, ...]:
    """The rules that apply to a move."""
    if isinstance(move, Draw):
        return ("UC-5", "UC-13") if not state.stock else ("UC-5",)
    if isinstance(move, Build):
        return ("UC-8", "UC-9") if state.board.columns[move.source].down else ("UC-8",)
    if isinstance(move, End):
        return ("UC-12", "UC-14") if not state.hand else ("UC-11",)
    if isinstance(move, Pass):
        return ("UC-13", "UC-14") if state.passes else ("UC-13",)
    rules = ["UC-10"] if isinstance(move, Bar) else ["UC-7"] if isinstance(move, Play | Slip) else []
    rules.append("UC-6")
    if not state.mine.started or state.stage != LATER:
        rules.append("UC-11")
    if not state.hand & (state.hand - 1):
        rules += ["UC-12", "UC-14"]
    return (*rules, "UC-5")


def narrate(state: UniversalState, move: Move, after: UniversalState, names: Names) -> str:
    """Say what a move did; the text does not name a card drawn from the stock."""
    mover = state.to_play
    assert mover is not None
    did = sentence(f"{_did(state, mover, move, names)}.")
    if after.to_play is not None:
        return did
    end = "Nobody can go on: the hand is blocked" if after.passes == 2 else sentence(names.does(mover, "go out"))
    a, b = after.points
    score = f"{names.does(0 if a > b else 1, 'score')} {max(a, b)}" if a != b else "equal counts, nobody scores"
    return f"{did} {end}; {score}."


def _did(state: UniversalState, mover: Seat, move: Move, names: Names) -> str:
    """The main part of the sentence: what the player did."""

    def does(verb: str) -> str:
        return names.does(mover, verb)

    if isinstance(move, Play | Slip):
        where = f"{names.whose(1 - mover) if move.across else names.own(mover)} column {move.column + 1}"
        if isinstance(move, Slip):
            return f"{does('slip')} the {card_name(move.card)} behind the top of {where}"
        return f"{does('play')} the {card_name(move.card)} onto {where}"
    if isinstance(move, Bar):
        return f"{does('lay')} the {card_name(move.card)} on the bar"
    if isinstance(move, Discard):
        return f"{does('discard')} the {card_name(move.card)}"
    if isinstance(move, Build):
        moves = f"{does('move')} column {move.source + 1} to column {move.target + 1}"
        down = state.board.columns[move.source].down
        return f"{moves} and {names.verb(mover, 'turn')} up the {card_name(down[-1])}" if down else moves
    if isinstance(move, Draw):
        if move.pile == "discard":
            return f"{does('take')} the {card_name(state.discard[-1])} from the discard pile"
        return f"{does('draw')} from the stock"
    if isinstance(move, End):
        return f"{does('end')} the turn"
    return f"{names.who(mover)} can neither play nor draw and {names.verb(mover, 'pass')}"
