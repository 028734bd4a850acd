"""No public function has the name of a module."""

from __future__ import annotations

import importlib
import importlib.util
import pickle
import pkgutil
import subprocess
import sys
from types import ModuleType
from typing import assert_type

import pytest

import capture_widgets as cw
import capture_widgets.games as games_module
import capture_widgets.games.kommando
from capture_widgets import games


def test_games_is_a_module_that_can_be_called() -> None:
    assert isinstance(games_module, ModuleType)
    assert games_module is sys.modules["capture_widgets.games"] is cw.games is games
    assert importlib.import_module("capture_widgets.games") is games_module
    assert games_module.__name__ == "capture_widgets.games"
    assert games_module.kommando.GAME is games_module.GAMES["kommando"]
    assert_type(cw.games(), dict[str, str])
    assert cw.games() == games() == {slug: kind.title for slug, kind in games_module.GAMES.items()}
    cw.games()["chess"] = "Chess"
    assert "chess" not in cw.games()


@pytest.mark.parametrize("name", [module.name for module in pkgutil.iter_modules(cw.__path__)])
def test_no_function_stands_before_a_module(name: str) -> None:
    module = importlib.import_module(f"capture_widgets.{name}")
    assert getattr(cw, name) is module


PROMISED = "options rules solve analyse lessons lesson lobby kept_games".split()
"""Functions of the contract, there already or still to come; a module of that name would stand in their way."""


@pytest.mark.parametrize("name", sorted({*PROMISED, *cw.__all__} - {"bots", "envs", "games", "plot"}))
def test_no_module_takes_the_name_of_a_function(name: str) -> None:
    assert importlib.util.find_spec(f"capture_widgets.{name}") is None


def test_games_can_be_imported_and_reloaded_in_any_order() -> None:
    starts = ("import capture_widgets.games as m", "from capture_widgets.games import GAMES", "import capture_widgets")
    for first in starts:
        code = (
            f"{first}\n"
            "import importlib, capture_widgets as cw, capture_widgets.games as m\n"
            "before = cw.games()\n"
            "assert importlib.reload(m) is m and m() == before == cw.games()\n"
            "assert importlib.reload(cw).games is m and cw.games() == before\n"
        )
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr


def test_a_game_type_is_found_again_by_its_slug() -> None:
    for kind in games_module.GAMES.values():
        assert pickle.loads(pickle.dumps(kind)) is kind
