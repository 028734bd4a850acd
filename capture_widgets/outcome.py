"""How a round ended, in words: who won, what each seat scored and why."""

from __future__ import annotations

from capture_widgets.game_history import History
from capture_widgets.messages import Outcome
from capture_widgets.state import SEAT_NAMES


def outcome(history: History, round_number: int) -> Outcome:
    """The end of a finished round, and of the match where it ended with it; says only what all players know."""
    final = history.dump_at(history.plies(round_number)[-1], round=round_number, seat="public")
    match = final["match"]
    ending, lines = history.type.tally(history.last_state(round_number))
    returns = final["returns"] or []
    winners = [SEAT_NAMES[seat] for seat, sign in enumerate(returns) if sign > 0]
    scope = "the match" if match and match["over"] else "the hand" if match else "the game"
    if winners:
        result = f"{' and '.join(winners)} {'win' if len(winners) > 1 else 'wins'} {scope}."
    elif len(returns) > 1:
        result = f"Nobody wins {scope}."
    else:
        result = ""
    totals = final["points"]
    return {
        "text": result or ending,
        "ending": ending if result else "",
        "lines": [
            {
                "seat": seat,
                "points": totals[seat],
                "text": f"{line}. In all {totals[seat]}." if match else f"{line}.",
            }
            for seat, line in enumerate(lines)
        ],
    }
