"""What the page of a poll shows: how many have voted, and whatever the teacher lets it show."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, cast

from capture_widgets.bots.estimates import Estimate
from capture_widgets.core.errors import shown
from capture_widgets.export.replay_frames import leading_moves, seat_names
from capture_widgets.protocol.class_messages import PollChoice, PollScene
from capture_widgets.teaching.class_folder import MOST_WORDS
from capture_widgets.teaching.votes import count_votes, estimate_words

if TYPE_CHECKING:
    from capture_widgets.widgets.classroom.poll import Poll

PARTS: Final = ("votes", "played", "search")
"""What a poll holds back until the teacher shows it."""


def checked_question(question: object) -> str:
    """A question on one line; raises ValueError if it is no text or too long."""
    if not isinstance(question, str):
        raise ValueError(f"question={shown(question)}: a text")
    words = " ".join("".join(sign if sign.isprintable() else " " for sign in question).split())
    if len(words) > MOST_WORDS:
        raise ValueError(f"a question has at most {MOST_WORDS} characters; this one has {len(words)}")
    return words


def check_part(part: object) -> None:
    """Check the name of a part; raises ValueError."""
    if part not in PARTS:
        raise ValueError(f"a poll does not show {shown(part)}; it shows {', '.join(PARTS)}")


class PollSceneBuilder:
    """Builds the scene of one poll.

    Attributes:
        parts: the parts that the page shows, in the order in which they were shown.
        judged: the best move and the estimates of a search; None before a search.
        is_searching: whether a search is running.
    """

    def __init__(self, poll: Poll) -> None:
        self._poll = poll
        self.parts: tuple[str, ...] = ()
        self.judged: tuple[str, Mapping[str, Estimate]] | None = None
        self.is_searching = False

    def show(self, part: str) -> None:
        """Let the page show a part."""
        self.parts = tuple(dict.fromkeys([*self.parts, part]))

    def hide(self, part: str) -> None:
        """Remove a part from the page."""
        self.parts = tuple(one for one in self.parts if one != part)

    def scene(self) -> PollScene:
        """What the page shows beside the position."""
        poll = self._poll
        votes = poll._votes()
        can: list[Any] = ["votes", "search"]
        if poll._played() is not None:
            can.append("played")
        if votes and poll._may_play():
            can.append("play")
        table = poll._table
        before, log = leading_moves(poll._position.history, poll.round, poll.ply, poll.seat)
        return {
            "title": poll.game.type.title,
            "seats": seat_names(poll._position.history),
            "log": log,
            "before": before,
            "question": poll.question,
            "open": poll.is_open,
            "begun": poll._count.has_begun,
            "count": len(votes),
            "shown": cast("Any", [part for part in PARTS if part in self.parts]),
            "choices": self._choices(count_votes(votes)),
            "can": can,
            "searching": self.is_searching,
            "unit": "chances" if poll.game.type.solver is None else "turns",
            "table": None if table is None or table.closed else str(table.model_id),
            "notice": self._notice(),
        }

    def _notice(self) -> str | None:
        """How many files and votes do not count; the reasons only if the votes are shown, since they may quote one."""
        faults = self._poll._count.faults
        if not faults:
            return None
        if "votes" not in self.parts:
            number = f"{len(faults)} files or votes do" if len(faults) > 1 else "One file or vote does"
            return f"{number} not count; poll.faults in a cell says why."
        more = f" ({len(faults) - 1} more)" if len(faults) > 1 else ""
        return f"{faults[0][0]} does not count: {faults[0][1]}"[:300] + more

    def _choices(self, tally: dict[str, int]) -> list[PollChoice]:
        """The moves about which the page shows something."""
        parts, poll = self.parts, self._poll
        best, estimates = self.judged if self.judged is not None and "search" in parts else (None, {})
        played = poll._played() if "played" in parts else None
        moves = [*(tally if "votes" in parts else ()), *([played] if played else ())]
        # The search estimates the move that was played, too: without votes it would show what was played.
        moves += [move for move in estimates if move == best]
        turns = poll.game.type.solver is not None
        choices: list[PollChoice] = []
        for move in dict.fromkeys(moves):
            estimate = estimates.get(move, Estimate())
            choices.append(
                {
                    "move": move,
                    "votes": tally.get(move, 0) if "votes" in parts else None,
                    "played": move == played,
                    "best": move == best,
                    "value": estimate.value,
                    "low": estimate.low,
                    "high": estimate.high,
                    "words": estimate_words(estimate, turns=turns),
                }
            )
        return choices
