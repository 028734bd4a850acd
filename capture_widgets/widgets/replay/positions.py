"""Which positions a replay shows, and which of them it has sent to the browser."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from capture_widgets.export.replay_frames import later_frames, round_frames
from capture_widgets.model.record_format import position_of
from capture_widgets.play.game import Game
from capture_widgets.protocol.replay_messages import Frames
from capture_widgets.records.variations import line_history

if TYPE_CHECKING:
    from capture_widgets.widgets.replay.replay import Replay

MOST_PLIES: Final = 10_000
"""The largest number of plies of a record that a replay sends to the browser."""

FIRST_STATE: Final[dict[str, Any]] = {
    **dict.fromkeys(("tail", "scene", "timeline")),
    "frames": [],
    "notes": {},
    "lines": [],
}
"""What a page gets before a replay is shown. Only then it is known whether it follows a leader, who hides moves."""

MOST_TAIL: Final = 32
"""How many reached plies a replay without spoilers sends one by one before it sends the whole round again."""


def first_position(game: Game) -> tuple[int, int]:
    """The round and ply with which a game begins."""
    number = game.round_numbers()[0]
    return number, game.plies(number)[0]


class ReplayPositions:
    """The positions of one replay.

    With spoilers the browser gets all positions. Without spoilers it gets those that the viewer has reached. While the
    replay follows a leader, it gets none beyond the leader's.

    Attributes:
        hides_future: whether the replay is without spoilers.
        reached: the last round and ply that the viewer has reached.
        bound: the last position that a leader or an open vote lets the viewer see; None if neither hides anything.
        history: the line that is shown, the main line or a variation.
        is_cut: whether the record is longer than what the browser gets.
    """

    def __init__(self, replay: Replay, *, hides_future: bool) -> None:
        self._replay = replay
        self.hides_future = hides_future
        self.reached = first_position(replay.game)
        self.history = replay.game.history
        self.is_cut = False
        self.bound: tuple[int, int] | None = None
        self._sent_ply = 0

    @property
    def limit(self) -> tuple[int, int] | None:
        """The last position that the viewer may know of; None if they may know of all."""
        limits = [self.reached] if self.hides_future else []
        return min([*limits, *([] if self.bound is None else [self.bound])], default=None)

    def next_position(self, at: tuple[int, int]) -> tuple[int, int] | None:
        """The position after another one, in the next round if necessary; None after the last one."""
        game, (number, ply) = self._replay.game, at
        if ply < game.plies(number)[-1]:
            return number, ply + 1
        if number < game.round_numbers()[-1]:
            return number + 1, game.plies(number + 1)[0]
        return None

    @property
    def has_more(self) -> bool:
        """Whether a step leads to positions that the replay has not sent yet."""
        if not self.hides_future or self._replay.line:
            return False
        after = self.next_position(self.reached)
        return after is not None and (self.bound is None or after <= self.bound)

    @property
    def holds_back(self) -> bool:
        """Whether the record goes on beyond what the viewer may know of."""
        return self.limit is not None and self.next_position(self.limit) is not None

    def is_known(self, line: int) -> bool:
        """Whether the viewer may see a variation, by its number; 0 is the main line."""
        variations, limit = self._replay.game.variations, self.limit
        if not 0 <= line <= len(variations):
            return False
        return not line or limit is None or position_of(variations[line - 1]["at"]) < limit

    def nearest(self, position: tuple[int, int]) -> tuple[int, int]:
        """The position of the record that is nearest to another one, which the record may not have."""
        numbers = self._replay.game.round_numbers()
        number = min(max(position[0], numbers[0]), numbers[-1])
        plies = self._replay.game.plies(number)
        if number != position[0]:
            return number, plies[0] if number > position[0] else plies[-1]
        return number, min(max(position[1], plies[0]), plies[-1])

    def reached_plies(self) -> list[tuple[int, range]]:
        """The rounds of the line shown and their plies, as far as the viewer has reached them."""
        reached = []
        for number in self.history.round_numbers():
            plies = self.history.plies(number)
            if self.limit is not None and not self._replay.line:
                if number > self.limit[0]:
                    break
                if number == self.limit[0]:
                    plies = range(plies[0], self.limit[1] + 1)
            reached.append((number, plies))
        return reached

    @property
    def shown(self) -> tuple[int, int]:
        """The position shown."""
        at = (self._replay.round, self._replay.ply)
        return at if self._replay.line or self.limit is None else min(at, self.limit)

    def send_line(self) -> None:
        """Send the frames of the line that the replay shows."""
        replay, game = self._replay, self._replay.game
        if replay.line:
            variation = game.variations[replay.line - 1]
            self.history = line_history(game.history, variation)
            last = position_of(variation["at"])[0]
        else:
            self.history = game.history
            last = game.round_numbers()[-1] if self.limit is None else self.limit[0]
        replay.frames = self._frames_to(last)
        replay.tail, self._sent_ply = None, 0 if self.limit is None else self.limit[1]

    def _frames_to(self, last: int) -> list[Frames]:
        """The frames of all rounds up to one, but not more than the browser may get."""
        left, limit = MOST_PLIES, None if self._replay.line else self.limit
        frames: list[Frames] = []
        for number in self.history.round_numbers():
            plies = self.history.plies(number)
            if number > last or left <= 0:
                break
            until = plies[0] + left - 1
            if limit is not None and number == limit[0]:
                until = min(until, limit[1])
            frames.append(round_frames(self.history, number, self._replay.seat, until))
            left -= len(frames[-1]["dumps"])
        self.is_cut = left <= 0
        return frames

    def reach(self, goal: tuple[int, int], is_question_open: Callable[[], bool]) -> bool:
        """Reach positions up to a goal or to the next open question, and return whether any was reached."""
        before = self.reached
        while not is_question_open() and (after := self.next_position(self.reached)) is not None:
            if self.bound is not None and after > self.bound:
                break
            if after > goal and (after[0] > goal[0] or self.reached[0] == goal[0]):
                break
            self.reached = after
        return self.reached != before

    def send_reached(self, before: tuple[int, int]) -> None:
        """Send the positions that were reached after another one."""
        replay, (number, ply) = self._replay, self.limit or self.reached
        if number != before[0] or ply - self._sent_ply > MOST_TAIL:
            replay.frames = self._frames_to(number)
            replay.tail, self._sent_ply = None, ply
        else:
            replay.tail = dict(later_frames(self.history, number, replay.seat, self._sent_ply, ply))

    def nearest_shown(self) -> tuple[int, int]:
        """The position nearest to the replay's round and ply that the browser can show."""
        replay = self._replay
        numbers = [entry["round"] for entry in replay.frames]
        number = min(max(replay.round, numbers[0]), numbers[-1])
        first = self.history.plies(number)[0]
        last = first + len(replay.frames[number - numbers[0]]["dumps"]) - 1
        if replay.tail is not None and replay.tail["round"] == number:
            last += len(replay.tail["dumps"])
        return number, min(max(replay.ply, first), last)
