"""The port and the secrets of a room in a file, so that its links stay when its kernel is started again."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from capture_widgets.core.errors import shown
from capture_widgets.core.file_names import path_of
from capture_widgets.core.plain_data import is_a
from capture_widgets.core.shared_files import Folder

_FORMAT: Final = "capture-widgets-room"
_LONGEST: Final = 100_000
_SECRET: Final = re.compile(r"[\w-]{20,100}", re.ASCII)


class KeptLinks:
    """The file with the links of a room. Only its owner may read it."""

    def __init__(self, path: str | Path) -> None:
        """Read the file if it exists.

        Args:
            path: its path; the first room that is opened with it makes it.

        Raises:
            ValueError: it holds something else, or belongs to another user.
            OSError: it cannot be read.
        """
        self.path = path_of(path)
        self.port = 0
        """The port of the room before; 0 if there was none."""
        self.secrets: dict[str, str] = {}
        """The secret of each place, by the place's name."""
        owner = os.geteuid() if hasattr(os, "geteuid") else None
        folder, name = Folder.of(self.path)
        with folder:
            try:
                found = folder.read(name, _LONGEST, owner=owner)
            except FileNotFoundError:
                return
        try:
            self._take(json.loads(found))
        except (ValueError, RecursionError) as error:
            raise ValueError(f"keep={shown(str(self.path))}: no file of a room ({error})") from None

    def _take(self, data: Any) -> None:
        if not is_a(data, dict) or data.get("format") != _FORMAT or data.get("version") != 1:
            raise ValueError(f"it has no {_FORMAT} version 1")
        port, secrets = data.get("port"), data.get("secrets")
        if type(port) is not int or not 0 < port < 65536:
            raise ValueError("its port is no number of a port")
        if not is_a(secrets, dict) or not all(is_a(one, str) and _SECRET.fullmatch(one) for one in secrets.values()):
            raise ValueError("its secrets are none")
        if len(set(secrets.values())) != len(secrets):
            raise ValueError("two places have the same secret")
        self.port, self.secrets = port, secrets

    def write(self, port: int, secrets: Mapping[str, str]) -> None:
        """Store a port and the secrets, for this user alone.

        Raises:
            OSError: the file cannot be written.
        """
        data = {"format": _FORMAT, "version": 1, "port": port, "secrets": dict(secrets)}
        folder, name = Folder.of(self.path)
        with folder:
            folder.replace(name, (json.dumps(data, indent=1) + "\n").encode(), mode=0o600)
        self.port, self.secrets = port, dict(secrets)
