"""What stands beside the position in a replay: viewers, notices, marks, comments, variations and the timeline."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, Literal

from capture_widgets.analysis.timeline import timeline
from capture_widgets.core.background import Steps, run_in_background
from capture_widgets.engine.state import Viewer
from capture_widgets.export.marked_moves import all_marks, blamed_marks, losing_marks
from capture_widgets.export.replay_frames import lens_list, moves_of, names_of, notes, seat_names
from capture_widgets.model.record_format import position_of
from capture_widgets.protocol.replay_messages import Mark, ReplayScene, Timeline
from capture_widgets.records.variations import line_history
from capture_widgets.widgets.replay.learning import Learning
from capture_widgets.widgets.replay.positions import MOST_PLIES
from capture_widgets.widgets.replay.stepping import STEPPING

if TYPE_CHECKING:
    from capture_widgets.widgets.replay.mistake_finder import MistakeFinder
    from capture_widgets.widgets.replay.replay import Replay

_TEXT_KEY: Final = re.compile(r"\[[^0-9]")
"""The place in a path where a key in quotes follows. Such a key comes from the record, so it may name cards."""


class SceneBuilder:
    """Builds what stands beside the position of one replay.

    Attributes:
        is_live: whether the game was still being played when the replay was made.
        was_ended: whether another game replaced it before it was over, and nobody plays it now.
        finder: what searches the game for mistakes when a page asks for them; None if pages may not ask.
        about: what the game is, if it is not one that was played; empty otherwise.
    """

    def __init__(self, replay: Replay, *, is_live: bool, class_notice: Callable[[], str]) -> None:
        """Make the builder of a replay.

        Args:
            replay: the replay.
            is_live: whether its game is still being played.
            class_notice: returns what the replay has to say about its class.
        """
        self._replay = replay
        self.is_live = is_live
        self.was_ended = False
        self.about = ""
        self._class_notice = class_notice
        self.finder: MistakeFinder | None = None
        self._marks: list[Mark] = []
        self._is_marking = False

    def scene(self) -> ReplayScene:
        """What stands beside the position."""
        replay, positions = self._replay, self._replay._positions
        curves = None if replay.line else self.timeline(replay.seat, positions.limit)
        scene: ReplayScene = {
            "title": f"{replay.game.type.title}{self.about and f', {self.about}'}",
            "seats": seat_names(replay.game.history),
            "lenses": lens_list(replay.game.history, replay._lenses),
            "notice": " ".join(self._notices())[:2000] or None,
            "more": positions.has_more,
            "spoilers": positions.limit is None,
            "edits": True,
            "marks": all_marks([] if positions.limit is not None else self._marks, blamed_marks(curves)),
            "learn": self._learn(),
        }
        if self.finder is not None and (progress := self.finder.progress()) is not None:
            scene["search"] = progress
        if isinstance(learning := replay._questions.quiz, Learning):
            scene["mistake"] = learning.progress(positions.reached)
        return scene

    def _notices(self) -> list[str]:
        """The sentences that stand above the replay."""
        replay, positions = self._replay, self._replay._positions
        notices = []
        if self.finder is not None and self.finder.words:
            notices.append(self.finder.words)
        if replay.faults:
            where, reason = replay.faults[0]
            words = "This record is damaged"
            # where it ends is part of the future, and a reason may quote moves and name cards
            if not positions.holds_back:
                words += f" and could be read up to {_TEXT_KEY.split(where)[0]}"
            if replay.seat is None and positions.limit is None:
                words += f": {reason}"
                words += f" ({len(replay.faults) - 1} more faults)" if len(replay.faults) > 1 else ""
            notices.append(f"{words}.")
        if self.is_live and None not in replay._lenses:
            viewers = " or ".join(one["words"] for one in lens_list(replay.game.history, replay._lenses))
            state = "was ended early and can be continued" if self.was_ended else "is still being played"
            notices.append(f"The game {state}, so you can look at it only {viewers}.")
        if words := self._class_notice():
            notices.append(words)
        if positions.is_cut:
            notices.append(f"Only the first {MOST_PLIES:,} moves are shown.")
        return notices

    def _learn(self) -> Literal["can", "does", "last"] | None:
        """What the viewer can do about mistakes here."""
        if isinstance(self._replay._questions.quiz, Learning):
            return "last" if self._replay._questions.next_mistake() is None else "does"
        return "can" if self._can_learn() else None

    def _can_learn(self) -> bool:
        """Whether the viewer can learn from mistakes here."""
        replay = self._replay
        analysis = replay.analysis
        if analysis is None and self.finder is not None and self.finder.can_start():
            return True
        if analysis is None or replay.line or replay._questions.quiz.asks or replay.seat == "public":
            return False
        return bool(analysis.told(replay.seat))

    def timeline(self, seat: Viewer, limit: tuple[int, int] | None) -> Timeline | None:
        """What the analysis says to a viewer, up to a position; None without an analysis."""
        replay = self._replay
        if replay.analysis is None:
            return None
        # a variation shows all cards, so only a viewer who may see all cards gets its name
        lines = replay.game.variations if limit is None and None in replay._lenses else ()
        history = replay.game.history
        you = seat if isinstance(seat, int) and names_of(history, seat).who(seat) == "you" else None
        return timeline(replay.analysis, history, seat, limit, lines, you)

    def annotations(self) -> dict[str, Any]:
        """Comments, signs, variations and the timeline, up to the position that the viewer has reached."""
        replay = self._replay
        game, limit = replay.game, replay._positions.limit
        history = game.history
        if replay.line:
            history = line_history(history, game.variations[replay.line - 1])
        variations = game.variations if replay.seat is None else []
        known = [line for line in variations if limit is None or position_of(line["at"]) < limit]
        # a timeline is about the moves of the main line
        curves = None if replay.line else self.timeline(replay.seat, limit)
        return {
            # a variation is shown only after the viewer has reached its beginning, so all its comments may be shown
            "notes": dict(notes(history, replay.seat, None if replay.line else limit)),
            "lines": [dict(moves_of(line, game.history)) for line in known],
            "timeline": None if curves is None else dict(curves),
        }

    def find_losses(self) -> None:
        """Start, once, the search for the moves after which a game could not be won any more.

        Only a viewer who may see all cards is shown these marks, since they follow from all cards.
        """
        replay = self._replay
        if not self._is_marking and None in replay._lenses and replay.game.type.solver is not None:
            self._is_marking = True
            run_in_background(self._mark_losses(), "capture-widgets-marks")

    def _mark_losses(self) -> Steps[None]:
        replay = self._replay
        yield 0
        self._marks = losing_marks(replay.game.history, lambda: replay.closed)
        if self._marks and not replay.closed:
            with STEPPING:
                replay._update_scene()


def note_ended(replay: Replay) -> None:
    """Have a replay say that nobody plays its game any more, although it is not over."""
    replay._builder.was_ended = True
    replay._update_scene()
