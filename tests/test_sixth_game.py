"""A sixth game in a package of its own, and games that code registers: they are listed and used like the five."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import capture_widgets as cw
from capture_widgets.engine.cards import Deck
from capture_widgets.engine.faces import card_words
from capture_widgets.engine.game_list import GameList
from capture_widgets.games import GAMES
from tests.sixth_package import install

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return install(tmp_path_factory.mktemp("sixth"))


def run(arguments: list[str], *folders: Path) -> str:
    """What Python prints with these folders on its path."""
    path = os.pathsep.join(map(str, [ROOT, *folders]))
    command = [sys.executable, *arguments]
    done = subprocess.run(
        command, cwd=ROOT, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_an_installed_package_brings_a_game_that_is_listed_played_kept_and_shown(installed: Path) -> None:
    options = ["-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--no-header"]
    said = run(["-m", "pytest", *options, "tests/checks_of_sixth.py"], installed)
    assert " passed" in said


def test_the_five_games_are_played_without_looking_for_others(installed: Path) -> None:
    """What is installed is read when somebody asks for all games, or for one that is not here."""
    code = (
        "import sys, capture_widgets as cw\n"
        "g = cw.new('kommando', seed=1)\n"
        "g.play(g.legal_moves()[0])\n"
        "assert 'importlib.metadata' not in sys.modules and 'capture_trio' not in sys.modules\n"
        "assert cw.new('trio', seed=1).type.title == 'Trio'\n"
    )
    run(["-c", code], installed)


def entry_point(folder: Path, name: str, module: str, source: str) -> Path:
    """A package that brings a game, as far as Python looks."""
    about = folder / f"{module}-1.0.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {module}\nVersion: 1.0\n", encoding="utf-8")
    text = f"[capture_widgets.games]\n{name} = {module}:GAME\n"
    (about / "entry_points.txt").write_text(text, encoding="utf-8")
    (folder / f"{module}.py").write_text(source, encoding="utf-8")
    return folder


FIRST_HAND = {
    "format": "capture-widgets/lesson",
    "version": 1,
    "title": "Trio: your first hand",
    "steps": [{"text": "Lead any card.", "position": {"game": "trio", "seed": 1}}],
}


def test_a_first_hand_beside_the_rules_of_a_package_is_offered(installed: Path, tmp_path: Path) -> None:
    shutil.copytree(installed, tmp_path / "with")
    lesson = json.dumps(FIRST_HAND)
    (tmp_path / "with/capture_trio/first_hand.json").write_text(lesson, encoding="utf-8")
    code = (
        "import capture_widgets as cw\n"
        "print(cw.lessons()['trio'], '/', cw.lesson('trio').title)\n"
        "print([one['slug'] for one in cw.lobby().scene['games'] if one['learn']][-1])\n"
    )
    assert run(["-c", code], tmp_path / "with").splitlines() == [
        "Trio: your first hand / Trio: your first hand",
        "trio",
    ]
    assert "trio" not in run(["-c", "import capture_widgets as cw; print(cw.lessons())"], installed)


BROKEN = {
    "broken": ("import no_such", "the game 'whist' of the package broken cannot be loaded: ModuleNotFoundError"),
    "number": ("GAME = 7", "7 is no game"),
    "renamed": ("from capture_trio import GAME", "its slug is 'trio', and the entry point has another name"),
    "empty": ("", "has no attribute 'GAME'"),
}
"""Packages whose game cannot be used: the source of each, and what is said of it."""


def test_packages_that_are_broken_are_named_and_stop_no_other_game(installed: Path, tmp_path: Path) -> None:
    """All of them in one process: each is named in a warning of its own, once."""
    folders = []
    for number, (module, (source, _)) in enumerate(BROKEN.items()):
        folders.append(entry_point(tmp_path / module, "whist" if number == 0 else f"whist{number}", module, source))
    code = (
        "import warnings, json, capture_widgets as cw\n"
        "with warnings.catch_warnings(record=True) as said:\n"
        "    warnings.simplefilter('always')\n"
        "    assert list(cw.games())[5:] == ['trio']\n"
        "    cw.games(), cw.lobby()\n"
        "errors = []\n"
        "for name in ('whist', 'whist1', 'whist2', 'whist3'):\n"
        "    try: cw.new(name)\n"
        "    except cw.UnknownGame as error: errors.append(str(error))\n"
        "print(json.dumps([errors, [str(one.message) for one in said], [one.filename for one in said]]))\n"
    )
    errors, warnings, places = json.loads(run(["-c", code], installed, *folders))
    assert places == ["<string>"] * len(BROKEN)
    assert len(errors) == len(warnings) == len(BROKEN)
    for error, (_, words) in zip(errors, BROKEN.values(), strict=True):
        assert words in error
        assert sum(words in warning for warning in warnings) == 1


def test_a_package_takes_no_slug_of_the_five(tmp_path: Path) -> None:
    entry_point(tmp_path, "kommando", "thief", "raise SystemExit")
    run(["-c", "import capture_widgets as cw; assert len(cw.games()) == 5; cw.new('kommando')"], tmp_path)


# -- registering, in a list of its own so that other tests know nothing of it


@pytest.fixture
def games() -> GameList:
    titles: Mapping[str, str] = {"kommando": "Kommando"}
    return GameList(titles, GAMES.__getitem__, "capture_widgets.no_such_group")


def other(**facts: Any) -> Any:
    return replace(GAMES["columns"], **{"slug": "pairs", "title": "Pairs", **facts})


def test_a_registered_game_is_listed_after_the_others(games: GameList) -> None:
    pairs = other()
    games.register(pairs)
    games.register(pairs)
    assert games.titles() == {"kommando": "Kommando", "pairs": "Pairs"}
    assert games["pairs"] is games.find("pairs") is pairs
    assert len(games) == 2
    assert "pairs" in games
    assert "poker" not in games


def test_the_same_game_made_anew_takes_its_place_and_another_does_not(games: GameList) -> None:
    games.register(other())
    again = other(title="Pairs, second edition")
    games.register(again)
    assert games["pairs"] is again
    with pytest.raises(ValueError, match="the slug 'pairs' is taken by Pairs, second edition"):
        games.register(other(state=GAMES["universal"].state))
    assert games["pairs"] is again


def refused() -> Iterator[tuple[Any, type[Exception], str]]:
    yield "pairs", TypeError, "'pairs' is no game: register"
    yield other(slug="kommando"), ValueError, "the slug 'kommando' is taken by Kommando"
    for slug in ("", "Pairs", "two words", "pairs!", "1pairs", "pärchen", None, 7):
        yield other(slug=slug), ValueError, "a game is named by small plain letters"
    for title in ("", " ", None):
        yield other(title=title), ValueError, "the name of pairs for people"
    for deck in (Deck("tarot", "123", "ab"), Deck("french", "1234", "cd"), Deck("french", "234", "ry")):
        yield other(deck=deck), ValueError, "its cards have no faces"
    yield other(view=7), TypeError, "the text of an ES module, or its file"


@pytest.mark.parametrize(("game", "kind", "words"), list(refused()))
def test_what_is_no_game_is_refused_in_words_and_changes_nothing(
    games: GameList, game: Any, kind: type[Exception], words: str
) -> None:
    with pytest.raises(kind, match=words):
        games.register(game)
    assert games.titles() == {"kommando": "Kommando"}


def test_register_is_public_and_lists_a_game_for_its_process() -> None:
    code = (
        "import pickle\n"
        "from dataclasses import replace\n"
        "import capture_widgets as cw\n"
        "cw.games.register(replace(cw.games.GAMES['columns'], slug='pairs', title='Pairs'))\n"
        "game = cw.new('pairs', seed=1)\n"
        "assert cw.games()['pairs'] == 'Pairs' and cw.load(game.record()).type is game.type\n"
        "assert cw.schema('dump', 'pairs')['$defs']['Dump']['properties']['game'] == {'const': 'pairs'}\n"
        "assert pickle.loads(pickle.dumps(game.type)) is game.type\n"
    )
    run(["-c", code])
    assert "pairs" not in cw.games()


def test_a_game_may_use_some_cards_of_a_deck() -> None:
    skat = Deck("french", "789TJQKA", "hs")
    assert [card_words(skat, text) for text in ("7h", "As")] == ["7 of hearts", "ace of spades"]


def test_a_warning_points_at_the_code_that_called_the_package(installed: Path, tmp_path: Path) -> None:
    """Also from within the rooms of the package: a journal that ends torn is read by several of them."""
    path = tmp_path / "game.jsonl"
    game = cw.new("kommando", seed=1, autosave=path)
    game.play(game.legal_moves()[0])
    game.close()
    with path.open("a", encoding="utf-8") as file:
        file.write('{"move": "L')
    with pytest.warns(UserWarning, match="last line") as said:
        cw.load(path)
    assert said[0].filename == __file__


def test_bots_judge_a_game_by_the_evaluation_that_it_brings() -> None:
    code = (
        "from dataclasses import replace\n"
        "import capture_widgets as cw\n"
        "from capture_widgets.bots.evaluate import Evaluation, evaluation_for\n"
        "class Mine(Evaluation): pass\n"
        "columns = cw.games.GAMES['columns']\n"
        "for slug, facts in (('plain', {}), ('pairs', {'evaluation': lambda: Mine})):\n"
        "    cw.games.register(replace(columns, slug=slug, **facts))\n"
        "    print(type(evaluation_for(cw.new(slug, seed=1).view())).__name__)\n"
        "print(type(evaluation_for(cw.new('columns', seed=1).view())).__name__ != 'Evaluation')\n"
    )
    assert run(["-c", code]).split() == ["Evaluation", "Mine", "True"]
