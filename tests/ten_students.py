"""A lesson made in the editor, run by ten students, tabulated, plotted and graded: ``python -m tests.ten_students``.

Everything is done as people do it: the teacher has read docs/teaching.md and no source, students press what the page
offers. Each student has a notebook and a kernel of their own, and all write into one file. It takes some two minutes,
so the one test command has a class of two in one notebook instead (`tests/browser/test_editor_lab.py`).
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import Locator
from playwright.sync_api import TimeoutError as Late

from tests.browser.lab import Book, launch, opened, serve, turned_to, visited, wait_for_turn, write_notebook

NAMES = ("Ann", "Ben", "Cem", "Dua", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon")

OPEN = 'editor = cw.lesson_editor("kommando", title="The first attack")\neditor'
SAVE = 'editor.lesson.save("first_attack.json")'


LAID = {"1r": "hands/0", "2b": "hands/0", "10y": "hands/0", "3y": "row/0/card", "6b": "row/9/card"}
"""The cards that the teacher lays; the others come by lot."""


@dataclass
class Hand:
    """A teacher's hand, which counts what it does."""

    clicks: int = 0
    texts: int = 0
    signs: int = 0
    choices: int = 0
    began: float = field(default_factory=time.monotonic)

    def click(self, what: Locator) -> None:
        """Press something."""
        self.clicks += 1
        what.click()

    def write(self, what: Locator, text: str) -> None:
        """Fill a field, and leave it."""
        self.texts += 1
        self.signs += len(text)
        what.fill(text)
        what.press("Tab")

    def choose(self, what: Locator, label: str) -> None:
        """Choose from a list."""
        self.choices += 1
        what.select_option(label=label)

    def seconds(self) -> float:
        """Since it began."""
        return time.monotonic() - self.began

    def by_hand(self) -> float:
        """Minutes a person would need: a second and a half a press, three a choice, five signs a second."""
        return (1.5 * self.clicks + 3 * self.choices + 2 * self.texts + self.signs / 5) / 60


def complete(editor: Locator) -> None:
    """Wait until the step says that it is complete."""
    try:
        editor.locator('[data-fault="no"]').wait_for(timeout=10_000)
    except Late:
        raise AssertionError(editor.locator("[data-fault]").inner_text()) from None


def another(editor: Locator, hand: Hand, step: int) -> None:
    """Begin another step, and wait until it is there."""
    hand.click(editor.get_by_role("button", name="Add a step"))
    editor.locator(f'[data-step="{step}"][aria-pressed=true]').wait_for()


def make(editor: Locator, hand: Hand) -> list[list[str]]:
    """Make a lesson of five steps by mouse and keys; returns what is right, by step."""
    text = editor.get_by_label("What the student reads")
    asked = editor.get_by_label("What is asked")
    right = editor.get_by_label("Right answers, separated by ;")
    reply = editor.get_by_label("Reply to all other wrong answers")
    hints = editor.get_by_label("Hints, one a line")
    # 1: a position by hand, two moves are right, replies to single moves
    hand.click(editor.get_by_role("button", name="Clear"))
    for card, place in LAID.items():
        hand.click(editor.locator(f'[data-tray] [data-card="{card}"]'))
        hand.click(editor.locator(f'[data-place="{place}"]'))
        editor.locator(f'[data-lies="{place}"] [data-card="{card}"]').wait_for()
    hand.click(editor.get_by_role("button", name="Finish at random"))
    editor.get_by_text("Unused: 0 cards").wait_for()
    hand.write(text, "You are to attack. Which card costs you least?")
    hand.choose(asked, "A move")
    hand.click(editor.locator(".cw-ed-ticks summary"))
    for move in ("L:1r", "R:1r"):
        hand.click(editor.locator(f'[data-right-move="{move}"]'))
        editor.page.wait_for_function(
            "([field, move]) => field.value.includes(move)", arg=[right.element_handle(), move]
        )
    hand.write(reply, "That card may still win a fight. Keep it.")
    hand.write(hints, "The fight may be lost anyway.\nThe lowest card will do.")
    hand.click(editor.get_by_text("More", exact=True))
    hand.write(
        editor.get_by_label("Replies to certain answers"), "L:2b = Nearly: there is one card that is worth less."
    )
    hand.write(editor.get_by_label("Reply to a right answer"), "Yes. The ten is for later.")
    complete(editor)
    # 2: a choice of words, at the same position
    another(editor, hand, 1)
    hand.write(text, "Which of your colours cannot attack the left end?")
    hand.choose(asked, "A choice of words")
    hand.write(editor.get_by_label("Choices, one a line"), "Red\nYellow\nBlue")
    hand.write(right, "Yellow")
    hand.write(reply, "An attack differs in colour from the card it attacks.")
    hand.write(hints, "The card at the left end is yellow.")
    complete(editor)
    # 3: a number, after a move
    another(editor, hand, 2)
    hand.choose(editor.get_by_label("Make a move"), "L:1r")
    editor.get_by_text("After 1 move.").wait_for()
    hand.write(text, "Your red 1 lies there. What is the lowest value that beats it?")
    hand.choose(asked, "A number")
    hand.write(right, "2")
    hand.write(reply, "The higher of the two cards wins.")
    hand.write(hints, "One more than yours.")
    hand.click(editor.get_by_text("More", exact=True))
    hand.write(editor.get_by_label("How many tries"), "1")
    complete(editor)
    # 4: after the other side's answer, any of several moves
    another(editor, hand, 3)
    hand.click(editor.get_by_role("button", name="A bot moves"))
    editor.get_by_text("After 2 moves.").wait_for()
    hand.write(text, "The loser of a fight makes the next attack. Attack at the right end.")
    hand.choose(asked, "A move")
    editor.locator("[data-right-move]").first.wait_for(state="attached")
    ticks = editor.locator("[data-right-move]").evaluate_all("all => all.map(one => one.dataset.rightMove)")
    at_right = [str(move) for move in ticks if move.startswith("R:")]
    hand.write(right, "; ".join(at_right))
    hand.write(reply, "That is the left end.")
    hand.write(hints, "Choose a card, then the last card of the row.")
    complete(editor)
    # 5: played on against a bot
    another(editor, hand, 4)
    hand.write(text, f"Play on: {PLAYED_ON} moves of your own.")
    hand.choose(asked, "To play on until …")
    hand.write(editor.get_by_label("Until: over, won, points 20 or moves 3"), f"moves {PLAYED_ON}")
    hand.choose(editor.get_by_label("Who plays the others"), "Beginner")
    hand.write(hints, "Any move will do.")
    complete(editor)
    complete(editor)
    # as a student sees it, once
    hand.click(editor.get_by_role("button", name="Show it as a student sees it"))
    editor.page.locator('[data-view="lesson"] [data-step="4"]').wait_for()
    return [["L:1r", "R:1r"], ["Yellow"], ["2"], at_right, []]


PLAYED_ON = 3
"""How many moves the last step asks for. The lesson has its answer a moment after the table shows the last of them."""

GOES_ON = """([lesson, ply]) => {
    const table = lesson.querySelector('[data-view="table"]');
    const again = table.dataset.ply !== ply && table.querySelector("[data-move]") !== null;
    return lesson.querySelector("[data-reply]") !== null || (again && table.dataset.state === "ready");
}"""
"""Whether a move was made, and another one is asked for or the hand is over."""


def learn(lesson: Locator, right: list[list[str]], rng: Random) -> list[tuple[int, str]]:
    """Run a lesson from start to end as a student would, now and then wrong; returns what was answered, in order."""
    said: list[tuple[int, str]] = []
    table = lesson.locator('[data-view="table"]')
    for step, answers in enumerate(right):
        lesson.locator(f'[data-step="{step}"]').wait_for()
        played = 0
        # a right answer ends a step, and the last try does
        while lesson.locator("[data-reply][data-right=true], input[data-say][readonly]").count() == 0:
            if lesson.locator("[data-hint]").count() and rng.random() < 0.3:
                shown = lesson.locator("[data-told-hint]").count()
                lesson.locator("[data-hint]").click()
                lesson.locator("[data-told-hint]").nth(shown).wait_for()
            knows = rng.random() < 0.6
            if lesson.locator("button[data-say]").count():
                choices = lesson.locator("button[data-say]").evaluate_all("all => all.map(one => one.dataset.say)")
                answer = answers[0] if knows else str(rng.choice(choices))
                lesson.locator(f"button[data-say={json.dumps(answer)}]").click()
            elif lesson.locator("input[data-say]").count():
                answer = answers[0] if knows else rng.choice("1345")
                lesson.locator("input[data-say]").fill(answer)
                lesson.get_by_role("button", name="Answer").click()
            else:
                wait_for_turn(table)
                moves = table.locator("[data-move]").evaluate_all("all => all.map(one => one.dataset.move)")
                answer = rng.choice(answers if answers and knows else moves)
                ply = table.get_attribute("data-ply")
                table.locator("input[data-entry]").fill(answer)
                table.locator("input[data-entry]").press("Enter")
                if not answers:
                    played += 1
                    if played == PLAYED_ON:
                        lesson.locator("[data-reply]").wait_for()
                    else:
                        lesson.page.wait_for_function(GOES_ON, arg=[lesson.element_handle(), ply])
                    continue
            said.append((step, answer))
            lesson.locator(f"[data-reply][data-right={str(answer in answers).lower()}]").wait_for()
            settle(lesson, table)
        settle(lesson, table)
        lesson.locator("[data-go=next]").click()
    lesson.page.wait_for_function("lesson => lesson.dataset.state === 'over'", arg=lesson.element_handle())
    return said


def settle(lesson: Locator, table: Locator) -> None:
    """Wait until neither the lesson nor its table waits for the kernel."""
    lesson.page.wait_for_function(
        "all => all.every(one => ['ready', 'over'].includes(one.dataset.state))",
        arg=[lesson.element_handle(), table.element_handle()],
    )


def points(said: list[tuple[int, str]], right: list[list[str]]) -> int:
    """What a student's answers are worth: a point for each step answered right, and one for playing on."""
    return 1 + len({step for step, answer in said if answer in right[step]})


TABULATE = """
answers = cw.lesson("first_attack.json").grade("answers.jsonl").attempts.frame()
table = answers.groupby("who").agg(attempts=("attempt", "size"), right=("right", "sum"), hints=("hints", "max"))
print(table)
tries = answers[answers.step < 4].groupby("step").size()
chart = cw.plot.bars({f"step {step + 1}": int(count) for step, count in tries.items()}, title="Attempts")
chart
"""

GRADE = """
import json, sys
import capture_widgets as cw
grades = cw.lesson("first_attack.json").grade("answers.jsonl")
for who in grades:
    grades.save_results(f"{who}.json", who=who)
print(json.dumps({who: list(score) for who, score in grades.items()}))
"""


def graded(folder: Path) -> dict[str, list[int]]:
    """The points of a class and the most there are, by name, found without a browser in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-c", GRADE], cwd=folder, capture_output=True, text=True, check=True, timeout=120
    )
    found: dict[str, list[int]] = json.loads(done.stdout)
    return found


def attend(book: Book, who: str, right: list[list[str]]) -> list[tuple[int, str]]:
    """One student's lesson, in a notebook that is open with its two cells."""
    book.run_all()
    return learn(book.widget(view="lesson"), right, Random(who))


def main() -> int:
    """Make it, let ten run it, and say what it took."""
    with tempfile.TemporaryDirectory() as own:
        root = Path(own)
        write_notebook(root / "teacher.ipynb", ["import capture_widgets as cw"])
        with serve("lab", root) as server, launch() as browser:
            with opened(browser, server, "teacher.ipynb") as book:
                hand = Hand()
                book.fresh("import capture_widgets as cw", OPEN)
                right = make(book.widget(view="editor"), hand)
                book.run(SAVE)
                print(
                    f"made: {hand.clicks} presses, {hand.choices} choices, {hand.texts} fields with {hand.signs} signs "
                    f"in {hand.seconds():.0f} s by this program, some {hand.by_hand():.0f} minutes by hand"
                )
            began = time.monotonic()
            said: dict[str, list[Any]] = {}
            with visited(browser, server, "/doc") as lab:
                lab.page.wait_for_function("() => window.jupyterapp !== undefined")
                lab.page.evaluate("async () => { await window.jupyterapp.restored; }")
                for who in NAMES:
                    own_lesson = f'lesson = cw.lesson("first_attack.json", who="{who}", keep="answers.jsonl")\nlesson'
                    write_notebook(root / f"{who}.ipynb", ["import capture_widgets as cw", own_lesson])
                    with turned_to(lab, f"{who}.ipynb") as book:
                        said[who] = attend(book, who, right)
                        assert book.errors == []
            print(f"run: {len(NAMES)} students in {time.monotonic() - began:.0f} s, each with a kernel of their own")
            write_notebook(root / "after.ipynb", ["import capture_widgets as cw"])
            with opened(browser, server, "after.ipynb") as book:
                book.run_all()
                print(book.run(TABULATE.strip()))
                assert book.page.locator(".jp-OutputArea-output svg, .jp-OutputArea-output img").count() > 0
        grades = graded(root)
        print("graded:", {who: f"{points} of {of}" for who, (points, of) in grades.items()})
        kept = [json.loads(line) for line in (root / "answers.jsonl").read_text("utf-8").splitlines()]
        for who, own_answers in said.items():
            lines = [one for one in kept if one.get("who") == who and one["step"] < 4]
            told = [(one["step"], str(one["answer"])) for one in lines]
            assert told == own_answers, (who, told, own_answers)
            assert grades[who] == [points(own_answers, right), 5], (who, grades[who], own_answers)
            assert json.loads((root / f"{who}.json").read_text("utf-8"))["score"] == grades[who][0]
        print(f"kept: {len(kept)} lines, every answer of every student as it was given")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
