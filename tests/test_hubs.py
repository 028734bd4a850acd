"""The recipes of docs/rooms.md for hubs hold, in an environment with a hub of its own."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.environments import ROOT


@pytest.mark.thorough
def test_rooms_are_played_behind_a_proxy_of_jupyter_and_as_a_service_of_a_hub() -> None:
    command = [sys.executable, "-m", "tests.hubs"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=900)
    assert done.returncode == 0, done.stdout + done.stderr
