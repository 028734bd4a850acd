"""The frames of a replay: the rounds of a game as one viewer could follow them, for the browser or a file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from capture_widgets.engine.card_names import named_cards
from capture_widgets.engine.names import LETTERS, Names, distinct_names, names_for
from capture_widgets.engine.state import SEAT_NAMES, Viewer
from capture_widgets.export.outcome import outcome
from capture_widgets.model.dump import Dump, patch
from capture_widgets.model.dump_groups import groups
from capture_widgets.model.history import History
from capture_widgets.model.log_entry import LogEntry
from capture_widgets.model.move_words import move_words
from capture_widgets.model.record_format import Variation, position_of
from capture_widgets.records.last_move import touched, touched_by

if TYPE_CHECKING:
    from capture_widgets.protocol.replay_messages import Frames, Lens, Note, Tail
    from capture_widgets.protocol.replay_messages import Variation as Line
    from capture_widgets.protocol.table_messages import GameGuide, Outcome, Rule, SeatInfo


def round_frames(history: History, number: int, seat: Viewer, until: int | None = None) -> Frames:
    """One round up to a ply: its first dump, and a patch for each ply after it.

    Takes about 50 microseconds for each ply.
    """
    plies = history.plies(number)
    last_ply = plies[-1] if until is None else min(until, plies[-1])
    last = history.dump_at(plies[0], round=number, seat=seat)
    dumps: list[Any] = [last]
    places: list[list[str]] = [[]]
    _follow(history, seat, last, last_ply, dumps, places)
    log = history.log(seat, ply=last_ply, round=number, names=names_of(history, seat))
    frames: Frames = {"round": number, "dumps": dumps, "last": places, "log": log}
    if last_ply == plies[-1] and history.round_at(number).state.to_play is None:
        frames["outcome"] = result_of(history, number, seat)
    return frames


def frames_since(
    history: History, number: int, seat: Viewer, first: int, until: int, names: Names | None = None
) -> Frames:
    """The frames of a round between two plies; the log has the moves between them."""
    dump = history.dump_at(first, round=number, seat=seat)
    dumps: list[Any] = [dump]
    places = [touched(history, first, round=number, seat=seat)]
    _follow(history, seat, dump, until, dumps, places)
    log = history.log(seat, ply=until, round=number, after=first, names=names or names_of(history, seat))
    return {"round": number, "dumps": dumps, "last": places, "log": log}


def _follow(history: History, seat: Viewer, last: Any, until: int, dumps: list[Any], places: list[list[str]]) -> None:
    """Append the patch of each ply after a dump, and the places that its move touched."""
    number = last["round"]
    for ply in range(last["ply"] + 1, until + 1):
        following = history.dump_at(ply, round=number, seat=seat)
        steps = patch(last, following)
        dumps.append(steps)
        move_places = touched_by(history, ply, steps, last["table"], following["table"], round=number, seat=seat)
        places.append(move_places or (places[-1] if places else touched(history, ply - 1, round=number, seat=seat)))
        last = following


_MOST_MOVES: Final = 64
"""So many moves before a position are enough to draw it."""


def leading_moves(history: History, number: int, ply: int, seat: Viewer) -> tuple[Dump | None, list[LogEntry]]:
    """What a screen needs to draw a position, beside its dump: the dump one move earlier, and the last moves."""
    first = history.plies(number)[0]
    before = history.dump_at(ply - 1, round=number, seat=seat) if ply > first else None
    return before, history.log(seat, ply=ply, round=number, after=max(0, ply - _MOST_MOVES))


def later_frames(history: History, number: int, seat: Viewer, after: int, until: int) -> Tail:
    """The frames that follow those of a round up to the ply ``after``; the time grows with the number of plies."""
    last = history.dump_at(after, round=number, seat=seat)
    dumps: list[Any] = []
    places: list[list[str]] = []
    _follow(history, seat, last, until, dumps, places)
    # from the last entry of the earlier frames on, because that move may have been hidden then
    log = history.log(seat, ply=until, round=number, after=after - 1, names=names_of(history, seat))
    tail: Tail = {"round": number, "dumps": dumps, "last": places, "log": log}
    if until == history.plies(number)[-1] and history.round_at(number).state.to_play is None:
        tail["outcome"] = result_of(history, number, seat)
    return tail


def result_of(history: History, number: int, seat: Viewer) -> Outcome:
    """The outcome of a finished round for a replay, which calls the players as its list of moves does."""
    return outcome(history, number, seat if _addresses(history, seat) else "public")


def notes(history: History, seat: Viewer, reached: tuple[int, int] | None = None) -> dict[str, Note]:
    """Comments and signs by position, up to the position ``reached``.

    A comment that names a card which the viewer could not know there is left out: its author saw more cards.
    """
    comments, glyphs = comments_for(history, seat), history.settled().glyphs
    by_position: dict[str, Note] = {}
    for key in sorted({*comments, *glyphs}, key=position_of):
        if reached is None or position_of(key) <= reached:
            by_position[key] = {"comment": comments.get(key, ""), "glyph": glyphs.get(key, "")}
    return by_position


def moves_of(line: Variation, history: History) -> Line:
    """A variation for a list of variations, without its comments and signs, which are shown at their positions."""
    number, ply = position_of(line["at"])
    return {"at": line["at"], "moves": line["moves"], "words": move_words(history, number, ply, line["moves"][0])}


def comments_for(history: History, seat: Viewer) -> dict[str, str]:
    """Comments by position, without those that name a card which the viewer could not know at that position."""
    comments = dict(history.settled().comments)
    if seat is None:
        return comments
    named = {key: named_cards(history.type.deck, text) for key, text in comments.items()}
    kept = {key: text for key, text in comments.items() if not named[key]}
    by_round: dict[int, list[int]] = {}
    for key in comments:
        if named[key]:
            number, ply = position_of(key)
            by_round.setdefault(number, []).append(ply)
    for number, plies in by_round.items():
        known: set[str] = set()
        wanted = set(plies)
        for ply in range(history.plies(number)[0], max(plies) + 1):
            dump = history.dump_at(ply, round=number, seat=seat)
            known.update(card for group in groups(dump) for card in group.cards)
            key = f"{number}/{ply}"
            if ply in wanted and named[key] <= known:
                kept[key] = comments[key]
    return kept


def rule_texts(history: History) -> list[Rule]:
    """All rules of a game for a screen; those that do not apply with its options are marked ``unplayed``."""
    stand = history.type.rules_in_force(history.settings, history.match)
    return [
        {"id": name, "text": stand[name]} if name in stand else {"id": name, "text": text, "unplayed": True}
        for name, text in history.type.all_rules.items()
    ]


def game_guide(history: History, names: Names = LETTERS) -> GameGuide:
    """The guide to the game with its options."""
    words = history.type.guide(history.settings, history.match)
    variants: Any = history.settings.variants(names)
    if history.match:  # its score says that points are counted
        variants = [one for one in variants if one["name"] != "scoring"]
    return {"goal": words.goal, "turn": words.turn, "end": words.end, "variants": variants}


def names_of(history: History, seat: Viewer) -> Names:
    """The names of the players in a replay; a viewer whose name in the record is "you" is addressed as "you"."""
    return names_for(history.seats, seat if isinstance(seat, int) and _addresses(history, seat) else None)


def _addresses(history: History, seat: Viewer) -> bool:
    """Whether a replay addresses its viewer as "you"."""
    return isinstance(seat, int) and history.seats[seat].strip().casefold() == "you"


def seat_names(history: History) -> list[SeatInfo]:
    """The players by seat, for a replay or an inspector, which show every player as a person."""
    return [{"name": name, "kind": "person", "level": None} for name in distinct_names(history.names)]


def lens_list(history: History, lenses: Sequence[Viewer]) -> list[Lens]:
    """The viewers that a replay or inspector offers, in words; the one player whose name is "you" is addressed so."""
    called_you = [seat for seat, name in enumerate(history.seats) if name.strip().casefold() == "you"]
    names = names_for(history.seats, called_you[0] if len(called_you) == 1 else None)
    return [{"seat": seat, "words": viewer_words(seat, names)} for seat in lenses]


def viewer_words(seat: Viewer, names: Names = LETTERS) -> str:
    """A viewer in words: "everything open", "as a spectator", "as you see it", "as Greedy sees it", "as seat A"."""
    if seat is None:
        return "everything open"
    if seat == "public":
        return "as a spectator"
    who = names.does(seat, "see")
    return f"as seat {SEAT_NAMES[seat]}" if who.startswith(f"{SEAT_NAMES[seat]} ") else f"as {who} it"
