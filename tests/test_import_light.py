"""What each import loads: the package alone almost nothing, a game only its own rules."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

import capture_widgets as cw
from capture_widgets.bots.evaluate import EVALUATIONS
from capture_widgets.core.lazy_values import LazyMapping
from capture_widgets.games import GAMES, TITLES
from tests.thorough import little_or_much

HEAVY = {
    "IPython",
    "anywidget",
    "cloudpickle",
    "ipywidgets",
    "jsonschema",
    "numpy",
    "pandas",
    "portalocker",
    "segno",
    "tornado",
    "tqdm",
}
"""Libraries that nobody needs who only plays."""

IDLE = (
    *("analysis", "bots", "export", "library", "protocol", "records", "teaching", "widgets"),
    *("games.fourx.solving", "play.display", "play.loading"),
)
"""Packages and modules that playing a move does not need."""


def run(code: str, **variables: str) -> str:
    """What a program prints that begins afresh."""
    done = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, **variables}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def loaded_by(code: str) -> set[str]:
    """The modules that a program loads beyond those that Python itself begins with."""
    return set(run(f"import sys\nbefore = set(sys.modules)\n{code}\nprint(*set(sys.modules) - before)").split())


def own(names: set[str]) -> set[str]:
    """Modules of the package, without its name before them."""
    return {name.removeprefix("capture_widgets.") for name in names if name.startswith("capture_widgets.")}


def games_in(names: set[str]) -> set[str]:
    """The games that are among loaded modules."""
    return {slug for slug in TITLES if f"capture_widgets.games.{slug}" in names}


def test_the_package_alone_loads_no_other_module_of_its_own() -> None:
    names = loaded_by("import capture_widgets")
    assert own(names) == set()
    assert names & {*HEAVY, "traitlets", "dataclasses"} == set()


def test_games_are_listed_without_being_loaded() -> None:
    names = loaded_by("import capture_widgets as cw\ncw.games()\n'chess' in cw.games.GAMES\nlist(cw.games.GAMES)")
    assert games_in(names) == set()


@pytest.mark.parametrize("slug", TITLES)
def test_a_game_that_is_played_loads_no_other(slug: str) -> None:
    names = loaded_by(f"import capture_widgets as cw\ng = cw.new({slug!r}, seed=1)\ng.play(g.legal_moves()[0])")
    assert games_in(names) == {slug}
    assert [name for name in own(names) if f"{name}.".startswith(tuple(f"{idle}." for idle in IDLE))] == []
    assert names & HEAVY == set()


def test_a_bot_loads_what_it_knows_of_the_game_it_plays() -> None:
    names = loaded_by("import capture_widgets as cw\ncw.new('kommando', seats=[cw.bots.Greedy(), 'you']).run()")
    assert games_in(names) == {"kommando"}
    assert {name for name in own(names) if name.startswith("bots.evaluate.")} == {
        "bots.evaluate.evaluation",
        "bots.evaluate.kommando",
        "bots.evaluate.kommando.later",
    }
    assert "bots.search" not in own(names)


def test_a_table_loads_the_widget_library_and_no_other_game() -> None:
    names = loaded_by("import capture_widgets as cw\ncw.new('kommando', seed=1).table()")
    assert "anywidget" in names
    assert games_in(names) == {"kommando"}
    assert names & {"pandas", "numpy"} == set()


def test_a_table_loads_nothing_that_it_does_not_show_at_first() -> None:
    """Its first sight waits for each of them: together they took three times as long as all that it does need."""
    names = own(loaded_by("import capture_widgets as cw\ncw.new('kommando', seed=1).table()"))
    later = {"bots.hints", "bots.search", "library.kept_games", "records.journal", "records.record", "teaching.lesson"}
    assert names & later == set()
    shown = {name for name in names if name.startswith("widgets.") and name.count(".") == 2}
    assert {name.split(".")[1] for name in shown} == {"host", "table"}
    assert len(names) < 140, sorted(names)


@pytest.mark.parametrize("collects", [True, False])
def test_imports_cause_no_garbage_collection_and_leave_collections_as_they_were(collects: bool) -> None:
    """They keep nearly all they make: of the time of a first table, a fifth was a collection that freed nothing."""
    counted = f"""
import gc
gc.{"enable" if collects else "disable"}()
from capture_widgets import widgets
begun = []
gc.callbacks.append(lambda phase, info: begun.append(phase))
widgets.Table
print(len(begun), gc.isenabled())
"""
    assert run(counted).split() == ["0", str(collects)]


def test_the_package_is_loaded_in_a_fraction_of_the_time_of_traitlets(tmp_path: Path) -> None:
    codes = {
        "traitlets": "import traitlets",
        "package": "import capture_widgets",
        "game": "import capture_widgets as cw; cw.new('kommando')",
    }
    # compiled once, as what is installed is; where compiled files are not kept, compiling would be most of the time
    compiled = {"PYTHONPYCACHEPREFIX": str(tmp_path), "PYTHONDONTWRITEBYTECODE": ""}
    seconds: dict[str, list[float]] = {name: [] for name in codes}
    for turn in range(10):
        for name, code in codes.items():
            timed = f"from time import process_time as t\ns = t()\n{code}\nprint(t() - s)"
            took = float(run(timed, **compiled))
            if turn:  # the first compiles
                seconds[name].append(took)
    least = {name: min(times) for name, times in seconds.items()}  # what else runs on the machine only adds to a time
    print({name: round(time / least["traitlets"], 2) for name, time in least.items()})
    assert least["package"] <= 0.2 * least["traitlets"]
    assert least["game"] <= 2.5 * least["traitlets"]


@pytest.mark.parametrize("step", little_or_much(12, 1))
def test_every_public_name_comes_whichever_is_asked_for_first(step: int) -> None:
    """One name of each module is tried: the others of the module would be imported in the same order."""
    modules = {getattr(getattr(package, name), "__module__", name): (package.__name__, name)
               for package in (cw, cw.bots) for name in package.__all__}  # fmt: skip
    run(
        "import importlib, sys\n"
        f"for module, name in {[*modules.values()][::step]}:\n"
        "    for loaded in [key for key in sys.modules if key.partition('.')[0] == 'capture_widgets']:\n"
        "        del sys.modules[loaded]\n"
        "    package = importlib.import_module(module)\n"
        "    assert name in dir(package)\n"
        "    assert getattr(package, name) is getattr(package, name), name\n"
    )


def test_public_names_are_those_of_the_modules_they_come_from() -> None:
    names: dict[str, object] = {}
    exec("from capture_widgets import *", names)  # noqa: S102 - a star is allowed nowhere else in a function
    assert set(cw.__all__) <= set(names)
    for name in cw.__all__:
        thing = getattr(cw, name)
        assert names[name] is thing
        if name in ("Move", "Seat", "Steps", "Viewer"):
            continue  # names of types, of which Python keeps neither words nor name
        assert thing.__doc__
        if name not in ("bots", "envs", "games", "plot"):
            assert pickle.loads(pickle.dumps(thing)) is thing
    for package in (cw, cw.bots, cw.games):
        with pytest.raises(AttributeError, match="has no attribute 'chess'"):
            package.chess  # noqa: B018


def test_titles_are_those_of_the_games() -> None:
    assert {slug: kind.title for slug, kind in GAMES.items()} == TITLES
    assert [kind.slug for kind in GAMES.values()] == list(TITLES)
    assert set(EVALUATIONS) == set(TITLES)


def test_a_value_is_loaded_when_it_is_first_asked_for_and_once() -> None:
    asked: list[str] = []

    def load(key: str) -> str:
        asked.append(key)
        return key.upper()

    values = LazyMapping(["a", "b"], load)
    assert (list(values), len(values)) == (["a", "b"], 2)
    assert ("a" in values, "c" in values, values.get("c")) == (True, False, None)
    assert asked == []
    assert values["b"] == values["b"] == "B"
    assert asked == ["b"]
    assert dict(values) == {"a": "A", "b": "B"}
    with pytest.raises(KeyError, match="c"):
        values["c"]
