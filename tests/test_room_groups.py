"""Rooms in several processes: the recipe of docs/rooms.md, with the actors of a Dask cluster."""

from __future__ import annotations

import os
from typing import Any

import pytest

import capture_widgets as cw

pytestmark = pytest.mark.thorough


class Group:
    """The rooms of one process."""

    def __init__(self, count: int) -> None:
        """Open so many rooms."""
        self._games = [cw.new("kommando", seats=["Ann", "Ben"]) for _ in range(count)]
        self._rooms = [game.open_room() for game in self._games]

    def links(self) -> list[dict[Any, str]]:
        """The links of each room."""
        return [room.links for room in self._rooms]

    def moves(self) -> list[list[str]]:
        """The moves of each game."""
        return [game.moves() for game in self._games]

    def process(self) -> int:
        """The number of the process."""
        return os.getpid()


@pytest.mark.filterwarnings("ignore")
def test_actors_serve_rooms_from_processes_of_their_own() -> None:
    distributed = pytest.importorskip("distributed")
    settings = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": None}
    with distributed.LocalCluster(**settings) as cluster, distributed.Client(cluster) as client:
        workers = client.scheduler_info()["workers"]
        groups = [client.submit(Group, 2, actor=True, workers=[name]).result() for name in workers]
        processes = {group.process().result() for group in groups}
        assert len(processes | {os.getpid()}) == 3
        links = [one for group in groups for one in group.links().result()]
        assert len({link for one in links for link in one.values()}) == 12
        for one in links:
            with cw.join(one[0]) as seat:
                seat.play(seat.legal_moves()[0])
        assert [len(moves) for group in groups for moves in group.moves().result()] == [1, 1, 1, 1]
