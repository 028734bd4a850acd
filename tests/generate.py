"""Writes what is made from the sources and committed beside them: ``python -m tests.generate``.

JSON Schemas (capture_widgets/schemas), TypeScript types (js/src/wire.ts), golden playthroughs and dumps (tests/goldens)
and move counts (tests/perft.txt). Tests compare what is committed with what this would write.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from tests.schemas import all_schemas
from tests.typescript import wire_ts

ROOT = Path(__file__).parent.parent


def generated() -> dict[str, str]:
    """Every generated file: its text by its path from the root."""
    made = {
        f"capture_widgets/schemas/{name}": json.dumps(schema, ensure_ascii=False, indent=1) + "\n"
        for name, schema in all_schemas().items()
    }
    made["js/src/wire.ts"] = wire_ts()
    return made


def main() -> int:
    """Write what differs and say which files those were."""
    for name, text in generated().items():
        path = ROOT / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
            print(f"wrote {name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
