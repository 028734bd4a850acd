"""The questions of a replay: where it asks, in which words, what counts as right, and where the answers are kept."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from capture_widgets.core.errors import IllegalMove, shown
from capture_widgets.core.plain_data import is_text
from capture_widgets.engine.solver_interface import Stop
from capture_widgets.engine.state import SEAT_NAMES, Viewer
from capture_widgets.export.replay_frames import viewer_words
from capture_widgets.model.record_format import place, position_of
from capture_widgets.play.game import Game
from capture_widgets.teaching.answer_folder import keeper
from capture_widgets.teaching.answer_format import MOST_WHO, Answer, fingerprint, now

MOST_QUESTION: Final = 2_000
"""Characters of a question's words."""

_KEYS: Final = ("question", "right")


class Asking(NamedTuple):
    """How a question is asked, and judged."""

    words: str | None = None
    """Its words; None for the usual ones."""
    right: tuple[str, ...] | None = None
    """The moves that are right; None for the one that was played."""
    better: bool = False
    """Whether it is asked until a good answer is given, or the better move is asked for."""


class Verdict(NamedTuple):
    """What is said of an answer."""

    right: bool
    words: str | None = None
    """Words that go on from the answer; None for the usual ones."""
    ends: bool = True
    """Whether the question is closed, and what was played is shown."""


class Quiz:
    """Where a replay asks for moves. Without ``predict`` it asks nowhere."""

    def __init__(self, game: Game, seat: Viewer, predict: object, keep: str | Path | None) -> None:
        """Read what `Replay` was told.

        Raises:
            ValueError: predict says nothing that can be asked, and why; or a file is named for answers to nothing.
            RecordError: the file holds something else than answers.
        """
        self.asks = predict is not False
        """Whether it asks anywhere at all."""
        self._every = Asking(predict) if isinstance(predict, str) else Asking() if predict is True else None
        self._game = game
        self._places: dict[str, Asking] = {}
        if isinstance(predict, str):
            _check_words(predict, "predict")
            if "/" in predict and predict.replace("/", "").isdigit():
                raise ValueError(f"predict={shown(predict)}: a position stands in a list: [{shown(predict)}]")
        elif isinstance(predict, Mapping):
            for mark, what in predict.items():
                self._mark(mark, _asking(what, mark), seat)
        elif isinstance(predict, list | tuple | set | frozenset):
            for mark in predict:
                self._mark(mark, Asking(), seat)
        elif predict is not True and predict is not False:
            raise ValueError(
                f"predict={shown(predict)}: True, False, the words of the question, a list of positions, or a mapping "
                "of positions to what is asked there"
            )
        if self.asks and seat == "public":
            raise ValueError("a spectator has no moves to choose from: predict with seat=0 (1, ...) or seat=None")
        if keep is not None and not self.asks:
            raise ValueError("keep=... names a file for answers, and this replay asks nothing: say predict=... too")
        self._keeper = None if keep is None else keeper(keep)
        self._title = f"{game.type.title}, a quiz"[:200]
        self._sign = fingerprint([seat, _moves_of(game), sorted((at, *one) for at, one in self._places.items())])
        self._done: set[str] = set()

    def _mark(self, mark: object, asking: Asking, seat: Viewer) -> None:
        """Ask at a position; raises ValueError where nothing can be asked, and says why."""
        game = self._game
        if isinstance(mark, str):
            number, ply = position_of(mark)
        elif type(mark) is int:
            number, ply = game.round_numbers()[0], mark
        else:
            raise ValueError(f'{shown(mark)} is no position: write "0/12", or 12 for the first round')
        dump = game.dump_at(ply, round=number, seat=seat)  # raises ValueError where there is none such
        key = place(number, ply)
        if seat != "public" and not dump["legal_moves"]:
            raise ValueError(f"nothing can be asked at {key}: {self._why_not(number, ply, seat)}")
        if ply >= game.plies(number)[-1]:
            raise ValueError(f"nothing can be asked at {key}: no move to compare with was played, as the record ends")
        if asking.right is not None:
            there = game.history.at(ply, round=number)
            try:
                asking = asking._replace(right=tuple(sorted({str(there.read(move)) for move in asking.right})))
            except IllegalMove as error:
                raise ValueError(f"at {key} a move that is said to be right cannot be played: {error}") from None
        self._places[key] = asking

    def _why_not(self, number: int, ply: int, seat: Viewer) -> str:
        mover = self._game.dump_at(ply, round=number)["to_play"]
        if mover is None:
            return "the round is over there"
        plies = self._game.plies(number)
        own = [at for at in plies[:-1] if self._game.dump_at(at, round=number)["to_play"] == seat]
        near = sorted(sorted(own, key=lambda at: abs(at - ply))[:3])
        ways = f"ask at {' or '.join(place(number, at) for at in near)}, " if near else ""
        seen = f"{SEAT_NAMES[mover]} is to move, and this is seen {viewer_words(seat)}"
        return f"{seen}; {ways}or look with seat={mover} or None"

    def asking(self, number: int, ply: int) -> Asking | None:
        """What is asked at a position that was not answered yet."""
        key = place(number, ply)
        return None if key in self._done else self._places.get(key, self._every)

    def questions(self, seat: Viewer) -> dict[str, dict[str, Any]]:
        """What is asked, by position, answered or not; the move played is right where no others are."""
        found = {}
        for number in self._game.round_numbers():
            for ply in self._game.plies(number)[:-1]:
                asking = self._places.get(place(number, ply), self._every)
                if asking is not None and self._game.dump_at(ply, round=number, seat=seat)["legal_moves"]:
                    right = asking.right or (self._played(number, ply),)
                    found[place(number, ply)] = {"question": asking.words, "right": [*right]}
        return found

    def kept(self, who: str, *, warns: bool = False) -> list[dict[str, Any]]:
        """What somebody has answered to this quiz, as its file says, in the shape of `Replay.answers`.

        Raises:
            RecordError: the file is none of answers.
            OSError: it is no regular file, or cannot be read.
        """
        if self._keeper is None:
            return []
        answers, faults = self._keeper.own(_as_kept(who))
        if faults and warns:
            more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
            warnings.warn(f"left out of your answers: {faults[0]}{more}", stacklevel=4)
        own = [one for one in answers if one["fingerprint"] == self._sign]
        return [row for row in map(self._row, own) if row is not None]

    @property
    def keeps(self) -> bool:
        """Whether a file keeps the answers."""
        return self._keeper is not None

    def _row(self, answer: Answer) -> dict[str, Any] | None:
        try:
            number, ply = position_of(str(answer["step"]))
            played = self._played(number, ply)
        except (ValueError, IndexError):
            return None  # somebody has written into the file
        chosen = str(answer["answer"])
        right = self._is_right(number, ply, chosen)
        return answer_row(answer["who"], number, ply, chosen, played, right, answer["seconds"])

    def _played(self, number: int, ply: int) -> str:
        plies = self._game.plies(number)
        if ply not in plies[:-1]:
            raise ValueError(ply)
        return self._game.moves(number)[ply - plies[0]]

    def _is_right(self, number: int, ply: int, chosen: str) -> bool:
        right = self._places.get(place(number, ply), Asking()).right
        return chosen in (right or [self._played(number, ply)])

    def judged(self, number: int, ply: int, chosen: str, stop: Stop) -> Verdict:
        """What is said of an answer."""
        return Verdict(self._is_right(number, ply, chosen))

    def answered(
        self,
        who: str,
        number: int,
        ply: int,
        chosen: str,
        seconds: float,
        before: list[dict[str, Any]],
        verdict: Verdict,
    ) -> dict[str, Any]:
        """Judge an answer and keep it: the row for `Replay.answers`.

        Raises:
            OSError: the file cannot be written; the question is still open.
        """
        key = place(number, ply)
        who = _as_kept(who)
        row = answer_row(who, number, ply, chosen, self._played(number, ply), verdict.right, seconds)
        if self._keeper is not None:
            attempt = 1 + sum((one["who"], one["round"], one["ply"]) == (who, number, ply) for one in before)
            self._keeper.add(
                {
                    "lesson": self._title, "fingerprint": self._sign, "who": who, "step": key,
                    "attempt": attempt, "answer": chosen, "right": row["right"],
                    "reply": "", "hints": 0, "seconds": seconds, "when": now(),
                }
            )  # fmt: skip
        self._done.add(key)
        return row


def _as_kept(who: str) -> str:
    """A name as a file can keep it, whatever a page may have sent."""
    return who.encode("utf-8", "replace").decode()[:MOST_WHO]


def answer_row(
    who: str, number: int, ply: int, chosen: str, played: str, right: bool, seconds: float | None
) -> dict[str, Any]:
    """An answer as `Replay.answers` has it."""
    return {
        "who": who, "round": number, "ply": ply, "chosen": chosen, "played": played, "right": right, "seconds": seconds,
    }  # fmt: skip


def _moves_of(game: Game) -> list[Any]:
    record = game.record()
    return [record["game"], record["options"], [[one.get("deal"), one["moves"]] for one in record["rounds"]]]


def _asking(what: object, mark: object) -> Asking:
    """What is asked at a position: its words, the right moves, or both."""
    if isinstance(what, list | tuple | set | frozenset):
        what = {"right": what}
    elif isinstance(what, str):
        what = {"question": what}
    if not isinstance(what, dict) or not {*what} <= {*_KEYS}:
        raise ValueError(
            f"predict, at {shown(mark)}: expected the words of the question, a list of right moves, or "
            '{"question": words, "right": moves}'
        )
    words, right = what.get("question"), what.get("right")
    if words is not None:
        _check_words(words, f"predict, at {shown(mark)}")
    if right is None:
        return Asking(words)
    moves = [right] if isinstance(right, str) else right
    if not isinstance(moves, list | tuple | set | frozenset) or not moves:
        raise ValueError(f"predict, at {shown(mark)}: right is a move, or a list of at least one")
    return Asking(words, tuple(moves))


def _check_words(words: object, where: str) -> None:
    if not is_text(words, MOST_QUESTION) or not str(words).strip():
        raise ValueError(f"{where}: a question is a text of at most {MOST_QUESTION:,} characters")
