"""The public API as people meet it: names, help, suggestions for typing errors, and types."""

from __future__ import annotations

import builtins
import collections.abc
import inspect
import json
import os
import pickle
import pydoc
import re
import subprocess
import sys
import typing
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, get_type_hints

import pytest

import capture_widgets as cw
from capture_widgets.games import GAMES
from capture_widgets.play import typed
from capture_widgets.play.new_game import new
from capture_widgets.protocol import widget_settings
from capture_widgets.widgets.settings import LOOKS, SETTINGS
from tests import typed_client

ROOT = Path(__file__).parent.parent


# -- options and rules


@pytest.mark.parametrize("slug", GAMES)
def test_options_have_words_a_rule_a_default_and_values(slug: str) -> None:
    options = cw.options(slug)
    assert {name: option["default"] for name, option in options.items()} == vars(GAMES[slug].options.of({}))
    rules = cw.rules(slug)
    for name, option in options.items():
        assert option["words"].endswith(".")
        assert option["rule"] in rules
        assert name in repr(options)
        assert name in options._repr_html_()
        if isinstance(option["values"], list):
            assert option["default"] in option["values"]


def test_options_and_rules_show_themselves() -> None:
    assert repr(cw.options("fourx")).splitlines()[:3] == [
        "explorers = 'court'",
        "    Which of your own face-up cards explore and travel: kings, queens and jacks, or any card. (FX-4)",
        "    values: 'court', 'any'",
    ]
    assert "a whole number, 1 or more" in repr(cw.options("kommando"))
    rules = cw.rules("kommando")
    assert rules["KO-7"] in repr(rules)
    assert [*rules][:: len(rules) - 1] == ["KO-1", "GE-8"]
    assert "<td style=text-align:left>KO-1</td>" in rules._repr_html_()
    rules["KO-1"] = cw.options("kommando")["dealer"]["words"] = ""
    assert cw.rules("kommando")["KO-1"]
    assert cw.options("kommando")["dealer"]["words"]


# -- names and help


def test_dir_lists_what_is_meant_for_people() -> None:
    assert [name for name in dir(cw) if not name.startswith("__")] == sorted(cw.__all__)
    assert [name for name in dir(cw.bots) if not name.startswith("__")] == sorted(cw.bots.__all__)
    assert {"Bot", "View", "State", "options", "rules", "replay"} <= set(cw.__all__)
    assert cw.Bot is cw.bots.Bot
    assert cw.View is cw.bots.View


@pytest.mark.parametrize(
    ("thing", "settings"),
    [
        (cw.replay, widget_settings.ReplaySettings),
        (cw.Game.replay, widget_settings.ReplaySettings),
        (cw.Game.table, widget_settings.TableSettings),
    ],
    ids=["cw.replay", "Game.replay", "Game.table"],
)
def test_help_names_every_setting_with_its_values(thing: Callable[..., object], settings: type) -> None:
    words = pydoc.plain(pydoc.render_doc(thing))
    for name in get_type_hints(settings):
        assert f" {name}: " in words, name
    for value in ("projector", "contrast", "four", "last"):
        assert f'"{value}"' in words


def test_the_settings_that_checkers_know_are_those_there_are() -> None:
    assert set(get_type_hints(widget_settings.TableSettings)) == set(SETTINGS)
    begins = {
        "spoilers",
        "predict",
        "keep",
        "code",
        "lenses",
        "analysis",
        "round",
        "ply",
        "line",
        "playing",
        "who",
        "settings",
    }
    assert set(get_type_hints(widget_settings.ReplaySettings)) == {*LOOKS, *begins}
    replay = cw.new("kommando", seed=1).replay(None)
    for name in ("round", "ply", "line", "playing", "who", "settings"):
        assert replay.has_trait(name)


def test_a_replay_is_made_of_a_game() -> None:
    game = cw.new("kommando", seed=1)
    game.play(game.legal_moves()[0])
    assert cw.replay(game).game.moves() == game.moves()
    assert cw.replay(game, seat=0, size="projector").seat == 0


# -- what things look like


def test_bots_views_and_states_say_what_they_are() -> None:
    assert repr(cw.bots.Random()) == "Random()"
    assert repr(cw.bots.Greedy(seed=4)) == "Greedy(seed=4)"
    assert repr(cw.bots.Club()) == "Club()"
    assert repr(cw.bots.ISMCTS(simulations=50, seed=1)) == "ISMCTS(simulations=50, seed=1)"
    game = cw.new("kommando", seed=7)
    assert repr(game.view()) == f"<View of kommando for seat 0, round 0, ply 0, {len(game.legal_moves())} legal moves>"
    assert repr(game.state) == "<KommandoState, A to play, points 0 0>"
    assert repr(game.type) == "<GameType kommando>"
    for slug in GAMES:
        assert len(repr(cw.new(slug, seed=1).state)) < 80


# -- slips


@pytest.mark.parametrize(
    ("slip", "meant"),
    [("komando", "kommando"), ("Kommando", "kommando"), ("4x solitaire", "fourx"), ("universe", "universal")],
)
def test_a_game_that_there_is_not_may_mean_another(slip: str, meant: str) -> None:
    with pytest.raises(cw.UnknownGame, match=rf"there is no game '{slip}' \(did you mean {meant}\?\)"):
        cw.new(slip)


def test_an_option_that_there_is_not_may_mean_another() -> None:
    like, unlike = dict[str, Any](dealr=1), dict[str, Any](xyz=1)
    with pytest.raises(cw.UnknownOption, match=r"no option 'dealr' \(did you mean dealer\?\); this game has: dealer"):
        cw.new("kommando", **like)
    with pytest.raises(cw.UnknownOption, match="no option 'xyz'; this game has"):
        cw.new("kommando", **unlike)


def test_a_text_that_is_no_move_may_mean_a_legal_one() -> None:
    game = cw.new("kommando", seed=7)
    for slip in ("l:1r", "L1r", "L: 1r", "L:1 r"):
        with pytest.raises(cw.IllegalMove, match=r"is not a move here.* \(did you mean L:1r\?\)") as caught:
            game.play(slip)
        assert (caught.value.rule, game.ply) == ("GE-3", 0)
        assert "did you mean L:1r?" in game.explain(slip).reason
    with pytest.raises(cw.IllegalMove) as caught:
        game.play("good morning")
    assert "did you mean" not in str(caught.value)


@pytest.mark.parametrize("text", ["", "x" * 10**6, "\ud800", 7, None])
def test_nothing_is_guessed_from_what_is_no_text_or_none_that_is_short(text: str) -> None:
    with pytest.raises(cw.UnknownGame) as caught:
        cw.new(text)
    assert "did you mean" not in str(caught.value)


# -- refusals


def test_a_rule_is_cited_only_where_a_rule_refuses() -> None:
    """Outside the games: for what is no move at all (GE-3), and for moves after a match or a round (GE-8)."""
    files = [path for path in (ROOT / "capture_widgets").rglob("*.py") if path.parent.parent.name != "games"]
    cited = [rule for path in files for rule in re.findall(r'IllegalMove\(\s*"([^"]+)"', path.read_text("utf-8"))]
    assert len(files) > 100
    assert set(cited) == {"GE-3", "GE-8"}


def test_a_refusal_without_a_rule_says_what_was_tried_and_why_not() -> None:
    game = cw.new("kommando", seed=7)
    with pytest.raises(cw.ActionRefused, match=r"^there is no move to take back$") as caught:
        game.undo()
    assert (caught.value.action, caught.value.reason) == ("undo", str(caught.value))
    assert caught.type.__mro__[1] is ValueError, "it is no IllegalMove"
    assert pickle.loads(pickle.dumps(caught.value)).args == caught.value.args


# -- types


SNIPPET = """
from typing import assert_type
import capture_widgets as cw
from capture_widgets.play.typed import KommandoTable

game = cw.new("kommando", seed=1, dealer=0, no_choice="chosen end", seats=["you", cw.bots.Random()])
assert_type(game, cw.Game)
assert_type(game.returns, list[int] | None)
assert_type(game.to_play, int | None)
assert_type(game.points, list[int])
table: KommandoTable = game.dump()["table"]
assert_type(table["row"][0]["winner"], int | None)
assert_type(game.copy(), cw.Game)
assert_type(cw.load(game.code()), cw.Game)
slug: str = "kommando"
cw.new(slug, seed=1)
game.table(seat=0, size="projector", pace=200)
cw.replay(game, spoilers=False)
"""

WRONG = [
    ('cw.new("kommando", dealr=1)', "new"),
    ('cw.new("kommando", dealer=2)', "new"),
    ('cw.new("kommando", aces="lock")', "new"),
    ('cw.new("columns", aces="swings")', "new"),
    ('cw.new("fourx", tech="yes")', "new"),
    ("game.returns[0]", "not indexable"),
    ('game.table(seat=0, sise="normal")', "sise"),
    ('game.table(seat=0, size="huge")', "size"),
    ("cw.replay(game, spoiler=False)", "spoiler"),
    ('table["rows"]', "rows"),
]


CLIENT = ROOT / "tests/typed_client.py"


@pytest.fixture(scope="module")
def found_by_mypy(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """What mypy says, by file: with a warm cache it takes seconds, and without one it reads the package only once.

    The cache is in a folder of the test's own where it may not write beside the sources.
    """
    folder = tmp_path_factory.mktemp("typed")
    (folder / "client.py").write_text(CLIENT.read_text("utf-8"), "utf-8")
    (folder / "snippet.py").write_text(SNIPPET + "".join(f"{line}\n" for line, _ in WRONG), "utf-8")
    cache = (ROOT if os.access(ROOT, os.W_OK) else folder) / ".mypy_cache"
    options = ["--cache-dir", str(cache), "--config-file", "pyproject.toml", "--strict", "--no-error-summary"]
    done = subprocess.run(
        [sys.executable, "-m", "mypy", *options, str(folder / "client.py"), str(folder / "snippet.py")],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    said: dict[str, list[str]] = {}
    for line in done.stdout.splitlines():
        said.setdefault(Path(line.partition(":")[0]).name, []).append(line)
    return said


@pytest.mark.xdist_group("mypy")
def test_mypy_sees_slips_in_options_and_settings(found_by_mypy: dict[str, list[str]]) -> None:
    errors: dict[int, str] = {}
    for line in found_by_mypy["snippet.py"]:
        place, _, words = line.partition(": error: ")
        if words:
            number = int(place.rpartition(":")[2])
            errors[number] = errors.get(number, "") + words
    first = len(SNIPPET.splitlines()) + 1
    assert list(errors) == list(range(first, first + len(WRONG))), found_by_mypy
    for number, (line, words) in enumerate(WRONG, first):
        assert words in errors[number], line


@pytest.mark.xdist_group("mypy")
def test_a_typed_client_is_right_for_mypy_and_runs(
    found_by_mypy: dict[str, list[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    assert set(found_by_mypy) == {"snippet.py"}, "mypy finds fault with the client"
    typed_client.main()
    assert "answers" in capsys.readouterr().out


@pytest.mark.thorough
def test_a_typed_client_is_right_for_pyright(tmp_path: Path) -> None:
    (tmp_path / "client.py").write_text(CLIENT.read_text("utf-8"), "utf-8")
    (tmp_path / "slip.py").write_text("import capture_widgets as cw\n\ncw.new('kommando', dealr=1)\n", "utf-8")
    prefix = Path(sys.prefix)
    where = {"venvPath": str(prefix.parent), "venv": prefix.name, "extraPaths": [str(ROOT)]}
    config = {"include": ["*.py"], "typeCheckingMode": "strict", **where}
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(config), "utf-8")
    command = [sys.executable, "-m", "pyright", "-p", str(tmp_path), "--outputjson"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    errors = [(Path(one["file"]).name, one["message"]) for one in json.loads(done.stdout)["generalDiagnostics"]]
    assert [name for name, _ in errors] == ["slip.py"], errors


def returned(thing: Any) -> Iterator[str]:
    """The names in the types that a public function returns, or the public methods of a class."""
    for name in dir(thing) if inspect.isclass(thing) else [""]:
        found = inspect.getattr_static(thing, name) if name else thing
        if isinstance(found, property):
            found = found.fget
        found = getattr(found, "__func__", found)
        if not inspect.isfunction(found) or found.__name__ == "<lambda>" or name.startswith("_"):
            continue
        if found.__module__.startswith("capture_widgets"):
            type_text = re.sub(r"'[^']*'|\"[^\"]*\"", "", str(found.__annotations__["return"]))
            yield from re.findall(r"\b[A-Za-z]\w*", type_text)


OTHERS = {*dir(builtins), *dir(typing), *dir(collections.abc), "AbstractContextManager", "DataFrame", "Path", "RLock"}
OTHERS |= {"threading", "type"}


@pytest.mark.parametrize("name", sorted(set(cw.__all__) - {"bots", "envs", "games", "plot"}))
def test_what_a_public_function_returns_has_a_public_name(name: str) -> None:
    assert set(returned(getattr(cw, name))) - {*cw.__all__} - OTHERS == set()


def test_functions_make_and_classes_name_what_they_give() -> None:
    game = cw.new("kommando", seed=7)
    made = [cw.lobby(), cw.replay(game), cw.poll(game), cw.console(game), cw.lesson_editor("kommando")]
    kinds = [cw.Lobby, cw.Replay, cw.Poll, cw.Console, cw.LessonEditor]
    assert [isinstance(one, kind) for one, kind in zip(made, kinds, strict=True)] == [True] * 5
    assert isinstance(game.table(), cw.Table)
    assert isinstance(game.inspect(), cw.Inspector)
    for gone in ("history", "freeze"):
        assert not hasattr(cw, gone)


def test_the_typed_new_takes_what_new_takes() -> None:
    common = [name for name in inspect.signature(new).parameters if name != "options"]
    text = (ROOT / "capture_widgets/play/typed.py").read_text("utf-8")
    for part in text.split("@overload\n")[1:]:
        lines = [line for line in part.splitlines() if line.startswith("    ") and ":" in line]
        names = [line.strip().partition(":")[0] for line in lines]
        assert names[: len(common)] == common
    assert typed.new("kommando", seed=3) == cw.new("kommando", seed=3)
