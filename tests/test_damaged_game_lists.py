"""A damaged list of saved games is rebuilt: the lobby opens whatever the file contains."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

import capture_widgets as cw
from capture_widgets.bots.levels import make_bot
from capture_widgets.library import kept_games, kept_rows
from capture_widgets.library.kept_games import SWITCH, KeptGame, keep, kept
from tests.test_kept_games import finish
from tests.wire import ask

TRIES: Final = int(os.environ.get("CAPTURE_WIDGETS_DAMAGED_LISTS", "150"))

OTHERS: Final[list[Any]] = [
    None, True, 0, -1, 7, 10**30, 1.5, float("nan"), float("inf"), "", "x", "\ud800", "9999999-99-99",
    [], ["x"], [None], [[]], {}, {"x": []},
]  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Three games: one that goes on, one that was won or lost, and a journal that cannot be read."""
    monkeypatch.delenv(SWITCH, raising=False)
    monkeypatch.setattr(kept_games, "games_folder", lambda: tmp_path / "games")
    for slug, ends in (("kommando", True), ("fourx", False)):
        game = cw.new(slug, seed=7, seats=["Ann", make_bot("random")] if ends else ["Ann"])
        assert keep(game)
        game.play(game.legal_moves()[0])
        if ends:
            finish(game)
        game.close()
    (tmp_path / "games" / "broken.jsonl").write_text("broken\n")
    return tmp_path / "games"


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths of all values in a JSON value."""
    yield path
    for key, part in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield from places(part, (*path, key))


def changed(value: Any, path: tuple[Any, ...], other: Any) -> Any:
    """A JSON value with another one at a path."""
    if not path:
        return other
    value = deepcopy(value)
    inner = value
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = other
    return value


def opens() -> list[KeptGame]:
    """Open a lobby, look at all it lists, and give the games back."""
    lobby: Any = cw.lobby()
    answers = [ask(lobby, kind="games"), ask(lobby, kind="hello", view="page")]
    assert [answer["kind"] for answer in answers] == ["games", "hello"], answers
    json.dumps([lobby.scene, answers], allow_nan=False)
    lobby.close()
    return kept()


def test_a_value_of_any_other_type_makes_the_list_begin_anew(folder: Path) -> None:
    truth = opens()
    file = folder / kept_rows.LIST
    whole = json.loads(file.read_text("utf-8"))
    rng = Random(1)
    tries = [(path, other) for path in places(whole) for other in OTHERS]
    for path, other in rng.sample(tries, min(TRIES, len(tries))):
        file.write_text(json.dumps(changed(whole, path, other)), "utf-8")
        found = opens()
        right = whole
        for key in path:
            right = right[key]
        alike = None in (other, right) or {type(other), type(right)} <= {int, float} or type(other) is type(right)
        assert found == truth or alike, (path, other)


def test_a_file_of_any_bytes_is_written_anew(folder: Path) -> None:
    truth = opens()
    file = folder / kept_rows.LIST
    whole = file.read_bytes()
    rng = Random(2)
    damaged = [b"", b"\0" * 500, b"[" * 100_000, b"null", b"[]", b"7", b'"x"', b"1" * 5000, b'{"form":1}']
    for _ in range(TRIES // 3):
        place, length = rng.randrange(len(whole)), rng.randrange(1, 200)
        damaged.append(rng.choice([whole[:place], whole[:place] + rng.randbytes(length) + whole[place + length :]]))
    for data in damaged:
        file.write_bytes(data)
        assert opens() == truth
        assert json.loads(file.read_bytes())["files"].keys() == json.loads(whole)["files"].keys()


@pytest.mark.parametrize("data", [b"", b"\xff\0\n" * 50, b"nan x\ninf x\n-1 x\n1e999 x\n 5", b"1 2 3\n" * 9])
def test_times_of_any_bytes_are_left_out(data: bytes, folder: Path) -> None:
    for file in folder.glob("*.times"):
        file.write_bytes(data)
    assert len(opens()) == 3


def test_a_folder_in_its_place_or_a_name_that_is_no_text_is_nobodys_trouble(folder: Path) -> None:
    truth = opens()
    (folder / kept_rows.LIST).unlink()
    (folder / kept_rows.LIST).mkdir()
    assert opens() == truth
    (folder / kept_rows.LIST).rmdir()
    journal = truth[0].path
    if os.name == "posix":
        Path(os.fsdecode(os.fsencode(folder) + b"/\xff.jsonl")).write_bytes(journal.read_bytes())
        assert len(opens()) == 4
