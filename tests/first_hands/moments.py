"""A step of a first hand with the positions that its sentences speak of."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any, Final, NamedTuple

import capture_widgets as cw
from capture_widgets.model.history import History
from capture_widgets.teaching.steps import Step


class Moment(NamedTuple):
    """A step, and the history before it is answered, after the right answer, and after the moves that follow it."""

    step: Step
    before: History
    after: History
    end: History

    @property
    def legal(self) -> list[str]:
        """The legal moves before the step is answered."""
        return self.before.legal_moves()

    @property
    def right(self) -> str:
        """The right answer with which the lesson goes on."""
        return str(self.step.right[0]) if self.step.right else ""

    def has(self, *moves: str) -> bool:
        """Whether these are moves that the step has a reply of its own for, and each is legal."""
        return all(move in self.legal and move in self.step.replies for move in moves)


def leads_on(steps: Sequence[Step], number: int) -> bool:
    """Whether a first hand that a page shows goes on by itself after the right move of a step."""
    step = steps[number]
    moves = step.ask == "move" and number + 1 < len(steps) and steps[number + 1].ask in ("move", "until")
    return moves and not step.reveal and not step.reveals


Check = Callable[[Moment], bool]

Claims = list[tuple[int, str, Check]]
"""The number of a step (from 0), words of one of its sentences, and whether what they say is so."""


@cache
def moments(slug: str) -> list[Moment]:
    """Each step of a game's first hand; where learners play on by themselves, the position before that stands on."""
    found: list[Moment] = []
    for step in cw.lesson(slug).steps:
        before = step.start or found[-1].end
        after = end = before
        follows = step.follows
        if step.ask == "move":
            after = before.play(follows[0])
            follows = follows[1:]
        end = after
        for move in follows:
            end = end.play(move)
        found.append(Moment(step, before, after, end))
    return found


def table(history: History, seat: int | None = None) -> Any:
    """The table of a position, everything face up or as a seat knows it."""
    return history.dump(seat)["table"]


def told(step: Step) -> Iterator[str]:
    """Every text of a step, but for the answers to choose from."""
    yield from (step.text, step.reply, step.praise, step.reveal, *step.hints, *step.replies.values())


def sentences(step: Step) -> Iterator[str]:
    """Every sentence of a step, once."""
    seen: set[str] = set()
    for text in told(step):
        for sentence in re.split(r"(?<=[.!?])\s+|\n+", text):
            if sentence and sentence not in seen:
                seen.add(sentence)
                yield sentence


_NUMBERS: Final = (
    r"\d+|zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|forty-nine|twice|both|half|first"
    r"|second|third|fourth"
)
_DIRECTIONS: Final = (
    "left|right|above|below|beneath|under|behind|beside|front|back|top|bottom|corners?|edges?|middle|lower|upper"
)
_ALL: Final = "fits?|only|nothing|nobody|nowhere|neither|none|all|every|everything|hidden|higher|highest|lowest|fewer"
_CARDS: Final = "kings?|queens?|jacks?|aces?|sun|moon|galax(?:y|ies)|[a-g][1-7]"

STATES: Final = re.compile(rf"\b({_NUMBERS}|{_DIRECTIONS}|{_ALL}|{_CARDS})\b", re.IGNORECASE)
"""What a sentence has that states something of the position, or of the rules."""

ASKS: Final = re.compile(
    r"(Pick|Play|Move|Attack|Discard|Let|Explore|Travel|Conquer|Capture|Choose|Send|Look|To stay|For this lesson|Find"
    r"|Now place|Now play|Now the corner|Next the|Next send|First |Put|Keep|Win|Go on|Which|With which|How many"
    r"|In which|At which)\b"
)
"""How a sentence begins that asks for something; what it names is checked against the answer."""
