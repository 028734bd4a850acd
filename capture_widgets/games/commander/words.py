"""The texts of Capture the Commander: rules, refusals, log sentences, reasons and results."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from capture_widgets.core.errors import IllegalMove
from capture_widgets.core.phrases import listed, number_of
from capture_widgets.engine.names import LETTERS, Names, sentence
from capture_widgets.engine.state import SEAT_NAMES, Guide, Move, Reason, Seat, unreadable
from capture_widgets.games.commander.battle import choosable, is_decided, returns_of
from capture_widgets.games.commander.formation import (
    BASE,
    BLOW,
    COMMANDER,
    COVERS,
    FULL,
    OPEN,
    ROWS,
    CommanderOptions,
    Position,
    card_name,
    positions_of,
)
from capture_widgets.games.commander.moves import FORMS, Attack, Choice, Gift
from capture_widgets.games.commander.position import CommanderTable

if TYPE_CHECKING:
    from capture_widgets.games.commander.rules import CommanderState


def _place_name(position: Position) -> str:
    return "commander" if position == COMMANDER else f"card {position}"


def _behind_words(lying: int, position: Position, whose: str) -> str:
    """Say which cards still cover a card: "your cards 1 and 2 still cover it"."""
    fronts = [str(front) for front in COVERS[position] if lying >> front - 1 & 1]
    if len(fronts) == 1:
        return f"{whose}card {fronts[0]} still covers it"
    return f"{whose}cards {fronts[0]} and {fronts[1]} still cover it"


_WAR: Final = (
    "Equal cards mean war. Each of the two chooses one of their face-down cards adjacent to their own card: "
    "covering it, covered by it, or directly beside it in its row. The higher of the new cards wins the "
    "battle; if they are equal too, both choose again. Covered cards and even the commander may be chosen."
)

_CAPTOR: Final = (
    "With scoring, whoever captures a commander gets a point for each card that the beaten player has left "
    "after the battle, the commander not counted."
)

RULES: Final = {
    "CC-1": "Ranks go from two, the lowest, to ace, the highest. Each player has thirteen cards face down in a "
    "formation of five rows; nobody may look at them, their owner included. Cards left over stay out of play.",
    "CC-2": "Front cards cover those behind: 1 and 2 cover 5, 2 and 3 cover 6, 3 and 4 cover 7; 5 covers 8, 6 covers "
    "9, 7 covers 10; 8 and 9 cover 11, 9 and 10 cover 12, 11 and 12 cover 13.",
    "CC-3": "A card is fully uncovered when nothing covers it any more, and partially uncovered when one of the two "
    "cards covering it is gone. At the start only 1 to 4 are uncovered.",
    "CC-4": "On your turn you must attack: one of your fully uncovered cards against a fully or partially uncovered "
    "card of an opponent.",
    "CC-5": "Both cards are shown to everybody. The higher one wins and is turned back face down where it lies; the "
    "other leaves play.",
    "CC-6": "The turn passes clockwise, skipping players who are out.",
    "CC-7": "The card at 13 is the commander. If yours leaves play, whether it was attacked or did the attacking, you "
    "are out and the rest of your cards leave play unshown. With two players the other one has won. The "
    "winning card's player is the captor.",
    "CC-8": f"{_WAR} Every choice must be adjacent to the first card; with the option “chain” it may be adjacent to "
    "any of your cards in this battle.",
    "CC-9": "In a war both choose without knowing the other's choice; the attacker's is kept secret until the "
    "defender has chosen.",
    "CC-10": "Whoever loses a battle loses all their cards in it. The winner's cards are turned back face down.",
    "CC-11": "If after a tie a player has no card left to choose, whoever has more cards in the whole formation wins "
    "the battle. With equal numbers the round is a draw for everybody still in (in teams for all four), and the "
    "cards of that battle stay.",
    "CC-12": "With three or four players the last one with a commander wins.",
    "CC-13": "An option says who starts. In a match the start moves on by one seat every round.",
    "CC-14": f"{_CAPTOR} A match goes on until somebody has reached the target, 25 points unless you chose another; if "
    "the leaders are level, play on.",
    "CC-15": "In teams, A and C play against B and D. The round ends when both commanders of a team are out.",
    "CC-16": "In teams, before you attack you may give your partner any number of your cards that were never shown, "
    "except your commander. Each fills an empty position of the partner's, 1 to 12, and stays face down. A "
    "partner who is out takes none.",
    "CC-17": "In teams, at the end of a round a team counts three points for each commander it captured and one "
    "for each card its two players have left. Both partners are credited with them. These points replace "
    "those of CC-14.",
    "CC-18": "With “twos beat aces” a two beats an ace, at the first blow and in wars. Otherwise a two stays the "
    "lowest card.",
    "CC-19": "With “one suit each” A has all the clubs, B the diamonds, C the hearts and D the spades, each suit "
    "shuffled.",
}


def clauses(options: CommanderOptions, match: bool) -> dict[str, str | None]:
    """The texts of the rules that depend on the options; None for the rules of variants that are not played."""
    near = "any of your cards in this battle" if options.war == "chain" else "the first card"
    start = "In a match the start moves on by one seat every round" if match else "The start is an option"
    to_target = f"A match goes on until somebody has {options.target} points; if the leaders are level, play on."
    scoring = "Points are counted for teams (CC-17)." if options.teams else _CAPTOR
    settled: dict[str, str | None] = {
        "CC-8": f"{_WAR} Every choice must be adjacent to {near}.",
        "CC-13": f"{SEAT_NAMES[options.first]} makes the first attack. {start}.",
        "CC-14": (f"{scoring} {to_target}" if match else scoring) if options.scoring else None,
    }
    played = {
        "CC-12": options.players > 2 and not options.teams,
        **dict.fromkeys(("CC-15", "CC-16", "CC-17"), options.teams),
        "CC-18": options.twos_beat_aces,
        "CC-19": options.one_suit_each,
    }
    return {**settled, **{name: None for name, is_played in played.items() if not is_played}}


def guide(options: CommanderOptions, match: bool) -> Guide:
    """The goal, a turn and the end of the game, with these options."""
    unit = "hand" if match else "round"  # a match has hands, as in the other games and in the result
    turn = (
        "With one of your cards that nothing covers you must attack an opponent's card that has lost a card covering "
        "it, or never had one: white dots mark these cards. Both are shown. The higher rank wins, from two to ace, and "
        "is turned face down again; the other leaves play and opens the way to the cards behind it. Equal ranks mean "
        "war: each side adds a card next to its own. The numbers 1 to 13 are places, not strengths."
    )
    if options.twos_beat_aces:
        turn += " A two beats an ace."
    if options.teams:
        goal = "With your partner capture both commanders of the other team, the cards at position 13"
        turn = f"First you may fill gaps in your partner's formation with cards of yours that nobody has seen. {turn}"
        end = (
            f"The {unit} ends when both commanders of a team have fallen. Each captured commander counts three "
            "points for the team that took it, each card that is left counts one for its own team."
        )
    elif options.players > 2:
        goal = "Be the last player whose commander, the card at position 13, still stands"
        end = (
            "A player whose commander falls, whether it was attacked or did the attacking, is out. The last "
            f"player with a commander wins the {unit}."
        )
    else:
        goal = "Capture the other commander, the card at position 13, before yours falls"
        end = f"The {unit} ends when a commander falls, whether it was attacked or did the attacking."
    end += (
        " When equal cards meet and a side has no card left next to its own to add, the player with more cards in all "
        f"wins the battle; if both have as many, the {unit} is a draw{_for_whom(options)}."
    )
    if options.scoring and not options.teams:
        if match and options.players > 2:  # the points win it, whoever is the last one
            goal = "Capture the commanders at position 13 and keep yours; whoever captures one scores"
        elif options.players > 2:
            goal += "; whoever captures one scores"
        else:
            goal += ", and score"
        goal += " a point for each card its owner has left"
        end += " Whoever captured it scores a point for each card that the beaten player has left."
    if match:
        goal += f"; {options.target} points win the match"
        end += f" Hands are played until somebody has {options.target} points."
    end += (
        " Remember the cards that are shown: the list of moves keeps the ranks of the last round only. Under Look the "
        "table can remember all for you."
    )
    return Guide(f"{goal}.", turn, end)


def draw(table: CommanderTable, names: Names = LETTERS) -> str:
    """The table as aligned text: the formations side by side, with [fully] and (partially) uncovered cards, then the
    war and the removed cards.
    """
    marks = {"full": "[{}]", "partial": "({})", "no": " {} "}
    blocks: list[list[str]] = []
    for seat, formation in enumerate(table["formations"]):
        block = [f"{names.who(seat)[:18]}{' (out)' if seat in table['out'] else ''}"]
        for row in ROWS:
            entries = [formation[position - 1] for position in row]
            cells = [marks[entry["uncovered"]].format(entry["card"]) if entry else "." for entry in entries]
            block.append("".join(f"{cell:^6}" for cell in cells).center(24))
        blocks.append(block)
    lines = ["  ".join(f"{part:<24}" for part in parts).rstrip() for parts in zip(*blocks, strict=True)]
    war = table["war"]
    if war is not None:
        sides = [
            f"{names.who(seat)} {' '.join(map(str, positions))}"
            for seat, positions in (war["attacker"], war["defender"])
        ]
        lines.append(f"war: {sides[0]} against {sides[1]}")
    gone = [f"{SEAT_NAMES[seat]}{position} {card}" for seat, position, card in table["removed"]]
    lines.append(f"removed: {', '.join(gone) or 'none'}")
    return "\n".join(lines)


def tally(state: CommanderState, names: Names) -> tuple[str, tuple[str, ...]]:
    """How the round ended: whose commanders were captured, and the points of CC-14 or CC-17 if they count."""
    options = state.options
    if not is_decided(state.out, options):
        ending = "A battle that nobody could win ended the game: a draw"
        ending += f"{' among those still in' if state.out else ''}."
    elif options.players == 2:
        ending = sentence(f"{names.whose(state.out[0])} commander has been captured.")
    else:
        beaten = [names.who(seat) for seat in range(options.players) if returns_of(state.out, options)[seat] < 0]
        ending = sentence(f"{listed(beaten)} have lost their commanders.")
    lines = []
    for seat in range(options.players):
        left = state.formation(seat).bit_count()
        has = f"{names.does(seat, 'have')} {number_of(left, 'card')} left"
        line = sentence(f"{names.does(seat, 'be')} out" if seat in state.out else has)
        if options.teams:
            taken = sum(other % 2 != seat % 2 for other in state.out)
            own = state.points[seat] - 3 * taken
            both = listed([names.who(one) for one in (seat % 2, seat % 2 + 2)])
            line = sentence(f"{both}: {number_of(3 * taken, 'point')} for commanders, {own} for cards left")
            # they are counted in every game of teams, and decide nothing but a match
            if seat == 1 and not options.scoring:
                line += ". Points only tell how far apart the teams ended"
        elif options.scoring:
            points = state.points[seat]
            line += f"; {number_of(points, 'point')} for the cards that beaten players had left"
        lines.append(line)
    return ending, tuple(lines)


def check(state: CommanderState, move: Move) -> None:
    """Raise IllegalMove with the rule that forbids a move."""
    text = str(move)
    if not isinstance(move, Attack | Choice | Gift):
        raise unreadable(text, FORMS)
    refusal = _refusal(state, move)
    if refusal is not None:
        rule, reason = refusal
        seat = None if isinstance(move, Choice) else move.seat
        # "B's card 6 is covered", where a player who has a name is called by it
        named = seat is not None and reason[0] == SEAT_NAMES[seat] and not reason[1].isalpha()
        raise IllegalMove(rule, text, reason, seat if named else None)


def _refusal(state: CommanderState, move: Attack | Choice | Gift) -> tuple[str, str] | None:
    """The rule that forbids a move and the reason, or None if the move is legal."""
    if state.returns is not None:
        return _ended(state)
    assert state.to_play is not None
    if isinstance(move, Choice):
        return _refused_choice(state, move.position)
    if state.war is not None:
        if isinstance(move, Gift):
            return "CC-16", "cards are given at the start of a turn, before attacking, not in a war"
        return "CC-8", "there is a war: you must first choose a card for it, as in +5"
    return _refused_gift(state, move) if isinstance(move, Gift) else _refused_attack(state, move)


def _ended(state: CommanderState) -> tuple[str, str]:
    assert state.returns is not None
    if 1 not in state.returns:
        return "CC-11", "the round is over: it ended in a draw"
    if state.options.players == 2:
        return "CC-7", "the round is over: a commander has been captured"
    winners = " and ".join(SEAT_NAMES[seat] for seat, result in enumerate(state.returns) if result == 1)
    if state.options.teams:
        return "CC-15", f"the round is over: both commanders of a team are out, and {winners} have won"
    return "CC-12", f"the round is over: only {winners} still has a commander"


def _refused_choice(state: CommanderState, position: Position) -> tuple[str, str] | None:
    if state.war is None:
        return "CC-8", "a card is chosen only in a war, after two equal cards"
    assert state.to_play is not None
    own = state.war.defending if state.war.chosen else state.war.attacking
    if position in own:
        return "CC-8", f"your card {position} is in this battle already; choose one that lies face down"
    lying = state.formation(state.to_play)
    if not lying >> position - 1 & 1:
        return "CC-8", f"your position {position} is empty"
    if not choosable(own, lying, state.options) >> position - 1 & 1:
        if state.options.war == "original":
            side = "defending" if state.war.chosen else "attacking"
            return "CC-8", f"your card {position} is not adjacent to your {side} card {own[0]}"
        return "CC-8", f"your card {position} is not adjacent to any of your cards in this battle"
    return None


def _refused_attack(state: CommanderState, move: Attack) -> tuple[str, str] | None:
    to_play = state.to_play
    assert to_play is not None
    if move.seat >= state.options.players:
        return "CC-4", f"there is no seat {SEAT_NAMES[move.seat]} in this game"
    # with two players there is only one other, who needs no letter
    name = SEAT_NAMES[move.seat] if state.options.players > 2 else "the other player"
    if move.seat == to_play:
        return "CC-4", "you cannot attack yourself; name an opponent's card"
    if move.seat == state.partner(to_play):
        return (
            "CC-15",
            f"{name} is your partner and cannot be attacked; you can give a card only to an empty place there",
        )
    if move.seat in state.out:
        return "CC-7", f"{name} is out of the round and has no cards left"
    own, theirs = state.formation(to_play), state.formation(move.seat)
    if not own >> move.own - 1 & 1:
        return "CC-4", f"your position {move.own} is empty"
    if not FULL[own] >> move.own - 1 & 1:
        status = "only partially uncovered" if OPEN[own] >> move.own - 1 & 1 else "covered"
        return (
            "CC-4",
            f"your card {move.own} is {status} and so cannot attack: {_behind_words(own, move.own, 'your ')}",
        )
    if not theirs >> move.target - 1 & 1:
        return "CC-4", f"{name}'s position {move.target} is empty"
    if not OPEN[theirs] >> move.target - 1 & 1:
        return "CC-4", f"{name}'s card {move.target} cannot be attacked: {_behind_words(theirs, move.target, '')}"
    return None


def _refused_gift(state: CommanderState, move: Gift) -> tuple[str, str] | None:
    to_play = state.to_play
    assert to_play is not None
    name = SEAT_NAMES[move.seat]
    if not state.options.teams:
        return "CC-16", "cards are given only to a partner, in a game of two teams"
    if move.seat != state.partner(to_play):
        return "CC-16", f"{name} is not your partner; cards are given only to a partner"
    if move.seat in state.out:
        return "CC-16", f"{name}, your partner, is out and can take no more cards"
    if move.own == COMMANDER:
        return "CC-16", "the commander is never given away"
    if not state.formation(to_play) >> move.own - 1 & 1:
        return "CC-16", f"your position {move.own} is empty"
    if state.shown >> state.cards[BASE[to_play] + move.own] & 1:
        return "CC-16", f"your card {move.own} was shown before; only cards never shown may be given"
    if state.formation(move.seat) >> move.hole - 1 & 1:
        return "CC-16", f"{name}'s position {move.hole} is not empty"
    return None


def bearing(state: CommanderState, move: Move) -> tuple[str, ...]:
    """The rules that apply to a move, as far as everybody can tell before the cards are shown."""
    if isinstance(move, Gift):
        return ("CC-16", "CC-2")
    if isinstance(move, Attack):
        rules: tuple[str, ...] = ("CC-4", "CC-3", "CC-5")
        positions: tuple[Position, ...] = (move.own, move.target)
    else:
        assert isinstance(move, Choice)
        rules = ("CC-8", "CC-9", "CC-10")
        positions = (move.position,)
    if COMMANDER in positions:
        rules += ("CC-7",)
    return (*rules, "CC-18") if state.options.twos_beat_aces else rules


def narrate(state: CommanderState, move: Move, after: CommanderState, names: Names) -> str:
    """Say what an attack, a choice or a gift did."""
    assert state.to_play is not None
    if isinstance(move, Gift):
        gives = sentence(f"{names.does(state.to_play, 'give')} {names.who(move.seat)}")
        return f"{gives} card {move.own}, unseen, for position {move.hole}."
    if isinstance(move, Attack):
        attacks = sentence(names.does(state.to_play, "attack"))
        words = (
            f"{attacks} {names.whose(move.seat)} {_place_name(move.target)} with "
            f"{'the' if move.own == COMMANDER else 'card'} {'commander' if move.own == COMMANDER else move.own}"
        )
        return f"{words}: {_decided_words(state, move, after, names)}."
    assert isinstance(move, Choice) and state.war is not None
    chooses = sentence(names.does(state.to_play, "choose"))
    words = f"{chooses} {'the ' if move.position == COMMANDER else ''}{_place_name(move.position)} for the war"
    if not state.war.chosen:
        return words + "."
    return f"{words}: {_decided_words(state, move, after, names)}."


def _decided_words(state: CommanderState, move: Move, after: CommanderState, names: Names) -> str:
    return "; ".join(reason.text for reason in reasons(state, move, after, names))


def reasons(state: CommanderState, move: Move, after: CommanderState, names: Names) -> tuple[Reason, ...]:
    """Say which card beat which, which cards left play, and who has won."""
    if isinstance(move, Attack) and state.to_play is not None:
        attacker, own, defender, target = state.to_play, move.own, move.seat, move.target
    elif isinstance(move, Choice) and state.war is not None and state.war.chosen:
        attacker, own, defender, target = state.war.attacker, state.war.chosen, state.war.defender, move.position
    else:
        return ()
    mine, theirs = state.cards[BASE[attacker] + own], state.cards[BASE[defender] + target]
    blow = BLOW[state.options.twos_beat_aces][mine][theirs]
    attacking = f"{names.whose(attacker)} {card_name(mine)}"
    defending = f"{names.whose(defender)} {card_name(theirs)}"
    higher, lower = (defending, attacking) if blow < 0 else (attacking, defending)
    lost = after.removed[len(state.removed) :]
    if after.war is not None:
        goes_on = "there is war" if state.war is None else "the war goes on"
        told = [Reason("", f"{higher} meets {lower}, and {goes_on}", "CC-8")]
        return (*told, *_last_chance(after))
    if blow:
        by_rank = "CC-5" if state.war is None else "CC-8"
        rule = by_rank if blow == BLOW[False][mine][theirs] else "CC-18"
        told = [Reason("", f"{higher} beats {lower}", rule)]
    else:
        war = "which means war" if state.war is None else "and the war would go on"
        told = [
            Reason("", f"{higher} meets {lower}, {war}", "CC-8"),
            Reason("", _no_war(state, joined(state, move), names), "CC-11"),
        ]
    if not lost:
        return tuple(told)
    loser = (lost[0] >> 6) // 13
    if loser in after.out:
        told.append(Reason("", f"{names.whose(loser)} commander falls, and {names.does(loser, 'be')} out", "CC-7"))
    elif len(lost) > 1:
        told.append(Reason("", f"{names.does(loser, 'lose')} {len(lost)} cards", "CC-10"))
    if after.returns is not None:
        winners = [seat for seat, result in enumerate(after.returns) if result == 1]
        rule = "CC-15" if state.options.teams else "CC-7" if state.options.players == 2 else "CC-12"
        win = names.does(winners[0], "win") if len(winners) == 1 else f"{listed([*map(names.who, winners)])} win"
        told.append(Reason("", win, rule))
    return tuple(told)


Sides = tuple[tuple[Seat, tuple[Position, ...]], tuple[Seat, tuple[Position, ...]]]
"""The two seats of a battle, the attacker first, each with its cards in the order in which they joined."""


def joined(state: CommanderState, move: Attack | Choice) -> Sides:
    """The two sides of a battle, with the cards that a move brings into it."""
    if isinstance(move, Attack):
        assert state.to_play is not None
        return (state.to_play, (move.own,)), (move.seat, (move.target,))
    assert state.war is not None
    attacker, attacking, defender, defending, chosen = state.war
    return (attacker, (*attacking, chosen)), (defender, (*defending, move.position))


def without_a_card(state: CommanderState, sides: Sides, names: Names, *, past: bool = False) -> str:
    """Say which side of a tie has no card to choose: one of them, or neither (CC-11)."""
    without = [seat for seat, own in sides if not choosable(own, state.formation(seat), state.options)]
    has = (names.did(without[0], "had") if past else names.does(without[0], "have")) if len(without) == 1 else ""
    who = f"{has} no" if has else f"neither side {'had' if past else 'has'} a"
    chain = state.options.war == "chain"
    near = "the fighting card" if state.war is None else "the fighting cards" if chain else "the first fighting card"
    return f"{who} card left next to {near}"


def _no_war(state: CommanderState, sides: Sides, names: Names) -> str:
    """Say which side has no card for a war, and how many cards each has, which decides the battle (CC-11)."""
    lying = {seat: state.formation(seat) for seat, _ in sides}
    why = without_a_card(state, sides, names)
    has = [(lying[seat].bit_count(), names.does(seat, "have")) for seat, _ in sides]
    if has[0][0] == has[1][0]:
        return f"{why}, and both have {number_of(has[0][0], 'card')}: a draw{_for_whom(state.options)}"
    (many, more), (few, less) = has if has[0] > has[1] else has[::-1]
    return f"{why}, so the player with more cards wins: {more} {many}, {less} {few}"


def _for_whom(options: CommanderOptions) -> str:
    """The players for whom a draw counts, for the end of a sentence; empty with two players."""
    if options.players == 2:
        return ""
    return " for all four" if options.teams else " for everybody still in"


def _last_chance(after: CommanderState) -> tuple[Reason, ...]:
    """A warning that one more tie ends the round in a draw, because a side then has no card left to choose (CC-11)."""
    assert after.war is not None
    attacker, attacking, defender, defending, _ = after.war
    sides = [(cards, after.formation(seat)) for seat, cards in ((attacker, attacking), (defender, defending))]

    def is_last(own: tuple[Position, ...], lying: int) -> bool:
        left = positions_of(choosable(own, lying, after.options))
        return not any(choosable((*own, position), lying, after.options) for position in left)

    if sides[0][1].bit_count() != sides[1][1].bit_count() or not any(is_last(*side) for side in sides):
        return ()
    return (Reason("", f"if the next two are equal as well, the round is a draw{_for_whom(after.options)}", "CC-11"),)


def changes(old: CommanderTable, new: CommanderTable) -> Iterator[str]:
    """Say who went out between two tables, and whether a tied battle goes on."""
    for seat in new["out"]:
        if seat not in old["out"]:
            yield f"{SEAT_NAMES[seat]} is out."
    if bool(old["war"]) != bool(new["war"]):
        yield "A tied battle goes on." if new["war"] else "The tied battle is over."
