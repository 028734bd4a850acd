"""Tries the recipes for hubs: ``python -m tests.hubs [folder]``.

JupyterHub and jupyter-server-proxy change every Jupyter server of their environment: so they have one of their own,
and only the thorough run of the tests has time for this.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tests.environments import checked_in

if __name__ == "__main__":
    sys.exit(checked_in("hub", [Path(__file__).with_name("checks.py")]))
