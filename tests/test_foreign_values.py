"""Values of wrong types: every public entry point refuses them in our words, and nothing changes."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

import capture_widgets as cw
from capture_widgets.core.errors import shown
from capture_widgets.core.escapes import is_obeyed, visible, visible_json
from tests.hostile_messages import PYTHON_WORDS, middle


class _NoWords:
    def __repr__(self) -> str:
        raise RuntimeError("no words")

    __str__ = __repr__


class _NoHash:
    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        raise RuntimeError("compared")


class _Screen:
    def __repr__(self) -> str:
        return "\x1b[2J\u202e\n" * 100


class _Many:
    def __repr__(self) -> str:
        return "x" * 10_000_000


class _Other:
    @property  # type: ignore[misc]
    def __class__(self) -> type:
        raise RuntimeError("asked")


class _NoText(str):
    __slots__ = ()

    def __getitem__(self, key: Any) -> str:
        raise RuntimeError("cut")

    def __len__(self) -> int:
        raise RuntimeError("measured")

    def __str__(self) -> str:
        raise RuntimeError("written")

    __repr__ = __str__


class _Nameless(type):
    def __getattribute__(cls, name: str) -> Any:
        if name == "__name__":
            raise RuntimeError("named")
        return super().__getattribute__(name)

    def __hash__(cls) -> int:
        raise RuntimeError("hashed")


class _OfNone(metaclass=_Nameless):
    pass


def _nested(depth: int = 20_000) -> list[Any]:
    made: list[Any] = []
    for _ in range(depth):
        made = [made]
    return made


FOREIGN: Final[dict[str, Any]] = {
    "huge number": 10**5000,
    "huge negative": -(10**5000),
    "nan": float("nan"),
    "infinity": float("inf"),
    "bytes": b"\xff" * 1000,
    "true": True,
    "list": ["L:1r"],
    "nest": _nested(),
    "tuple of huge": (10**5000,),
    "set": {1, 2},
    "dict": {"self": 1},
    "values of huge": {1: 10**5000}.values(),
    "no words": _NoWords(),
    "no hash": _NoHash(),
    "screen": _Screen(),
    "many": _Many(),
    "liar": _Other(),
    "hard text": _NoText("L:1r"),
    "nameless": _OfNone(),
    "type": int,
    "function": lambda: 1,
    "long text": "x" * 3_000_000,
    "control text": "\x1b[2J\x9b\u202e\u2028\x00",
    "surrogate": "\ud800",
}
"""By name, for the test runner itself asks an object for its class and its words."""

ACTIVE: Final = {
    "no hash": "compared",
    "liar": "asked",
    "hard text": "cut|measured|written",
    "nameless": "named|hashed",
}
"""Objects with code of their own, and what it says where it is run: an error of theirs may come out as it is."""

OURS: Final = (cw.IllegalMove, cw.IllegalDeal, cw.RecordError, cw.UnknownGame, cw.UnknownOption)


@pytest.mark.parametrize("name", FOREIGN)
def test_every_value_is_shown_as_one_short_line_that_can_be_printed(name: str) -> None:
    text = shown(FOREIGN[name])
    assert type(text) is str
    assert 0 < len(text) <= 100
    assert text.isprintable()
    assert "0x7" not in text, "where it lies in memory tells nobody what it is"


def test_what_a_screen_would_obey_is_written_as_an_escape() -> None:
    assert visible("\x1b[31m\x07\x7f\x9b\r\n") == "\\x1b[31m\\x07\\x7f\\x9b\\x0d\\x0a"
    assert visible("\u2028\u2029\u202e\u2066\ufeff\ud800\U000e0041") == (
        "\\u2028\\u2029\\u202e\\u2066\\ufeff\\ud800\\U000e0041"
    )
    assert visible("a\tb\nc", keep="\n") == "a\\x09b\nc"
    # what writing needs stays: spaces of any width, joined pictures, Persian, accents
    for text in ("Zoë — 3♥", "\u00a0\u3000", "👩\u200d👧", "می\u200cخواهم", "e\u0301"):
        assert visible(text) == text
    # planes 3 to 13 have no characters yet, the last two are for private use
    everything = [chr(code) for code in (*range(0x33500), *range(0xDFF00, 0xE1000), *range(0xFFF00, 0x110000, 99))]
    assert not any(map(is_obeyed, visible("".join(everything))))
    for text in ("".join(everything[:0xD800]), "".join(everything[0xE000::7]), "\U000e0041"):
        written = visible_json(json.dumps(text, ensure_ascii=False, indent=1))
        assert json.loads(written) == text
        assert not any(map(is_obeyed, written))
    signs = "".join(map(chr, range(0x2100)))
    assert not re.search(r"[\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]", visible(signs))


Entrance = Callable[[cw.Game, Any, Path], object]

ENTRANCES: Final[dict[str, Entrance]] = {
    "play": lambda g, v, _: g.play(v),
    "explain": lambda g, v, _: g.explain(v),
    "comment": lambda g, v, _: g.comment(v),
    "comment ply": lambda g, v, _: g.comment("x", ply=v),
    "comment round": lambda g, v, _: g.comment("x", round=v),
    "glyph": lambda g, v, _: g.glyph(v),
    "glyph ply": lambda g, v, _: g.glyph("!", ply=v),
    "sit": lambda g, v, _: g.sit(v, "Ann"),
    "sit player": lambda g, v, _: g.sit(0, v),
    "seed_bots": lambda g, v, _: g.seed_bots(v),
    "at": lambda g, v, _: g.at(v),
    "at round": lambda g, v, _: g.at(0, round=v),
    "moves": lambda g, v, _: g.moves(v),
    "plies": lambda g, v, _: g.plies(v),
    "dump": lambda g, v, _: g.dump(v),
    "dump_at": lambda g, v, _: g.dump_at(v),
    "dump_at round": lambda g, v, _: g.dump_at(0, round=v),
    "log": lambda g, v, _: g.log(v),
    "log ply": lambda g, v, _: g.log(ply=v),
    "log after": lambda g, v, _: g.log(after=v),
    "text": lambda g, v, _: g.text(v),
    "to_svg": lambda g, v, _: g.to_svg(v),
    "find": lambda g, v, _: g.find(v),
    "belief": lambda g, v, _: g.belief(v, 10),
    "belief samples": lambda g, v, _: g.belief(0, v),
    "belief seed": lambda g, v, _: g.belief(0, 10, seed=v),
    "link": lambda g, v, _: g.link(v),
    "link seat": lambda g, v, _: g.link("", v),
    "link ply": lambda g, v, _: g.link("", ply=v),
    "link round": lambda g, v, _: g.link("", round=v),
    "question": lambda g, v, _: g.question(v),
    "hint seconds": lambda g, v, _: g.hint(v),
    "hint simulations": lambda g, v, _: g.hint(simulations=v),
    "hint seed": lambda g, v, _: g.hint(simulations=1, seed=v),
    "still_winnable": lambda g, v, _: g.still_winnable(v),
    "restart same": lambda g, v, _: g.restart(same=v),
    "restart seed": lambda g, v, _: g.restart(seed=v),
    "begin": lambda g, v, _: g.begin(v),
    "bring_back": lambda g, v, _: g.bring_back(v),
    "save": lambda g, v, _: g.save(v),
    "save_html": lambda g, v, _: g.save_html(v),
    "save_html seat": lambda g, v, folder: g.save_html(folder / "x.html", v),
    "autosave": lambda g, v, _: g.autosave(v),
    "table": lambda g, v, _: g.table(v),
    "table size": lambda g, v, _: g.table(size=v),
    "table pace": lambda g, v, _: g.table(pace=v),
    "replay seat": lambda g, v, _: g.replay(v),
    "replay round": lambda g, v, _: g.replay(round=v),
    "replay ply": lambda g, v, _: g.replay(ply=v),
    "replay line": lambda g, v, _: g.replay(line=v),
    "replay lenses": lambda g, v, _: g.replay(lenses=v),
    "replay who": lambda g, v, _: g.replay(who=v),
    "replay predict": lambda g, v, _: g.replay(predict=v),
    "replay settings": lambda g, v, _: g.replay(settings=v),
    "inspect": lambda g, v, _: g.inspect(v),
    "reveal": lambda g, v, _: g.teacher.reveal(v),
    "reveal to": lambda g, v, _: g.teacher.reveal(0, v),
    "conceal": lambda g, v, _: g.teacher.conceal(v),
    "spotlight": lambda g, v, _: g.teacher.spotlight(v),
    "freeze": lambda g, v, _: g.teacher.freeze(v),
    "release": lambda g, v, _: g.teacher.release(v),
    "clock": lambda g, v, _: g.teacher.clock(v),
    "take_back": lambda g, v, _: g.teacher.take_back(v),
    "jump": lambda g, v, _: g.teacher.jump(v),
    "jump round": lambda g, v, _: g.teacher.jump(0, round=v),
    "set_up": lambda g, v, _: g.teacher.set_up(v),
    "hand_over": lambda g, v, _: g.teacher.hand_over(v, "Ann"),
    "hand_over player": lambda g, v, _: g.teacher.hand_over(0, v),
    "new": lambda g, v, _: cw.new(v),
    "new seed": lambda g, v, _: cw.new("kommando", seed=v),
    "new deal": lambda g, v, _: cw.new("kommando", deal=v),
    "new match": lambda g, v, _: cw.new("kommando", match=v),
    "new seats": lambda g, v, _: cw.new("kommando", seats=v),
    "new seat": lambda g, v, _: cw.new("kommando", seats=[v]),
    "new undo": lambda g, v, _: cw.new("kommando", undo=v),
    "new option": lambda g, v, _: cw.new("kommando", target=v),
    "new choice": lambda g, v, _: cw.new("kommando", no_choice=v),
    "new dealer": lambda g, v, _: cw.new("universal", seed=1, dealer=v),
    "new autosave": lambda g, v, _: cw.new("kommando", seed=1, autosave=v),
    "load": lambda g, v, _: cw.load(v),
    "from_dump": lambda g, v, _: cw.from_dump(v),
    "resume": lambda g, v, _: cw.resume(v),
    "salvage": lambda g, v, _: cw.salvage(v),
    "replay": lambda g, v, _: cw.replay(v),
    "show": lambda g, v, _: cw.show(v),
    "diff": lambda g, v, _: cw.diff(v, v),
    "read_records": lambda g, v, _: list(cw.read_records(v)),
    "read_records game": lambda g, v, folder: list(cw.read_records(folder, game=v)),
    "read_records match": lambda g, v, folder: list(cw.read_records(folder, match=v)),
    "read_records player": lambda g, v, folder: list(cw.read_records(folder, player=v)),
    "options": lambda g, v, _: cw.options(v),
    "rules": lambda g, v, _: cw.rules(v),
    "schema": lambda g, v, _: cw.schema(v),
    "schema game": lambda g, v, _: cw.schema("dump", v),
    "daily": lambda g, v, _: cw.daily(v),
    "daily day": lambda g, v, _: cw.daily("kommando", v),
    "deals": lambda g, v, _: cw.deals(v, 1),
    "deals seeds": lambda g, v, _: cw.deals("kommando", v),
    "duel": lambda g, v, _: cw.duel("kommando", v, deals=1),
    "duel game": lambda g, v, _: cw.duel(v, [cw.bots.Random()], deals=1),
    "duel deals": lambda g, v, _: cw.duel("fourx", [cw.bots.Random()], deals=v),
    "duel seed": lambda g, v, _: cw.duel("fourx", [cw.bots.Random()], deals=1, seed=v),
    "solve": lambda g, v, _: cw.solve(v),
    "solve seconds": lambda g, v, _: cw.solve(cw.new("fourx", seed=1), seconds=v),
    "analyse": lambda g, v, _: cw.analyse(v),
    "analyse seat": lambda g, v, _: cw.analyse(g, seat=v, simulations=1),
    "lesson": lambda g, v, _: cw.lesson(v),
    "lesson_editor": lambda g, v, _: cw.lesson_editor(v),
    "Poll": lambda g, v, _: cw.poll(v),
    "Poll question": lambda g, v, _: cw.poll(g, v),
    "Poll seat": lambda g, v, _: cw.poll(g, seat=v),
    "Poll vote": lambda g, v, _: cw.poll(g).vote("Ann", v),
    "Console": lambda g, v, _: cw.console(v),
    "keep_games": lambda g, v, _: cw.keep_games(v) if v is not True else None,
    "freeze notebook": lambda g, v, _: cw.freeze_notebook(v),
    "lobby size": lambda g, v, _: cw.lobby(size=v),
    "bot seed": lambda g, v, _: cw.bots.Random(v),
}


MAY: Final[dict[str, set[str]]] = {
    "find": {"function"},  # it is asked of each position
    "hint seconds": {"infinity"},  # it looks until it is stopped
    "solve seconds": {"infinity"},
}
"""What is meant to be given."""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path


def standing(game: cw.Game) -> str:
    return json.dumps([game.record(), game.dump(), game.can_undo, game.can_redo, game.kept_in])


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("entrance", ENTRANCES)
def test_a_foreign_value_is_refused_in_our_words_and_changes_nothing(entrance: str, folder: Path) -> None:
    act, refused = ENTRANCES[entrance], 0
    game = middle()
    before = standing(game)
    for name in FOREIGN.keys() - MAY.get(entrance, set()):
        try:
            act(game, FOREIGN[name], folder)
        except OURS as error:
            said, ours = str(error), True
        except (ValueError, TypeError, FileNotFoundError) as error:
            said, ours = str(error), type(error) in (ValueError, TypeError, FileNotFoundError)
        except RuntimeError as error:
            said, ours = "", name in ACTIVE and re.fullmatch(ACTIVE[name], str(error)) is not None
        else:  # it is a name, a comment, a seed as any other
            game = middle()
            continue
        refused += 1
        assert ours, f"{name}: {said[:200]}"
        assert not PYTHON_WORDS.search(said), f"{name}: {said[:200]}"
        assert len(said) < 1500, name
        assert said.replace("\n", " ").isprintable(), f"{name}: {said[:200]!r}"
        assert standing(game) == before, name
    assert refused >= (0 if entrance == "explain" else 5), "a move that is none is explained, and not refused"


@pytest.mark.parametrize(
    "value", [10**5000, _nested(), ["L:1r"], None, 1.5], ids=["huge", "nest", "list", "none", "float"]
)
def test_a_move_that_is_no_text_is_an_illegal_move(value: Any) -> None:
    with pytest.raises(cw.IllegalMove, match="a move is a text") as caught:
        middle().play(value)
    assert caught.value.rule == "GE-3"
    assert len(caught.value.move) <= 60
