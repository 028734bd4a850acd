"""Hostile records, dumps, files and messages, made from sound ones; and what must hold of whatever is let in."""

from __future__ import annotations

import copy
import enum
import json
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random
from time import process_time
from typing import Any, Final, NamedTuple

import capture_widgets as cw
from capture_widgets.core.plain_data import is_a
from capture_widgets.export.replay_frames import comments_for, notes, round_frames
from capture_widgets.games import GAMES
from capture_widgets.model.dump import MOST_PLY
from capture_widgets.model.record_format import GLYPHS, position_of
from capture_widgets.widgets import Inspector, Replay, Table
from tests.cases import CASES, random_move, viewers
from tests.hostile_messages import SLOW, declared
from tests.wire import say

KINDS: Final = ("record", "dump", "file", "view", "pair", "replay", "message")


class Case(NamedTuple):
    """One attack."""

    kind: str
    """What takes it: `KINDS`."""
    data: Any
    seed: int
    """Makes it again."""


# -- sound data to begin with


@cache
def sound(slug: str, number: int) -> tuple[str, str]:
    """A record and a dump of all of a game with a few of everything, as JSON."""
    options = [options for name, options in CASES if name == slug]
    rng = Random(f"{slug}/{number}")
    given = dict(rng.choice(options))
    match = False
    if GAMES[slug].match_refused(GAMES[slug].options.of(given)) is None:
        match = rng.random() < 0.6
        if match:
            given["target"] = rng.choice([1, 30, 1_000_000])
    game = cw.new(slug, seed=rng.randrange(1000), match=match, **given)
    plies = rng.choice([0, 1, 2, 5, 9, 20, 60, 150])
    at = rng.randrange(plies + 1)
    dump = game.dump()
    for _ in range(plies):
        if game.is_over:
            break
        if game.ply and rng.random() < 0.1:
            game.undo()
            continue
        game.play(str(random_move(game.state, rng)))
        if rng.random() < 0.1:
            game.comment(rng.choice(["Well done, S is right", "the 7 of hearts", "x", "B holds 10b"]))
        if rng.random() < 0.1:
            game.glyph(rng.choice(GLYPHS))
        if game.ply <= at:
            dump = game.dump()
    if rng.random() < 0.4:
        dump = game.dump()
    elif len(game.round_numbers()) > 1 and rng.random() < 0.5:
        last = rng.choice(list(game.round_numbers())[:-1])
        dump = game.at(game.plies(last)[-1], round=last).dump()  # the end of a round in the middle of a match
    if rng.random() < 0.3:
        later = cw.from_dump(dump)
        for _ in range(5):
            if later.to_play is not None:
                later.play(str(random_move(later.state, rng)))
        return json.dumps(later.record()), json.dumps(later.dump())
    return json.dumps(game.record()), json.dumps(dump)


# -- ways to harm it


class Number(enum.IntEnum):
    ONE = 1


class Text(str):
    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        raise RuntimeError("compared")

    def __hash__(self) -> int:
        return str.__hash__(self)

    def __str__(self) -> str:
        raise RuntimeError("written")


class Dict(dict[str, Any]):
    def __missing__(self, key: str) -> Any:
        raise RuntimeError(f"asked for {key}")

    def items(self) -> Any:
        raise RuntimeError("listed")

    def get(self, *_args: Any) -> Any:
        raise RuntimeError("asked")


class Liar:
    """An object that fails whatever it is asked."""

    @property
    def __class__(self) -> Any:
        raise RuntimeError("asked for its class")

    @__class__.setter
    def __class__(self, value: Any) -> None: ...

    def __eq__(self, other: object) -> bool:
        raise RuntimeError("compared")

    def __hash__(self) -> int:
        raise RuntimeError("hashed")

    def __repr__(self) -> str:
        raise RuntimeError("shown")

    def __bool__(self) -> bool:
        raise RuntimeError("tested")

    def __len__(self) -> int:
        raise RuntimeError("counted")


def _cycle(_: Random) -> Any:
    loop: list[Any] = [1]
    loop += [loop, {"again": loop}]
    return loop


def _deep(rng: Random) -> Any:
    made: Any = rng.choice([[], {}, 1])
    for _ in range(rng.choice([10, 60, 400])):
        made = [made] if rng.random() < 0.5 else {"card": made}
    return made


PLAIN_JUNK: Final[list[Callable[[Random], Any]]] = [
    lambda rng: rng.choice([None, True, False, 0, 1, -1, 2, 3, 7, 52, 1 << 31, 1 << 53, 10**9]),
    lambda rng: rng.choice([0.0, -0.0, 1.0, 1.5, 1e308]),
    lambda rng: rng.choice([10**4000, -(10**300), 1 << 1024, 1 << 1023]),
    lambda rng: rng.choice(["", "x", "??", "2c", "7b", "cut", "public", "0/0", "0/12", "9999999/9999999", "first"]),
    lambda rng: "\ud800" + rng.choice(["", "x"]),
    lambda rng: rng.choice(["<script>", "</script><!--", "\x00", "\u2028", "{{x}}", "__class__", "ſ", "é" * 50]),
    lambda rng: "x" * rng.choice([1_000, 20_001, 200_000]),
    lambda rng: ["2c"] * rng.choice([0, 1, 60, 5000]),
    lambda rng: {str(i): i for i in range(rng.choice([0, 1, 300]))},
    lambda rng: rng.choice([[[]], [None], {"card": 1}, {"": ""}, [0, "x"], {"??": 10**9}]),
    _deep,
]

OBJECT_JUNK: Final[list[Callable[[Random], Any]]] = [
    lambda rng: rng.choice([float("nan"), float("inf"), 10**5000, b"x", object(), Number.ONE]),
    lambda rng: rng.choice([{1: 2}, {None: 1}, {1, 2}, {"a": {2}}]),
    lambda rng: rng.choice([Text("x"), Text("7b"), {Text("card"): 1}, Dict(card=1), Liar(), [Liar()]]),
    lambda rng: ("2c", ["3c"], ()),
    _cycle,
]


def places(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of every value within data, but for what lies very deep."""
    if len(path) > 10:
        return
    items: Any = data.items() if type(data) is dict else enumerate(data) if type(data) is list else ()
    for key, value in items:
        yield (*path, key)
        yield from places(value, (*path, key))


def _inside(data: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        data = data[key]
    return data


def harmed(data: Any, rng: Random, *, objects: bool) -> Any:
    """The same data with a few things changed, some hardly and some beyond sense."""
    for _ in range(rng.choice([0, 1, 1, 1, 2, 4])):
        everything = list(places(data))
        if not everything:
            break
        # shallow places are few and matter more
        path = rng.choice(everything if rng.random() < 0.5 else [one for one in everything if len(one) <= 3])
        whole, key, old = _inside(data, path[:-1]), path[-1], _inside(data, path)
        way = rng.randrange(9)
        if way == 0:
            del whole[key]
        elif way == 1 and is_a(whole, list):
            again = rng.choice([old, rng.choice(whole)])
            # the same one twice may come to hold itself, which no file can
            whole.insert(rng.randrange(len(whole) + 1), again if objects else copy.deepcopy(again))
        elif way == 2 and is_a(whole, dict):
            name = rng.choice(["more", "first", "dealer", "setup", "cut", "seed", "\ud800", "x" * 3000])
            whole[name] = old if objects else copy.deepcopy(old)
        elif way == 3:  # two values of a kind change places
            other = rng.choice([one for one in everything if type(_inside(data, one)) is type(old)])
            if path != other[: len(path)] and other != path[: len(other)]:
                there = _inside(data, other[:-1])
                whole[key], there[other[-1]] = there[other[-1]], old
        elif way == 4 and type(old) is int:
            whole[key] = old + rng.choice([-1, 1, 1 << 20, 10**7, 10**9])
        elif way == 5 and is_a(old, list):
            rng.shuffle(old)
        elif way == 6 and is_a(old, list) and old:
            del old[rng.randrange(len(old)) :]
        else:
            junk = PLAIN_JUNK + OBJECT_JUNK if objects else PLAIN_JUNK
            whole[key] = rng.choice(junk)(rng)
    return data


def lightly_harmed(record: Any, rng: Random) -> Any:
    """A record with what a reader lets in, or very nearly so."""
    change = rng.randrange(8)
    if change == 0:
        record["seed"] = rng.choice([None, -1, 0, (1 << 1024) - 1, 1 << 1024, True])
    elif change == 1:
        record["seats"] = [rng.choice(["", "x" * 1000, "x" * 1001, "<b>", "\ud83c"]) for _ in record["seats"]]
    elif change == 2:
        record["comments"] = {"0/0": rng.choice(["s", "S", "ſ", "x" * 100_000, "x" * 100_001, "♥K of of the s"])}
    elif change == 3:
        record["rounds"][-1]["moves"] = record["rounds"][-1]["moves"][: rng.randrange(30)]
        record["rounds"][-1].pop("result", None)
        record["comments"], record["glyphs"], record["variations"] = {}, {}, []
    elif change == 4:
        for key in rng.sample(sorted(record), rng.randrange(4)):
            if key not in ("game", "rounds"):
                del record[key]
    elif change == 5:
        record["options"]["target"] = rng.choice([1, 10**9, 10**9 + 1])
    elif change == 6:
        record["rounds"][0].get("setup", {})["ply"] = rng.choice([0, 9_000_000, 9_000_001, 10**7])
    else:
        for entry in record["rounds"]:
            entry["moves"] = [f" {move.upper()}  " for move in entry["moves"]]
    return record


def lightly_harmed_dump(dump: Any, rng: Random) -> Any:
    """A dump with what a reader lets in, or very nearly so."""
    change = rng.randrange(8)
    if change == 0:
        dump["ply"] = rng.choice([0, 1, 9_000_000, 9_000_001, 10**7, 1 << 31])
    elif change == 1:
        dump["legal_moves"] = rng.choice([[], ["x"], ["\ud800"], [1], {}, ["x" * 5000] * 100])
    elif change == 2:
        for key in rng.sample(["is_over", "returns", "points", "legal_moves", "match", "to_play"], rng.randrange(1, 4)):
            dump.pop(key, None)
    elif change == 3:
        key = rng.choice(["is_over", "returns", "points"])
        dump[key] = rng.choice(PLAIN_JUNK)(rng)
    elif change == 4 and dump["match"]:
        dump["match"]["totals"] = [rng.choice([0, 5, 10**9, 10**5000]) for _ in dump["points"]]
        del dump["points"], dump["returns"], dump["match"]["over"]
    elif change == 5:
        dump["options"][rng.choice(["dealer", "first", "target"])] = rng.choice(["cut", 0, 1, 10**9, 10**400])
    elif change == 6 and dump["match"]:
        dump["rest"]["seed"] = rng.choice([None, 0, -1, 1 << 1023, 1 << 1024, 10**5000])
    else:
        for hand in dump["table"].get("hands", []):
            rng.shuffle(hand)
    return dump


def damaged_text(text: str, rng: Random) -> bytes:
    """JSON with a few bytes changed, or none at all."""
    data = bytearray(text.encode("utf-8", "surrogatepass"))
    for _ in range(rng.choice([0, 1, 1, 2, 5])):
        at = rng.randrange(len(data))
        way = rng.randrange(6)
        if way == 0:
            data[at] ^= 1 << rng.randrange(8)
        elif way == 1:
            del data[at : at + rng.choice([1, 10, 1000])]
        elif way == 2:
            data[at:at] = rng.choice([b"[" * 5000, b"9" * 5000, b"NaN", b"-", b'"x":1,', b"\xff", b"\\ud800", b"1e999"])
        elif way == 3:
            data += data[at:]
        elif way == 4:
            del data[at:]
        if not data:
            break
    return bytes(data)


def case(seed: int, kind: str | None = None) -> Case:
    """The attack of a number; the same for ever."""
    rng = Random(f"hostile/{seed}")
    kind = kind or rng.choice(KINDS)
    slug = rng.choice(list(GAMES))
    record, dump = map(json.loads, sound(slug, rng.randrange(12)))
    light = rng.random() < 0.4
    data: Any
    if kind == "message":
        data = rng.randrange(1 << 30)
    elif kind == "dump":
        data = lightly_harmed_dump(dump, rng) if light else harmed(dump, rng, objects=True)
    elif kind in ("view", "pair"):
        game = cw.from_dump(dump)
        views = [game.dump(rng.choice([*viewers(game.type, game.options), None])) for _ in "ab"]
        data = [harmed(dict(view), rng, objects=True) for view in views]
    elif kind == "file":
        made = rng.choice([record, record, dump, [record, copy.deepcopy(record)]])
        text = json.dumps(harmed(made, rng, objects=False) if rng.random() < 0.5 else made)
        data = damaged_text(text, rng)
    else:
        data = lightly_harmed(record, rng) if light else harmed(record, rng, objects=True)
    return Case(kind, data, seed)


# -- what must hold


class Broken(AssertionError):
    """Something was let in that does harm."""


def check_closed(game: cw.Game, folder: Path, rng: Random) -> None:
    """Whatever was let in can be recorded, saved, journaled, loaded again and replayed for every viewer."""
    record = game.record()
    text = json.dumps(record, ensure_ascii=False, allow_nan=False)
    text.encode()
    again = cw.load(json.loads(text))
    settled = again.record()  # at the end of a round of a match the next one has been dealt
    if not (game.is_match and game.to_play is None and not game.is_over):
        _same(settled["rounds"][: len(record["rounds"])], record["rounds"], "rounds loaded from the record")
    _same(cw.load(json.loads(json.dumps(settled))).record(), settled, "the record loaded twice")
    if rng.random() < 0.1:
        path = folder / "game.json"
        game.save(path)
        _same(cw.load(path).record(), settled if game.seed is not None else None, "the file")
    if rng.random() < 0.1:
        path = folder / "game.jsonl"
        path.unlink(missing_ok=True)
        again.autosave(path)
        again.comment("ſ S of s")
        if again.to_play is not None:
            again.play(again.legal_moves()[0])
        _same(cw.load(path).record(), again.record(), "the journal")
        again = cw.load(json.loads(text))
    dump = again.dump()
    if dump["ply"] <= MOST_PLY:  # where a game may be set up it may be played on, but not set up again from there
        _same(cw.from_dump(json.loads(json.dumps(dump, allow_nan=False))).dump(), dump, "the dump of all")
    for viewer in [*viewers(game.type, game.options), None]:
        numbers = game.round_numbers()[-3:]
        said = [round_frames(game.history, number, viewer, game.plies(number)[0] + 60) for number in numbers]
        said += [notes(game.history, viewer), comments_for(game.history, viewer), game.dump(viewer)]  # type: ignore[list-item]
        json.dumps(said, allow_nan=False).encode()
        cw.show(game.dump(viewer))
    for key in [*record["comments"], *record["glyphs"]]:
        number, ply = position_of(key)
        game.dump_at(ply, round=number)


def _same(value: Any, expected: Any, what: str) -> None:
    if expected is not None and value != expected:
        raise Broken(f"{what}: another one comes back")


def open_case(attack: Case, folder: Path) -> cw.Game | None:
    """The game that an attack leads to; raises what its entrance raises."""
    if attack.kind == "record":
        return cw.load(attack.data)
    if attack.kind == "dump":
        return cw.from_dump(attack.data)
    if attack.kind == "file":
        path = folder / "given.json"
        path.write_bytes(attack.data)
        list(cw.read_records(path, faulty=True))
        return cw.load(path)
    if attack.kind == "view":
        cw.show(attack.data[0])._repr_html_()
    elif attack.kind == "pair":
        cw.diff(*attack.data)._repr_html_()
    elif attack.kind == "replay":
        return Replay(attack.data, seat=Random(attack.seed).choice([None, "public", 0])).game
    return None


# -- messages

_DECLARED: Final = list(declared())


def message(rng: Random, game: cw.Game) -> Any:
    """What a browser might send, or a stranger through it: mostly as declared, with junk in place of some fields."""
    if rng.random() < 0.05:
        return rng.choice([None, 1, "play", [], ["play"], {1: 2}])
    legal = game.legal_moves() or ["x"]
    junk = [*PLAIN_JUNK, *OBJECT_JUNK[:2]]
    made: dict[Any, Any] = {"id": rng.choice([1, 2, "1", None, 10**400]), **rng.choice(_DECLARED)}
    likely: dict[Any, list[Any]] = {
        "move": legal, "text": ["S is right", "!?", "!", "the K of hearts", "x" * 30_000], "round": [game.round],
        "ply": [game.ply], "seat": [0, 1], "player": ["person", "random", "x"],
    }  # fmt: skip
    for name in made:
        if name in likely:
            made[name] = rng.choice(likely[name])
        if name != "kind" and rng.random() < 0.1:
            made[name] = rng.choice(junk)(rng)
    if rng.random() < 0.1:
        made[rng.choice(["self", "__class__", "level", "at", "line", "text"])] = rng.choice(junk)(rng)
    return made


def _standing(game: cw.Game) -> str:
    return json.dumps([game.record(), game.dump(), game.can_undo, game.can_redo])


def send_messages(seed: int, folder: Path) -> Counter[str]:
    """A few hostile messages to each kind of widget: no exception comes out, and what is refused changes nothing."""
    rng = Random(f"messages/{seed}")
    slug = rng.choice(list(GAMES))
    record = json.loads(sound(slug, rng.randrange(12))[0])
    game = cw.load(record)
    widget: Any
    kind = rng.randrange(3)
    if kind == 0:
        widget = Table(game, seat=rng.choice([None, 0, "public", "auto"]))
    elif kind == 1:
        widget = Replay(record, seat=rng.choice([None, 0, "public"]), spoilers=rng.random() < 0.5)
    else:
        widget = Inspector(game, seat=rng.choice([None, 0, "public"]))
    answers: list[Any] = []
    widget.send = lambda content, buffers=None: answers.append(content)
    counts: Counter[str] = Counter()
    try:
        for _ in range(4):
            said = message(rng, widget.game)
            if type(said) is dict and said.get("kind") in SLOW:
                continue  # has a thread and half a second to itself
            before = _standing(widget.game)
            answers.clear()
            say(widget, said)
            refused = any(answer.get("kind") == "refused" for answer in answers)
            counts["refused" if refused or not answers else "accepted"] += 1
            if (refused or not answers) and _standing(widget.game) != before:
                raise Broken(f"a message was refused and changed the game: {str(said)[:200]}")
            json.dumps(answers, allow_nan=False)
        if counts["accepted"]:
            check_closed(widget.game, folder, rng)
    finally:
        widget.close()
    return counts


# -- figures


@dataclass
class Figures:
    """What came of so many attacks."""

    refused: Counter[str] = field(default_factory=Counter)
    accepted: Counter[str] = field(default_factory=Counter)
    slowest: dict[str, tuple[float, int]] = field(default_factory=dict)
    """Processor time that the slowest attack of a kind took, and its seed; a busy machine waits more, works no more."""
    undocumented: list[str] = field(default_factory=list)
    """Exceptions that no page of the contract names, and harm done."""

    def as_dict(self) -> dict[str, Any]:
        """As JSON-ready data."""
        slowest = {kind: {"processor_seconds": round(s, 3), "seed": n} for kind, (s, n) in sorted(self.slowest.items())}
        return {
            "refused": dict(sorted(self.refused.items())),
            "accepted": dict(sorted(self.accepted.items())),
            "slowest": slowest,
            "undocumented": self.undocumented[:100],
            "undocumented_count": len(self.undocumented),
        }


def attack(first: int, count: int, kind: str | None = None) -> Figures:
    """Try the attacks of so many numbers, from one on."""
    figures = Figures()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for seed in range(first, first + count):
            _attack(case(seed, kind), folder, figures)
    return figures


def _attack(one: Case, folder: Path, figures: Figures) -> None:
    start = process_time()
    opened: cw.Game | None = None
    try:
        if one.kind == "message":
            counts = send_messages(one.seed, folder)
            for name, count in counts.items():
                getattr(figures, name)[one.kind] += count
        else:
            opened = open_case(one, folder)
            figures.accepted[one.kind] += 1
    except cw.RecordError as error:
        figures.refused[one.kind] += 1
        said = str(error)
        if len(error.faults) > 100 or len(said.encode()) > 2000 or one.kind == "message":
            figures.undocumented.append(f"{one.kind} {one.seed}: {said[:300]}")
    except ValueError as error:
        # two games are not compared; a replay has no such seat
        if one.kind in ("pair", "replay", "view") and type(error) is ValueError:
            figures.refused[one.kind] += 1
        else:
            figures.undocumented.append(f"{one.kind} {one.seed}: {type(error).__name__}: {str(error)[:300]}")
    except Exception as error:  # noqa: BLE001 # this is what is looked for
        figures.undocumented.append(f"{one.kind} {one.seed}: {type(error).__name__}: {str(error)[:300]}")
    seconds = process_time() - start
    figures.slowest[one.kind] = max(figures.slowest.get(one.kind, (0.0, 0)), (seconds, one.seed))
    if opened is not None:
        start = process_time()
        try:
            check_closed(opened, folder, Random(one.seed))
        except Exception as error:  # noqa: BLE001
            figures.undocumented.append(f"{one.kind} {one.seed} inside: {type(error).__name__}: {str(error)[:300]}")
        seconds = process_time() - start
        figures.slowest["inside"] = max(figures.slowest.get("inside", (0.0, 0)), (seconds, one.seed))
