"""What must not be in the repository: registry addresses, machine paths, built files, restrictive licences."""

from __future__ import annotations

import json
import re
import subprocess
import tomllib
from functools import cache
from importlib.metadata import metadata, requires
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parent.parent

# Written in pieces, so that this file does not hold what it looks for.
REGISTRIES = ["npm" + "js.org", "yarn" + "pkg.com", "python" + "hosted.org", "pypi" + ".org", "npm" + "mirror.com"]
PLACES = ["/" + "work/", "/" + "root/", "/" + "tmp/", "/" + "home/", "/" + "Users/", "C:" + "\\Users"]

PERMISSIVE = re.compile(r"\b(0BSD|Apache|BSD|ISC|MIT|PSF|Python Software Foundation|Unlicense)\b", re.IGNORECASE)
RECIPROCAL = re.compile(r"\b(A?GPL|LGPL|MPL|EUPL|CDDL|EPL|Mozilla|General Public)", re.IGNORECASE)


@cache
def tracked() -> tuple[str, ...]:
    """Paths of the files that git keeps, as they are in the working tree."""
    try:
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("this is not a git checkout")
    return tuple(path for path in listed.split("\0") if path and (ROOT / path).is_file())


@pytest.mark.parametrize("words", [REGISTRIES, PLACES], ids=["registries", "places"])
def test_no_file_names_a_registry_or_a_place_on_a_machine(words: list[str]) -> None:
    found = [
        f"{path}: {word}"
        for path in tracked()
        for text in [(ROOT / path).read_bytes().decode("utf-8", "ignore")]
        for word in words
        if word in text
    ]
    assert found == []


def test_the_lock_file_has_no_download_addresses() -> None:
    packages: dict[str, dict[str, Any]] = json.loads((ROOT / "js/package-lock.json").read_text("utf-8"))["packages"]
    assert len(packages) > 100
    assert [name for name, entry in packages.items() if "resolved" in entry] == []
    assert [name for name, entry in packages.items() if name and "integrity" not in entry] == []


def test_nothing_built_is_committed() -> None:
    built = re.compile(r"(^|/)(node_modules|static|dist|build|__pycache__|\.venv[^/]*)/|\.(whl|min\.js|map|pyc)$")
    assert [path for path in tracked() if built.search(path)] == []


def test_what_the_bundle_contains_is_permissively_licensed() -> None:
    packages = json.loads((ROOT / "js/package-lock.json").read_text("utf-8"))["packages"]
    bundled = {name: entry for name, entry in packages.items() if name and not entry.get("dev")}
    assert "node_modules/preact" in bundled
    for name, entry in bundled.items():
        assert PERMISSIVE.search(entry["license"]), name
        assert not RECIPROCAL.search(entry["license"]), name


def test_what_pip_installs_with_the_package_is_permissively_licensed() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    waiting = [Requirement(text) for text in project["dependencies"]]
    seen: set[str] = set()
    while waiting:
        name = waiting.pop().name.lower()
        if name in seen:
            continue
        seen.add(name)
        licence = licence_of(name)
        assert PERMISSIVE.search(licence), f"{name}: {licence[:200] or 'no licence is named'}"
        assert not RECIPROCAL.search(licence), f"{name}: {licence[:200]}"
        needed = (Requirement(text) for text in requires(name) or [])
        waiting += [need for need in needed if need.marker is None or need.marker.evaluate({"extra": ""})]
    assert {"anywidget", "ipywidgets", "traitlets"} <= seen


def licence_of(name: str) -> str:
    """The licence that a distribution names: its expression, else its classifiers, else its first line of text."""
    facts = metadata(name)
    classifiers = [text for text in facts.get_all("Classifier") or [] if text.startswith("License ::")]
    named = [*(facts.get_all("License-Expression") or []), "; ".join(classifiers), *(facts.get_all("License") or [])]
    return next((text.split("\n")[0] for text in named if text), "")
