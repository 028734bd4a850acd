"""Hostile input: it is refused in words with its place, or accepted whole, without other exceptions or long waits."""

from __future__ import annotations

import copy
import json
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest

import capture_widgets as cw
from capture_widgets.core.errors import shown
from capture_widgets.games import GAMES
from capture_widgets.model.record_format import MOST_COMMENT, MOST_NAME, MOST_WORDS
from capture_widgets.records.record import read_record
from tests.benchmarks import hostile as benchmark
from tests.hostile import KINDS, Dict, Liar, Number, Text, attack, check_closed, sound
from tests.thorough import little_or_much

ATTACKS = {"replay": 2, "message": 3}
"""A part of the attacks is tried of these: a replay is precomputed for each, and messages come by the four."""


@pytest.mark.parametrize("count", little_or_much(120, 1500))
@pytest.mark.parametrize("kind", KINDS)
def test_attacks_of_every_kind_are_refused_or_do_no_harm(kind: str, count: int) -> None:
    figures = attack(0, count // ATTACKS.get(kind, 1), kind)
    assert figures.undocumented == []
    assert figures.refused[kind] > count / 10
    assert figures.accepted[kind] > count / 25
    # a second here is a second and more on a busy machine
    assert max(seconds for seconds, _ in figures.slowest.values()) < 3


def test_the_benchmark_says_what_it_found(capsys: pytest.CaptureFixture[str]) -> None:
    assert benchmark.main(["--count", "20", "--kind", "dump"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["refused"]["dump"] + told["accepted"]["dump"] == 20
    assert told["undocumented"] == []


def played(slug: str, plies: int = 7, **options: Any) -> cw.Game:
    game = cw.new(slug, seed=4, **options)
    while game.ply < plies:
        game.play(game.legal_moves()[0])
    return game


def nested(depth: int) -> Any:
    made: Any = 1
    for _ in range(depth):
        made = [made]
    return made


# -- the dump that is kept is a canonical copy

ODD: dict[str, Any] = {
    "object": object(), "long number": 10**5000, "nest": nested(5000), "nan": float("nan"), "surrogate": "\ud800",
    "objects": [{"seat": Liar()}], "float": 1.0, "text": "1", "true": [True, True], "wrong": [0, 0, 0], "loop": [],
}  # fmt: skip
ODD["loop"].append(ODD["loop"])


@pytest.mark.parametrize("name", ODD)
@pytest.mark.parametrize("key", ["returns", "points", "legal_moves", "is_over", "match", "to_play"])
def test_a_dump_is_not_kept_with_what_nobody_reads(key: str, name: str) -> None:
    dump: Any = played("kommando").dump()
    value = ODD[name]
    with pytest.raises(cw.RecordError) as caught:
        cw.from_dump({**dump, key: value})
    assert caught.value.where.startswith(key)


def test_what_follows_from_the_table_is_worked_out_anew_and_kept_as_it_is() -> None:
    for dump in (played("kommando").dump(), played("kommando", match=True).dump()):
        told: Any = {**dump, "points": [9, 9], "returns": [1, -1], "is_over": True, "legal_moves": ["x"]}
        if told["match"]:
            told["match"] = {**told["match"], "over": True}
        game = cw.from_dump(told)
        assert game.dump() == dump
        assert game.record()["rounds"][0]["setup"] == dump
        with pytest.raises(cw.RecordError, match="the table says") as caught:
            cw.from_dump({**told, "to_play": 1 - told["to_play"]})
        assert caught.value.where == "to_play"


@pytest.mark.parametrize("slug", GAMES)
def test_what_follows_from_the_table_may_be_left_out_and_moves_may_be_out_of_date(slug: str, tmp_path: Path) -> None:
    dump: Any = played(slug, 3).dump()
    less = {key: dump[key] for key in dump if key not in ("returns", "points", "legal_moves", "is_over", "match")}
    for given in (less, {**dump, "legal_moves": ["x"] * 5000}):
        game = cw.from_dump(given)
        assert game.dump() == dump
        kept: Any = game.record()["rounds"][0]
        assert kept["setup"] == dump
        check_closed(game, tmp_path, Random(1))


@pytest.mark.parametrize("slug", ["kommando", "columns", "fourx", "universal"])
def test_a_finished_dump_without_to_play(slug: str, tmp_path: Path) -> None:
    game, rng = cw.new(slug, seed=2), Random(1)
    while not game.is_over:
        game.play(rng.choice(game.legal_moves()))
    dump: Any = game.dump()
    del dump["to_play"]
    again = cw.from_dump(dump)
    assert again.dump() == game.dump()
    check_closed(again, tmp_path, Random(1))
    unfinished: Any = played(slug, 2).dump()
    del unfinished["to_play"]
    with pytest.raises(cw.RecordError, match="the table says") as caught:
        cw.from_dump(unfinished)
    assert caught.value.where == "to_play"


def test_who_was_cut_for_is_a_seat_in_a_dump() -> None:
    dump: Any = cw.new("universal", seed=3, dealer="cut").dump()
    assert type(dump["options"]["dealer"]) is int
    cw.from_dump(dump)
    dump["options"]["dealer"] = "cut"
    with pytest.raises(cw.RecordError) as caught:
        cw.from_dump(dump)
    assert caught.value.where == "options.dealer"


def test_who_opened_is_who_the_options_say() -> None:
    dump: Any = played("kommando").dump()
    dump["rest"]["first"] = 1 - dump["rest"]["first"]
    with pytest.raises(cw.RecordError) as caught:
        cw.from_dump(dump)
    assert caught.value.where == "rest.first"
    record: Any = cw.from_dump(played("kommando").dump()).record()
    record["rounds"][0]["dealer"] = 1 - record["rounds"][0]["dealer"]
    with pytest.raises(cw.RecordError) as caught:
        cw.load(record)
    assert caught.value.where == "rounds[0].dealer"


# -- bounds


def test_every_position_after_the_last_ply_of_a_dump_has_a_key(tmp_path: Path) -> None:
    dump: Any = played("fourx", 2).dump()
    dump["ply"] = 9_000_000
    game = cw.from_dump(dump)
    game.play(game.legal_moves()[0]).comment("the last")
    assert cw.load(game.record()).comments == {"0/9000001": "the last"}
    check_closed(game, tmp_path, Random(1))
    for ply in (9_000_001, 10_000_000, 1 << 31):
        with pytest.raises(cw.RecordError) as caught:
            cw.from_dump({**dump, "ply": ply})
        assert caught.value.where == "ply"


@pytest.mark.parametrize("seed", [10**5000, -(10**5000), 1 << 1024, True, "7", 7.0], ids=shown)
def test_seeds_have_bounds_everywhere(seed: Any) -> None:
    record: Any = played("kommando").record()
    with pytest.raises(cw.RecordError) as caught:
        cw.load({**record, "seed": seed})
    assert caught.value.where == "seed"
    dump: Any = played("kommando", match=True).dump()
    dump["rest"]["seed"] = seed
    with pytest.raises(cw.RecordError) as caught:
        cw.from_dump(dump)
    assert caught.value.where == "rest.seed"


def test_points_and_targets_have_bounds() -> None:
    with pytest.raises(cw.UnknownOption, match="at most 1,000,000,000"):
        cw.new("kommando", target=10**5000)
    dump: Any = cw.new("kommando", seed=1, match=True).dump()
    # equal totals play on, whatever the target
    for total in (10**5000, 1 << 70):
        with pytest.raises(cw.RecordError) as caught:
            cw.from_dump({**dump, "match": {"totals": [total, total], "over": False}})
        assert caught.value.where == "match.totals"
    turns: Any = played("fourx", 3).dump()
    turns["table"]["turns"] = 10**5000
    with pytest.raises(cw.RecordError) as caught:
        cw.from_dump(turns)
    assert caught.value.where == "table.turns"


def test_names_and_comments_have_bounds_where_they_are_given_and_where_they_are_read() -> None:
    game = played("kommando")
    game.sit(0, "x" * MOST_NAME).comment("x" * MOST_COMMENT)
    assert cw.load(game.record()).record() == game.record()
    with pytest.raises(ValueError, match="at most"):
        game.sit(0, "x" * (MOST_NAME + 1))
    with pytest.raises(ValueError, match="at most"):
        game.comment("x" * (MOST_COMMENT + 1))
    record: Any = game.record()
    for key, value in {"seats": ["x" * (MOST_NAME + 1), "B"], "comments": {"0/1": "x" * (MOST_COMMENT + 1)}}.items():
        with pytest.raises(cw.RecordError, match="at most"):
            cw.load({**record, key: value})


def test_all_comments_together_have_a_bound() -> None:
    game = cw.new("fourx", seed=5, explorers="any").play("king c")
    while game.ply < 12:
        game.play(next(move for move in game.legal_moves() if move != "resign"))
    for ply in range(MOST_WORDS // MOST_COMMENT):
        game.comment("x" * MOST_COMMENT, ply=ply)
    with pytest.raises(ValueError, match="all comments"):
        game.comment("x", ply=11)
    assert "0/11" not in game.comments
    game.comment("y" * MOST_COMMENT, ply=3)  # another one in its place
    record: Any = game.record()
    assert cw.load(record).record() == record
    record["comments"]["0/11"] = "x"
    with pytest.raises(cw.RecordError, match="all comments"):
        cw.load(record)


def test_a_file_may_be_only_so_long(tmp_path: Path) -> None:
    path = tmp_path / "long.json"
    with path.open("wb") as file:
        file.truncate((64 << 20) + 1)
    start = time.process_time()
    for act in (cw.load, cw.replay):
        with pytest.raises(cw.RecordError, match="64 MiB"):
            act(path)
    (found,) = cw.read_records(path, faulty=True)
    assert found.fault is not None
    assert "64 MiB" in found.fault[1]
    assert time.process_time() - start < 5
    path.write_text("[" + "[]," * 2_000_000 + "[]]")
    with pytest.raises(cw.RecordError, match="too long"):
        cw.load(path)
    with pytest.raises(OSError, match="a device stands here"):
        cw.load("/dev/zero")


def test_what_names_no_file_is_refused() -> None:
    for name in ("\x00", "a\x00b", "\ud800"):
        with pytest.raises((cw.RecordError, FileNotFoundError)):
            cw.load(name)


def test_a_key_that_stands_twice_among_many_is_found_in_a_moment(tmp_path: Path) -> None:
    path = tmp_path / "twice.json"
    path.write_text("{" + ",".join(f'"{i}":0' for i in range(100_000)) + ',"99999":0}')
    start = time.process_time()
    with pytest.raises(cw.RecordError, match="stands twice"):
        cw.load(path)
    assert time.process_time() - start < 3


def test_a_hundred_faults_are_kept_at_most() -> None:
    record: Any = played("kommando").record()
    reading = read_record({**record, **{f"x{i}": "y" for i in range(5000)}})
    assert len(reading.faults) == 100
    assert reading.faults[-1][1].startswith("and more")
    with pytest.raises(cw.RecordError) as caught:
        cw.load({**record, "glyphs": {f"x{i}": object() for i in range(5000)}})
    assert len(caught.value.faults) == 100


# -- objects with a will of their own


def test_what_inherits_from_a_kind_of_json_is_that_kind() -> None:
    game = played("kommando")
    record: Any = game.record()
    record["seats"] = [Text("x"), "B"]
    record["rounds"][0]["moves"] = tuple(map(Text, record["rounds"][0]["moves"]))
    record["rounds"][0]["dealer"] = Number.ONE
    record["rounds"][0] = Dict(record["rounds"][0])
    again = cw.load(Dict(record))
    assert again.dump() == game.dump()
    assert [type(name) for name in again.seats] == [str, str]
    dump: Any = game.dump()
    dump["table"] = Dict(dump["table"])
    assert cw.from_dump(Dict(dump)).dump() == game.dump()


LIARS: dict[str, Any] = {
    "itself": Liar(), "list": [Liar()], "object": {"game": Liar()}, "key": {Text("x"): Liar()},
    "number": {1: 2}, "loop": ODD["loop"],
}  # fmt: skip


@pytest.mark.parametrize("name", LIARS)
def test_nothing_of_an_objects_own_code_runs(name: str) -> None:
    value = LIARS[name]  # by name, for the test runner itself asks an object for its class
    game = played("kommando")
    record, dump = game.record(), game.dump()
    for key in record:
        with pytest.raises(cw.RecordError):
            cw.load({**record, key: value})
    for key in dump:
        with pytest.raises(cw.RecordError):
            cw.from_dump({**dump, key: value})
        with pytest.raises(cw.RecordError):
            cw.diff({**dump, key: value}, dump)
        with pytest.raises(cw.RecordError):
            cw.show({**dump, key: value})
    for act in (cw.load, cw.from_dump, cw.replay, cw.show):
        with pytest.raises(ValueError, match=r"\w"):
            act(value)


def test_lists_that_hold_one_another_many_times_end_in_a_moment() -> None:
    many: Any = ["x"]
    for _ in range(40):
        many = [many] * 10
    start = time.process_time()
    with pytest.raises(cw.RecordError):
        cw.load({**played("kommando").record(), "variations": many})
    assert time.process_time() - start < 3


# -- views


@pytest.mark.parametrize("slug", GAMES)
def test_show_and_diff_say_where_a_dump_is_broken(slug: str) -> None:
    dump: Any = played(slug, 3).dump("public")
    for path, value in {
        "points": [1] * 9, "ply": "3", "to_play": 9, "seat": 7, "round": 10**5000, "table": {}, "options": {"x": 1},
    }.items():  # fmt: skip
        broken = {**copy.deepcopy(dump), path: value}
        with pytest.raises(cw.RecordError) as caught:
            cw.show(broken)
        assert caught.value.where.startswith(path)
        with pytest.raises(cw.RecordError, match="the second is no position"):
            cw.diff(dump, broken)


def test_a_number_of_hidden_cards_is_no_way_to_fill_the_memory() -> None:
    game = cw.new("columns", seed=3)
    dump: Any = game.play(game.legal_moves()[0]).dump("public")
    placed = next(entry for entry in dump["table"]["placed"] if entry)
    placed["??"] = 10**9
    with pytest.raises(cw.RecordError, match="at most 1,000"):
        cw.show(dump)


@pytest.mark.parametrize("slug", GAMES)
def test_sound_data_is_let_in(slug: str, tmp_path: Path) -> None:
    for number in range(4):
        record, dump = map(json.loads, sound(slug, number))
        check_closed(cw.load(record), tmp_path, Random(number))
        check_closed(cw.from_dump(dump), tmp_path, Random(number))
