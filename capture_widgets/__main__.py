"""``python -m capture_widgets``: see `cli`."""

from __future__ import annotations

import sys

from capture_widgets.cli import main

if __name__ == "__main__":
    sys.exit(main())
