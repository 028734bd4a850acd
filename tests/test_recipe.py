"""The recipe for a conda package says what pyproject.toml says, and the tool that builds such packages takes it."""

from __future__ import annotations

import json
import re
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

import capture_widgets as cw
from tests.environments import environment

ROOT = Path(__file__).resolve().parent.parent
PATH = ROOT / ".ci" / "conda" / "recipe.yaml"
RECIPE: Any = yaml.safe_load(PATH.read_text("utf-8"))
PROJECT: Any = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))

RENDER = """
import json, sys
from rattler_build import Stage0Recipe

(variant,) = Stage0Recipe.from_file(sys.argv[1]).render()
recipe = variant.recipe
print(json.dumps([str(recipe.package.name), str(recipe.package.version)]))
"""


def spaced(requirement: str) -> str:
    """A requirement as conda writes it: a space after the name, and no marker, since conda has no Pyodide."""
    return re.sub(r"(?<=\w)(?=[<>=])", " ", requirement.partition(";")[0].strip(), count=1)


def test_the_recipe_says_what_the_project_says() -> None:
    project = PROJECT["project"]
    assert RECIPE["context"]["version"] == cw.__version__
    assert RECIPE["package"]["name"] == project["name"]
    python = f"python {project['requires-python']}"
    assert RECIPE["requirements"]["run"] == [python, *map(spaced, project["dependencies"])]
    host = [python, *map(spaced, PROJECT["build-system"]["requires"]), "pip"]
    assert RECIPE["requirements"]["host"] == host
    scripts = [f"{name} = {goal}" for name, goal in project["scripts"].items()]
    assert RECIPE["build"]["python"]["entry_points"] == scripts
    assert RECIPE["about"]["summary"] == project["description"]
    assert RECIPE["about"]["license"] == project["license"]
    assert [RECIPE["about"]["license_file"]] == project["license-files"]


@pytest.mark.thorough
def test_the_tool_that_builds_conda_packages_takes_the_recipe() -> None:
    python = environment(ROOT / ".venv-conda", "conda")
    done = subprocess.run([python, "-c", RENDER, PATH], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == ["capture-widgets", cw.__version__]
