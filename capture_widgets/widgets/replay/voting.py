"""The vote of a replay's viewer on a question to the class."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING, Any

from capture_widgets.core.class_keys import as_name
from capture_widgets.core.errors import ActionRefused
from capture_widgets.engine.state import SEAT_NAMES
from capture_widgets.protocol.replay_messages import Ballot
from capture_widgets.teaching.class_folder import PollQuestion, user_name

if TYPE_CHECKING:
    from capture_widgets.widgets.replay.replay import Replay

VoteHandler = Callable[[str, str, float], None]
"""Called with a vote: the voter's name, the move, and how many seconds it took."""


class ReplayVote:
    """Lets the viewer of one replay vote.

    Attributes:
        question: the question to the class; None if there is none.
    """

    def __init__(self, replay: Replay) -> None:
        self._replay = replay
        self.question: PollQuestion | None = None
        self._handler: VoteHandler | None = None
        self._voted: tuple[str, str] | None = None
        """The name of the question that the viewer voted on last, and their move."""
        self._asked_at = 0.0
        self.on_change: Callable[[], object] = self.show_ballot
        """Called when the question has changed."""

    def ask(self, question: PollQuestion | None, handler: VoteHandler | None) -> None:
        """Show a question to the viewer, or none; ``handler`` is called with each vote."""
        if question is None or self.question is None or question.name != self.question.name:
            self._asked_at, self._voted = monotonic(), None
        self.question, self._handler = question, handler
        self.on_change()

    def show_ballot(self) -> None:
        """Bring the page up to the question, to the viewer's vote, and to where the leader stands."""
        self._replay.poll = self._ballot()

    @property
    def bound(self) -> tuple[int, int] | None:
        """The position of an open vote, beyond which the viewer sees nothing; None without one."""
        question = self.question
        return (question.round, question.ply) if question is not None and question.open and self._ballot() else None

    def _ballot(self) -> dict[str, Any] | None:
        """The question as the page shows it; None if the replay's game does not have the position."""
        question, history = self.question, self._replay.game.history
        if question is None or question.round not in history.round_numbers():
            return None
        if question.ply not in history.plies(question.round):
            return None
        chosen = self._voted[1] if self._voted is not None and self._voted[0] == question.name else None
        ballot: Ballot = {
            "round": question.round,
            "ply": question.ply,
            "question": question.question,
            "open": question.open,
            "chosen": chosen,
            "led": self._replay._following.goal == (question.round, question.ply),
        }
        return dict(ballot)

    def vote(self, move: str) -> None:
        """Vote on the question; see `Replay.vote`."""
        replay, question, handler = self._replay, self.question, self._handler
        if question is None or handler is None or self._ballot() is None:
            raise ActionRefused("vote", "there is no question here; you can vote once your teacher opens a vote")
        if not question.open:
            raise ActionRefused("vote", "this vote is closed; your teacher can open it again")
        position = replay.game.at(question.ply, round=question.round)
        if not position.dump(replay.seat)["legal_moves"]:
            seat = position.to_play
            words = "nobody is to play there" if seat is None else f"it is {SEAT_NAMES[seat]}'s turn there"
            raise ActionRefused("vote", f"{words}, so you cannot vote on it")
        chosen = position.play(move).moves(question.round)[-1]
        handler(as_name(replay.who) or user_name(), chosen, round(monotonic() - self._asked_at, 2))
        self._voted = (question.name, chosen)
        self.show_ballot()
