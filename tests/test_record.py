"""Records: files written by hand are read, and every kind of damage is refused with its place."""

from __future__ import annotations

import copy
import json
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

import capture_widgets as cw
from capture_widgets.games import GAMES
from capture_widgets.records.record import MOST_MOVES, read_record
from tests.cases import random_move
from tests.test_schemas import faults

RECORDS = Path(__file__).parent / "records"
VALID: dict[str, dict[str, Any]] = json.loads((RECORDS / "valid.json").read_text(encoding="utf-8"))
"""Where each of the valid records ends."""
INVALID: dict[str, dict[str, str]] = json.loads((RECORDS / "invalid.json").read_text(encoding="utf-8"))
"""Where each of the damaged ones is at fault, and a piece of the reason."""


def read(name: str) -> Any:
    """The data of a file beside the tests."""
    return json.loads((RECORDS / f"{name}.json").read_text(encoding="utf-8-sig"))


# -- sound records


def test_every_file_is_listed() -> None:
    assert {path.stem for path in (RECORDS / "valid").iterdir()} == set(VALID)
    # the one that is no UTF-8 is at fault as a file, not in a place of it
    assert {path.stem for path in (RECORDS / "invalid").iterdir()} - {"latin-1"} == set(INVALID)


@pytest.mark.parametrize("name", VALID)
def test_a_record_written_by_hand_loads_replays_and_dumps(name: str) -> None:
    game = cw.load(RECORDS / "valid" / f"{name}.json")
    data = read(f"valid/{name}")
    dump = game.dump()
    assert {key: dump[key] for key in VALID[name]} == VALID[name]  # type: ignore[literal-required]
    assert faults(cw.schema("record"), data) == []
    assert faults(cw.schema("dump", game.type.slug), dump) == []
    # whatever the file says stands in the record that is written, and that record says the same game
    record: Any = json.loads(json.dumps(game.record()))
    for key, value in data.items():
        if key not in ("rounds", "options"):
            assert record[key] == value
    assert record["options"].items() >= data["options"].items()
    for given, written in zip(data["rounds"], record["rounds"], strict=True):
        assert written.items() >= given.items()
    again = cw.load(record)
    assert again.record() == record
    assert again.dump() == dump
    # move by move from the start, without the reader
    first = game.at(game.plies(0)[0], round=0)
    for move in [move for number in game.round_numbers() for move in game.moves(number)]:
        first.play(move)
    assert first.dump() == dump


def test_what_looks_like_a_program_stays_text(tmp_path: Path) -> None:
    game = cw.load(RECORDS / "valid" / "hostile-text.json")
    assert game.seats[0] == "<script>alert(1)</script>"
    assert game.comments["0/3"].startswith("{{7*7}} ${7*7}")
    saved = game.save(tmp_path / "game.json")
    assert cw.load(saved).record() == game.record()


def test_records_and_plain_data_are_read_alike(tmp_path: Path) -> None:
    """A dict, a text path and a Path; the data that was given stays as it was."""
    data = read("valid/kommando-everything")
    before = copy.deepcopy(data)
    assert cw.load(data).record() == cw.load(str(RECORDS / "valid" / "kommando-everything.json")).record()
    assert data == before
    with pytest.raises(FileNotFoundError):
        cw.load(tmp_path / "nothing.json")


def test_a_record_from_a_position_in_a_match_keeps_its_points() -> None:
    game = cw.new("kommando", seed=7, match=True)
    while not (game.round == 1 and game.ply == 3):
        game.play(game.legal_moves()[0])
    later = cw.from_dump(game.dump())
    while not (later.round == 3 and later.ply == 1):
        later.play(later.legal_moves()[-1])
    again = cw.load(json.loads(json.dumps(later.record())))
    assert again.dump() == later.dump()
    assert again.points == later.points
    assert list(again.round_numbers()) == [1, 2, 3]


# -- damage


@pytest.mark.parametrize("name", INVALID)
def test_damage_is_refused_with_its_place(name: str) -> None:
    path = RECORDS / "invalid" / f"{name}.json"
    with pytest.raises(cw.RecordError) as caught:
        cw.load(path)
    assert caught.value.where == INVALID[name]["where"]
    assert caught.value.reason.startswith(INVALID[name]["reason"])
    assert caught.value.faults[0] == (caught.value.where, caught.value.reason)
    # what is said can be written to any screen or file, and is no page of text
    assert len(str(caught.value).encode("utf-8")) < 600
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except ValueError:
        return
    with pytest.raises(cw.RecordError):
        cw.load(data)


def test_a_file_that_is_no_utf_8_is_refused() -> None:
    with pytest.raises(cw.RecordError, match="not UTF-8 text at byte 53"):
        cw.load(RECORDS / "invalid" / "latin-1.json")


def test_all_faults_are_collected() -> None:
    data = read("valid/kommando-everything")
    data["seed"], data["seats"], data["comments"]["9/9"], data["more"] = "7", [], "x", 1
    with pytest.raises(cw.RecordError, match=r"\(and 2 more\)") as caught:
        cw.load(data)
    # the keys first; places are not asked for behind other faults, since they may point past what could be read
    assert [where for where, _ in caught.value.faults] == ["more", "seed", "seats"]


def test_a_damaged_record_is_read_up_to_its_fault() -> None:
    data = read("invalid/move-illegal-half-way")
    reading = read_record(data)
    assert [where for where, _ in reading.faults] == ["rounds[0].moves[12]"]
    assert reading.rounds[0].ply == 12
    assert [str(move) for move in reading.rounds[0].moves] == data["rounds"][0]["moves"][:12]


@pytest.mark.parametrize(
    "text",
    [
        "[" * 200_000 + "]" * 200_000,
        '{"game": ' * 100_000 + "1" + "}" * 100_000,
        '{"game": "kommando", "options": {}, "rounds": ' + "[" * 100_000 + "]" * 100_000 + "}",
    ],
    ids=["lists", "objects", "rounds"],
)
def test_deep_nesting_is_refused(text: str, tmp_path: Path) -> None:
    (tmp_path / "deep.json").write_text(text, encoding="utf-8")
    with pytest.raises(cw.RecordError, match="nested too deep"):
        cw.load(tmp_path / "deep.json")


def test_deep_data_in_any_place_is_refused() -> None:
    """The same without JSON: each part of the record in turn, and each part of its round, is a list of lists."""
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    data = read("valid/kommando-everything")
    for key in data:
        with pytest.raises(cw.RecordError):
            cw.load({**data, key: deep})
    for key in data["rounds"][0]:
        with pytest.raises(cw.RecordError):
            cw.load({**data, "rounds": [{**data["rounds"][0], key: deep}]})
    for key in data["options"]:
        with pytest.raises(cw.RecordError):
            cw.load({**data, "options": {key: deep}})
    with pytest.raises(cw.RecordError):
        cw.load({**data, "rounds": [{"setup": {**cw.load(data).dump(), "table": deep}, "moves": []}]})
    while deep:  # freed level by level, or freeing it would nest too deep as well
        deep = deep.pop()


def many_moves(count: int) -> dict[str, Any]:
    """A record of 4X Solitaire with so many legal moves: an own card travels to and fro."""
    game = cw.new("fourx", seed=5, explorers="any")
    game.play("king c")
    while not (travels := [move for move in game.legal_moves() if move.startswith("travel")]):
        game.play(next(move for move in game.legal_moves() if move != "resign"))
    record: Any = game.record()
    record["rounds"][0]["moves"] += travels[:1] * (count - game.ply)
    return record  # type: ignore[no-any-return]


def test_a_million_moves_do_not_hang() -> None:
    record = many_moves(1_000_000)
    start = time.process_time()
    with pytest.raises(cw.RecordError, match="at most 100,000 moves") as caught:
        cw.load(record)
    assert caught.value.where == f"rounds[0].moves[{MOST_MOVES}]"
    assert caught.value.faults[1] == ("rounds[0].moves", "too much: 300,000 values are read at most")
    with pytest.raises(cw.RecordError) as caught:
        cw.load(
            {
                **read("valid/kommando-minimal"),
                "rounds": [{**read("valid/kommando-minimal")["rounds"][0], "moves": ["L:5r"] * 1_000_000}],
            }
        )
    assert caught.value.where == f"rounds[0].moves[{MOST_MOVES}]", "too many are refused before one is looked at"
    assert time.process_time() - start < 10


def counted(monkeypatch: pytest.MonkeyPatch, slug: str, name: str) -> list[object]:
    """Calls of a method of a game's state from now on."""
    state: Any = GAMES[slug].state
    calls: list[object] = []
    own = getattr(state, name)

    def count(self: Any, *given: Any) -> Any:
        calls.append(given)
        return own(self, *given)

    monkeypatch.setattr(state, name, count)
    return calls


def long_match(slug: str, moves: int, **options: Any) -> dict[str, Any]:
    """A record of a match with at least so many moves, chosen at random."""
    given: Any = {"target": 10**9, **options}
    history, rng, made = cw.new(slug, seed=5, match=True, **given).history, Random(slug), 0
    while made < moves or history.ply < 3:
        history = history.play(str(random_move(history.state, rng)))
        made += 1
    record: Any = history.record()
    return {**record}


LONG: dict[str, Callable[[int], dict[str, Any]]] = {
    "fourx": many_moves,
    "universal": lambda moves: long_match("universal", moves),
    "kommando": lambda moves: long_match("kommando", moves),
    "commander": lambda moves: long_match("commander", moves, scoring=True),
}
"""Records of as many moves as one likes: in the other game a round ends, and there is no match."""


@pytest.mark.parametrize("slug", LONG)
def test_a_record_with_a_wrong_last_move_is_refused_after_each_move_was_made_once(
    slug: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = LONG[slug](3000)
    count = sum(len(entry["moves"]) for entry in record["rounds"])
    record["rounds"][-1]["moves"][-1] = "nonsense"
    made, checked = (counted(monkeypatch, slug, name) for name in ("apply", "check"))
    with pytest.raises(cw.RecordError) as caught:
        cw.load(record)
    last = len(record["rounds"]) - 1
    assert caught.value.where == f"rounds[{last}].moves[{len(record['rounds'][-1]['moves']) - 1}]"
    assert len(made) == len(checked) == count - 1


def test_no_reason_against_a_legal_move_is_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """In Universal Capture that took three times as long as all else that a move needs."""
    record, asked = long_match("universal", 500), []
    monkeypatch.setattr("capture_widgets.games.universal.words._refusal", lambda *given: asked.append(given))
    assert cw.load(record).record()["rounds"] == record["rounds"]
    assert asked == []


@pytest.mark.parametrize("place", ["round", "variation", "rounds"])
def test_of_too_many_moves_none_is_made(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    record: Any = long_match("kommando", 50) if place == "rounds" else many_moves(30)
    first = sum(len(entry["moves"]) for entry in record["rounds"][:-1])
    moves = record["rounds"][0]["moves"]
    if place == "variation":
        record["variations"] = [{"at": "0/20", "moves": [moves[-1]] * MOST_MOVES}]
        first = len(moves)
    else:
        record["rounds"][-1]["moves"] = ["nonsense" if place == "round" else moves[-1]] * (MOST_MOVES + 1)
    made = counted(monkeypatch, record["game"], "apply")
    with pytest.raises(cw.RecordError, match="at most 100,000 moves") as caught:
        cw.load(record)
    assert caught.value.where.endswith(f"[{MOST_MOVES - first}]")
    assert len(made) == first


def test_many_variations_count_as_moves() -> None:
    """Lines from a late position cost their own moves, not those before them."""
    record: Any = many_moves(5000)
    move = record["rounds"][0]["moves"][-1]
    record["variations"] = [{"at": "0/4000", "moves": [move] * 5}] * 2000
    start = time.process_time()
    assert len(cw.load(record).variations) == 2000
    record["variations"] = [{"at": "0/4000", "moves": [move] * 12}] * 8500
    with pytest.raises(cw.RecordError, match="at most 100,000 moves"):
        cw.load(record)
    record["variations"] = [{"at": "0/4000", "moves": [move]}] * 10_001
    with pytest.raises(cw.RecordError, match="at most 10,000 variations"):
        cw.load(record)
    assert time.process_time() - start < 10


def test_a_hundred_thousand_comments_and_unknown_keys_do_not_hang() -> None:
    data = read("valid/kommando-minimal")
    start = time.process_time()
    with pytest.raises(cw.RecordError, match=r"\(and 99 more\)") as caught:
        cw.load({**data, **{f"key {i}": i for i in range(100_000)}})
    assert caught.value.faults[-1] == ("", "and more: only the first 99 faults are kept")
    with pytest.raises(cw.RecordError):
        cw.load({**data, "comments": {f"0/{i}": "x" for i in range(100_000)}})
    assert time.process_time() - start < 10


ODD: dict[str, object] = {
    "nan": float("nan"),
    "infinity": float("inf"),
    "minus nothing": -0.0,
    "long float": 1e308,
    "long number": 10**5000,
    "true": True,
    "bytes": b"",
    "object": object(),
    "numbered": {1: 2},
}


@pytest.mark.parametrize("value", ODD.values(), ids=ODD)
def test_values_that_no_file_holds_are_refused_too(value: object) -> None:
    """`load` also takes data made in Python; keys and values of any type come back as a RecordError."""
    data = read("valid/kommando-everything")
    for key in data:
        if key in ("seed", "match") and type(value) in (int, bool):
            continue
        with pytest.raises(cw.RecordError):
            cw.load({**data, key: value})
    for key in data["rounds"][0]:
        with pytest.raises(cw.RecordError):
            cw.load({**data, "rounds": [{**data["rounds"][0], key: value}]})


def test_unknown_keys_of_any_type_are_refused() -> None:
    data: Any = read("valid/kommando-minimal")
    keys: list[Any] = [1, None, ("a", 1), "a b", "é", "x" * 5000]
    for key in keys:
        words = "no such key" if isinstance(key, str) else "the keys of an object are texts"
        with pytest.raises(cw.RecordError, match=words):
            cw.load({**data, key: 1})
        with pytest.raises(cw.RecordError, match=words):
            cw.load({**data, "rounds": [{**data["rounds"][0], key: 1}]})
        with pytest.raises(cw.RecordError):
            cw.load({**data, "options": {key: 1}})
        with pytest.raises(cw.RecordError):
            cw.load({**data, "comments": {key: "x"}})
