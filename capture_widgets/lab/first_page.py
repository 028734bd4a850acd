"""The first notebook with its lobby in it: an extension of the Jupyter server that the command starts.

When the server begins, it runs the notebook's first cell, as the user would, in the kernel that the page will use. The
notebook that the page then gets has the output in it. The file does not change until the user saves it, and a first
cell that somebody has changed is left alone.
"""

from __future__ import annotations

import ast
import asyncio
import re
from datetime import UTC, datetime
from typing import Any, Final

from jupyter_core.utils import ensure_async
from jupyter_server.services.contents.handlers import ContentsHandler
from jupyter_server.utils import url_path_join
from nbformat.v4 import output_from_msg

from capture_widgets.lab.settings import START

_CELL: Final = ast.dump(ast.parse("import capture_widgets as cw\ncw.lobby()"))
"""The code of its first cell; comments do not count."""

PATIENCE: Final = 30.0
"""Seconds that the page waits for the lobby; after that it gets the notebook without."""

_OUTPUTS: Final = ("display_data", "execute_result", "stream", "error")


def _jupyter_server_extension_points() -> list[dict[str, str]]:
    return [{"module": __name__}]


def _load_jupyter_server_extension(server: Any) -> None:
    """Called by the server before it listens."""
    page = _FirstPage(server)
    address = url_path_join(server.base_url, "api", "contents") + f"(?P<path>/{re.escape(START)})"
    server.web_app.add_handlers(".*$", [(address, _Notebook, {"page": page})])
    server.io_loop.add_callback(page.begin)


class _Run:
    """One run of the first cell in a kernel."""

    def __init__(self, kernel: Any) -> None:
        self.kernel = kernel
        self.process = _process(kernel)
        self.outputs: list[dict[str, Any]] = []
        self.count: int | None = None
        self.ended: datetime | None = None

    async def execute(self, source: str) -> None:
        client = self.kernel.client()
        client.start_channels()
        try:
            await client.wait_for_ready(timeout=PATIENCE)
            reply = await client.execute_interactive(
                source, allow_stdin=False, timeout=PATIENCE, output_hook=self._hear, stop_on_error=False
            )
        finally:
            client.stop_channels()
        self.count = reply["content"].get("execution_count")
        if reply["content"]["status"] == "ok":
            self.ended = datetime.now(UTC)

    def _hear(self, message: dict[str, Any]) -> None:
        if message["header"]["msg_type"] in _OUTPUTS:
            self.outputs.append(output_from_msg(message))  # type: ignore[no-untyped-call]

    def lives(self) -> bool:
        """Whether the kernel still is the one that ran the cell."""
        return self.process is not None and _process(self.kernel) == self.process


def _process(kernel: Any) -> int | None:
    """The process of a kernel; a kernel that starts again gets another one."""
    return getattr(kernel.provisioner, "pid", None)


class _FirstPage:
    """What the first notebook shows."""

    def __init__(self, server: Any) -> None:
        self._server = server
        self._run: _Run | None = None
        self._running: asyncio.Task[None] | None = None

    async def begin(self) -> None:
        """Run the first cell, so that its output is there when a page asks for it."""
        try:
            await self.filled(await ensure_async(self._server.contents_manager.get(START, type="notebook")))
        except Exception as error:  # noqa: BLE001  # the page says better what is wrong with a notebook
            self._server.log.debug("no lobby: %s", error)

    async def filled(self, model: dict[str, Any]) -> dict[str, Any]:
        """A notebook as the server sends it, with the output of its first cell if that can be had."""
        cell = _first_cell(model)
        if cell is None:
            return model
        if self._running is None or (self._running.done() and self._run is not None and not self._run.lives()):
            kernel = model["content"]["metadata"].get("kernelspec", {}).get("name")
            self._running = asyncio.create_task(self._ran(cell["source"], kernel))
        await asyncio.wait([self._running], timeout=PATIENCE)
        run = self._run
        # what a page has saved since then is newer than this output
        if run is not None and run.ended is not None and model["last_modified"] <= run.ended:
            cell["outputs"] = run.outputs
            cell["execution_count"] = run.count
            cell["metadata"] = {"jupyter": {"source_hidden": True}, **cell["metadata"], "trusted": True}
        return model

    async def _ran(self, source: str, kernel_name: str | None) -> None:
        self._run = None
        try:
            kernel = await self._kernel(kernel_name)
            self._run = run = _Run(kernel)
            await run.execute(source)
        except Exception as error:  # noqa: BLE001  # without a lobby the notebook says how to get it
            self._server.log.warning("The lobby does not open by itself: %s", error)

    async def _kernel(self, name: str | None) -> Any:
        sessions = self._server.session_manager
        if await ensure_async(sessions.session_exists(path=START)):
            session = await ensure_async(sessions.get_session(path=START))
        else:
            session = await ensure_async(
                sessions.create_session(path=START, name=START, type="notebook", kernel_name=name)
            )
        return self._server.kernel_manager.get_kernel(session["kernel"]["id"])


def _first_cell(model: dict[str, Any]) -> dict[str, Any] | None:
    """The first code cell of a notebook if nobody has changed it."""
    if model["type"] != "notebook" or model.get("content") is None:
        return None
    cells = model["content"]["cells"]
    cell: dict[str, Any] | None = next((one for one in cells if one["cell_type"] == "code"), None)
    if cell is None:
        return None
    try:
        unchanged = ast.dump(ast.parse(cell["source"])) == _CELL
    except (SyntaxError, ValueError):
        return None
    return cell if unchanged else None


class _Contents:
    """The server's files, with the first notebook filled."""

    def __init__(self, manager: Any, page: _FirstPage) -> None:
        self._manager = manager
        self._page = page

    def __getattr__(self, name: str) -> Any:
        return getattr(self._manager, name)

    async def get(self, *given: Any, **named: Any) -> dict[str, Any]:
        return await self._page.filled(await ensure_async(self._manager.get(*given, **named)))


class _Notebook(ContentsHandler):
    """Sends the first notebook."""

    def initialize(self, page: _FirstPage) -> None:
        super().initialize()
        self._page = page

    @property
    def contents_manager(self) -> Any:
        return _Contents(super().contents_manager, self._page)
