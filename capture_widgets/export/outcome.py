"""The outcome of a round in words: the winner, and each seat's score with its reason."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from capture_widgets.core.phrases import listed, ordinal
from capture_widgets.engine.names import names_for
from capture_widgets.engine.state import Play, Seat, Viewer
from capture_widgets.model.history import History
from capture_widgets.model.rounds import Round

if TYPE_CHECKING:
    from capture_widgets.protocol.table_messages import Outcome


def outcome(history: History, round_number: int, seat: Viewer = "public") -> Outcome:
    """The outcome of a finished round, and of the match if that is over too; contains only what all players know.

    The sentences address the seat that looks; for other viewers they name all players.
    """
    final = history.dump_at(history.plies(round_number)[-1], round=round_number, seat="public")
    match = final["match"]
    names = names_for(history.seats, seat if isinstance(seat, int) else None)
    ending, lines = history.type.tally(history.round_at(round_number).state, names)
    returns, points = final["returns"] or [], final["points"]
    counted = history.type.counts_points(history.settings)
    scope = "the match" if match and match["over"] else "the hand" if match else ""
    brought = points if scope != "the hand" else history.round_at(round_number).state.points
    head, rest = _result(history, returns, brought if counted else None, scope, seat)
    result = head + rest
    told: Outcome = {
        "text": result or ending,
        "came": _result_for(returns, seat),
        "ending": ending if result else "",
        "why": [*history.type.deciding(_plays(history.round_at(round_number)), names)],
        "lines": [
            {
                "seat": one,
                "points": points[one] if counted else None,
                "text": f"{line}. In all {points[one]}." if match else f"{line}.",
            }
            for one, line in enumerate(lines)
            if not _is_told_with_partner(history, one)
        ],
    }
    if head and len(returns) > 2:
        told["head"] = head
    return told


def _is_told_with_partner(history: History, seat: Seat) -> bool:
    """Whether the line of the partner, who comes first, is the line of the whole team."""
    partner = history.type.partners(history.settings, seat)
    return partner is not None and partner < seat


def place_of(history: History, seat: Seat) -> str:
    """The place of a seat at the end of a game of one round, as "2nd of 4"; empty where the game has no places."""
    placed = history.type.ranking(_plays(history.round_at(0))) if history.is_over and not history.match else ()
    return f"{ordinal(placed.index(seat) + 1)} of {len(placed)}" if placed else ""


def _plays(entry: Round) -> list[Play]:
    """The moves of a round, with the states before and after each."""
    plies = range(entry.base + 1, entry.ply + 1)
    return [Play(entry.state_at(ply - 1), entry.move_to(ply), entry.state_at(ply)) for ply in plies]


def _result_for(returns: Sequence[int], seat: Viewer) -> Literal["won", "lost", "drawn"] | None:
    """The result for a seat."""
    if not isinstance(seat, int) or not returns:
        return None
    return "won" if returns[seat] > 0 else "lost" if returns[seat] < 0 else "drawn"


def _result(
    history: History, returns: Sequence[int], points: Sequence[int] | None, scope: str, seat: Viewer
) -> tuple[str, str]:
    """A sentence in two parts: who won or lost, and the others and the score; empty in a game for one player."""
    if len(returns) < 2:
        return "", ""
    own = seat if isinstance(seat, int) else None
    called = names_for(history.seats, own)
    names = [called.who(one) for one in range(len(returns))]
    winners, others = ([i for i, sign in enumerate(returns) if (sign > 0) is won] for won in (True, False))
    scope = f" {scope}" if scope else ""
    if not winners:
        return _drawn(names, returns, points, scope, own)
    first, second = (_listed([names[one] for one in side if one != own]) for side in (winners, others))
    score = _score(points, winners, others, own)
    if scope == " the hand" and points is not None and len(winners) == 1 and len(others) > 1:
        most = [i for i, one in enumerate(points) if one == max(points)]
        if most != winners and max(points) > 0:
            return _scored_most(names, most, winners[0], max(points), own)
    if own is not None and own in winners:
        with_partner = f" and {first}" if first else ""
        return f"You{with_partner} won{scope}", f" against {second}{score}."
    if own is not None:
        partner = _partners(history, own, others)
        with_partner = f" and {names[partner]}" if partner is not None else ""
        return f"You{with_partner} lost{scope}", f" to {first}{score}."
    return f"{first} won{scope}", f" against {second}{score}."


def _scored_most(names: Sequence[str], most: list[Seat], last: Seat, points: int, own: Seat | None) -> tuple[str, str]:
    """A sentence in two parts for a hand of a match of several, in which the points count, whoever was the last one."""
    who = [*(["You"] if own in most else []), *(names[one] for one in most if one != own)]
    was = "you were" if last == own else f"{names[last]} was"
    return f"{listed(who)} scored most", f", {points}{' each' if len(most) > 1 else ''}; {was} the last to stand."


def _listed(names: Sequence[str]) -> str:
    return listed(names) if names else ""


def _partners(history: History, seat: Seat, side: Sequence[Seat]) -> Seat | None:
    partner = history.type.partners(history.settings, seat)
    return partner if partner in side else None


def _drawn(
    names: Sequence[str], returns: Sequence[int], points: Sequence[int] | None, scope: str, own: Seat | None
) -> tuple[str, str]:
    """A sentence for a draw in two parts, in which some seats may still have lost."""
    level, beaten = ([one for one, sign in enumerate(returns) if (sign == 0) is drew] for drew in (True, False))
    each = f", {points[level[0]]} each" if points and len({points[one] for one in level}) == 1 else ""
    if own in beaten:
        return f"You lost{scope}", f"; {listed([names[one] for one in level])} drew{each}."
    # more than two names are too long for a headline
    all_of = f"All {('three', 'four')[len(level) - 3]}" if len(level) > 2 and not beaten else ""
    who = all_of or listed([*(["You"] if own is not None else []), *(names[one] for one in level if one != own)])
    lost = f"; {listed([names[one] for one in beaten])} lost" if beaten else ""
    return f"{who} drew{scope}", f"{each}{lost}."


def _score(points: Sequence[int] | None, winners: Sequence[Seat], others: Sequence[Seat], own: Seat | None) -> str:
    """The points of two players, the addressed one first; empty for more players, whose points are listed by seat."""
    if points is None or len(winners) != 1 or len(others) != 1:
        return ""
    first, second = (others[0], winners[0]) if own == others[0] else (winners[0], others[0])
    return f", {points[first]} to {points[second]}"
