"""Pictures, texts and files made from positions and games."""

from __future__ import annotations

import json
import re
import sys
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Any
from xml.etree.ElementTree import Element, fromstring

import pytest
import resvg_py

import capture_widgets as cw
from capture_widgets.engine.names import Names
from capture_widgets.export import bundle as built
from capture_widgets.export import svg
from capture_widgets.export.bundle import bundle, whole_script
from capture_widgets.export.html import MOST_ROWS, dump_html
from capture_widgets.export.svg import SVG, dump_svg, svg_png
from capture_widgets.games import GAMES
from capture_widgets.model.dump_groups import groups
from tests.cases import viewers
from tests.leaks import find_cards, pictures
from tests.random_games import play_at_random


def under_way(slug: str, plies: int = 6, seed: int = 3) -> cw.Game:
    return play_at_random(cw.new(slug, seed=seed), Random(seed), plies)


def faces(svg: str) -> list[str]:
    """Corner text, letter and beginnings of the outlines of each card drawn, in order."""

    page = fromstring(svg)  # noqa: S314 # our own picture
    named = {shape.get("id"): shape for shape in page.findall(f"{{{SVG}}}defs/*")}

    def told(piece: Element) -> str:
        own = named[piece.get("href", "")[1:]] if piece.tag.endswith("}use") else piece
        return own.get("d", "")[:12] + (own.text or "") + "".join(told(inner) for inner in own)

    return [told(card) for card in page.findall(f"{{{SVG}}}g")]


@pytest.mark.parametrize("slug", GAMES)
def test_to_svg_draws_every_card_and_no_other(slug: str) -> None:
    game = under_way(slug, 12)
    for seat in [*viewers(game.type, {}), None]:
        drawn = faces(game.to_svg(seat))
        seen = [card for group in groups(game.dump(seat)) for card in group.cards]
        if slug == "universal":  # of a pile only its top card
            table = game.dump(seat)["table"]
            hidden_in_piles = max(0, len(table["stock"]) - 1) + max(0, len(table["discard"]) - 1)
            assert len([face for face in drawn if face]) == len(seen) - hidden_in_piles - sum(
                max(0, count - 1) for count in table["bar"].values()
            )
        elif slug == "columns":  # placements and what is left are told in words
            told = [
                card
                for group in groups(game.dump(seat))
                if group.key.startswith(("placed", "left"))
                for card in group.cards
            ]
            assert len([face for face in drawn if face]) == len(seen) - len(told)
        else:
            assert len([face for face in drawn if face]) == len(seen)
            assert sum(face.startswith("?") for face in drawn) == seen.count("??")


def test_to_svg_is_text_alone_without_scripts_or_addresses() -> None:
    svg = cw.load({**under_way("kommando").record(), "seats": ["<script>", "&"]}).to_svg(0)
    assert "<script" not in svg
    assert re.findall(r'(?:href|src)="(?!#)', svg) == []
    assert re.findall(r"https?://(?!www\.w3\.org)", svg) == []


@pytest.mark.parametrize("slug", GAMES)
def test_text_is_the_position_as_the_viewer_knows_it(slug: str) -> None:
    game = under_way(slug)
    assert game.text() == game.text("public") != game.text(None)


@pytest.fixture
def own_font(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pictures are written in one font that a development tool brings, whatever fonts this machine has."""
    brings = find_spec("marimo")
    assert brings is not None and brings.origin is not None
    (font,) = Path(brings.origin).parent.glob("_static/assets/KaTeX_SansSerif-Regular*.ttf")
    write = partial(resvg_py.svg_to_bytes, skip_system_fonts=True, font_files=[str(font)])
    monkeypatch.setattr(resvg_py, "svg_to_bytes", write)
    monkeypatch.setattr("capture_widgets.export.svg.FAMILIES", ("No Such Letters", "KaTeX_SansSerif"))


@pytest.mark.usefixtures("own_font")
def test_to_png_is_a_png_of_the_scaled_size() -> None:
    game = under_way("kommando")
    width = float(re.findall(r' width="([\d.]+)"', game.to_svg())[0])
    for scale in (1.0, 2.5):
        png = game.to_png(scale=scale)
        assert png.startswith(b"\x89PNG")
        assert int.from_bytes(png[16:20], "big") == pytest.approx(width * scale, abs=1)


@pytest.mark.usefixtures("own_font")
def test_to_png_writes_the_numbers_of_the_cards() -> None:
    svg = f'<svg xmlns="{SVG}" width="20" height="20"><text y="18" font-family="system-ui, sans-serif">%s</text></svg>'
    assert len({svg_png(svg % text) for text in ("", "7", "8", "K")}) == 4


def test_to_png_refuses_where_there_is_no_font(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resvg_py, "svg_to_bytes", partial(resvg_py.svg_to_bytes, skip_system_fonts=True))
    svg.font.cache_clear()
    try:
        with pytest.raises(RuntimeError, match="a PNG needs a font for its letters: install one of Arial, "):
            under_way("kommando").to_png()
    finally:
        svg.font.cache_clear()


def test_to_png_says_which_extra_brings_a_converter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(ImportError, match=r'pip install "capture-widgets\[png\]"'):
        under_way("kommando").to_png()


@pytest.mark.parametrize("slug", GAMES)
def test_save_html_is_one_small_file_that_asks_nobody(slug: str, tmp_path: Path) -> None:
    game = under_way(slug, 20)
    path = game.save_html(tmp_path / "game.html", seat=0)
    page = path.read_text("utf-8")
    data = page.split('id="data">')[1].split("</script>")[0]
    assert len(page.encode()) - len(data.encode()) < 522_500
    assert re.findall(r"https?://(?!www\.w3\.org)", page) == []
    assert re.findall(r"\s(?:src|href)=", page.split("<script")[0]) == []
    state, frames = json.loads(data)["state"], json.loads(data)["all"][0]
    assert state["seat"] == 0
    assert [lens["seat"] for lens in state["scene"]["lenses"]] == [0]
    assert len(frames[0]["dumps"]) == game.ply + 1
    assert '"seed"' not in data


def test_save_html_carries_the_licences_of_what_is_in_it(tmp_path: Path) -> None:
    page = under_way("kommando").save_html(tmp_path / "game.html", seat="public").read_text("utf-8")
    script = page.split('<script type="module">')[1].split("</script>")[0]
    comment = script.split("/*!\n")[1].split("*/")[0]
    assert comment == bundle("licences.txt")
    assert "BSD 3-Clause License\n\nCopyright (c) The capture_widgets authors" in comment
    assert "Permission is hereby granted, free of charge" in comment  # Preact's, MIT


def test_save_html_for_everyone_has_the_lines_too(tmp_path: Path) -> None:
    game = under_way("kommando", 8)
    for _ in range(3):
        game.undo()
    game.play(next(move for move in game.legal_moves() if move != game.record()["variations"][0]["moves"][0]))
    page = game.save_html(tmp_path / "x.html", seat=None).read_text("utf-8")
    data = json.loads(page.split('id="data">')[1].split("</script>")[0])
    assert len(data["all"]) == 2
    assert [len(frames[0]["dumps"]) for frames in data["all"]] == [7, 9]
    page = game.save_html(tmp_path / "x.html", seat=0).read_text("utf-8")
    data = json.loads(page.split('id="data">')[1].split("</script>")[0])
    assert (len(data["all"]), data["state"]["lines"]) == (1, [])


def test_the_bundle_can_stand_in_a_page(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = whole_script()
    (front,) = re.findall(r"export\{([\w$]+) as default\};\n$", whole)
    assert whole.count(f"{front}.second=(") == 1
    assert len(re.findall(r"\bexport\b *[{d]", whole)) == 1
    assert "import{" not in whole
    assert bundle("licences.txt") in whole
    assert "</style" not in bundle("widget.css")
    monkeypatch.setattr(built, "bundle", lambda name: "// another build")
    with pytest.raises(ValueError, match="build it again"):
        whole_script()


# -- what a notebook shows without widgets


@pytest.mark.parametrize("slug", GAMES)
def test_widgets_fall_back_to_a_picture_and_to_position_and_moves_in_words(slug: str) -> None:
    game = under_way(slug)
    secret = set(game.type.deck.text) - {card for ply in game.plies() for _, card in find_cards(
        [game.dump_at(ply, seat=0)["table"], game.log(0)], game.type.deck.text)}  # fmt: skip
    if slug == "universal":  # piles on the bar are counts, drawn as their top card
        secret -= {rank + suit for suit, n in game.dump(0)["table"]["bar"].items() for rank in "1234567MSG"[:n]}
    for widget in (game.table(seat=0), game.replay(seat=0), game.inspect(seat=0)):
        bundled = widget._repr_mimebundle_()
        data = bundled[0] if isinstance(bundled, tuple) else bundled
        assert data["text/html"].count("<table>") == 2
        names = Names(game.names, 0) if isinstance(widget, cw.Table) else Names(game.names)
        for entry in game.history.log(0, names=names):
            assert entry["text"] in data["text/plain"]
        assert game.type.drawn(game.dump(0)["table"], names) in data["text/plain"]
        assert not re.search(r"<(script|style|svg)", data["text/html"])
        assert pictures(data["text/html"]) == [dump_svg(game.dump(0), names)]
        assert data["text/html"].count("<img") == 1
        assert find_cards([data["text/html"], data["text/plain"]], secret) == []


def test_names_in_a_fallback_are_escaped_and_long_games_cut() -> None:
    log = [{"ply": i, "seat": 0, "move": "<b>", "text": "<script>alert(1)</script>"} for i in range(1, 1000)]
    page = dump_html(cw.new("kommando", seed=1).dump(), log)
    assert "<script>" not in page
    assert "<b>" not in page
    assert page.count("<tr>") < MOST_ROWS + 20
    assert f"{999 - MOST_ROWS} earlier moves" in page


def test_show_dumps_and_moves_without_a_widget() -> None:
    game = under_way("kommando")
    position = cw.show(game.dump(0))
    assert "<svg" in position._repr_html_()
    assert "<table>" in position._repr_html_()
    assert game.type.draw(game.dump(0)["table"]) in repr(position)
    moves: Any = cw.show(game, seat=0)
    assert moves == game.log(0)
    assert moves._repr_html_().count("<tr>") == game.ply + 1
    assert cw.show(game.record()) == game.log()
    assert isinstance(game.dump(), dict)
    with pytest.raises(ValueError, match="takes a dump"):
        cw.show(7)  # type: ignore[arg-type]


@pytest.mark.thorough
def test_many_lines_make_no_endless_page(tmp_path: Path) -> None:
    game = cw.new("fourx", seed=5, explorers="any").play("king c")
    while not (travels := [move for move in game.legal_moves() if move.startswith("travel")]):
        game.play(next(move for move in game.legal_moves() if move != "resign"))
    record: Any = game.record()
    record["rounds"][0]["moves"] += travels[:1] * 3000
    record["variations"] = [{"at": "0/2500", "moves": travels[:1] * (i + 1)} for i in range(300)]
    page = cw.replay(record, seat=None).save_html(tmp_path / "replay.html").read_text(encoding="utf-8")
    assert "Only the first 7 of 300 variations are in this file." in page
    assert len(page) < 20_000_000
