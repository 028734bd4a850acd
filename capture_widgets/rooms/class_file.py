"""What a class keeps in its folder, so that it goes on after its kernel was started again."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from capture_widgets.core.errors import shown
from capture_widgets.core.file_names import path_of
from capture_widgets.core.plain_data import is_a
from capture_widgets.core.shared_files import Folder

_FORMAT: Final = "capture-widgets-class"
VERSION: Final = 1
_NAME: Final = "class.json"
_LONGEST: Final = 10_000_000


@dataclass
class Kept:
    """The content of the file.

    Attributes:
        game: the name of the game.
        options: the options of each of its games.
        port: the port of the pages.
        join: the secret of the link for all.
        people: name, secret and whether they were let in.
        rounds: for each round its games (the person at each seat, None for a bot; and whether it was settled), and who
            rested.
        projector: the secret of the projector's link.
    """

    game: str
    options: dict[str, Any]
    port: int = 0
    join: str = field(default="", repr=False)
    people: list[dict[str, Any]] = field(default_factory=list, repr=False)
    rounds: list[dict[str, Any]] = field(default_factory=list)
    projector: str = field(default="", repr=False)


class ClassFile:
    """The folder of a class: ``class.json``, which only its owner may read, and a journal for each game."""

    def __init__(self, folder: str | Path) -> None:
        """Make the folder if it is missing.

        Raises:
            OSError: it cannot be made.
        """
        self.folder = path_of(folder)
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)

    def journal(self, round_number: int, number: int) -> Path:
        """The path of the journal of a game."""
        return self.folder / f"round-{round_number}-game-{number}.jsonl"

    def read(self) -> Kept | None:
        """What was kept; None in a new folder.

        Raises:
            ValueError: the file holds something else, or belongs to another user.
            OSError: it cannot be read.
        """
        owner = os.geteuid() if hasattr(os, "geteuid") else None
        folder, name = Folder.of(self.folder / _NAME)
        with folder:
            try:
                found = folder.read(name, _LONGEST, owner=owner)
            except FileNotFoundError:
                return None
        try:
            return _kept(json.loads(found))
        except (ValueError, RecursionError, KeyError, TypeError) as error:
            where = shown(str(self.folder / _NAME))
            raise ValueError(f"keep={where}: no file of a class ({error}); take another folder") from None

    def write(self, kept: Kept) -> None:
        """Store it, for this user alone.

        Raises:
            OSError: the file cannot be written.
        """
        data = {"format": _FORMAT, "version": VERSION, **vars(kept)}
        folder, name = Folder.of(self.folder / _NAME)
        with folder:
            folder.replace(name, (json.dumps(data, ensure_ascii=False, indent=1) + "\n").encode(), mode=0o600)


def _kept(data: Any) -> Kept:
    if not is_a(data, dict) or data.get("format") != _FORMAT:
        raise ValueError(f"it has no {_FORMAT}")
    if data.get("version") != VERSION:
        says = shown(data.get("version"))
        raise ValueError(f"this release reads version {VERSION}, the file says {says}; a newer release may read it")
    kept = Kept(**{key: value for key, value in data.items() if key not in ("format", "version")})
    people_are_fine = is_a(kept.people, list) and all(
        is_a(one, dict) and is_a(one["name"], str) and is_a(one["secret"], str) and type(one["admitted"]) is bool
        for one in kept.people
    )
    rounds_are_fine = is_a(kept.rounds, list) and all(
        is_a(one, dict)
        and is_a(one["rests"], list)
        and all(is_a(game["names"], list) and type(game["settled"]) is bool for game in one["games"])
        for one in kept.rounds
    )
    if (
        not people_are_fine
        or not rounds_are_fine
        or not is_a(kept.options, dict)
        or not is_a(kept.join, str)
        or not is_a(kept.projector, str)
    ):
        raise ValueError("its parts are not those of a class")
    if type(kept.port) is not int or not 0 <= kept.port < 65536 or not is_a(kept.game, str):
        raise ValueError("its port or its game is none")
    return kept
