"""Project files: extras, version, lock file, workflows, hooks, forms and citation are consistent."""

from __future__ import annotations

import ast
import importlib.util
import platform
import re
import sys
import tomllib
from pathlib import Path
from typing import Any

import check_jsonschema
import pytest
import yaml
from click.testing import CliRunner
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import capture_widgets as cw
import hatch_build
from tests import run as runner

ROOT = Path(__file__).parent.parent
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
EXTRAS = {
    extra: {Requirement(text).name for text in needs}
    for extra, needs in PROJECT["project"]["optional-dependencies"].items()
}
DISTRIBUTIONS = {"pyspiel": "open_spiel", "resvg_py": "resvg-py"}
"""What provides a module of another name."""
FEATURES = {
    "cloudpickle": {"duels"},
    "gymnasium": {"gymnasium", "pettingzoo"},
    "mcp": {"mcp"},
    "nbconvert": {"convert"},
    "numpy": {"gymnasium", "openspiel", "pettingzoo"},
    "openskill": {"ladder"},
    "pandas": {"duels", "frames", "ladder", "plot"},
    "pettingzoo": {"pettingzoo"},
    "pyspiel": {"openspiel"},
    "resvg_py": {"lab", "png"},
    "textarena": {"textarena"},
    "tqdm": {"duels", "progress"},
    "verifiers": {"verifiers"},
}
"""Modules that a feature needs, with the extras that bring them."""


def read(path: str) -> Any:
    """A YAML file; its key `on`, which YAML takes for True, is a word."""
    found = yaml.safe_load((ROOT / path).read_text("utf-8"))
    return {("on" if key is True else key): value for key, value in found.items()}


def imported() -> set[str]:
    """The modules of others that the package imports."""
    found: set[str] = set()
    for path in (ROOT / "capture_widgets").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                found |= {name.name.split(".")[0] for name in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                found.add(node.module.split(".")[0])
    return found - sys.stdlib_module_names - {"capture_widgets"}


def test_every_import_is_of_a_dependency_or_brought_by_the_extra_of_its_feature() -> None:
    always = {Requirement(text).name for text in PROJECT["project"]["dependencies"]}
    with_anywidget, with_nbconvert = {"IPython", "comm", "ipywidgets"}, {"nbformat"}
    with_jupyterlab = {"jupyter_core", "jupyter_server"}
    assert imported() - always - with_anywidget - with_nbconvert - with_jupyterlab == set(FEATURES)
    for module, extras in FEATURES.items():
        name = DISTRIBUTIONS.get(module, module)
        assert {extra for extra, needs in EXTRAS.items() if name in needs} == extras, module


def test_the_extra_all_is_all_other_extras() -> None:
    (everything,) = PROJECT["project"]["optional-dependencies"]["all"]
    assert Requirement(everything).extras == set(EXTRAS) - {"all", "textarena", "verifiers"}
    page = (ROOT / "docs/installing.md").read_text("utf-8")
    assert set(re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE)) == set(EXTRAS)


def test_messages_name_extras_that_there_are() -> None:
    named = {
        extra
        for path in (*(ROOT / "capture_widgets").rglob("*.py"), ROOT / "README.md", *(ROOT / "docs").glob("*.md"))
        for extra in re.findall(r"(?:capture-widgets|\.)\[(\w+)\]\"", path.read_text("utf-8"))
    }
    assert {"duels", "frames", "lab", "png"} <= named <= set(EXTRAS)


def test_the_version_stands_in_one_place_and_in_the_citation_that_is_made_from_it() -> None:
    assert "version" in PROJECT["project"]["dynamic"]
    assert hatch_build.version_of(ROOT) == cw.__version__
    said = re.compile(rf"\b{re.escape(cw.__version__)}\b")
    places = ("pyproject.toml", "hatch_build.py", "README.md", "js/package.json", "docs/conf.py")
    assert [place for place in places if said.search((ROOT / place).read_text("utf-8"))] == []
    assert read("CITATION.cff")["version"] == cw.__version__
    newest = re.search(r"^## (\S+?),? ", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert newest is not None
    assert newest[1] == cw.__version__
    licences = (ROOT / "capture_widgets/static/licences.txt").read_text("utf-8")
    assert licences.startswith(f"capture_widgets {cw.__version__} (BSD-3-Clause)\n")


def locked() -> dict[str, str]:
    """The versions in the lock, by name; where systems or Pythons differ, the first."""
    lines = [line for line in runner.LOCK.read_text("utf-8").splitlines() if not line.startswith("#")]
    found: dict[str, str] = {}
    for line in lines:
        need = Requirement(line)
        assert need.url is None
        assert re.fullmatch(r"==[\w.!+]+", str(need.specifier)), line
        found.setdefault(canonicalize_name(need.name), str(need.specifier)[2:])
    return found


def test_the_lock_pins_every_tool_within_its_bounds_and_names_no_address() -> None:
    pins = locked()
    groups = PROJECT["dependency-groups"]
    wanted = [*groups["dev"], *groups["lint"], *groups["node"], *PROJECT["project"]["dependencies"]]
    for extra, needs in PROJECT["project"]["optional-dependencies"].items():
        if extra in ("textarena", "verifiers"):  # each is in no development environment but its own
            continue
        wanted += [text for text in needs if not text.startswith("capture-widgets")]
    assert len(pins) > 100
    for text in wanted:
        need = Requirement(text)
        assert need.specifier.contains(pins[canonicalize_name(need.name)]), text
    assert "://" not in runner.LOCK.read_text("utf-8")


def test_the_checks_are_installed_as_locked_unless_the_newest_are_asked_for(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    said: list[tuple[Any, ...]] = []
    monkeypatch.setattr(runner, "ENVIRONMENT", tmp_path)
    monkeypatch.setattr(runner.WORKSHOP, "command", lambda task, *arguments, **variables: said.append(arguments))
    task = runner.Task("python", runner.prepare_python)
    (tmp_path / "pyvenv.cfg").write_text(f"version = {platform.python_version()}")  # so that none is made
    monkeypatch.delenv(runner.NEWEST, raising=False)
    runner.prepare_python(task)
    runner.prepare_python(task)
    monkeypatch.setenv(runner.NEWEST, "1")
    runner.prepare_python(task)
    found = [("--constraint" in words, runner.LOCK in words) for words in said]
    assert found == [(True, True), (True, True), (False, False), (False, False)], "uv, and what uv installs"


SCHEMAS = {
    ".github/workflows/*.yml": "vendor.github-workflows",
    ".github/dependabot.yml": "vendor.dependabot",
    ".github/ISSUE_TEMPLATE/config.yml": "vendor.github-issue-config",
    ".github/ISSUE_TEMPLATE/[!c]*.yml": "vendor.github-issue-forms",
    "CITATION.cff": "vendor.citation-file-format",
}


@pytest.mark.parametrize("pattern", SCHEMAS)
def test_a_file_for_the_host_has_the_shape_that_the_host_reads(pattern: str) -> None:
    files = sorted(ROOT.glob(pattern))
    assert files
    done = CliRunner().invoke(check_jsonschema.main, ["--builtin-schema", SCHEMAS[pattern], *map(str, files)])
    assert done.exit_code == 0, done.output


def test_the_matrix_is_three_systems_and_every_python_that_the_metadata_name() -> None:
    matrix = read(".github/workflows/checks.yml")["jobs"]["unit"]["strategy"]["matrix"]
    said = re.findall(r"Python :: (3\.\d+)", "\n".join(PROJECT["project"]["classifiers"]))
    assert matrix["python"] == said == ["3.11", "3.12", "3.13", "3.14"]
    assert {name.split("-")[0] for name in matrix["system"]} == {"macos", "ubuntu", "windows"}
    systems = [text for text in PROJECT["project"]["classifiers"] if text.startswith("Operating System")]
    assert {text.split(" :: ")[-1] for text in systems} == {"MacOS", "Linux", "Windows"}


def workflows() -> list[str]:
    """The workflows, as paths from the repository's root."""
    return [path.relative_to(ROOT).as_posix() for path in sorted((ROOT / ".github/workflows").glob("*.yml"))]


@pytest.mark.parametrize("path", workflows())
def test_a_workflow_may_only_read_pins_its_actions_and_runs_modules_that_there_are(path: str) -> None:
    workflow = read(path)
    assert workflow["permissions"] == {"contents": "read"}
    assert "pull_request_target" not in workflow["on"]
    for job in workflow["jobs"].values():
        assert job["timeout-minutes"] <= 60
        for step in job["steps"]:
            assert "secrets." not in str(step)
            if "uses" in step:
                assert re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40}", step["uses"]), "by its digest: tags can be moved"
            if "checkout@" in step.get("uses", ""):
                assert step["with"] == {"persist-credentials": False}
            for module in re.findall(r"-m (tests[.\w]*)", step.get("run", "")):
                assert importlib.util.find_spec(module), module


def test_only_archives_that_were_looked_into_are_published_and_without_a_password() -> None:
    jobs = read(".github/workflows/publish.yml")["jobs"]
    runs = [step["run"].strip() for step in jobs["build"]["steps"] if "run" in step]
    assert runs.index("python -m build") < runs.index("python -m tests.archives dist")
    assert jobs["build"]["env"][hatch_build.HOME] == "${{ github.server_url }}/${{ github.repository }}"
    assert hatch_build.SKIP not in str(jobs)
    assert jobs["publish"]["needs"] == "build"
    assert jobs["publish"]["permissions"] == {"id-token": "write"}
    assert [job for job, about in jobs.items() if "id-token" in about.get("permissions", {})] == ["publish"]
    assert "password" not in str(jobs)


def test_a_check_runs_by_the_command_of_the_readme_or_thoroughly_and_the_quick_ones_are_among_them() -> None:
    tasks = runner.all_tasks(1)
    checks = {task.name for task in tasks if task.is_check}
    always = {task.name for task in runner.chosen(tasks, []) if task.is_check}
    assert always | {*runner.THOROUGH} == checks - {*runner.ONLY_QUICK}
    assert always.isdisjoint((*runner.THOROUGH, *runner.ONLY_QUICK))
    assert {*runner.QUICK} <= always | {*runner.ONLY_QUICK}


def test_every_part_of_a_run_that_a_file_asks_for_is_there() -> None:
    files = [*(ROOT / ".github/workflows").glob("*.yml"), ROOT / ".pre-commit-config.yaml", ROOT / "CONTRIBUTING.md"]
    asked = {name for path in files for name in re.findall(r"--only ([a-z][\w-]*)", path.read_text("utf-8"))}
    assert {"ruff", "unit", "site"} <= asked <= {task.name for task in runner.all_tasks(1)}


def test_linting_installs_no_jupyterlab() -> None:
    needed = {task.name for task in runner.chosen(runner.all_tasks(1), ["ruff", "imports"]) if not task.is_check}
    assert needed == {"linters"}
    assert len(PROJECT["dependency-groups"]["lint"]) == 2


def test_the_end_of_a_run_names_what_failed_or_how_a_command_ended() -> None:
    """A process can end badly after all of its tests passed, and then names none."""
    said = "FAILED tests/test_a.py::test_b[one] - AssertionError\n== 1 failed, 2 passed ==\n"
    again = runner.Task("browser", lambda task: None, state="ok", output=[said, "== 1 passed ==\n"])
    crashed = runner.Task(
        "unit", lambda task: None, state="failed", output=["== 3 passed ==\n", "`x` ended with -11\n"]
    )
    skipped = runner.Task("pages", lambda task: None, state="skipped")
    assert runner.red([again, crashed, skipped]) == (
        "1 times  browser: tests/test_a.py::test_b[one]\n1 times  unit: `x` ended with -11\n"
    )
