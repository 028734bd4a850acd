"""The same replay without a kernel: a page of its own, and an ordinary output of a notebook."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from capture_widgets.core.atomic_files import replace_file
from capture_widgets.engine.names import Names
from capture_widgets.engine.state import Viewer
from capture_widgets.export.embedding import StaticReplay
from capture_widgets.export.pages import offline_replay, replay_html
from capture_widgets.widgets.replay.positions import first_position

if TYPE_CHECKING:
    from capture_widgets.widgets.replay.replay import Replay


class ReplayExport:
    """Exports one replay, with no more than its viewer may know."""

    def __init__(self, replay: Replay) -> None:
        self._replay = replay

    def save_html(self, path: str | Path, viewer: Viewer) -> Path:
        """Write one file that replays offline; see `Replay.save_html`."""
        replay = self._replay
        self._check_no_questions("page")
        limit = replay._positions.limit
        curves = replay._builder.timeline(viewer, limit)
        return replace_file(path, replay_html(replay.game.history, viewer, limit, curves))

    def static(self, *, alone: bool) -> StaticReplay:
        """Make an ordinary output; see `Replay.static`."""
        replay = self._replay
        self._check_no_questions("output")
        limit = replay._positions.limit
        page = offline_replay(replay.game.history, replay.seat, limit, replay._builder.timeline(replay.seat, limit))
        page.state["settings"] = {**replay.settings}
        if not replay.line:
            page.state.update(round=replay.round, ply=replay.ply)
        return StaticReplay(page, alone=alone)

    def plain(self, names: Names) -> tuple[Any, list[Any]]:
        """What a page without widgets shows; see `Replay.plain`."""
        replay, positions = self._replay, self._replay._positions
        history = positions.history
        last = history.round_numbers()[-1]
        number, ply = positions.limit or (last, history.plies(last)[-1])
        log = history.log(replay.seat, ply=ply, round=number, names=names)
        if (replay.round, replay.ply) != first_position(replay.game):
            number, ply = replay.round, replay.ply
        return history.dump_at(ply, round=number, seat=replay.seat), log

    def _check_no_questions(self, what: str) -> None:
        """Refuse to export a quiz with open questions: the export could ask only if it held the answers."""
        positions = self._replay._positions
        if self._replay._questions.quiz.asks and positions.next_position(positions.reached) is not None:
            raise ValueError(
                f"this quiz is not over, and a reader of the source of a {what} that asks finds the answers in it: "
                f"answer the questions here first, or let a {what} replay the game with replay(predict=False); "
                "quiz.answers has the answers that were given so far"
            )
