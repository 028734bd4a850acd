"""The texts of Kommando: rules, refusals, log sentences and results."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from capture_widgets.core.errors import IllegalMove
from capture_widgets.core.phrases import number_of
from capture_widgets.engine.cards import KOMMANDO, Card
from capture_widgets.engine.faces import suit_names
from capture_widgets.engine.names import LETTERS, Names, sentence
from capture_widgets.engine.state import SEAT_NAMES, Guide, Move, Seat, unreadable
from capture_widgets.games.kommando.moves import (
    DIFFERS,
    DOWN,
    FACE_DOWN,
    Attack,
    Defence,
    Fight,
    KommandoOptions,
    card_name,
)
from capture_widgets.games.kommando.position import KommandoTable

if TYPE_CHECKING:
    from capture_widgets.games.kommando.rules import KommandoState

_DEAL: Final = "The dealer gives ten cards to the other player, takes ten and lays the last ten in a row."

_NO_CHOICE: Final = {
    "both ends": "You cannot attack a card with its own colour unless you have no choice: when no other attack is "
    "possible at either end, any card may attack either end.",
    "chosen end": "You cannot attack a card with its own colour unless you have no choice: when none of your cards "
    "differs from the card at the chosen end, any card may attack there.",
}

_UNLESS: Final = {
    "both ends": "no such attack is possible at either end",
    "chosen end": "all your cards have its colour",
}

_DOWN: Final = "A face-down card may be attacked in any colour."

RULES: Final = {
    "KO-1": f"{_DEAL} An option says who deals the first hand.",
    "KO-2": "Two cards of the row, the fourth from either end, lie face down; nobody knows them.",
    "KO-3": "If a player holds no 10, no 9 and no 8, all cards are dealt again.",
    "KO-4": "The player who did not deal attacks first. To attack, choose the leftmost or the rightmost row card "
    "not yet "
    "fought for and lay a card from your hand beside it.",
    "KO-5": f"{_NO_CHOICE['both ends']} With the option “chosen end” it is enough that none of your cards differs from "
    f"the card at that end. {_DOWN}",
    "KO-6": "The defender answers in a colour that is not yet used in this fight: neither the row card's nor the "
    "attacker's. A face-down card's colour does not count. Whoever has no such card may answer with any.",
    "KO-7": "The higher of the two laid cards wins the fight, however high the row card is. If they are equal, "
    "nobody wins.",
    "KO-8": "A face-down row card is turned up once its fight is over. All cards stay on the table.",
    "KO-9": "Whoever lost a fight attacks next. After a tie the same player attacks again.",
    "KO-10": "After ten fights each player counts the values of the row cards they won; more points win the hand.",
    "KO-11": "In a match the deal changes hands every time. It ends as soon as a player has more than the target, 100 "
    "points unless you chose another; the higher total wins, and equal totals play on.",
}


def clauses(options: KommandoOptions, match: bool) -> dict[str, str | None]:
    """The texts of the rules that depend on the options."""
    dealer = SEAT_NAMES[options.dealer]
    return {
        "KO-1": f"{_DEAL} {dealer} deals {'the first hand' if match else 'this one'}.",
        "KO-5": f"{_NO_CHOICE[options.no_choice]} {_DOWN}",
        "KO-11": "In a match the deal changes hands every time. It ends as soon as a player has more than "
        f"{options.target} points; the higher total wins, and equal totals play on."
        if match
        else None,
    }


def guide(options: KommandoOptions, match: bool) -> Guide:
    """The goal, a turn and the end of the game, with these options."""
    goal = "Win row cards, each worth its number: more points than the other player after ten fights win the hand"
    end = "After ten fights each player counts the values of the row cards they won; more points win the hand."
    if match:
        goal += f", and more than {options.target} points the match"
        end += f" Hands are played until somebody has more than {options.target} points in all."
    return Guide(
        f"{goal}.",
        "To attack, lay a card of yours beside the left or the right end of the row, in another colour than "
        f"the row card's unless {_UNLESS[options.no_choice]}. A row card that lies face down may be attacked in any "
        "colour. The other player answers with a card in a colour that this fight has not used, or with any card if "
        "they hold no such one. The higher of the two laid cards wins the row card, whatever that is worth; if they "
        "are equal, nobody wins it. "
        "Whoever lost the fight attacks next; after a tie, whoever attacked before.",
        end,
    )


def draw(table: KommandoTable, names: Names = LETTERS) -> str:
    """The table as aligned text: the row with its fights, then the hands."""

    def laid(seat: Seat) -> list[str]:
        return [
            next((pair[1] for pair in (entry["attack"], entry["defence"]) if pair and pair[0] == seat), ".")
            for entry in table["row"]
        ]

    won = ["-" if entry["winner"] is None else SEAT_NAMES[entry["winner"]] for entry in table["row"]]
    lines = [
        (names.did(1, "laid"), laid(1)),
        ("row", [entry["card"] for entry in table["row"]]),
        (names.did(0, "laid"), laid(0)),
        ("won by", won),
        *((names.label("hand", seat), hand) for seat, hand in enumerate(table["hands"])),
    ]
    wide = max(8, *(len(name) for name, _ in lines))
    grid = [f"{name:<{wide}}" + "".join(f"{cell:>4}" for cell in cells) for name, cells in lines]
    attacker = table["attacker"]
    turn = "the hand is over" if attacker is None else f"{names.does(attacker, 'attack')} in this fight"
    return "\n".join([*grid, turn])


def tally(state: KommandoState, names: Names) -> tuple[str, tuple[str, ...]]:
    """How the hand ended: the row cards that each seat won, and the sum of their values (KO-10)."""
    won: tuple[list[Card], list[Card]] = ([], [])
    nobody = 0
    for place, fight in state.fights():
        if fight.winner is None:
            nobody += 1
        else:
            won[fight.winner].append(state.row[place])
    tied = {0: "", 1: " One fight was tied: nobody has its card."}.get(
        nobody, f" {nobody} fights were tied: nobody has their cards."
    )
    lines = tuple(
        sentence(
            f"{names.did(seat, 'won')} {', '.join(card_name(card) for card in cards) or 'no card'}: "
            f"{number_of(sum(card % 10 + 1 for card in cards), 'point')}"
        )
        for seat, cards in enumerate(won)
    )
    return f"All ten cards have been fought for.{tied}", lines


def check(state: KommandoState, move: Move) -> None:
    """Raise IllegalMove with the rule that forbids a move."""
    text = str(move)
    if not isinstance(move, Attack | Defence):
        raise unreadable(text, "L:7b or R:7b for an attack, 9y for an answer")
    if state.to_play is None:
        raise IllegalMove("KO-10", text, "all ten fights are over and the hand is finished")
    name = card_name(move.card)
    if isinstance(move, Attack) and state.attack is not None:
        raise IllegalMove(
            "KO-6",
            text,
            "the other player has attacked already, so you must answer with a card from your hand",
        )
    if isinstance(move, Defence) and state.attack is None:
        raise IllegalMove(
            "KO-4",
            text,
            f"it is your turn to attack: say which end of the row the {name} attacks, L:{text} or R:{text}",
        )
    if not state.hand >> move.card & 1:
        raise IllegalMove("KO-4" if isinstance(move, Attack) else "KO-6", text, f"you do not hold the {name}")
    if isinstance(move, Attack):
        _check_attack(state, move, text, name)
    else:
        _check_defence(state, move, text, name)


def _check_attack(state: KommandoState, move: Attack, text: str, name: str) -> None:
    low, high = state.ends()
    if low == high and move.end == 1:
        raise IllegalMove("KO-4", text, f"only one card of the row is left; write the attack as L:{text[2:]}")
    if not state.possible_attackers()[move.end] >> move.card & 1:
        place = (low, high)[move.end]
        target = card_name(state.row[place])
        if state.hand & DIFFERS[state.row[place] // 10]:
            why = "you hold another colour"
        else:
            why = "you can attack the other end"
        raise IllegalMove("KO-5", text, f"a {name} cannot attack a {target}, which has the same colour, while {why}")


def _check_defence(state: KommandoState, move: Defence, text: str, name: str) -> None:
    if state.possible_answers() >> move.card & 1:
        return
    used, missing = _colours_of_fight(state)
    raise IllegalMove(
        "KO-6",
        text,
        f"a {name} cannot answer here while you hold {' or '.join(missing)}: {' and '.join(used)} "
        f"{'is' if len(used) == 1 else 'are'} used in this fight already",
    )


def _colours_of_fight(state: KommandoState) -> tuple[list[str], list[str]]:
    """The colours that a fight has used before its answer, the attacker's first, and the others (KO-6)."""
    assert state.attack is not None
    colours = [*suit_names(KOMMANDO).values()]
    used = [colours[state.attack.card // 10]]
    shown = state.shown_colour(state.ends()[state.attack.end])
    if shown not in (DOWN, state.attack.card // 10):
        used.append(colours[shown])
    return used, [colour for colour in colours if colour not in used]


def bearing(state: KommandoState, move: Move) -> tuple[str, ...]:
    """The rules that apply to an attack or an answer."""
    if isinstance(move, Attack):
        return ("KO-4", "KO-5", "KO-2") if state.shown_colour(state.ends()[move.end]) == DOWN else ("KO-4", "KO-5")
    last = len(state.left) + len(state.right) == 9
    return ("KO-6", "KO-7", "KO-9", "KO-10") if last else ("KO-6", "KO-7", "KO-9")


def narrate(state: KommandoState, move: Move, names: Names) -> str:
    """Say what an attack or an answer did, and of one in a colour that is forbidden otherwise what allows it.

    By the rule everybody knows then which colours the player lacks (KO-5, KO-6).
    """
    assert state.to_play is not None
    if isinstance(move, Attack):
        place = state.ends()[move.end]
        target = "face-down card" if place in FACE_DOWN else card_name(state.row[place])
        low, high = state.ends()
        where = ", the last of the row," if low == high else (" on the left", " on the right")[move.end]
        lacks = ", having no other colour" if state.shown_colour(place) == move.card // 10 else ""
        attack = f"{names.does(state.to_play, 'attack')} the {target}{where} with the {card_name(move.card)}"
        return sentence(f"{attack}{lacks}.")
    assert isinstance(move, Defence) and state.attack is not None
    place = state.ends()[state.attack.end]
    fight = Fight(1 - state.to_play, state.attack.card, move.card)
    prize = card_name(state.row[place])
    turned = f" The face-down card was the {prize}." if place in FACE_DOWN else ""
    used, others = _colours_of_fight(state)
    colour = [*suit_names(KOMMANDO).values()][move.card // 10]
    lacks = f", having no {' or '.join(others)} card" if colour in used else ""
    answer = sentence(f"{names.does(state.to_play, 'answer')} with the {card_name(move.card)}{lacks}")
    if fight.winner is None:
        return f"{answer}: a tie, nobody wins the {prize}.{turned}"
    return f"{answer}; {names.does(fight.winner, 'win')} the {prize}.{turned}"


def changes(old: KommandoTable, new: KommandoTable) -> Iterator[str]:
    """Say how the fights ended that were decided between two tables."""
    for i, (was, now) in enumerate(zip(old["row"], new["row"], strict=True)):
        if was["defence"] is None and now["defence"] is not None:
            end = "a tie, nobody wins" if now["winner"] is None else f"{SEAT_NAMES[now['winner']]} wins"
            yield f"The fight for place {i + 1} of the row: {end}."
