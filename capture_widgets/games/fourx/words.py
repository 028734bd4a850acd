"""The texts of 4X Solitaire: rules, refusals, log sentences and results."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from capture_widgets.core.bit_masks import bits
from capture_widgets.core.errors import IllegalMove
from capture_widgets.core.phrases import listed, number_of
from capture_widgets.engine.cards import FRENCH, HIDDEN, Card
from capture_widgets.engine.faces import suit_names
from capture_widgets.engine.names import Names, sentence
from capture_widgets.engine.state import Guide, Move, unreadable
from capture_widgets.games.fourx.moves import (
    CLUBS,
    COLUMN,
    CORNER,
    DIAMONDS,
    FORMS,
    HEARTS,
    KING_OF,
    KING_RANK,
    MOVES,
    NEAR,
    NO_CARD,
    RANK,
    ROW,
    SET_ASIDE,
    SPACES,
    SPADES,
    SUIT,
    TRAVEL,
    WHOLE,
    Capture,
    Conquer,
    Explore,
    FourXOptions,
    King,
    Resign,
    SetAside,
    TechCapture,
    TechConquer,
    TechExplore,
    TechFlip,
    Travel,
    card_name,
    suit_name,
)
from capture_widgets.games.fourx.position import FourXEntry, FourXTable

if TYPE_CHECKING:
    from capture_widgets.games.fourx.rules import FourXState


_BEARING: Final[dict[type, tuple[str, ...]]] = {
    SetAside: ("FX-10", "FX-11"),
    Explore: ("FX-4", "FX-3"),
    Travel: ("FX-5", "FX-3"),
    Capture: ("FX-6", "FX-3"),
    Conquer: ("FX-7", "FX-3"),
    TechFlip: ("FX-10",),
    TechConquer: ("FX-10", "FX-7"),
    TechExplore: ("FX-10", "FX-4"),
    TechCapture: ("FX-10", "FX-6"),
    Resign: ("FX-9",),
}

_COURT: Final = (
    "Explore with a king, queen or jack of your suit: all face-down cards around it are turned up, at least one."
)

_TRAVEL: Final = (
    "changes places with any other space of your territory, near or far, vacated or not. When both cards could travel, "
    "the earlier space in reading order is named first."
)

RULES: Final = {
    "FX-1": "Three cards, never kings, are laid out as your arsenal; the other 49 make a map of seven by seven, "
    "columns a to g and rows 1 to 7 from the top. Aces are low and kings high.",
    "FX-2": "Before you see any card you choose a king; his suit is your own. Then the arsenal is laid out, and the "
    "map with all cards face down but your king. Choosing costs no turn.",
    "FX-3": "Your territory is every face-up card of your own suit or of a conquered suit, and every vacated space. "
    "All other face-up cards are enemies. A space has up to eight neighbours, diagonals included.",
    "FX-4": f"{_COURT} With the option “any” every face-up card of your suit explores and travels.",
    "FX-5": f"Travel: a face-up king, queen or jack of your suit {_TRAVEL}",
    "FX-6": "Capture a face-up enemy card anywhere with an arsenal card of the same suit and higher rank; an "
    "arsenal card of your own suit takes any suit. The captured card covers the arsenal card and "
    "replaces it, so that pile now captures with its suit and rank. The space is vacated and yours. Kings "
    "cannot be captured.",
    "FX-7": "Conquer a face-up enemy king when at least 51% of the spaces around him are your territory: 5 of 8, at "
    "the edge 3 of 5, in a corner 2 of 3. He leaves the map, and all face-up cards of his suit, now and later,"
    " are your territory.",
    "FX-8": "Conquered cards are territory, but they neither explore nor travel, unless an option lets them do "
    "both as your own cards do.",
    "FX-9": "You win when every space of the map is turned up or vacated and is your territory; the fewer turns the "
    "better. You may give up at any time, and must when nothing else is possible.",
    "FX-10": "With a technology you set one arsenal card aside before the map is laid out, and another card, never a "
    "king, takes its place. Once in the game its suit lets you, as a turn: turn up any card (spades); conquer"
    " with 50% around the king (hearts); explore a whole row or column of an exploring card (diamonds); or "
    "take any face-up enemy card but a king, which is put away (clubs).",
    "FX-11": "With a technology there is one card too few, so g7 is off the map: it neighbours nothing and is not "
    "needed to win. So f6 has seven neighbours, and f7 and g6 have four each.",
}


def clauses(options: FourXOptions, _match: bool) -> dict[str, str | None]:
    """The texts of the rules that depend on the options; None for the rules of technologies if none is played."""
    anybody = options.explorers == "any"
    settled: dict[str, str | None] = {
        "FX-4": "Explore with any face-up card of your suit: all face-down cards around it are turned up, at least one."
        if anybody
        else _COURT,
        "FX-5": f"Travel: a face-up {'card' if anybody else 'king, queen or jack'} of your suit {_TRAVEL}",
        "FX-8": "Conquered cards are territory, and they explore and travel as your own cards do."
        if options.conquered_serve
        else "Conquered cards are territory, but they neither explore nor travel.",
    }
    return settled if options.tech else {**settled, "FX-10": None, "FX-11": None}


def guide(options: FourXOptions, _match: bool) -> Guide:
    """The goal, a turn and the end of the game, with these options."""
    who = "any open card" if options.explorers == "any" else "a king, queen or jack"
    whose = "your own suit or a conquered one" if options.conquered_serve else "your own suit"
    turn = (
        f"Do one of four things. Explore with {who} of {whose}: the cards around it are turned up. Let such a card "
        "travel: it changes places with any space of your territory. Capture an enemy card with a card of the arsenal: "
        "that must be higher, and of the same suit or of your own. Conquer a king when more than half of the spaces "
        "around him are yours."
    )
    if options.tech:
        turn += " Once in the game you may use your technology instead."
    return Guide(
        "Make the whole map your territory, with every card turned up, in as few turns as you can.",
        turn,
        "You have won when every space is turned up or vacated and is yours: cards of your suit and of conquered "
        "suits, and vacated spaces. What counts is the number of turns. You may give up at any time.",
    )


def draw(table: FourXTable) -> str:
    """The table as aligned text: the map, with territory in brackets and known face-down cards in parentheses."""

    def cell(entry: FourXEntry | None) -> str:
        if entry is None:
            return "    "
        card = entry["card"]
        if entry["territory"]:
            return f"[{card or '  '}]"
        return f" {card} " if entry["up"] or card == HIDDEN else f"({card})"

    names = suit_names(FRENCH)
    tech = table["tech"]
    lines = ["  " + "".join(f"  {file}  " for file in "abcdefg")]
    lines += [
        f"{row + 1} " + " ".join(cell(entry) for entry in table["map"][7 * row : 7 * row + 7]) for row in range(7)
    ]
    lines += [
        "",
        f"{'own suit':<12}{'not chosen yet' if table['own'] is None else names[table['own']]}",
        f"{'arsenal':<12}{' '.join(table['arsenal'])}",
        f"{'conquered':<12}{', '.join(names[suit] for suit in table['conquered']) or 'none'}",
    ]
    if tech is not None:
        lines.append(f"{'technology':<12}{tech['card']} ({'used' if tech['used'] else 'not used yet'})")
    lines.append(f"{'turns':<12}{table['turns']}")
    return "\n".join(line.rstrip() for line in lines)


def tally(state: FourXState, _names: Names) -> tuple[str, tuple[str, ...]]:
    """How the game ended: won or given up, after how many turns, with how much territory (FX-9)."""
    turns, held = number_of(state.turns, "turn"), f"{number_of(state.territory.bit_count(), 'space')} of territory"
    if state.result == 1:
        return f"Won in {turns}: the whole map is yours.", (held,)
    return f"Given up after {turns}.", (f"{held}, {state.down.bit_count()} not yet seen",)


def check(state: FourXState, move: Move) -> None:
    """Raise IllegalMove with the rule that forbids a move."""
    text = str(move)
    known = MOVES.get(text)
    if known is None or known != move:
        raise unreadable(text, FORMS)
    if state.result:
        raise IllegalMove(
            "FX-9",
            text,
            "the game is over: you have " + ("won, the whole map is yours" if state.result > 0 else "given it up"),
        )
    refused = _refusal(state, move)
    if refused is not None:
        rule, words = refused
        if state.only_resigning():
            words += "; nothing is possible any more except giving up"
        raise IllegalMove(rule, text, words)


def _refusal(state: FourXState, move: Move) -> tuple[str, str] | None:
    """The rule that forbids a move before the game is over, and the reason; None if the move is legal."""
    if isinstance(move, Resign):
        return None
    if isinstance(move, King):
        if state.own is None:
            return None
        return "FX-2", f"you have chosen your king already, the {card_name(KING_OF[state.own])}"
    if state.own is None:
        return "FX-2", "first you choose your king: king c, king d, king h or king s"
    if isinstance(move, SetAside):
        return _refused_technology(state, move.card)
    if not state.laid_out:
        return "FX-10", "first you set one card of your arsenal aside as your technology: " + " or ".join(
            str(SET_ASIDE[card]) for card in state.arsenal
        )
    if isinstance(move, Explore):
        return _refused_mover(state, move.space, "FX-4", "explore") or _refused_view(
            state, "FX-4", f"around {SPACES[move.space]}", NEAR[move.space]
        )
    if isinstance(move, Travel):
        return _refused_travel(state, move.start, move.end)
    if isinstance(move, Capture):
        return _refused_capture(state, move.card, move.space)
    if isinstance(move, Conquer):
        return _refused_conquest(state, move.space, "FX-7", 51)
    if isinstance(move, TechFlip):
        return _refused_ability(state, SPADES) or _refused_flip(state, move.space)
    if isinstance(move, TechConquer):
        return _refused_ability(state, HEARTS) or _refused_conquest(state, move.space, "FX-10", 50)
    if isinstance(move, TechExplore):
        line = ROW if move.line == "row" else COLUMN
        return (
            _refused_ability(state, DIAMONDS)
            or _refused_mover(state, move.space, "FX-10", "explore")
            or _refused_view(state, "FX-10", f"in the {move.line} of {SPACES[move.space]}", line[move.space])
        )
    assert isinstance(move, TechCapture)
    return _refused_ability(state, CLUBS) or _refused_target(state, move.space, "FX-10")


def _refused_technology(state: FourXState, card: Card) -> tuple[str, str] | None:
    if not state.options.tech:
        return "FX-10", "this game is played without technologies"
    if state.tech is not None:
        return "FX-10", f"you have set a card aside already, the {card_name(state.tech)}"
    if card not in state.arsenal:
        return "FX-10", f"the {card_name(card)} is not in your arsenal"
    return None


def _refused_ability(state: FourXState, suit: int) -> tuple[str, str] | None:
    """Say why the technology does not have the ability of a suit."""
    if state.tech is None:
        return "FX-10", "this game is played without technologies"
    if state.used:
        return "FX-10", f"you have used your technology, the {card_name(state.tech)}, already"
    if SUIT[state.tech] != suit:
        return "FX-10", f"that needs a technology of {suit_name(suit)}, and yours is the {card_name(state.tech)}"
    return None


def _holds(state: FourXState, space: int) -> str | None:
    """Say why no card lies face up on a space; None if one does."""
    name = SPACES[space]
    if state.down >> space & 1:
        return f"the card on {name} lies face down"
    return f"{name} is vacated" if state.cards[space] == NO_CARD else None


def _refused_corner(state: FourXState, *spaces: int) -> tuple[str, str] | None:
    """Refuse a space that is off the map (FX-11)."""
    if state.options.tech and CORNER in spaces:
        return "FX-11", f"{SPACES[CORNER]} is off the map in a game with a technology"
    return None


def _refused_mover(state: FourXState, space: int, rule: str, does: str) -> tuple[str, str] | None:
    """Say why the card on a space may not explore or travel (FX-4, FX-5, FX-8)."""
    off = _refused_corner(state, space)
    if off:
        return off
    without = _holds(state, space)
    if without:
        if rule == "FX-4" and state.down >> space & 1:
            return rule, f"{without}: explore beside it to turn it up"
        return rule, f"{without}; only a face-up card of yours can {does}"
    card = state.cards[space]
    who = f"the {card_name(card)} on {SPACES[space]}"
    if SUIT[card] != state.own:
        if SUIT[card] not in state.conquered:
            return rule, f"{who} is an enemy and cannot {does} for you"
        if not state.options.conquered_serve:
            return "FX-8", f"{who} is of a conquered suit: it is territory, but can neither explore nor travel"
    if state.options.explorers == "court" and RANK[card] < 10:
        return rule, f"{who} cannot {does}: only kings, queens and jacks do"
    return None


def _refused_view(state: FourXState, rule: str, where: str, spaces: int) -> tuple[str, str] | None:
    return None if spaces & state.down else (rule, f"no card {where} lies face down, so there is nothing to turn up")


def _refused_travel(state: FourXState, start: int, end: int) -> tuple[str, str] | None:
    refused = _refused_mover(state, start, "FX-5", "travel") or _refused_corner(state, end)
    if refused:
        return refused
    if start == end:
        return "FX-5", "a card cannot travel to the space on which it lies"
    if state.down >> end & 1:
        return "FX-5", f"the card on {SPACES[end]} lies face down; a card travels within your territory"
    card = state.cards[end]
    if card != NO_CARD and not _is_ours(state, card):
        return "FX-5", f"the {card_name(card)} on {SPACES[end]} is an enemy; a card travels within your territory"
    if end < start and _refused_mover(state, end, "FX-5", "travel") is None:
        return (
            "FX-5",
            f"both cards may travel, so name the space that comes first on the map first: {TRAVEL[end][start]}",
        )
    return None


def _is_ours(state: FourXState, card: Card) -> bool:
    """Whether a face-up card belongs to the player (FX-3)."""
    return SUIT[card] == state.own or SUIT[card] in state.conquered


def _refused_foe(state: FourXState, space: int, rule: str) -> tuple[str, str] | None:
    """Say why no enemy card lies face up on a space (FX-3)."""
    off = _refused_corner(state, space)
    if off:
        return off
    if not state.foes:
        return rule, "no enemy lies face up now, and only a face-up enemy can be taken"
    without = _holds(state, space)
    if without:
        return rule, f"{without}; only a face-up enemy can be taken"
    card = state.cards[space]
    if not _is_ours(state, card):
        return None
    why = "your own suit" if SUIT[card] == state.own else "a conquered suit"
    return rule, f"the {card_name(card)} on {SPACES[space]} is no enemy: it is of {why}"


def _refused_target(state: FourXState, space: int, rule: str) -> tuple[str, str] | None:
    """Say why the player cannot capture the card on a space: it is no face-up enemy card, or it is a king (FX-6,
    FX-10).
    """
    refused = _refused_foe(state, space, rule)
    if refused is None and state.cards[space] in KING_OF:
        return rule, f"the {card_name(state.cards[space])} cannot be captured; kings are conquered"
    return refused


def _refused_capture(state: FourXState, card: Card, space: int) -> tuple[str, str] | None:
    if card not in state.arsenal:
        return "FX-6", f"the {card_name(card)} is not in your arsenal"
    refused = _refused_foe(state, space, "FX-6")
    if refused and state.foes and not any(_takes(state, card, foe) for foe in bits(state.foes)):
        suit = "" if SUIT[card] == state.own else f" of {suit_name(SUIT[card])}"
        return "FX-6", f"the {card_name(card)} takes nothing now: no lower enemy{suit} lies face up"
    refused = refused or _refused_target(state, space, "FX-6")
    if refused:
        return refused
    if _takes(state, card, target := state.cards[space]):
        return None
    if not any(_takes(state, other, target) for other in state.arsenal):
        # whoever points at an enemy has perhaps picked no card, and wants to know what takes it
        needs = (
            "no card is higher but a king; conquer her king, and she is yours"
            if RANK[target] == KING_RANK - 1
            else f"that takes a higher card of {suit_name(SUIT[target])} or of your own suit, and captures only make "
            "your arsenal lower; once you conquer the king of this suit, the card is yours"
        )
        return "FX-6", f"no card of your arsenal takes the {card_name(target)}: {needs}"
    if SUIT[card] not in (state.own, SUIT[target]):
        why = f"takes only {suit_name(SUIT[card])}, not the {card_name(target)}"
    else:
        why = f"takes only lower cards, and the {card_name(target)} is not lower"
    return "FX-6", f"the {card_name(card)} {why}"


def _takes(state: FourXState, card: Card, target: Card) -> bool:
    """Whether an arsenal card captures an enemy card: one of its suit, or any if it is of the own suit (FX-6)."""
    return SUIT[card] in (state.own, SUIT[target]) and RANK[target] < RANK[card]


def _refused_conquest(state: FourXState, space: int, rule: str, percent: int) -> tuple[str, str] | None:
    refused = _refused_foe(state, space, rule)
    if refused:
        return refused
    card = state.cards[space]
    if card not in KING_OF:
        return rule, f"the {card_name(card)} is no king; only kings are conquered"
    around = list(bits(NEAR[space] & WHOLE[state.options.tech]))
    ours = sum(
        1
        for other in around
        if not state.down >> other & 1 and (state.cards[other] == NO_CARD or _is_ours(state, state.cards[other]))
    )
    if ours * 100 >= percent * len(around):
        return None
    need = -(-percent * len(around) // 100)
    return rule, (
        f"your territory has only {ours} of the {len(around)} spaces around the {card_name(card)}; you need {need}"
    )


def _refused_flip(state: FourXState, space: int) -> tuple[str, str] | None:
    off = _refused_corner(state, space)
    if off or state.down >> space & 1:
        return off
    return "FX-10", f"no card lies face down on {SPACES[space]}"


def bearing(state: FourXState, move: Move) -> tuple[str, ...]:
    """The rules that apply to a move."""
    if isinstance(move, King):
        return ("FX-2", "FX-10") if state.options.tech else ("FX-2",)
    rules = _BEARING.get(type(move), ())
    if isinstance(move, Explore | Travel | TechExplore):
        space = move.start if isinstance(move, Travel) else move.space
        if state.conquered and _holds(state, space) is None and SUIT[state.cards[space]] in state.conquered:
            rules += ("FX-8",)
    if state.options.tech and isinstance(move, Conquer | TechConquer) and NEAR[move.space] >> CORNER & 1:
        rules += ("FX-11",)
    return rules


def narrate(state: FourXState, move: Move, after: FourXState, names: Names) -> str:
    """Say what the move did, and whether it won or left only resigning."""
    words = sentence(f"{_did(state, move, after, names)}.")
    if after.result > 0:
        words += f" The whole map is {names.whose(0)} territory: won in {number_of(after.turns, 'turn')}."
    elif after.only_resigning():
        words += " Nothing is possible any more except giving up."
    return words


def _did(state: FourXState, move: Move, after: FourXState, names: Names) -> str:
    """The main part of the sentence: what the player did."""

    def does(verb: str) -> str:
        return names.does(0, verb)

    if isinstance(move, Resign):
        return f"{does('give up')} after {number_of(state.turns, 'turn')}"
    if isinstance(move, King | SetAside):
        if isinstance(move, King):
            words = f"{does('choose')} the {card_name(KING_OF[move.suit])}"
        else:
            next_card = card_name(after.arsenal[state.arsenal.index(move.card)])
            words = f"{does('set')} the {card_name(move.card)} aside as technology, and the {next_card} takes its place"
        if after.laid_out and after.own is not None:
            words += f"; {names.whose(0)} king lies on {SPACES[after.cards.index(KING_OF[after.own])]}"
        return words
    if isinstance(move, Travel):
        words = f"{does('let')} the {_on(state, move.start)} travel from {SPACES[move.start]} to {SPACES[move.end]}"
        empty = state.cards[move.end] == NO_CARD
        return words if empty else f"{words}, changing places with the {_on(state, move.end)}"
    if isinstance(move, Capture | TechCapture):
        by = f" with the {card_name(move.card)}, which it replaces" if isinstance(move, Capture) else ""
        takes = does("take") if by else f"{does('use')} the technology and {names.verb(0, 'take')}"
        return f"{takes} the {_on(state, move.space)} on {SPACES[move.space]}{by}"
    if isinstance(move, Conquer | TechConquer):
        conquers = does("conquer")
        if isinstance(move, TechConquer):
            conquers = f"{does('use')} the technology and {names.verb(0, 'conquer')}"
        suit = suit_name(SUIT[state.cards[move.space]])
        return f"{conquers} the {_on(state, move.space)} on {SPACES[move.space]}: {suit} are territory now"
    seen = listed([f"the {_on(state, space)} on {SPACES[space]}" for space in bits(state.down & ~after.down)])
    turns_up = f"{names.verb(0, 'turn')} up {seen}"
    if isinstance(move, TechFlip):
        return f"{does('use')} the technology and {turns_up}"
    if isinstance(move, TechExplore):
        explores = f"{does('use')} the technology, {names.verb(0, 'explore')} the {move.line} of {SPACES[move.space]}"
        return f"{explores} and {turns_up}"
    assert isinstance(move, Explore)
    return f"{does('explore')} from {SPACES[move.space]} and {turns_up}"


def _on(state: FourXState, space: int) -> str:
    """The card on a space, in words."""
    return card_name(state.cards[space])


LEVEL_WORDS: Final = {
    "easy": "easy: you can win with any king, and still can after most first captures",
    "medium": "medium: you can win with any king, but a third of the first captures throw the win away",
    "hard": "hard: with some kings nobody can win, and you choose yours before you see a card",
    "": "any deal, even one that nobody can win",
}
"""What a person reads about each level of deals, and about a deal of no level."""


def changes(old: FourXTable, new: FourXTable) -> Iterator[str]:
    """Say which suits were conquered between two tables."""
    names = suit_names(FRENCH)
    for suit in new["conquered"]:
        if suit not in old["conquered"]:
            yield f"{names[suit].capitalize()} is conquered."
