"""Writes what is made from the sources and committed beside them: ``python -m tests.generate``.

JSON Schemas (capture_widgets/protocol/schemas), TypeScript types (js/src/kernel/messages), the lists of the views that
there are (js/src/views/index.ts, capture_widgets/protocol/bundled_views.py), `new` with the options of each game
(capture_widgets/play/typed.py), the page of rules (docs/rules.md), the page of each game (docs/kommando.md ...), the
moving picture of the first page (docs/hand.svg), the free hooks of the front end (the end of docs/contract.md), the
homework for otter-grader (notebooks/otter), the version in CITATION.cff, playthroughs to be read and the digests of all
of them (tests/goldens) and move counts (tests/perft.txt). Tests compare what is committed with what this would write.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import capture_widgets as cw
from capture_widgets.games import GAMES
from tests.game_pages import game_md
from tests.graders.otter_version import otter_ipynb
from tests.hooks import contract_md
from tests.moving_picture import hand_svg
from tests.perft import perft_text
from tests.playthrough import READ, digests_json, playthrough
from tests.rules_page import rules_md
from tests.schemas import SCHEMAS
from tests.typed_new import typed_py
from tests.typescript import FOLDER, messages_ts
from tests.views import bundled_views_py, views_ts

ROOT = Path(__file__).parent.parent
DIGESTS = "tests/goldens/digests.json"


def _schema(name: str) -> str:
    return json.dumps(SCHEMAS[name](), ensure_ascii=False, indent=1) + "\n"


def _message_file(name: str) -> str:
    return messages_ts()[name]


def _citation() -> str:
    text = (ROOT / "CITATION.cff").read_text("utf-8")
    return re.sub(r"^version: .*$", f"version: {cw.__version__}", text, flags=re.MULTILINE)


GENERATED: dict[str, Callable[[], str]] = {
    **{f"capture_widgets/protocol/schemas/{name}": partial(_schema, name) for name in SCHEMAS},
    "CITATION.cff": _citation,
    "capture_widgets/play/typed.py": typed_py,
    "capture_widgets/protocol/bundled_views.py": bundled_views_py,
    "docs/contract.md": contract_md,
    "docs/hand.svg": hand_svg,
    "docs/rules.md": rules_md,
    **{f"docs/{slug}.md": partial(game_md, slug) for slug in GAMES},
    **{f"tests/goldens/{slug}.txt": partial(playthrough, f"{slug}-plain", READ) for slug in GAMES},
    DIGESTS: digests_json,
    **{f"{FOLDER}/{name}": partial(_message_file, name) for name in messages_ts()},
    "js/src/views/index.ts": views_ts,
    "notebooks/otter/homework.ipynb": otter_ipynb,
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
