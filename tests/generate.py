"""Writes what is made from the sources and committed beside them: ``python -m tests.generate``.

JSON Schemas (capture_widgets/schemas), TypeScript types (js/src/messages.ts), `new` with each game's options
(capture_widgets/typed.py), the page of rules (docs/rules.md), the free hooks of the front end (the end of
docs/contract.md), golden playthroughs and dumps (tests/goldens) and move counts (tests/perft.txt). Tests compare what
is committed with what this would write.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

from tests.hooks import contract_md
from tests.perft import perft_text
from tests.playthrough import VARIANTS, playthrough
from tests.rules_page import rules_md
from tests.schemas import SCHEMAS
from tests.typed_new import typed_py
from tests.typescript import wire_ts

ROOT = Path(__file__).parent.parent


def _schema(name: str) -> str:
    return json.dumps(SCHEMAS[name](), ensure_ascii=False, indent=1) + "\n"


GENERATED: dict[str, Callable[[], str]] = {
    **{f"capture_widgets/schemas/{name}": partial(_schema, name) for name in SCHEMAS},
    "capture_widgets/typed.py": typed_py,
    "docs/contract.md": contract_md,
    "docs/rules.md": rules_md,
    "js/src/messages.ts": wire_ts,
    **{f"tests/goldens/{name}.txt": partial(playthrough, name) for name in VARIANTS},
    "tests/perft.txt": perft_text,
}
"""Every generated file: what makes its text, by its path from the root."""


def main() -> int:
    """Write what differs and say which files those were."""
    for name, make in GENERATED.items():
        path, text = ROOT / name, make()
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
            print(f"wrote {name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
