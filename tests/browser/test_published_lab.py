"""A release rehearsed: built, looked into, offered by an index, installed from it, and played."""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import signal
import subprocess
import sys
import sysconfig
import threading
import time
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

import capture_widgets as cw
import hatch_build
from tests.archives import faults_of
from tests.browser.lab import PATIENCE, attribute, wait_for_turn
from tests.browser.play import click, first, play
from tests.ports import free_port

ROOT = Path(__file__).parents[2]
ADDRESS = re.compile(r"http://127\.0\.0\.1:\S+")
LIBRARIES = Path(sysconfig.get_paths()["purelib"])
SHARE = Path(sys.prefix) / "share/jupyter"


def run(*command: str | Path, folder: Path, **variables: str) -> str:
    """Run a command where the checkout is not on any path, and return what it prints."""
    own = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    words = [str(word) for word in command]
    done = subprocess.run(words, cwd=folder, env={**own, **variables}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


class Quiet(SimpleHTTPRequestHandler):
    """Serves a folder and says nothing."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 # the name that the library gives it
        """Say nothing."""


@contextlib.contextmanager
def index(archives: Path, folder: Path) -> Iterator[str]:
    """A package index with these archives; its address."""
    project = folder / "simple/capture-widgets"
    project.mkdir(parents=True)
    links = ""
    for path in archives.iterdir():
        content = path.read_bytes()
        (project / path.name).write_bytes(content)
        needs = ' data-requires-python="&gt;=3.11"'
        links += f'<a href="{path.name}#sha256={hashlib.sha256(content).hexdigest()}"{needs}>{path.name}</a>\n'
    (project / "index.html").write_text(f"<!doctype html><title>capture-widgets</title>{links}", "utf-8")
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/simple/"
        finally:
            server.shutdown()


@contextlib.contextmanager
def started(program: Path, home: Path) -> Iterator[str]:
    """The command of the installed package, with the JupyterLab of these tests; the address that it prints."""
    own = {
        "HOME": str(home), "JUPYTER_PORT": str(free_port()), "JUPYTER_CONFIG_DIR": str(home / "config"),
        "JUPYTER_PATH": str(SHARE), "JUPYTERLAB_DIR": str(SHARE / "lab"), "CAPTURE_WIDGETS_GAMES": "off",
    }  # fmt: skip
    others = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    log = home / "log"
    with log.open("wb") as file:
        command = [str(program), "--no-browser", "--folder", str(home / "games")]
        running = subprocess.Popen(command, cwd=home, env={**others, **own}, stdout=file, stderr=file)
    try:
        end = time.monotonic() + PATIENCE / 1000
        while not (found := ADDRESS.findall(log.read_text("utf-8", "replace"))):
            assert running.poll() is None, log.read_text("utf-8", "replace")
            assert time.monotonic() < end, log.read_text("utf-8", "replace")
            time.sleep(0.1)
        yield found[-1]
    finally:
        running.send_signal(signal.SIGTERM)
        running.wait(PATIENCE / 1000)


@pytest.mark.thorough
@pytest.mark.skipif(os.name == "nt", reason="the folders of a Windows environment have other names")
@pytest.mark.parametrize("kind", ["wheel", "source archive"])
def test_a_release_is_built_installed_from_an_index_and_played(browser: Browser, tmp_path: Path, kind: str) -> None:
    archives, home, python = tmp_path / "dist", tmp_path / "home", tmp_path / "venv/bin/python"
    build = (sys.executable, "-m", "build", "--no-isolation", "--outdir", archives, ROOT)
    run(*build, folder=tmp_path, **{hatch_build.HOME: "https://example.org/team/cards"})
    assert faults_of(archives, f"v{cw.__version__}") == []
    run(sys.executable, "-m", "venv", "--without-pip", tmp_path / "venv", folder=tmp_path)
    site = Path(
        run(python, "-I", "-c", "import sysconfig; print(sysconfig.get_paths()['purelib'])", folder=tmp_path).strip()
    )
    (site / "libraries.pth").write_text(str(LIBRARIES), "utf-8")
    with index(archives, tmp_path / "index") as address:
        pip = (sys.executable, "-m", "pip", "--isolated", "--disable-pip-version-check", "--python", python)
        # the source archive is built by what builds in these tests
        which = [] if kind == "wheel" else ["--no-binary", "capture-widgets", "--no-build-isolation"]
        wanted = f"capture-widgets=={cw.__version__}"
        install = (
            "install",
            "--quiet",
            "--no-deps",
            "--ignore-installed",
            "--no-cache-dir",
            "--index-url",
            address,
            *which,
            wanted,
        )
        run(*pip, *install, folder=tmp_path, NO_PROXY="127.0.0.1")
    home.mkdir()
    with started(python.with_name("capture-widgets"), home) as page_address:
        context = browser.new_context(viewport={"width": 1366, "height": 768}, reduced_motion="reduce")
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        try:
            with page.expect_websocket(lambda socket: "/channels" in socket.url):
                page.goto(page_address)
            # the lobby opens by itself
            page.locator('[data-choose="kommando"]').click()
            page.locator("[data-start]").click()
            table = page.locator('[data-view="table"][data-game="kommando"]')
            wait_for_turn(table)
            play(table, first, click)
            assert attribute(table, "data-state") == "over"
            expect(table.locator(".cw-outcome strong")).not_to_be_empty()
        finally:
            context.close()
    said = run(python, "-c", "import capture_widgets as cw; print(cw.__file__, cw.__version__)", folder=home)
    assert said == f"{site / 'capture_widgets/__init__.py'} {cw.__version__}\n"
