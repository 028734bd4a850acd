"""A lesson as pictures with folded answers, for a page without a kernel."""

from __future__ import annotations

import json
import re
import uuid
from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path
from typing import Any, Final

from capture_widgets.core.atomic_files import replace_file
from capture_widgets.export.pages import inert
from capture_widgets.export.svg import dump_svg
from capture_widgets.model.dump import Dump
from capture_widgets.teaching.judging import WRONG, judge, number_of
from capture_widgets.teaching.steps import Step

MOST_MOVES: Final = 6
"""The most moves of a question that are shown, unless more of them have replies of their own."""

_WHERE_NOW: Final = "Another answer below or above is right, and says why: open it when you have chosen it."
"""What a wrong answer says of which the lesson says nothing: on paper nobody can ask for more."""

_JUDGES: Final = re.compile(r"(right|yes|no|not)\b", re.IGNORECASE)
"""Matches a reply that itself says whether the answer is right."""

STYLE: Final = """
.cw-paged { --cw-line: color-mix(in srgb, currentColor 25%, transparent); }
.cw-paged > section { padding: 0.2rem 1rem; margin: 0 0 1rem; border: 1px solid var(--cw-line); border-radius: 0.5rem; }
.cw-paged > section:focus { outline: none; }
.cw-paged .cw-count { opacity: 0.75; font-size: 0.85em; }
.cw-paged div.cw-position { overflow-x: auto; }
.cw-paged svg.cw-position { max-width: 100%; height: auto; }
.cw-paged svg.cw-position > text { fill: currentColor; }
.cw-paged > svg { position: absolute; width: 0; height: 0; }
.cw-paged details { margin: 0.4rem 0; padding: 0.3rem 0.8rem; border-radius: 0.3rem;
  background: color-mix(in srgb, currentColor 8%, transparent); }
.cw-paged summary { cursor: pointer; }
.cw-paged details.cw-right[open] { box-shadow: inset 4px 0 #2f855a; }
.cw-paged details.cw-wrong[open] { box-shadow: inset 4px 0 #b7791f; }
.cw-paged > p > button { min-height: 2.75rem; margin-right: 0.5rem; padding: 0 1.2rem; border: 1px solid var(--cw-line);
  border-radius: 0.3rem; background: color-mix(in srgb, currentColor 8%, transparent); color: inherit; font: inherit;
  cursor: pointer; }
.cw-paged > p > button:disabled { opacity: 0.5; cursor: default; }
"""

_TURN: Final = """(lesson) => {
  const steps = [...lesson.querySelectorAll(":scope > section")];
  if (steps.length < 2) return;
  const buttons = document.createElement("p");
  const [back, next] = ["Back", "Next"].map((words) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = words;
    buttons.append(button);
    return button;
  });
  let now = 0;
  const show = (number, moved) => {
    now = number;
    steps.forEach((step, at) => { step.hidden = at !== now; });
    back.disabled = now === 0;
    next.disabled = now === steps.length - 1;
    if (!moved) return;
    steps[now].tabIndex = -1;
    steps[now].focus({ preventScroll: true });
    if (lesson.getBoundingClientRect().top < 0) lesson.scrollIntoView({ behavior: "instant" });
  };
  back.addEventListener("click", () => show(now - 1, true));
  next.addEventListener("click", () => show(now + 1, true));
  lesson.append(buttons);
  show(0, false);
}"""
"""Shows the steps one at a time; where no script runs, they stand one below the other."""

_BEGIN: Final = """{
const turn = %s;
const lesson = document.getElementById(%s);
if (lesson) turn(lesson);
}"""

_MODULE: Final = """const html = %(html)s;
const style = %(style)s;
const turn = %(turn)s;
export default {
  render({ el }) {
    const place = document.createElement("div");
    place.innerHTML = html;
    const sheet = document.createElement("style");
    sheet.textContent = style;
    el.append(sheet, place);
    turn(place.firstElementChild);
    return () => {
      sheet.remove();
      place.remove();
    };
  },
};
"""
"""A module in the shape of an anywidget's."""

_PAGE: Final = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark; }}
body {{ margin: 0 auto; padding: 1rem; max-width: 48rem; font: 1rem/1.5 system-ui, sans-serif; }}
</style>
</head>
<body>
<h1>{title}</h1>
{html}
</body>
</html>
"""


class PositionPictures:
    """The pictures of one page: the page contains each shape once, even if several pictures use it."""

    def __init__(self) -> None:
        self._shapes: dict[str, None] = {}

    def drawn(self, dump: Dump) -> str:
        """The table of a dump as a picture within the page; its words take the colour of the page."""
        head, shapes, rest = re.split("<defs>|</defs>", dump_svg(dump))
        self._shapes |= dict.fromkeys(re.findall(r"<\w+ id=.*?(?=<\w+ id=|$)", shapes))
        head = re.sub(r"<rect [^>]*/>$", "", head).replace("<svg ", '<svg class="cw-position" ', 1)
        return f'<div class="cw-position">{head}{rest}</div>'

    def shapes(self) -> str:
        """The shapes that the pictures refer to."""
        return f'<svg aria-hidden="true"><defs>{"".join(self._shapes)}</defs></svg>'


class StaticLesson:
    """A lesson as pictures, texts and folded answers, without a kernel; `Lesson.static` makes it."""

    def __init__(self, title: str, steps: Sequence[Step], *, answers: bool) -> None:
        self._title = title
        self._steps = steps
        self._answers = answers

    def __repr__(self) -> str:
        return f"<static lesson {self._title!r}>\n" + "\n\n".join(step.text for step in self._steps)

    @property
    def html(self) -> str:
        """The lesson for any page. Where scripts run, it shows one step at a time."""
        name = f"cw-{uuid.uuid4().hex[:12]}"
        return (
            f"<div><style>{STYLE}</style>{self._body(name)}<script>{_BEGIN % (_TURN, json.dumps(name))}</script></div>"
        )

    def _repr_html_(self) -> str:
        return self.html

    def save_html(self, path: str | Path) -> Path:
        """Write a page of its own, which needs no network, and return its path; if that fails, the old file stays."""
        return replace_file(path, _PAGE.format(title=escape(self._title), html=self.html))

    def save_module(self, path: str | Path) -> Path:
        """Write it as an ES module in the shape of an anywidget, as `StaticReplay.save_module` does for a replay.

        Args:
            path: where to write; MyST wants a name that ends with ``.mjs``. If writing fails, the old file stays.
        """
        parts = {"html": inert(self._body(f"cw-{uuid.uuid4().hex[:12]}")), "style": inert(STYLE), "turn": _TURN}
        return replace_file(path, _MODULE % parts)

    def _body(self, name: str) -> str:
        pictures = PositionPictures()
        of = len(self._steps)
        steps = "".join(_section(step, of, pictures, hints=True, answers=self._answers) for step in self._steps)
        title = escape(self._title)
        return f'<div class="cw-paged" id="{name}" role="group" aria-label="{title}">{pictures.shapes()}{steps}</div>'


def step_page(step: Step, of: int, *, told: bool, own: str = "", closed: bool = True) -> str:
    """One step for a page that shows steps one below the other.

    Args:
        step: the step.
        of: how many steps the lesson has.
        told: whether its hints, and its answers with their replies, may be known; else the page has the question alone.
        own: the reader's own answer, and what was replied.
        closed: whether the question takes no answer any more; else the page says that an answer needs the connection.
    """
    pictures = PositionPictures()
    needs = "" if closed or step.ask == "look" else "<p>This question is open. An answer needs the connection.</p>"
    section = _section(step, of, pictures, hints=told, answers=told, own=own, needs=needs)
    return pictures.shapes() + section


def _section(
    step: Step, of: int, pictures: PositionPictures, *, hints: bool, answers: bool, own: str = "", needs: str = ""
) -> str:
    head = f'<p class="cw-count">Step {step.number + 1} of {of}</p>'
    shown = "" if step.start is None else pictures.drawn(step.start.dump(step.seat))
    words = "".join(f"<p>{escape(part)}</p>" for part in step.text.split("\n\n"))
    said = f"<p>{escape(own)}</p>" if own else ""
    return f"<section>{head}{shown}{words}{said}{_asked(step, hints=hints, answers=answers)}{needs}</section>"


def _asked(step: Step, *, hints: bool, answers: bool) -> str:
    if step.ask == "look":
        return ""
    folded = "".join(
        f"<details><summary>Hint {number}</summary><p>{escape(hint)}</p></details>"
        for number, hint in enumerate(step.hints if hints else (), 1)
    )
    if step.ask == "until":
        whom = " against a bot" if step.bot else ""
        return f'{folded}<p class="cw-on">At a table you play on from here{whom}.</p>'
    if answers:
        return folded + "".join(_answer(step, words, answer) for words, answer in _answers(step))
    choices = "".join(f"<li>{escape(choice)}</li>" for choice in step.choices)
    return f"<ul>{choices}</ul>{folded}" if choices else folded


def _answers(step: Step) -> Iterable[tuple[str, str | float]]:
    """Answers to a step, in words and as `judge` takes them: all choices, or those that the step says something of."""
    if step.ask == "choice":
        return [(choice, choice) for choice in step.choices]
    if step.ask == "number":
        found = {number_of(one) for one in (*step.right, *step.replies)} - {None}
        return [(f"{number:g}", number) for number in sorted(number for number in found if number is not None)]
    if step.start is None:
        return []
    state: Any = step.start.state
    return [(state.phrase(state.parse(move)), move) for move in _moves(step, step.start.legal_moves())]


def _moves(step: Step, legal: Sequence[str]) -> list[str]:
    """Some of the legal moves: those that the step says something about, and others beside them."""
    named = {move for move in legal if move in step.right or move in step.replies}
    others = [move for move in legal if move not in named]
    kept = {*named, *others[: max(0, MOST_MOVES - len(named))]}
    return [move for move in legal if move in kept]


def _answer(step: Step, words: str, answer: str | float) -> str:
    verdict = judge(step, answer)
    reply = verdict.reply
    if reply == WRONG:
        reply = f"Not this one. {_WHERE_NOW}{' The hints above say what to look at.' if step.hints else ''}"
    elif not _JUDGES.match(reply):
        reply = f"{'Right.' if verdict.right else 'Not this one.'} {reply}"
    kind = "cw-right" if verdict.right else "cw-wrong"
    shown = f"<summary>{escape(words[:1].upper() + words[1:])}</summary><p>{escape(reply)}</p>"
    if verdict.right and step.reveal:
        shown += f"<p>{escape(step.reveal)}</p>"
    return f'<details class="{kind}">{shown}</details>'
