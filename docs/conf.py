"""The documentation site: `python3 tests/run.py --only site` builds it into build/site, and a warning is an error."""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.errors import ExtensionError

ROOT = Path(__file__).parent.parent
EXTRA = ROOT / "build" / "site-extra"
EXTRA.mkdir(parents=True, exist_ok=True)
PARTS = ROOT / "build" / "site-parts"
PLAYED = ROOT / "build" / "lite"
"""The games in the browser alone, if `python3 tests/lite_site.py build/lite` has built them."""
sys.path.insert(0, str(ROOT))

import capture_widgets as cw  # noqa: E402 - the one of this checkout
from tests.puzzles import puzzle_html, solved  # noqa: E402

project = "capture_widgets"
author = "The capture_widgets authors"
project_copyright = f"{author}, under the BSD 3-Clause licence"
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


REPLAY = """<iframe src="replays/{slug}.html" title="A replay of {title}" loading="lazy" class="replay"></iframe>
<p><a href="replays/{slug}.html">By itself, in the whole window</a></p>
"""

INSPECTOR = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Kommando, an inspector</title>
<body style="margin: 0">{html}</body>
</html>
"""

PLAY = "[Play now](play.md)"
"""How a page leads to the games: in the site to the games themselves, elsewhere to a page that says how to play."""

STAND_IN = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>The games are not in this copy</title>
<meta http-equiv="refresh" content="0; url=../play.html">
<p><a href="../play.html">The games are not in this copy of the site; this page says how to play them</a></p>
"""

NOT_FOUND = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>There is no such page</title>
<style>
:root { color-scheme: light dark; }
body { max-width: 34rem; margin: 15vh auto 0; padding: 0 1.5rem; font: 1.1rem/1.5 system-ui, sans-serif; }
</style>
<h1>There is no such page</h1>
<p>The link that led here is wrong, or the page has another name now.</p>
<p><a id="first" href="index.html">The first page</a> leads to all others, and to the games.</p>
<script>
// the server shows this page at the wrong address itself, so relative links lead nowhere below a folder
const [, project] = location.pathname.split("/");
const root = location.hostname.endsWith(".github.io") && project ? `/${project}/` : "/";
if (location.protocol.startsWith("http")) document.getElementById("first").href = root;
</script>
"""


def record_games(app: Sphinx) -> None:
    """Play a game of each kind and keep its replay, and make the parts of the games' pages."""
    for folder in (EXTRA / "replays", EXTRA / "puzzles", EXTRA / "inspectors", PARTS):
        folder.mkdir(parents=True, exist_ok=True)
    (EXTRA / "404.html").write_text(NOT_FOUND, "utf-8")
    game = cw.new("kommando", seed=7)
    for _ in range(6):
        game.play(game.legal_moves()[0])
    page = INSPECTOR.format(html=game.inspect(0).static().html)
    (EXTRA / "inspectors" / "kommando.html").write_text(page, "utf-8")
    for slug, title in cw.games().items():
        one = cw.new(slug, seed=7)
        for seat in range(len(one.seats)):
            one.sit(seat, cw.bots.Greedy(seed=seat))
        one.run().save_html(EXTRA / "replays" / f"{slug}.html")
        solved(slug).save_html(EXTRA / "puzzles" / f"{slug}.html", seat=None)
        parts = {
            "lesson": cw.lesson(slug).static().html,
            "puzzle": puzzle_html(slug),
            "replay": REPLAY.format(slug=slug, title=title),
        }
        for name, html in parts.items():
            (PARTS / f"{name}-{slug}.html").write_text(html, "utf-8")


def with_parts(app: Sphinx, page: str, source: list[str]) -> None:
    """Puts the parts of the games' pages in, and lets "Play now" lead to the games."""
    raw = f"```{{raw}} html\n:file: {PARTS}/\\1.html\n```"
    text = re.sub(r"<!-- part: ([\w-]+) -->", raw, source[0])
    source[0] = text.replace(PLAY, '<a class="play-now" href="lite/index.html">Play now</a>')


def with_games(app: Sphinx, fault: Exception | None) -> None:
    """Puts the games beside the pages, or where they are not built a page that leads to how to play."""
    place = Path(app.outdir) / "lite"
    shutil.rmtree(place, ignore_errors=True)
    if PLAYED.is_dir():
        shutil.copytree(PLAYED, place)
    else:
        place.mkdir()
        (place / "index.html").write_text(STAND_IN, "utf-8")


def with_links_of_the_site(app: Sphinx, page: str, source: list[str]) -> None:
    """Puts in the files beside the package, and lets all links to them lead to their pages."""
    for name, shown in ROOT_PAGES.items():
        if f"{page}.md" == shown:
            text = re.sub(r"\]\((?![a-z]+:|#|docs/)", "](../", (ROOT / name).read_text("utf-8"))
            source[0] = text.replace("](docs/", "](")
    for name, shown in ROOT_PAGES.items():
        source[0] = source[0].replace(f"](../{name})", f"]({shown})")


def ask_nobody(app: Sphinx, fault: Exception | None) -> None:
    """No page loads anything from elsewhere; the games in the browser alone have a test of their own."""
    loads = re.compile(r"<(?:script|img|iframe|link|source)\b[^>]*?\b(?:src|href)=.(?:https?:)?//[^\"']*")
    out = Path(app.outdir)
    pages = sorted(page for page in out.rglob("*.html") if page.relative_to(out).parts[0] != "lite")
    found = [f"{page.name}: {text}" for page in pages for text in loads.findall(page.read_text("utf-8"))]
    if found and fault is None:
        raise ExtensionError(f"pages that ask other hosts: {found[:5]}")


def setup(app: Sphinx) -> None:
    """Called by Sphinx."""
    app.connect("builder-inited", record_games)
    app.connect("source-read", with_links_of_the_site)
    app.connect("source-read", with_parts)
    app.connect("build-finished", ask_nobody)
    app.connect("build-finished", with_games)
