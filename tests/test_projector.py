"""The projector of a class: all games as small tables, one game, or the standings, as every spectator may see them."""

from __future__ import annotations

import json
from base64 import b64encode
from pathlib import Path
from random import Random
from typing import Any

import pytest

import capture_widgets as cw
from capture_widgets.engine.names import names_for
from capture_widgets.export.svg import dump_svg
from capture_widgets.rooms.class_tables import columns_for
from tests.leaks import find_cards, unseen
from tests.test_game_class import NAMES, come, during, played
from tests.test_rooms import Page, page_at


async def shown(page: Page, kind: str) -> Any:
    return await page.until(lambda one: one["type"] == kind)


def test_a_projector_follows_all_games_and_gets_only_pictures_that_have_changed() -> None:
    async def act(leader: cw.GameClass) -> None:
        page = await page_at(leader.projector_link)
        assert (await shown(page, "tables"))["tables"] == []
        for name in NAMES[:4]:
            await come(leader, name)
        leader.next_round()
        said = await page.until(lambda one: one["type"] == "tables" and len(one["tables"]) == 2)
        assert (said["title"], said["across"]) == ("Round 1", 2)
        named = [{name.removesuffix(" 0") for name in one["people"].split(" - ")} for one in said["tables"]]
        assert named == [set(one.people) for one in leader.games]
        second = leader.games[1].game
        second.play(second.legal_moves()[0])
        said = await page.until(lambda one: one["type"] == "tables" and one["tables"][1]["words"].startswith("move 2"))
        sent = [json.loads(text)["tables"] for text in page.heard if '"tables"' in text]
        pictures = [[one["picture"] is not None for one in tables] for tables in sent if len(tables) == 2]
        assert sum(first for first, _ in pictures) == 1, "the picture of the first game was sent once"
        assert sum(other for _, other in pictures) == 2
        played(leader, Random(1))
        said = await page.until(lambda one: one["type"] == "tables" and all(each["over"] for each in one["tables"]))
        assert "won against" in said["tables"][0]["words"]

    during(cw.open_class("kommando", NAMES), act)


def test_a_projector_shows_what_the_teacher_chooses() -> None:
    async def act(leader: cw.GameClass) -> None:
        for name in NAMES[:2]:
            await come(leader, name)
        leader.next_round()
        page = await page_at(leader.projector_link)
        await shown(page, "tables")
        leader.show(1)
        await shown(page, "comm_open")
        assert page.dump == leader.games[0].game.dump("public")
        reply = await page.answer(kind="play", move=leader.games[0].game.legal_moves()[0], round=0, ply=0, id=1)
        assert reply["kind"] == "refused"
        leader.show("standings")
        assert {row[1] for row in (await shown(page, "standings"))["rows"]} == set(NAMES[:2])
        for wrong in ("hands", 2, 0, None, True, 1.0):
            with pytest.raises(ValueError, match=r"show=|there is no game"):
                leader.show(wrong)  # type: ignore[arg-type]
        leader.show("tables")
        await shown(page, "tables")

    during(cw.open_class("kommando", NAMES), act)


@pytest.mark.parametrize("slug", ["columns", "kommando", "universal", "commander"])
def test_a_projector_gets_no_card_that_a_spectator_cannot_see(slug: str) -> None:
    async def act(leader: cw.GameClass) -> None:
        page = await page_at(leader.projector_link)
        for name in NAMES[:2]:
            await come(leader, name)
        (one,) = leader.next_round()
        said = await page.until(lambda one: one["type"] == "tables" and len(one["tables"]) == 1)
        names = names_for(one.game.history.seats)
        public, whole = (dump_svg(one.game.dump(viewer), names, heading=False) for viewer in ("public", None))
        assert public != whole, "a picture of all cards would look different"
        assert [table["picture"] for table in said["tables"]] == [public]
        assert b64encode(public.encode()).decode() in leader.tables().children[0].value
        hidden = unseen(one.game, "public")
        assert hidden
        assert find_cards(said, hidden) == []

    during(cw.open_class(slug, NAMES), act)


def test_who_is_away_is_said_beside_the_game() -> None:
    async def act(leader: cw.GameClass) -> None:
        pages = {name: (await come(leader, name))[0] for name in NAMES[:2]}
        leader.next_round()
        pages["Ben"].socket.close()
        page = await page_at(leader.projector_link)
        said = await page.until(lambda one: one["type"] == "tables" and "away" in one["tables"][0]["words"])
        assert said["tables"][0]["words"].endswith(" to play; away: Ben")

    during(cw.open_class("kommando", NAMES), act)


def test_the_link_of_the_projector_stays_and_opens_nothing_else(tmp_path: Path) -> None:
    links: list[str] = []

    async def act(leader: cw.GameClass) -> None:
        links.append(leader.projector_link)
        page = await page_at(leader.projector_link)
        await shown(page, "tables")
        await page.say(json.dumps({"secret": leader.projector_link.partition("#")[2], "name": "Ann"}))
        assert leader.people == []

    for _ in range(2):
        during(cw.open_class("kommando", NAMES, keep=tmp_path), act)
    assert links[0] == links[1]


@pytest.mark.parametrize(("tables", "columns"), [(0, 1), (1, 1), (2, 2), (4, 2), (5, 3), (6, 3), (9, 5), (15, 5)])
def test_small_tables_are_as_large_as_fits(tables: int, columns: int) -> None:
    assert columns_for(tables) == columns


def test_small_tables_in_a_notebook_follow_the_games() -> None:
    with cw.open_class("kommando", NAMES[:4]) as leader:
        for name in NAMES[:4]:
            leader._people.register(name)
        tables = leader.tables()
        assert len(tables.children) == 0
        leader.next_round()
        assert len(tables.children) == 2
        before = [cell.value for cell in tables.children]
        leader.games[1].game.play(leader.games[1].game.legal_moves()[0])
        leader._announce()
        assert [cell.value == old for cell, old in zip(tables.children, before, strict=True)] == [True, False]
