"""The questions of a quiz: at which positions, in which words, with which right moves; and the file of answers."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from capture_widgets.core.class_keys import as_code
from capture_widgets.core.errors import IllegalMove, shown
from capture_widgets.core.plain_data import is_text
from capture_widgets.engine.solver_interface import Stop
from capture_widgets.engine.state import SEAT_NAMES, Viewer
from capture_widgets.export.replay_frames import viewer_words
from capture_widgets.model.record_format import place, position_of
from capture_widgets.play.game import Game
from capture_widgets.teaching.answer_folder import answer_store
from capture_widgets.teaching.answer_format import MOST_WHO, Answer, fingerprint, now

MOST_QUESTION: Final = 2_000
"""The largest number of characters in a question."""

_KEYS: Final = ("question", "right")


class Question(NamedTuple):
    """One question of a quiz."""

    words: str | None = None
    """The words of the question; None for the usual ones."""
    right: tuple[str, ...] | None = None
    """The right moves; None if only the move that was played is right."""
    played: str | None = None
    """The move that the words name; None if they name none."""
    better: bool = False
    """Whether the question stays open until the viewer finds a good move or asks to see one."""


class Judgement(NamedTuple):
    """How an answer was judged."""

    right: bool
    words: str | None = None
    """What follows the chosen move in the reply; None for the usual words."""
    closes: bool = True
    """Whether the answer closes the question, so that the replay shows what was played."""


class Quiz:
    """The questions of a replay in predict mode; without ``predict`` there are none."""

    def __init__(
        self, game: Game, seat: Viewer, predict: object, keep: str | Path | None, code: str | None = None
    ) -> None:
        """Read the arguments of a replay.

        Args:
            game: the recorded game.
            seat: who answers.
            predict: where to ask what; see `Replay`.
            keep: the folder or the file of answers.
            code: the viewer's code, with which each answer is marked.

        Raises:
            ValueError: nothing can be asked as ``predict`` says, and why; there is nothing to keep or to mark; or this
                is no code.
            RecordError: the file is no file of answers.
        """
        self.asks = predict is not False
        """Whether there are questions at all."""
        self._every = Question(predict) if isinstance(predict, str) else Question() if predict is True else None
        self._game = game
        self._places: dict[str, Question] = {}
        if isinstance(predict, str):
            _check_words(predict, "predict")
            if "/" in predict and predict.replace("/", "").isdigit():
                raise ValueError(f"predict={shown(predict)}: write a position in a list: [{shown(predict)}]")
        elif isinstance(predict, Mapping):
            for at, what in predict.items():
                self._add(at, _read_question(what, at), seat)
        elif isinstance(predict, list | tuple | set | frozenset):
            for at in predict:
                self._add(at, Question(), seat)
        elif predict is not True and predict is not False:
            raise ValueError(
                f"predict={shown(predict)}: True, False, the words of the question, a list of positions, or a mapping "
                "of positions to what is asked there"
            )
        if self.asks and seat == "public":
            raise ValueError("a spectator has no moves to choose from: use predict with seat=0 (1, ...) or seat=None")
        if keep is not None and not self.asks:
            raise ValueError("keep=... names a file for answers, but this replay asks nothing: add predict=...")
        if code is not None and keep is None:
            raise ValueError("code=... marks the answers that keep=... keeps: add keep=... with a folder or a file")
        self._code = "" if code is None else as_code(code)
        self._keeper = None if keep is None else answer_store(keep)
        self._title = f"{game.type.title}, a quiz"[:200]
        # not what a question only shows: kept answers are those of the same question however it is told
        asked = sorted((at, one.words, one.right, one.better) for at, one in self._places.items())
        self._sign = fingerprint([seat, _moves_of(game), asked])
        self._done: set[str] = set()

    def _add(self, at: object, question: Question, seat: Viewer) -> None:
        """Add a question at a position; raises ValueError, with the reason, if nothing can be asked there."""
        game = self._game
        if isinstance(at, str):
            number, ply = position_of(at)
        elif type(at) is int:
            number, ply = game.round_numbers()[0], at
        else:
            raise ValueError(f'{shown(at)} is no position: write "0/12", or 12 for the first round')
        dump = game.dump_at(ply, round=number, seat=seat)  # raises ValueError if there is no such position
        key = place(number, ply)
        if seat != "public" and not dump["legal_moves"]:
            raise ValueError(f"nothing can be asked at {key}: {self._why_not(number, ply, seat)}")
        if ply >= game.plies(number)[-1]:
            raise ValueError(f"nothing can be asked at {key}: no move to compare with was played, as the record ends")
        if question.right is not None:
            there = game.history.at(ply, round=number)
            try:
                question = question._replace(right=tuple(sorted({str(there.read(move)) for move in question.right})))
            except IllegalMove as error:
                raise ValueError(f"predict, at {key}: a right move cannot be played there: {error}") from None
        self._places[key] = question

    def _why_not(self, number: int, ply: int, seat: Viewer) -> str:
        mover = self._game.dump_at(ply, round=number)["to_play"]
        if mover is None:
            return "the round is over there"
        plies = self._game.plies(number)
        own = [one for one in plies[:-1] if self._game.dump_at(one, round=number)["to_play"] == seat]
        nearest = sorted(sorted(own, key=lambda at: abs(at - ply))[:3])
        ways = f"ask at {' or '.join(place(number, at) for at in nearest)}, " if nearest else ""
        seen = f"{SEAT_NAMES[mover]} is to move, and the replay is shown {viewer_words(seat)}"
        return f"{seen}; {ways}or make the replay with seat={mover} or None"

    def question_at(self, number: int, ply: int) -> Question | None:
        """The question at a position, unless it was answered."""
        key = place(number, ply)
        return None if key in self._done else self._places.get(key, self._every)

    def questions(self, seat: Viewer) -> dict[str, dict[str, Any]]:
        """All questions by position, answered or not, with their words and right moves."""
        questions = {}
        for number in self._game.round_numbers():
            for ply in self._game.plies(number)[:-1]:
                question = self._places.get(place(number, ply), self._every)
                if question is not None and self._game.dump_at(ply, round=number, seat=seat)["legal_moves"]:
                    right = question.right or (self._played(number, ply),)
                    questions[place(number, ply)] = {"question": question.words, "right": [*right]}
        return questions

    def kept_answers(self, who: str, *, warns: bool = False) -> list[dict[str, Any]]:
        """The answers of a person to this quiz that the file holds, in the shape of `Replay.answers`.

        With a code, answers without its mark are left out.

        Raises:
            RecordError: it is no file of answers.
            OSError: it is no regular file, or cannot be read.
        """
        if self._keeper is None:
            return []
        answers, faults = self._keeper.own(_storable(who), self._code)
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
            return None  # a line that another program has written
        chosen = str(answer["answer"])
        right = self._is_right(number, ply, chosen)
        return answer_row(answer["who"], number, ply, chosen, played, right, answer["seconds"])

    def _played(self, number: int, ply: int) -> str:
        plies = self._game.plies(number)
        if ply not in plies[:-1]:
            raise ValueError(ply)
        return self._game.moves(number)[ply - plies[0]]

    def _is_right(self, number: int, ply: int, chosen: str) -> bool:
        right = self._places.get(place(number, ply), Question()).right
        return chosen in (right or [self._played(number, ply)])

    def judge(self, number: int, ply: int, chosen: str, stop: Stop) -> Judgement:
        """AnswerJudge an answer."""
        return Judgement(self._is_right(number, ply, chosen))

    def keep(
        self,
        who: str,
        number: int,
        ply: int,
        chosen: str,
        seconds: float,
        before: list[dict[str, Any]],
        judgement: Judgement,
    ) -> dict[str, Any]:
        """Keep a judged answer, close its question, and return its row for `Replay.answers`.

        Raises:
            OSError: the file cannot be written; the question stays open.
        """
        key = place(number, ply)
        who = _storable(who)
        row = answer_row(who, number, ply, chosen, self._played(number, ply), judgement.right, seconds)
        if self._keeper is not None:
            attempt = 1 + sum((one["who"], one["round"], one["ply"]) == (who, number, ply) for one in before)
            self._keeper.add(
                {
                    "lesson": self._title, "fingerprint": self._sign, "who": who, "step": key,
                    "attempt": attempt, "answer": chosen, "right": row["right"],
                    "reply": "", "hints": 0, "seconds": seconds, "when": now(),
                },
                self._code,
            )  # fmt: skip
        self._done.add(key)
        return row


def _storable(who: str) -> str:
    """A name that a file can hold, whatever a page has sent."""
    return who.encode("utf-8", "replace").decode()[:MOST_WHO]


def answer_row(
    who: str, number: int, ply: int, chosen: str, played: str, right: bool, seconds: float | None
) -> dict[str, Any]:
    """The row of an answer in `Replay.answers`."""
    return {
        "who": who, "round": number, "ply": ply, "chosen": chosen, "played": played, "right": right, "seconds": seconds,
    }  # fmt: skip


def _moves_of(game: Game) -> list[Any]:
    record = game.record()
    return [record["game"], record["options"], [[one.get("deal"), one["moves"]] for one in record["rounds"]]]


def _read_question(what: object, at: object) -> Question:
    """Read the question at a position: its words, the right moves, or both."""
    if isinstance(what, list | tuple | set | frozenset):
        what = {"right": what}
    elif isinstance(what, str):
        what = {"question": what}
    if not isinstance(what, dict) or not {*what} <= {*_KEYS}:
        raise ValueError(
            f"predict, at {shown(at)}: expected the words of the question, a list of right moves, or "
            '{"question": words, "right": moves}'
        )
    words, right = what.get("question"), what.get("right")
    if words is not None:
        _check_words(words, f"predict, at {shown(at)}")
    if right is None:
        return Question(words)
    moves = [right] if isinstance(right, str) else right
    if not isinstance(moves, list | tuple | set | frozenset) or not moves:
        raise ValueError(f"predict, at {shown(at)}: right is a move, or a list of at least one move")
    return Question(words, tuple(moves))


def _check_words(words: object, where: str) -> None:
    if not is_text(words, MOST_QUESTION) or not str(words).strip():
        raise ValueError(f"{where}: a question is a text of at most {MOST_QUESTION:,} characters")
