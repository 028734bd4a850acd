"""The documentation site: `python3 tests/run.py --only site` builds it into build/site, and a warning is an error."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.errors import ExtensionError

ROOT = Path(__file__).parent.parent
EXTRA = ROOT / "build" / "site-extra"
EXTRA.mkdir(parents=True, exist_ok=True)
sys.path.insert(0, str(ROOT))

import capture_widgets as cw  # noqa: E402 - the one of this checkout

project = "capture_widgets"
author = "The capture_widgets authors"
release = version = cw.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 3
nitpicky = False  # types of other packages would need their sites, and a build asks no network
autodoc_typehints = "description"
autodoc_typehints_description_target = "documented"
autodoc_member_order = "bysource"
napoleon_numpy_docstring = False
suppress_warnings = ["ref.python"]  # napoleon asks for links to attributes, and several classes have one `round`
napoleon_use_ivar = True  # attributes that a class describes in its docstring and has as properties, once

html_theme = "furo"
html_title = f"capture_widgets {release}"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_extra_path = [str(EXTRA)]
html_copy_source = False

ROOT_PAGES = {"CHANGELOG.md": "changes.md", "CONTRIBUTING.md": "contributing.md", "SECURITY.md": "security.md"}
"""Pages that stand beside the package, where hosts look for them, with the pages that show them here."""


def record_games(app: Sphinx) -> None:
    """Play a game of each kind and keep its replay, for the gallery."""
    folder = EXTRA / "replays"
    folder.mkdir(parents=True, exist_ok=True)
    for slug in cw.games():
        one = cw.new(slug, seed=7)
        for seat in range(len(one.seats)):
            one.sit(seat, cw.bots.Greedy(seed=seat))
        one.run().save_html(folder / f"{slug}.html")


def with_links_of_the_site(app: Sphinx, page: str, source: list[str]) -> None:
    """Puts in the files beside the package, and lets all links to them lead to their pages."""
    for name, shown in ROOT_PAGES.items():
        if f"{page}.md" == shown:
            text = re.sub(r"\]\((?![a-z]+:|#|docs/)", "](../", (ROOT / name).read_text("utf-8"))
            source[0] = text.replace("](docs/", "](")
    for name, shown in ROOT_PAGES.items():
        source[0] = source[0].replace(f"](../{name})", f"]({shown})")


def ask_nobody(app: Sphinx, fault: Exception | None) -> None:
    """No page loads anything from elsewhere."""
    loads = re.compile(r"<(?:script|img|iframe|link|source)\b[^>]*?\b(?:src|href)=.(?:https?:)?//[^\"']*")
    pages = sorted(Path(app.outdir).rglob("*.html"))
    found = [f"{page.name}: {text}" for page in pages for text in loads.findall(page.read_text("utf-8"))]
    if found and fault is None:
        raise ExtensionError(f"pages that ask other hosts: {found[:5]}")


def setup(app: Sphinx) -> None:
    """Called by Sphinx."""
    app.connect("builder-inited", record_games)
    app.connect("source-read", with_links_of_the_site)
    app.connect("build-finished", ask_nobody)
