"""Notation: a game as readable text and back; errors are named with their line."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from time import process_time

import pytest

import capture_widgets as cw
from capture_widgets.games import GAMES
from capture_widgets.records import notation_reader
from tests.random_games import annotated

RECORDS = sorted((Path(__file__).parent / "records" / "valid").glob("*.json"))


def annotated_hand() -> cw.Game:
    game = cw.new("kommando", seed=7, seats=["you", 'guest "Bo" [x]'])
    for number in range(6):
        game.play(game.legal_moves()[number % 2])
    game.comment("A {bold} attack.\n\n  So it is.", ply=2).glyph("!?", ply=2).comment("Begin.", ply=0)
    return game.undo().undo().play("R:8y")


WRITTEN = r"""[Notation 1]
[Game "kommando"]
[Option dealer 1]
[Option no_choice "both ends"]
[Option target 100]
[Seed 7]
[Seat A "you"]
[Seat B "guest \"Bo\" [x]"]

[Round 0]
[Dealer 1]
[Deal "7r 5r 6r 8b 3b 2b 4b 6y 9y 1r 7b 10y 4y 2r 4r 1y 1b 3r 8y 3y 7y 9b 10b 2y 9r 10r 5y 6b 5b 8r"]

    {Begin.}
1. L:1r
2. 7b !?
    {A \{bold\} attack.

     \s So it is.}
3. L:5r
4. 1y
5. R:8y
    (5. L:10y 6. 7r)
"""


def test_a_notation_is_made_to_be_read() -> None:
    assert annotated_hand().notation() == WRITTEN
    assert cw.load(WRITTEN).record() == annotated_hand().record()


@pytest.mark.parametrize("slug", GAMES)
def test_nothing_is_lost(slug: str) -> None:
    for number in range(40):
        game = annotated(slug, number)
        text = game.notation()
        again = cw.load(text)
        assert again == game, number
        assert again.record() == game.record(), number
        assert again.notation() == text == game.copy().notation()


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_every_record_of_the_tests_goes_there_and_back(path: Path) -> None:
    game = cw.load(path)
    assert cw.load(game.notation()).record() == game.record()
    assert cw.load(game.code()) == cw.load({**game.record(), "variations": [], "comments": {}, "glyphs": {}})


def test_each_move_changes_one_line() -> None:
    game = cw.new("kommando", seed=1)
    before = game.notation().splitlines()
    for _ in range(10):
        game.play(game.legal_moves()[0])
        after = game.notation().splitlines()
        assert after[: len(before)] == before
        assert len(after) == len(before) + 1
        before = after


def test_line_ends_and_spaces_make_no_difference() -> None:
    game = annotated_hand()
    record = game.record()
    for text in (
        WRITTEN.replace("\n", "\r\n"),
        "\ufeff\n" + WRITTEN,
        WRITTEN.replace("\n1. L:1r\n2. ", "\n1.\nL:1r 2. "),
        "\n".join(line.strip() for line in WRITTEN.splitlines()),
        WRITTEN.replace("2y 9r", "2y\n9r"),
        "\n".join(f"{line}  " for line in WRITTEN.splitlines()),
    ):
        assert cw.load(text).record() == record


def test_files_may_hold_a_notation_or_a_code(tmp_path: Path) -> None:
    game = annotated_hand()
    for number, text in enumerate([game.notation(), json.dumps(game.record()), game.code()]):
        path = tmp_path / f"game{number}.txt"
        path.write_text(text, "utf-8")
        assert cw.load(path).moves() == game.moves()
        assert cw.load(str(path)).moves() == game.moves()
    assert cw.load(json.dumps(game.record())).record() == game.record()


def test_a_file_comes_before_a_code_of_the_same_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    code = cw.new("kommando", seed=1).code()
    annotated_hand().save(code)
    assert cw.load(code) == annotated_hand()
    with pytest.raises(FileNotFoundError):
        cw.load("nothing.json")


def test_replays_are_made_of_texts() -> None:
    game = annotated_hand()
    for text in (game.notation(), game.code(), json.dumps(game.record())):
        assert cw.replay(text).game.moves() == game.moves()
    damaged = cw.replay(WRITTEN.replace("4. 1y", "4. 9y"))
    assert (damaged.game.ply, damaged.faults[0][0]) == (3, "line 21")


SLIPS = [
    ("[Notation 1]", "[Notation 2]", "line 1", "reads notation version 1, the text says 2"),
    ("kommando", "komando", "line 2", "there is no game"),
    ("[Option dealer 1]", "[Option dealr 1]", "line 3", "there is no option 'dealr'"),
    ("[Option dealer 1]", "[Option dealer one]", "line 3", "not written as in JSON"),
    ("[Seed 7]", "[Sede 7]", "line 6", "there is no header 'Sede'"),
    ("[Seed 7]", "[Seed 7] [Seed 7]", "line 6", "this header stands twice"),
    ("[Seat A", "[Seat C", "line 7", "expected [Seat A ...]"),
    ("[Seat B", "[Seat A", "line 8", "this header stands twice"),
    ("[Round 0]", "[Round 1]", "line 10", "the first round is [Round 0]"),
    ("[Round 0]", "", "line 11", "stands after [Round ...]"),
    ("[Dealer 1]", "[Dealer 0]", "line 11", "expected 1"),
    ("7r 5r", "7r 7r", "line 12", "repeats 7r"),
    ("{Begin.}", "{Begin.", "line 14", "a comment is not closed"),
    ("{Begin.}", "{Be\\gin.}", "line 14", "there is no '\\\\g' in comments"),
    ("{Begin.}", "{Begin.} {Again.}", "line 14", "two comments at one position"),
    ("1. L:1r", "2. L:1r", "line 15", "expected the number 1. and found 2."),
    ("1. L:1r", "1. L:9z", "line 15", "is not a move here"),
    ("1. L:1r", "1. 2. L:1r", "line 15", "expected a move after its number"),
    ("2. 7b !?", "2. 7b !? !?", "line 16", "two glyphs at one position"),
    ("2. 7b !?", "2. 7b ]", "line 16", "']' is not expected here"),
    ("5. R:8y", "R:8y", "line 22", "is no"),
    ("5. R:8y", "7. R:8y", "line 22", "expected the number 5."),
    ("(5. L:10y", "(4. L:10y", "line 23", "expected the number 5. and found 6."),
    ("6. 7r)", "6. 7r", "line 23", "a variation is not closed"),
    ("(5. L:10y", "(!? 5. L:10y", "line 23", "in a variation comments and signs stand after a move"),
    ("6. 7r)", "6. 7r !? ?)", "line 23", "two glyphs at one position"),
    ("6. 7r)", "6. 7r))", "line 23", "no variation to close"),
    ("(5. L:10y", "((5. L:10y", "line 23", "no variations within variations"),
    ("(5. L:10y", "(#2 5. L:10y", "line 23", "numbered all or none"),
    ("(5. L:10y 6. 7r)", "()", "line 23", "at least one move"),
    ("6. 7r)", "6. 7z)", "line 23", "is not a move here"),
]


@pytest.mark.parametrize(("old", "new", "where", "reason"), SLIPS, ids=[f"{old}-{new}" for old, new, *_ in SLIPS])
def test_a_slip_is_named_with_its_line(old: str, new: str, where: str, reason: str) -> None:
    assert old in WRITTEN
    with pytest.raises(cw.RecordError) as caught:
        cw.load(WRITTEN.replace(old, new, 1))
    assert reason in caught.value.reason
    assert caught.value.where == where


def test_a_result_that_the_moves_do_not_lead_to_is_named() -> None:
    game = cw.new("kommando", seed=3, seats=[cw.bots.Random(1), cw.bots.Random(2)]).run()
    text = game.notation()
    assert cw.load(text) == game
    (line,) = [line for line in text.splitlines() if line.startswith("[Result")]
    with pytest.raises(cw.RecordError, match=r"^line \d+: the moves lead to"):
        cw.load(text.replace(line, '[Result {"returns": [0, 0], "points": [1, 1]}]'))


def test_texts_have_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notation_reader, "MOST_NOTATION", 1 << 20)
    with pytest.raises(cw.RecordError, match="too long: 1 MiB of notation are read at most"):
        cw.load(WRITTEN + " " * (1 << 20))


HOSTILE = [
    "[Round 0]" + "{" * 10**6,
    "[Round 0]" + "(" * 10**6,
    "[Round 0]{" + " " * 10**6,
    "[Round 0]" + "1. " * 10**6,
    "[Round 0]1." + " a" * 10**6,
    "[" * 10**6,
    "[Option a " + "[" * 10**6,
    "[Seed " + "9" * 10**6 + "]",
    "[Round 0]" + "".join(f"[Round {n}]" for n in range(1, 10**5)),
    "[Game " + '"' * 10**6,
    "[Round 0]{" + "\\s" * 10**6 + "}" + "!" * 10**6,
    "[Round 0]" + "".join(f"{n}. 7b\n" for n in range(1, 2 * 10**5)),
    "[Option " + "a" * 10**6,
    "[Notation 1]",
    "[Notation 1] [Game null] [Round 0]",
    "[Round -1]",
    "[Round 0][Deal 7]",
    "[Round 0][Setup {}]",
    '[Round 0][Setup {"ply": 1e999}]',
    "[Round 0]{\\ud800}1. a",
    "[Round 0](#0 1. a)",
]


@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: text[:24])
def test_hostile_texts_are_refused_in_a_moment(text: str) -> None:
    start = process_time()
    with pytest.raises(cw.RecordError):
        cw.load(text)
    assert process_time() - start < 5


def test_changed_texts_are_games_or_refused() -> None:
    rng, read = Random(1), 0
    pieces = ["[", "]", "{", "}", "(", ")", "\\", '"', "1.", "!", "#1", "\n", " ", "9y", "[Round 1]", "ü", "\x00"]
    for number in range(400):
        text = annotated("kommando", number % 7).notation()
        for _ in range(rng.randrange(1, 4)):
            at = rng.randrange(len(text))
            text = text[:at] + rng.choice([*pieces, ""]) + text[at + rng.randrange(3) :]
        try:
            game = cw.load(text)
        except (cw.RecordError, FileNotFoundError):
            continue
        read += 1
        assert cw.load(game.notation()) == game
    assert 0 < read < 400
