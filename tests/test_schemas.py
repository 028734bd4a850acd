"""The JSON Schemas of the package accept what it writes and refuse anything else."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import capture_widgets as cw
from capture_widgets.games import GAMES
from tests.cases import CASES, case_id, random_move, viewers

Case = tuple[str, dict[str, Any]]


def faults(schema: dict[str, Any], data: Any) -> list[str]:
    """Everything that a schema finds wrong, as paths and words."""
    return [f"{error.json_path}: {error.message}" for error in Draft202012Validator(schema).iter_errors(data)]


@pytest.mark.parametrize("case", CASES[::5], ids=case_id)
def test_dumps_and_records_of_every_game_fit(case: Case) -> None:
    slug, options = case
    game = cw.new(slug, seed=3, **options)
    rng = Random(case_id(case))
    plies = {0, 1, 2, 5, 13, 40}
    while not game.is_over and game.ply <= 40:
        if game.ply in plies:
            for viewer in [*viewers(GAMES[slug], options), None]:
                assert faults(cw.schema("dump", slug), game.dump(viewer)) == []
        game.play(str(random_move(game.state, rng)))
    game.undo().comment("Hm.").glyph("?!")
    assert faults(cw.schema("record"), game.record()) == []
    # a position in place of a deal
    assert faults(cw.schema("record"), cw.from_dump(game.dump()).record()) == []


def test_matches_and_cuts_fit() -> None:
    game = cw.new("universal", seed=5, dealer="cut", match=True)
    assert faults(cw.schema("record"), game.record()) == []
    assert faults(cw.schema("dump", "universal"), game.dump()) == []


def test_every_line_of_a_journal_fits(tmp_path: Path) -> None:
    game = cw.new("kommando", seed=7, autosave=tmp_path / "game.jsonl")
    game.play(game.legal_moves()[0]).undo().redo().comment("Hm.").glyph("!").restart(seed=8)
    lines = (tmp_path / "game.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(lines) == 8
    for line in lines:
        assert faults(cw.schema("journal"), json.loads(line)) == []
    assert faults(cw.schema("journal"), {"play": 7})
    assert faults(cw.schema("journal"), {"undo": False})
    assert faults(cw.schema("journal"), {"comment": ["0/0"]})


def changed(data: Any, path: list[str | int], value: Any) -> Any:
    """A copy with another value at a path."""
    data = copy.deepcopy(data)
    inner = data
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return data


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (["version"], 2),
        (["game"], "chess"),
        (["options", "dealer"], True),
        (["options", "no_choice"], "never"),
        (["options", "players"], 2),
        (["seed"], "7"),
        (["more"], 1),
        (["rounds"], []),
        (["rounds", 0, "deal"], "10r"),
        (["rounds", 0, "moves", 0], 1),
        (["rounds", 0, "more"], 1),
        (["rounds", 0, "result"], {}),
        (["comments"], []),
        (["glyphs"], {"0/1": "*"}),
        (["variations"], [{"at": "0/0"}]),
    ],
)
def test_a_record_of_another_shape_is_refused(path: list[str | int], value: Any) -> None:
    game = cw.new("kommando", seed=7)
    record: Any = game.play(game.legal_moves()[0]).record()
    assert faults(cw.schema("record"), record) == []
    assert faults(cw.schema("record"), changed(record, path, value))


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (["seat"], "A"),
        (["to_play"], "0"),
        (["table", "row", 0, "attack"], [0]),
        (["table", "row", 0, "attack"], [0, "7b", 1]),
        (["table", "hands", 0, 0], 7),
        (["table", "more"], []),
        (["rest", "state"], None),
        (["options", "target"], 0),
        (["game"], "universal"),
    ],
)
def test_a_dump_of_another_shape_is_refused(path: list[str | int], value: Any) -> None:
    dump: Any = cw.new("kommando", seed=7).dump()
    assert faults(cw.schema("dump", "kommando"), dump) == []
    assert faults(cw.schema("dump", "kommando"), changed(dump, path, value))


def test_schemas_are_schemas_and_asked_for_by_name() -> None:
    plain = [cw.schema(kind) for kind in ("record", "journal", "lesson")]
    for schema in [*plain, *(cw.schema("dump", slug) for slug in GAMES)]:
        Draft202012Validator.check_schema(schema)
    with pytest.raises(cw.UnknownGame, match="kommando"):
        cw.schema("dump", "chess")
    for arguments in (("dump",), ("record", "kommando"), ("view",)):
        with pytest.raises(ValueError, match="schema"):
            cw.schema(*arguments)
