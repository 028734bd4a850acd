"""What follows a right move of a lesson: the moves of the other players, and in a first hand the next step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from capture_widgets.bots.levels import make_bot
from capture_widgets.core.background import Steps as Pauses
from capture_widgets.core.background import run_in_background
from capture_widgets.play.game import Game
from capture_widgets.widgets.table.session import reading_time

if TYPE_CHECKING:
    from capture_widgets.widgets.lesson.lesson import RunningLesson

REPLY_PAUSE: Final = 0.9
"""Seconds before the lesson plays the next move of a line by itself, so that people see the move before it."""


def leads_on(run: RunningLesson) -> bool:
    """Whether a lesson goes on by itself after a right move: in a first hand, from one move to the next.

    The reply then stands above the words of the next step, which is about the same position.
    """
    step, steps = run.step, run.lesson.steps
    if run._first_hand_of is None or not run.on_screen or step.ask != "move" or step.reveal or step.reveals:
        return False
    following = steps[step.number + 1] if step.number + 1 < len(steps) else step
    return following.ask in ("move", "until") and not following.own_position and following.seat == step.seat


def play_out(run: RunningLesson, game: Game, moves: list[str]) -> bool:
    """Play a right answer and the moves that follow it; return whether the lesson goes on by itself at once."""
    game.play(moves[0])
    history = game.history
    if run.step.bot:
        for seat in range(len(game.seats)):
            if seat != run.step.seat:
                game.sit(seat, make_bot(run.step.bot))
    for move in moves[1:]:
        history = history.play(move)
    run._progress.history = history
    pace = run.settings["pace"] / 1000
    on = leads_on(run)
    if pace and run.on_screen and (len(moves) > 1 or (on and _to_read(run, game, pace))):
        run._plays_on = True
        run_in_background(_following(run, game, moves[1:], on), "capture-widgets-lesson")
        return False
    for move in moves[1:]:
        game.play(move)
    return on


def _to_read(run: RunningLesson, game: Game, pace: float) -> float:
    """Seconds for which people may read what the last move decided."""
    last = game.log(run.step.seat, after=game.ply - 1)
    return reading_time(last[0].get("why", ()) if last else (), pace)


def _following(run: RunningLesson, game: Game, moves: list[str], on: bool) -> Pauses[None]:
    """Play the moves that follow, each after a pause in which people can see or read what the last move did.

    Args:
        run: the lesson.
        game: the game at its table.
        moves: the moves that follow.
        on: whether the lesson then goes on by itself.
    """
    pace = run.settings["pace"] / 1000
    number = run.number
    for move in [*moves, *([None] if on else [])]:
        at = game.revision
        yield max(pace, REPLY_PAUSE, _to_read(run, game, pace))
        with game.held():
            if run._game is not game or run.closed or game.revision != at:
                break
            if move is not None:
                game.play(move)
            elif run.number == number:
                run._lead_on()
    with game.held():
        run._has_played_on(number)


def catch_up(run: RunningLesson) -> None:
    """Play at once the moves that still follow the answer, for people who do not wait for them."""
    game, history = run._game, run._progress.history
    if game is None or history is None:
        return
    with game.held():
        if game.round == history.round:
            for move in history.moves()[game.ply :]:
                game.play(move)
