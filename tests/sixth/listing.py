"""The lines that a sixth game adds to the two lists: that of games, and that of the front end's views."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterator, MutableMapping
from pathlib import Path
from typing import Any, cast

from capture_widgets import games
from capture_widgets.core.lazy_values import LazyMapping
from tests.sixth import GAME

ROOT = Path(__file__).parent.parent.parent


def entries() -> Iterator[tuple[MutableMapping[str, Any], Any]]:
    """Where the game stands once it is listed, and what stands there."""
    listed = cast("LazyMapping[Any]", games.GAMES)
    yield games.TITLES, GAME.title
    yield listed._keys, None
    yield listed._loaded, GAME


def list_game() -> None:
    """List the game for the rest of this process, as a kernel does that plays it."""
    for mapping, value in entries():
        mapping[GAME.slug] = value


def build_front_end(folder: Path) -> Path:
    """Build the front end with the game's view beside the others; gives the folder of what was built."""
    js, views = folder / "js", folder / "js/src/views"
    for name in ("LICENSE", "capture_widgets/__init__.py", "capture_widgets/engine/faces.json"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    shutil.copytree(ROOT / "js/src", js / "src")
    for name in ("build.mjs", "package.json", "package-lock.json", "tsconfig.json"):
        shutil.copy(ROOT / "js" / name, js / name)
    bundled = json.loads((ROOT / "js/package.json").read_text(encoding="utf-8"))["dependencies"]
    (js / "node_modules").mkdir()
    for package in (ROOT / "js/node_modules").resolve().iterdir():
        if package.name in bundled:  # a link would tell where it leads
            shutil.copytree(package, js / "node_modules" / package.name)
        else:
            (js / "node_modules" / package.name).symlink_to(package)
    shutil.copytree(Path(__file__).parent / "view", views / GAME.slug)
    text = (views / "index.ts").read_text(encoding="utf-8")
    text = re.sub(r" };$", f", {GAME.slug} }};", text, flags=re.MULTILINE)
    text = f'import {{ {GAME.slug} }} from "./{GAME.slug}/index";\n{text}'
    (views / "index.ts").write_text(text, encoding="utf-8")
    subprocess.run(["node", "build.mjs"], cwd=js, check=True, capture_output=True)
    return folder / "capture_widgets/static"
