"""Plots: charts without a library, the plot that leads a replay, and beliefs shown on a table."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree as ET

import pytest

import capture_widgets as cw
from capture_widgets.export.charts import ticks
from capture_widgets.widgets import Plot, Table
from tests.test_finding_and_beliefs import played
from tests.test_import_light import loaded_by
from tests.test_sealed import alike


def texts(chart: cw.plot.Chart) -> list[str]:
    """The words in a picture, which is well-formed."""
    nodes = ET.fromstring(chart.svg).iter()  # noqa: S314 # our own
    return [str(node.text) for node in nodes if node.tag.endswith("text")]


# -- charts


def test_points_of_a_game_are_a_line_a_seat(tmp_path: Path) -> None:
    game = played("kommando")
    chart = cw.plot.points(game)
    assert isinstance(chart, cw.plot.Chart)
    assert {"Kommando", "ply", "points", "A", "B"} <= set(texts(chart))
    last = game.points
    assert f"({game.ply}, {last[0]})" in repr(chart).splitlines()[1]
    assert chart._repr_svg_() == chart.svg
    assert cw.plot.points(game.history) == chart
    assert cw.plot.points(game.record()) == chart
    assert cw.plot.points(game.save(tmp_path / "game.json")) == chart
    (stored,) = cw.read_records(tmp_path)
    assert cw.plot.points(stored) == chart
    replay = cw.replay(stored, 0)
    assert replay.game.moves() == game.moves()
    assert not replay.faults


def test_votes_are_counted_from_numbers_moves_and_answers() -> None:
    counted = cw.plot.votes({"9y": 2, "L:7b": 3}, played="8r")
    assert repr(counted).splitlines() == ["Votes", "L:7b: 3", "9y: 2", "8r (played): 0"]
    assert cw.plot.votes(["9y", "L:7b", "L:7b", "9y", "L:7b"], played="8r") == counted
    answers = [{"chosen": move} for move in ("9y", "L:7b", "L:7b", "9y", "L:7b")]
    assert cw.plot.votes(answers, played="8r") == counted
    assert cw.plot.votes({"<b>&": 1}).svg.count("&lt;b&gt;&amp;") == 1
    poll = [{"who": "Ann", "move": "9y"}, {"who": "Ben", "move": "L:7b"}]
    assert repr(cw.plot.votes(poll)).splitlines()[1:] == ["9y: 1", "L:7b: 1"]
    for wrong in (7, [{"who": "Ann"}], {"9y": "many"}):
        with pytest.raises(ValueError, match="votes"):
            cw.plot.votes(wrong)


def test_results_of_a_duel_and_of_kept_games_are_counted() -> None:
    duel = cw.duel("kommando", [cw.bots.Greedy(), cw.bots.Random(seed=1)], deals=6, progress=False)
    rows = {row.bot: row for row in duel.table}
    for line in repr(cw.plot.results(duel)).splitlines()[1:]:
        bot, _, said = line.partition(": ")
        row = rows[bot]
        assert said == f"won {row.wins}, drawn {row.draws}, lost {row.losses}"
    frame = duel.frame()[:6].assign(result=["won", "lost", "won", "", "drawn", "won"], opponents="Greedy")
    assert repr(cw.plot.results(frame)).splitlines()[1:] == ["Greedy: won 3, drawn 1, lost 1"]
    with pytest.raises(ValueError, match="no column"):
        cw.plot.results(frame, by="level")
    with pytest.raises(ValueError, match="no results"):
        cw.plot.results(frame[["deal"]])


def test_calibration_says_how_often_chances_came_true() -> None:
    said, came = [0.1] * 10 + [0.8] * 10, [True, *[False] * 9, *[True] * 8, False, False]
    chart = cw.plot.calibration(said, came, groups=2)
    assert repr(chart).splitlines()[1] == "came true: (0.1, 0.1), (0.8, 0.8)"
    for wrong in (([], []), ([1.5], [True]), ([0.5], [True, False])):
        with pytest.raises(ValueError, match=r"calibration|zip"):
            cw.plot.calibration(*wrong)


def test_an_axis_has_round_numbers_that_hold_all_values() -> None:
    rng = Random(1)
    for _ in range(200):
        low = rng.uniform(-50, 50) * 10 ** rng.randrange(-2, 3)
        high = low + rng.random() * 10 ** rng.randrange(-2, 3)
        found = ticks(low, high)
        assert found[0] <= low + 1e-9 * abs(low)
        assert found[-1] >= high - 1e-9 * abs(high)
        assert 2 <= len(found) <= 9
    assert ticks(3, 3) == ticks(3, 4)


def test_charts_load_no_library_and_no_widgets() -> None:
    names = loaded_by("import capture_widgets as cw\ncw.plot.points(cw.new('kommando', seed=1))")
    assert names & {"matplotlib", "altair", "numpy", "pandas", "anywidget"} == set()


# -- the plot that leads a replay


def test_a_click_on_the_plot_leads_the_replay_and_the_plot_follows() -> None:
    replay = played("kommando").replay(seat=None)
    plot = cw.plot.points(replay)
    assert isinstance(plot, Plot)
    plot.set_state({"ply": 5})
    assert (replay.ply, plot.ply) == (5, 5)
    replay.ply = 7
    assert plot.ply == 7
    plot.set_state({"ply": 900})
    assert plot.ply == replay.ply == replay.game.ply
    points = [point["value"] for point in plot.timeline["curves"][0]["points"]]
    assert points == [replay.game.dump_at(ply)["points"][0] for ply in replay.game.plies()]
    plain, html = plot.standing_in()
    assert "ply" in html
    assert plain.startswith("Kommando")
    plot.close()
    replay.ply = 2
    assert plot.ply != 2


def test_the_plot_of_a_replay_without_spoilers_ends_where_that_is() -> None:
    replay = played("kommando").replay(seat=0, spoilers=False)
    plot = Plot(replay)
    assert plot.scene["last"] == 0
    replay.ply = 3
    assert plot.scene["last"] == 3
    assert [point["at"] for point in plot.timeline["curves"][1]["points"]] == ["0/0", "0/1", "0/2", "0/3"]


# -- beliefs on a table


def beliefs(table: Table) -> Any:
    """What a table's page is told of hidden cards."""
    return table.scene["beliefs"]


@pytest.mark.parametrize("slug", ["kommando", "universal"])
def test_a_table_shows_beliefs_when_asked_the_same_in_worlds_that_its_seat_cannot_tell_apart(slug: str) -> None:
    game = played(slug, 6)
    seat = game.to_play
    assert seat is not None
    shown = []
    for one in (cw.from_dump(game.dump()), alike(game, Random(1)), alike(game, Random(2))):
        table = one.table(seat=seat)
        assert beliefs(table) is None
        shown.append(beliefs(table.show_belief(40)))
        one.play(one.legal_moves()[0])
        assert beliefs(table) is not None
        assert beliefs(table.show_belief(0)) is None
    assert shown[0] == shown[1] == shown[2]
    assert all(0 < len(cards) <= 6 for cards in shown[0].values())


def test_no_beliefs_where_all_lies_open_or_the_screen_is_covered() -> None:
    game = played("kommando", 2)
    assert beliefs(game.table(seat=None).show_belief(20)) is None
    shared: Any = game.table().show_belief(20)
    assert shared.scene.get("cover") is None
    assert beliefs(shared) is not None
    game.play(game.legal_moves()[0])
    assert shared.scene.get("cover") is not None
    assert beliefs(shared) is None
    with pytest.raises(ValueError, match="samples"):
        shared.show_belief(-1)
