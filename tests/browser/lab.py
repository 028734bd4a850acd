"""Drives a real Jupyter server and a real Chromium; everything of the user's stays untouched."""

from __future__ import annotations

import contextlib
import json
import os
import re
import secrets
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

import nbformat
from playwright.sync_api import Browser, ElementHandle, Locator, Page, expect, sync_playwright

from tests.ports import free_port

ARGUMENTS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip
"""Chromium without the connections that it would make by itself."""

COMMANDS = {
    "lab": ["-m", "jupyterlab", "--LabApp.expose_app_in_browser=True", "--LabApp.news_url=None",
            "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
            "--JupyterNotebookApp.expose_app_in_browser=True"],
    "notebook": ["-m", "notebook", "--JupyterNotebookApp.expose_app_in_browser=True"],
}  # fmt: skip


PATIENCE = 30_000
"""Milliseconds that are waited for anything: long enough for a busy machine, whose kernel and page share one core."""

expect.set_options(timeout=PATIENCE)

LIGHT = "css:light="
"""Looks for elements as the page does, not inside shadow roots as well: for these playwright visits every element of
the page, each time that it needs one again, which takes longer than all that is done with it."""

NOT_OURS = ("@voila-dashboards/jupyterlab-preview",)
"""What another host that is tested brings to JupyterLab, which is tested as it comes."""

CLOSED_EARLY = "[anywidget] Failed to initialize model."
"""What anywidget says, two seconds later, of every model that was closed while its script was being loaded."""

BUSY_ICON = "@jupyterlab/application-extension:faviconbusy"
"""Changes the icon of the browser's tab whenever a kernel begins or ends something: each time the page fetches it anew
and looks at all its style sheets again, an eighth of what a game played on from the kernel takes."""

MARIMO = {"marimo": "run", "marimo-edit": "edit"}
"""What marimo is told to do with a script, by kind of server."""


def chromium() -> str | None:
    """The browser's path, None for the one that playwright brings."""
    named = os.environ.get("CAPTURE_WIDGETS_CHROMIUM")
    found = (shutil.which(name) for name in ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable"))
    return named or next((path for path in found if path), None)


@dataclass
class Server:
    """A server on this machine, serving one folder, or one script (marimo)."""

    kind: str
    port: int
    token: str
    root: Path
    python: str = sys.executable

    def url(self, path: str) -> str:
        """An address on this server, with its token."""
        return f"http://127.0.0.1:{self.port}{path}{'&' if '?' in path else '?'}token={self.token}"


def _command(server: Server) -> list[str]:
    """What starts a server."""
    if server.kind in MARIMO:
        return [
            server.python, "-m", "marimo", "--quiet", MARIMO[server.kind], str(server.root), "--headless",
            "--no-token", "--host=127.0.0.1", f"--port={server.port}",
        ]  # fmt: skip
    if server.kind == "voila":
        return [
            server.python, "-m", "voila", str(server.root), "--no-browser", f"--port={server.port}",
            "--Voila.ip=127.0.0.1",
        ]  # fmt: skip
    return [
        server.python, *COMMANDS[server.kind], f"--ServerApp.port={server.port}", "--ServerApp.ip=127.0.0.1",
        "--ServerApp.open_browser=False", "--ServerApp.allow_root=True", "--ServerApp.port_retries=0",
        f"--IdentityProvider.token={server.token}", f"--ServerApp.root_dir={server.root}",
        "--ServerApp.jpserver_extensions=voila.server_extension=False",
    ]  # fmt: skip


@contextlib.contextmanager
def serve(
    kind: str, root: Path, without: Sequence[str] = (), python: str = sys.executable, **variables: str
) -> Iterator[Server]:
    """Start a server, and stop it at the end.

    For a folder JupyterLab ("lab") or Notebook ("notebook"), for a script marimo ("marimo", "marimo-edit"), for a
    notebook Voila ("voila"). JupyterLab comes without some of its plugins, if they are named; `python` runs the server,
    with more environment variables.
    """
    with tempfile.TemporaryDirectory(prefix="cw-jupyter-", ignore_cleanup_errors=True) as own:
        home = Path(own)
        server = Server(kind, free_port(), secrets.token_hex(8), root, python)
        places = {name: str(home / name.lower()) for name in (
            "JUPYTER_CONFIG_DIR", "JUPYTER_RUNTIME_DIR", "JUPYTER_DATA_DIR", "IPYTHONDIR", "JUPYTERLAB_SETTINGS_DIR",
            "JUPYTERLAB_WORKSPACES_DIR", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME")}  # fmt: skip
        plain = home / "jupyter_config_dir" / "labconfig"
        plain.mkdir(parents=True)
        disabled = dict.fromkeys((*NOT_OURS, *without), True)
        (plain / "page_config.json").write_text(json.dumps({"disabledExtensions": disabled}))
        with (
            (home / "log").open("wb") as log,
            subprocess.Popen(
                _command(server),
                env={**_inherited(), **places, "HOME": own, **variables},
                cwd=root if root.is_dir() else root.parent,
                stdout=log,
                stderr=subprocess.STDOUT,
            ) as process,
        ):
            try:
                _wait_for(server, process, home / "log")
                yield server
            finally:
                process.terminate()
                try:
                    process.wait(15)
                except subprocess.TimeoutExpired:
                    process.kill()


def _inherited() -> dict[str, str]:
    """The variables of this process without the one that lets each kernel compile the package again.

    With it a first table takes three to four times as long as a bare widget, which nobody meets who plays.
    """
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def _wait_for(server: Server, process: subprocess.Popen[bytes], log: Path) -> None:
    start = time.monotonic()
    while True:
        if process.poll() is not None or time.monotonic() - start > 90:
            raise RuntimeError(f"the server does not answer:\n{log.read_text()[-3000:]}")
        try:
            path = "/health" if server.kind in MARIMO else "/api/status"  # Voila has neither, and says so
            urllib.request.urlopen(server.url(path), timeout=2).read()  # noqa: S310  # our own server
        except urllib.error.HTTPError:
            return
        except OSError:
            time.sleep(0.05)
        else:
            return


@contextlib.contextmanager
def launch() -> Iterator[Browser]:
    """A headless Chromium."""
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        try:
            yield browser
        finally:
            browser.close()


def write_notebook(path: Path, cells: Sequence[str]) -> Path:
    """A notebook of code cells."""
    book = nbformat.v4.new_notebook(  # type: ignore[no-untyped-call]
        cells=[nbformat.v4.new_code_cell(cell) for cell in cells],  # type: ignore[no-untyped-call]
        metadata={"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}},
    )
    nbformat.write(book, str(path))  # type: ignore[no-untyped-call]
    return path


@dataclass
class Book:
    """A notebook that is open in the browser with its kernel ready."""

    page: Page
    server: Server
    frames: list[str] = field(default_factory=list)
    """Everything the browser received over websockets, as text."""
    sent: list[str] = field(default_factory=list)
    """Everything the browser sent."""
    errors: list[str] = field(default_factory=list)
    """Exceptions that reached the page."""
    requests: list[str] = field(default_factory=list)
    """Addresses outside this machine that the page asked for."""

    def run_all(self) -> None:
        """Run every cell and wait for the last."""
        self.command("notebook:run-all-cells")

    def command(self, name: str, arguments: dict[str, Any] | None = None) -> None:
        """Execute a JupyterLab command and wait for it."""
        self.page.evaluate(
            "async ([name, args]) => { await window.jupyterapp.commands.execute(name, args); }", [name, arguments or {}]
        )

    def run(self, source: str) -> str:
        """Append a cell, run it and return its text output without the prompt."""
        text = str(self.page.evaluate(
            """async source => {
                const content = window.jupyterapp.shell.currentWidget.content;
                const { commands } = window.jupyterapp;
                content.activeCellIndex = content.widgets.length - 1;
                await commands.execute('notebook:insert-cell-below');
                const cell = content.activeCell;
                cell.model.sharedModel.setSource(source);
                await commands.execute('notebook:run-cell');
                return cell.outputArea ? cell.outputArea.node.innerText : '';
            }""",
            source,
        ))  # fmt: skip
        return re.sub(r"^\s*\[[\d*]*\]:\s*", "", text).strip()

    def tell(self, source: str) -> None:
        """Have the kernel run code without a cell: the focus stays where it is."""
        self.page.evaluate(
            """async code => {
                const { kernel } = window.jupyterapp.shell.currentWidget.sessionContext.session;
                const { content } = await kernel.requestExecute({ code, store_history: false }).done;
                if (content.status !== "ok") throw new Error(content.evalue);
            }""",
            source,
        )

    def cell(self, name: str) -> Locator:
        """The cell with this id, active and scrolled to: JupyterLab takes cells that are far away out of the page."""
        index = self.page.evaluate(
            """async name => {
                const { content } = window.jupyterapp.shell.currentWidget;
                const index = content.widgets.findIndex(cell => cell.model.id === name);
                content.activeCellIndex = index;
                content.mode = 'command';
                await content.scrollToItem(index, 'center');
                return index;
            }""",
            name,
        )
        return self.page.locator(f'{LIGHT}.jp-Cell[data-windowed-list-index="{index}"]')

    def run_again(self, *names: str) -> None:
        """Run the cells with these ids."""
        for name in names:
            self.cell(name)
            self.command("notebook:run-cell")

    def put(self, *sources: str) -> None:
        """Put these cells in the place of all there are."""
        for told in (self.frames, self.sent, self.errors, self.requests):
            told.clear()
        self.page.evaluate(
            """sources => {
                const book = window.jupyterapp.shell.currentWidget.content.model.sharedModel;
                book.transact(() => {
                    book.deleteCellRange(0, book.cells.length);
                    book.insertCells(0, sources.map(source => ({ cell_type: 'code', source })));
                });
            }""",
            list(sources),
        )

    def fresh(self, *sources: str) -> None:
        """Put these cells in the place of all there are and run them."""
        self.put(*sources)
        self.page.evaluate(
            """async count => {
                const { commands, shell } = window.jupyterapp;
                const { content } = shell.currentWidget;
                for (let at = 0; at < count; at += 1) {
                    content.activeCellIndex = at;
                    await commands.execute('notebook:run-cell');
                }
            }""",
            len(sources),
        )

    def play_on(self, source: str, tables: Sequence[Locator]) -> int:
        """Run code in the kernel again and again: always when the tables show the ply that it has just printed, and
        cards that travel have arrived. It ends where the code prints nothing; returns how often it printed a ply.
        """
        with handles(*tables) as found:
            return int(self.page.evaluate(PLAY_ON, [source, found]))

    def save(self) -> None:
        """Save the notebook and wait until it is on disk."""
        self.command("docmanager:save")

    def restart(self) -> None:
        """Restart the kernel without asking and wait until it is idle."""
        self.page.evaluate(
            """async () => {
                const { kernel } = window.jupyterapp.shell.currentWidget.sessionContext.session;
                await kernel.restart();
                while (kernel.status !== 'idle') await new Promise(next => setTimeout(next, 20));
            }"""
        )

    def widget(self, nth: int = 0, view: str = "table") -> Locator:
        """The nth table (replay, inspector) on the page, once it is there."""
        light = LIGHT if self.server.kind in COMMANDS else ""
        found = self.page.locator(f'{light}.capture-widgets[data-view="{view}"]').nth(nth)
        found.wait_for(state="visible")
        return found


@contextlib.contextmanager
def visited(browser: Browser, server: Server, path: str, **context: Any) -> Iterator[Book]:
    """Open a page of a server."""
    page = browser.new_context(**{"viewport": {"width": 1280, "height": 900}, **context}).new_page()
    wait_at_most(page, PATIENCE)
    book = Book(page, server)
    page.on("pageerror", lambda error: book.errors.extend({str(error)} - {CLOSED_EARLY}))
    page.on("request", lambda request: _note_outside(book, request.url))
    page.on("websocket", lambda socket: _listen(book, socket))
    page.goto(server.url(path))
    try:
        yield book
    finally:
        page.context.close()


IDLE = """async () => {
    const { sessionContext } = window.jupyterapp.shell.currentWidget;
    await sessionContext.ready;
    const status = () => sessionContext.session?.kernel?.status;
    while (status() !== 'idle') await new Promise(next => setTimeout(next, 10));
}"""
"""Waits until the notebook's kernel has nothing to do."""


@contextlib.contextmanager
def turned_to(book: Book, name: str) -> Iterator[Book]:
    """Open one notebook more in a page of JupyterLab that holds no other, with a kernel of its own; end both.

    That takes a second, a page of its own six.
    """
    book.page.evaluate(
        "async path => { await window.jupyterapp.commands.execute('docmanager:open', { path, factory: 'Notebook' }); }",
        name,
    )
    book.page.wait_for_function("path => window.jupyterapp.shell.currentWidget?.context?.path === path", arg=name)
    book.page.evaluate(IDLE)
    for told in (book.frames, book.sent, book.errors, book.requests):
        told.clear()
    try:
        yield book
    finally:
        book.page.evaluate(
            """async () => {
                const panel = window.jupyterapp.shell.currentWidget;
                // now and then JupyterLab drops the promise of an end, which then is never kept
                const late = new Promise(next => setTimeout(next, 5000));
                await Promise.race([panel.sessionContext.shutdown().catch(() => {}), late]);
                panel.dispose();
            }"""
        )
        book.page.wait_for_function("() => document.querySelector('.jp-Notebook') === null")


@contextlib.contextmanager
def opened(browser: Browser, server: Server, name: str, **context: Any) -> Iterator[Book]:
    """Open a notebook by its path below the served folder and wait for an idle kernel."""
    folder = "/doc/tree/" if server.kind == "lab" else "/notebooks/"
    with visited(browser, server, folder + name, **context) as book:
        book.page.wait_for_selector(".jp-Notebook")
        book.page.wait_for_function("() => window.jupyterapp?.shell.currentWidget?.sessionContext")
        book.page.evaluate(IDLE)
        yield book


PLAY_ON = """async ([code, tables]) => {
    const { kernel } = window.jupyterapp.shell.currentWidget.sessionContext.session;
    const frame = () => new Promise(requestAnimationFrame);
    const pause = ms => new Promise(next => setTimeout(next, ms));
    const arrive = () => tables.flatMap(table => table.getAnimations({ subtree: true }))
        .filter(({ effect }) => Number.isFinite(effect.getComputedTiming().endTime)).forEach(one => one.finish());
    for (let count = 0; ; count += 1) {
        let ply = "";
        const future = kernel.requestExecute({ code, store_history: false });
        future.onIOPub = ({ header, content }) => { if (header.msg_type === "stream") ply += content.text; };
        const { content } = await future.done;
        if (content.status !== "ok") throw new Error(content.evalue);
        ply = ply.trim();
        if (ply === "") return count;
        while (tables.some(({ dataset }) => dataset.ply !== ply)) await pause(5);
        // painted, and what comes after painting is done
        await frame();
        await pause(0);
        arrive();
        await frame();
    }
}"""


def _note_outside(book: Book, url: str) -> None:
    if not url.startswith((f"http://127.0.0.1:{book.server.port}", "data:", "blob:", "file:")):
        book.requests.append(url)


def _listen(book: Book, socket: Any) -> None:
    def text(payload: str | bytes) -> str:
        return payload if isinstance(payload, str) else payload.decode("utf-8", "replace")

    socket.on("framereceived", lambda payload: book.frames.append(text(payload)))
    socket.on("framesent", lambda payload: book.sent.append(text(payload)))


def attribute(widget: Locator, name: str) -> str:
    """An attribute of a widget's root element."""
    return widget.get_attribute(name) or ""


@contextlib.contextmanager
def handles(*widgets: Locator) -> Iterator[list[ElementHandle]]:
    """Handles of elements for a while: a handle that is kept keeps all that is in its element in the page's memory."""
    found = [widget.element_handle() for widget in widgets]
    try:
        yield found
    finally:
        for handle in found:
            handle.dispose()


_patience: WeakKeyDictionary[Page, int] = WeakKeyDictionary()


def wait_at_most(page: Page, milliseconds: int) -> None:
    """How long whatever is waited for on a page may take."""
    page.set_default_timeout(milliseconds)
    _patience[page] = milliseconds


UNTIL = """async (element, [given, patience]) => {
    const holds = CONDITION;
    for (const end = performance.now() + patience; !holds(element, ...given);) {
        if (performance.now() > end) return false;
        await new Promise(next => setTimeout(next, 25));
    }
    return true;
}"""
"""Asks by a timer: to wait for frames makes the page draw one after the other."""


def wait_until(widget: Locator, condition: str, *given: Any) -> None:
    """Wait until a condition holds, a function in JavaScript of the element and what is given.

    The page waits by itself: to be asked for the element, then to be told what to wait for and at last to forget the
    element would be three messages more each time, and thousands of times in all tests.
    """
    if not widget.evaluate(UNTIL.replace("CONDITION", condition), [given, _patience.get(widget.page, PATIENCE)]):
        raise TimeoutError(f"waited in vain for {condition} of {given}")


def wait_attribute(widget: Locator, name: str, value: str) -> None:
    """Wait until an attribute of a widget's root element has a value."""
    wait_until(widget, "(element, name, value) => element.getAttribute(name) === value", name, value)


def wait_for_turn(widget: Locator) -> bool:
    """Wait until the table offers moves or the round is over, stepping through what is told; False when it is over."""
    wait_until(
        widget,
        """element => {
            element.querySelector('[data-reveal]')?.click();
            return element.dataset.state === 'over' || (element.dataset.state === 'ready'
                && element.querySelector('[data-move]') !== null);
        }""",
    )
    return attribute(widget, "data-state") != "over"


def wait_past(widget: Locator, ply: str) -> None:
    """Wait until the table shows another ply."""
    wait_until(widget, "(element, ply) => element.dataset.ply !== ply || element.dataset.state === 'over'", ply)


TOWARDS = """(table, place) => {
    const at = table.getRootNode().activeElement?.closest("[data-place]");
    const goal = table.querySelector(`[data-place="${CSS.escape(place)}"]`);
    if (!at || !table.contains(at)) return null;
    const [a, b] = [at, goal].map(element => element.getBoundingClientRect());
    const right = b.x + b.width / 2 - a.x - a.width / 2, down = b.y + b.height / 2 - a.y - a.height / 2;
    const keys = [down > 0 ? "ArrowDown" : "ArrowUp", right > 0 ? "ArrowRight" : "ArrowLeft"];
    const level = a.top < b.bottom && b.top < a.bottom;
    return [at.dataset.place, ...(level ? keys.reverse() : keys)];
}"""
"""The focused place, and the arrow that a person would press there to get to another, and a second if it fails."""


def reach(table: Locator, place: str) -> None:
    """Walk with the arrow keys from the focused place to another."""
    tried: list[tuple[str, str]] = []
    for _ in range(40):
        found = table.evaluate(TOWARDS, place)
        if found is None:
            now = table.evaluate("table => table.getRootNode().activeElement?.outerHTML.slice(0, 200)")
            raise AssertionError(f"on the way to {place} ({tried}) the focus has left the table's places: {now}")
        at, key, other = found
        if at == place:
            return
        if (at, key) in tried:
            key = other
        tried.append((at, key))
        table.page.keyboard.press(key)
    raise AssertionError(f"arrows do not reach {place}: {tried}")


def notebook_json(server: Server, name: str) -> Any:
    """A saved notebook as data."""
    return json.loads((server.root / name).read_text(encoding="utf-8"))
