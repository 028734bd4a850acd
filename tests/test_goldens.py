"""Golden files: playthroughs of every game and option, and the dumps that the front end's tests use."""

from __future__ import annotations

import json
from typing import Any

import pytest

import capture_widgets as cw
from capture_widgets.games import GAMES
from capture_widgets.protocol.bundled_views import BUNDLED
from tests.cases import viewers
from tests.generate import DIGESTS, ROOT
from tests.leaks import find_cards
from tests.playthrough import MOST, NOT_ALONE, SEED, VARIANTS, choose, digests, playthrough
from tests.test_schemas import faults

KEPT: dict[str, str] = json.loads((ROOT / DIGESTS).read_text(encoding="utf-8"))


def test_every_game_and_every_choice_of_its_options_is_played() -> None:
    for slug, game in GAMES.items():
        played = [settings for other, settings in VARIANTS.values() if other == slug]
        assert {} in played
        for item in game.options.described():
            for value in item["choices"]:
                if value == item["default"] or value in NOT_ALONE:
                    continue
                assert any(settings.get(item["name"]) == value for settings in played), (slug, item["name"], value)
        if game.match_refused(game.options.of({"scoring": True} if slug == "commander" else {})) is None:
            assert any(settings.get("match") for settings in played), slug


@pytest.mark.parametrize("name", VARIANTS)
def test_a_playthrough_is_what_it_was(name: str) -> None:
    kept, made = KEPT[name].split(), digests(name)
    pairs = enumerate(zip(kept, made, strict=False))
    at = next((number for number, (was, now) in pairs if was != now), min(len(kept), len(made)))
    assert kept == made, (
        f"{name} is another one from its part {at} on (0 is the deal, 1 the first move). "
        f"`python -m tests.playthrough {name}` prints all of it, with `--since main` what differs from main; "
        "`python -m tests.generate` takes it as it is now"
    )


def test_every_kind_of_move_is_played_somewhere() -> None:
    played = {
        (VARIANTS[name][0], line.split(" plays ")[1].split()[0].rstrip("0123456789"))
        for name in VARIANTS
        for line in playthrough(name).splitlines()
        if " plays " in line and line.endswith(")")
    }
    words = {
        "fourx": {"king", "explore", "travel", "capture", "conquer", "tech"},
        "universal": {"play", "slip", "bar", "discard", "move", "draw", "end"},
        "commander": {"+"},
    }
    for slug, kinds in words.items():
        missing = {kind for kind in kinds if not any(kind == word for other, word in played if other == slug)}
        assert not missing, (slug, missing)
    assert any(">" in word for slug, word in played if slug == "commander"), "a gift to the partner"


@pytest.mark.parametrize("name", ["kommando-plain", "columns-plain", "universal-plain", "fourx-tech"])
def test_a_view_in_a_golden_names_no_card_that_is_hidden_there(name: str) -> None:
    """The same game once more: no line that only a viewer sees names a card that the viewer's dump does not hold."""
    slug, settings = VARIANTS[name]
    game = cw.new(slug, seed=SEED, **settings)
    deck = GAMES[slug].deck
    plies = 0
    while not game.is_over and plies < MOST:
        for viewer in viewers(GAMES[slug], {}):
            dump: Any = game.dump(viewer)
            known = {card for _, card in find_cards(dump["table"], deck.text)}
            shown = {card for _, card in find_cards(game.text(viewer), deck.text)}
            assert shown <= known
        game.play(choose(name, plies, game.legal_moves()))
        plies += 1


# -- the dumps that the front end's tests are run with


@pytest.mark.parametrize("slug", sorted(BUNDLED))
def test_the_front_ends_stored_dumps_are_what_the_kernel_sends(slug: str) -> None:
    """They have the shape that is sent today, and draw as text."""
    dumps: list[Any] = json.loads((ROOT / f"js/test/dumps/{slug}.json").read_text(encoding="utf-8"))
    assert {dump["game"] for dump in dumps} == {slug}
    for dump in dumps:
        assert faults(cw.schema("dump", slug), dump) == []
        assert dump["legal_moves"] == sorted(dump["legal_moves"])
        assert GAMES[slug].draw(dump["table"])
