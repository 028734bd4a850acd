"""How a round ended, in words: who won, what each seat scored."""

from __future__ import annotations

from capture_widgets.game import Game
from capture_widgets.state import SEAT_NAMES
from capture_widgets.wire import Outcome


def outcome(game: Game, round_number: int) -> Outcome:
    """The end of a finished round, and of the match where it ended with it."""
    final = game.dump_at(game.plies(round_number)[-1], round=round_number, seat="public")
    before = final["match"]["totals"] if final["match"] else [0] * len(final["points"])
    returns = final["returns"] or []
    winners = [SEAT_NAMES[seat] for seat, sign in enumerate(returns) if sign > 0]
    scope = "the match" if final["match"] and final["match"]["over"] else "the hand" if final["match"] else "the game"
    if winners:
        text = f"{' and '.join(winners)} {'win' if len(winners) > 1 else 'wins'} {scope}."
    else:
        text = f"A draw: nobody wins {scope}." if len(returns) > 1 else "Given up."
    return {
        "text": text,
        "lines": [
            {
                "seat": seat,
                "points": points,
                "text": f"{SEAT_NAMES[seat]} scores {points - before[seat]}"
                + (f", {points} in all" if final["match"] else ""),
            }
            for seat, points in enumerate(final["points"])
        ],
    }
