"""The documentation: each page is reached from the first one, its links lead somewhere, and its code runs as printed.

`python3 tests/run.py --only site` builds the site itself; a warning is an error there, and so is a page that loads
anything from elsewhere.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

import capture_widgets as cw
from capture_widgets import testing

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
PAGES = sorted(DOCS.glob("*.md"))
BESIDE = [ROOT / name for name in ("CHANGELOG.md", "CONTRIBUTING.md", "README.md", "SECURITY.md")]
FENCE = re.compile(r"^```(.*)\n((?:.*\n)*?)```$", re.MULTILINE)


def blocks(page: Path) -> list[tuple[str, str]]:
    """The blocks of a page: what is written behind the fence, and the text."""
    return [(kind.strip(), text) for kind, text in FENCE.findall(page.read_text("utf-8"))]


WITH_CODE = [page for page in PAGES if any(kind == "python" for kind, _ in blocks(page))]


@pytest.mark.parametrize("page", WITH_CODE, ids=lambda page: page.stem)
def test_the_code_of_a_page_runs_from_top_to_bottom(
    page: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if page.stem == "tournaments" and not hasattr(os, "fork"):
        pytest.skip("on Windows there are no tournaments, as the page says")
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {"__name__": "page"}
    for kind, text in blocks(page):
        if kind == "python":
            exec(compile(text, page.name, "exec"), names)  # noqa: S102 - our own text


@pytest.mark.parametrize("page", [*PAGES, *BESIDE], ids=lambda page: page.stem)
def test_no_code_hides_behind_another_fence(page: Path) -> None:
    assert page.read_text("utf-8").count("\n```") + page.read_text("utf-8").startswith("```") == 2 * len(blocks(page))
    for kind, text in blocks(page):
        no_code = {"", "json", "powershell", "python", "sh", "toml", "{eval-rst}", "{include}", "{raw}", "{toctree}"}
        assert kind.split(" ")[0] in no_code
        if kind not in ("python", "toml"):
            assert re.search(r"\bimport \w|^\w+ = |\bcw\.\w+\(", text, re.MULTILINE) is None, text


def listed() -> list[str]:
    """The pages that the first page lists."""
    trees = [text for kind, text in blocks(DOCS / "index.md") if kind == "{toctree}"]
    return [line for text in trees for line in text.splitlines() if line and not line.startswith(":")]


def test_every_page_is_listed_once_by_the_first_page() -> None:
    assert sorted([*listed(), "index"]) == [page.stem for page in PAGES]
    # who reads it where it is not a site has links instead
    linked = re.findall(r"\]\((\w+)\.md\)", (DOCS / "index.md").read_text("utf-8"))
    assert set(linked) == set(listed())


def slug(heading: str) -> str:
    """The anchor of a heading, as MyST and the repository's host make it."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


@pytest.mark.parametrize("page", [*PAGES, *BESIDE], ids=lambda page: page.stem)
def test_links_lead_to_pages_and_headings_that_there_are(page: Path) -> None:
    for path, _, anchor in re.findall(r"\]\(([^)#\s]*)(#([^)]*))?\)", page.read_text("utf-8")):
        if "://" in path:
            continue
        target = (page.parent / path).resolve() if path else page
        assert target.is_file(), path
        if page.parent == DOCS and target.suffix == ".md":  # other files go with the site
            assert target.parent == DOCS or target in BESIDE, path
        if anchor:
            headings = re.findall(r"^#+ (.*)$", target.read_text("utf-8"), re.MULTILINE)
            assert anchor in {slug(heading) for heading in headings}, (path, anchor)


def test_the_reference_has_every_public_name() -> None:
    page = (DOCS / "reference.md").read_text("utf-8")
    described = re.findall(r"^\.\. (?:auto\w+|py:function|py:data):: ([\w.]+)", page, re.MULTILINE)
    bots = [f"capture_widgets.bots.{name}" for name in cw.bots.__all__ if name not in {"Bot", "View"}]
    plots = [f"capture_widgets.plot.{name}" for name in cw.plot.__all__]
    environments = [f"capture_widgets.envs.{name}" for name in cw.envs.__all__]
    environments += [f"capture_widgets.testing.{name}" for name in testing.__all__]
    modules = {"bots", "envs", "plot"}
    assert sorted(described) == sorted(
        [*(set(cw.__all__) - modules), *bots, *environments, *plots, "capture_widgets.games.register"]
    )


def test_the_gallery_steps_through_a_game_of_each_kind() -> None:
    page = (DOCS / "gallery.md").read_text("utf-8")
    assert re.findall(r'<iframe src="replays/(\w+)\.html"', page) == list(cw.games())
    assert set(re.findall(r"^## (.*)$", page, re.MULTILINE)) >= set(cw.games().values())
