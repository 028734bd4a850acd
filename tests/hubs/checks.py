"""What `python -m tests.hubs` runs: rooms as docs/rooms.md opens them on a hub, reached through the hub's proxy."""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final

import pytest
from tornado.httpclient import HTTPClientError, HTTPRequest
from tornado.websocket import websocket_connect

from tests.ports import free_port

ROOT: Final = Path(__file__).resolve().parents[2]
TOKEN: Final = "5f0e7c1b"  # noqa: S105 # of a server that this test starts
PATIENCE: Final = 60.0
FILES: Final = ("", "room.js", "room.css", "widget.js", "screens.js")


@contextmanager
def started(command: list[str], folder: Path, log: Path) -> Iterator[None]:
    """Run a program, which writes to a log and keeps its things in a folder."""
    places = {name: str(folder / name.lower()) for name in ("JUPYTER_CONFIG_DIR", "JUPYTER_RUNTIME_DIR", "HOME")}
    with log.open("wb") as out:
        process = subprocess.Popen(
            command, cwd=folder, env={**os.environ, **places}, stdout=out, stderr=subprocess.STDOUT
        )
        try:
            yield
        finally:
            process.terminate()
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def status(address: str, token: str = "") -> int:
    """What a server answers; 0 while there is none. A way to a login counts as refused."""
    headers = {"Authorization": f"token {token}"} if token else {}
    request = urllib.request.Request(address, headers=headers)  # noqa: S310 # of a server that this test starts
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:  # noqa: S310
            return 403 if "/login" in answer.url else int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code
    except OSError:
        return 0


def wait_for(address: str, log: Path, token: str = "") -> None:
    until = time.monotonic() + PATIENCE
    while status(address, token) != 200:
        if time.monotonic() > until:
            raise AssertionError(f"{address} does not answer: {log.read_text('utf-8', 'replace')[-3000:]}")
        time.sleep(0.2)


def links_in(log: Path, count: int) -> list[str]:
    """The links that `capture-widgets host` has printed."""
    until = time.monotonic() + PATIENCE
    while True:
        found = re.findall(r"http://\S+#[\w-]{20,}", log.read_text("utf-8", "replace"))
        if len(found) >= count:
            return found
        assert time.monotonic() < until, "the room has not printed its links"
        time.sleep(0.2)


async def said_to(link: str, secret: str, token: str, origin: str) -> tuple[Any, Any]:
    """Come with a secret as a browser's page does; returns the connection, and what decides: its table, why it
    may not be there, or None if the connection has ended.
    """
    headers = {"Origin": origin, **({"Authorization": f"token {token}"} if token else {})}
    request = HTTPRequest(link.partition("#")[0].replace("http", "ws", 1) + "socket", headers=headers)
    connection = await websocket_connect(request)
    await connection.write_message(json.dumps({"secret": secret}))
    while True:
        text = await asyncio.wait_for(connection.read_message(), PATIENCE)
        said = None if text is None else json.loads(text)
        if said is None or said["type"] in ("comm_open", "left"):
            return connection, said


async def played(links: list[str], token: str, origin: str) -> None:
    """Ann and Ben come by their links and Ann moves; others with wrong secrets get nothing."""
    ann, table = await said_to(links[0], links[0].partition("#")[2], token, origin)
    ben, other = await said_to(links[1], links[1].partition("#")[2], token, origin)
    dump, bens = (one["data"]["state"]["dump"] for one in (table, other))
    assert (dump["seat"], bens["seat"], bens["legal_moves"]) == (0, 1, [])
    move = {"kind": "play", "move": dump["legal_moves"][0], "round": 0, "ply": 0, "id": 1}
    await ann.write_message(json.dumps({"comm": table["comm"], "data": {"method": "custom", "content": move}}))
    while '"ply": 1' not in (said := str(await asyncio.wait_for(ben.read_message(), PATIENCE))):
        assert said != "None", "the connection has ended"
    for secret in ("", "x" * 32, links[0].partition("#")[2][:-1]):
        _, refused = await said_to(links[0], secret, token, origin)
        assert refused == {"type": "left", "why": "unknown"}
    # a page of another site: a proxy may take the connection before the room refuses it, and then ends it
    try:
        _, refused = await said_to(links[0], links[0].partition("#")[2], token, "http://elsewhere.example")
    except HTTPClientError as error:
        refused = None if error.code == 403 else error
    assert refused is None
    for one in (ann, ben):
        one.close()


def test_behind_jupyter_server_proxy_whoever_reaches_the_server_plays_by_the_rooms_own_secrets(tmp_path: Path) -> None:
    port, room = free_port(), free_port()
    origin = f"http://127.0.0.1:{port}"
    address = f"{origin}/user/ann/proxy/{room}/"
    server = [
        *(sys.executable, "-m", "jupyter_server", "--ServerApp.base_url=/user/ann/", f"--ServerApp.port={port}"),
        *(f"--IdentityProvider.token={TOKEN}", "--ServerApp.open_browser=False", "--allow-root"),
        *("--ServerApp.port_retries=0", f"--ServerApp.root_dir={tmp_path}"),
    ]
    host = [
        *(sys.executable, "-u", "-m", "capture_widgets", "host", "kommando", "--seats", "Ann,Ben"),
        *("--port", str(room), "--address", address, "--folder", str(tmp_path / "room")),
    ]
    with ExitStack() as stack:
        stack.enter_context(started(server, tmp_path, tmp_path / "server.log"))
        stack.enter_context(started(host, tmp_path, tmp_path / "room.log"))
        wait_for(address, tmp_path / "server.log", TOKEN)
        links = links_in(tmp_path / "room.log", 3)
        assert all(link.startswith(f"{address}#") for link in links)
        assert [status(address + name, TOKEN) for name in FILES] == [200] * len(FILES)
        asyncio.run(played(links, TOKEN, origin))
        # Ben has no access to Ann's server, so the proxy lets him see nothing, whatever secret he has
        assert status(address) == 403
        with pytest.raises(HTTPClientError, match="403"):
            asyncio.run(said_to(links[1], links[1].partition("#")[2], "", origin))


def services_of_docs() -> list[dict[str, Any]]:
    """The services in docs/rooms.md."""
    text = (ROOT / "docs/rooms.md").read_text("utf-8")
    (block,) = re.findall(r"```python\n(services = .*?)```", text, re.DOTALL)
    made: dict[str, Any] = {}
    exec(block, made)  # noqa: S102 # our own documentation
    services: list[dict[str, Any]] = made["services"]
    return services


def test_as_a_service_of_a_hub_the_room_opens_for_everybody_who_has_a_link(tmp_path: Path) -> None:
    port, room, hub, api = (free_port() for _ in range(4))
    origin = f"http://127.0.0.1:{port}"
    (service,) = services_of_docs()
    changes = {"8765": str(room), "https://hub.example.org": origin, "/srv/rooms": str(tmp_path / "room")}

    def here(text: str) -> str:
        for old, new in changes.items():
            text = text.replace(old, new)
        return text

    assert service["command"][0] == "capture-widgets"
    command = [sys.executable, "-u", "-m", "capture_widgets", *map(here, service["command"][1:])]
    config = tmp_path / "jupyterhub_config.py"
    config.write_text(
        f"c.JupyterHub.services = {[{**service, 'url': here(service['url']), 'command': command}]!r}\n"
        f"c.JupyterHub.bind_url = {origin!r}\n"
        f"c.JupyterHub.hub_port = {hub}\n"
        f"c.ConfigurableHTTPProxy.command = [{str(Path(sys.executable).with_name('configurable-http-proxy'))!r}]\n"
        f"c.ConfigurableHTTPProxy.api_url = 'http://127.0.0.1:{api}'\n"
        "c.JupyterHub.authenticator_class = 'dummy'\n"
        "c.Authenticator.allow_all = True\n"
        "c.JupyterHub.spawner_class = 'simple'\n",
        "utf-8",
    )
    log = tmp_path / "hub.log"
    with started([sys.executable, "-m", "jupyterhub", "-f", str(config)], tmp_path, log):
        address = f"{origin}/services/{service['name']}/"
        wait_for(address, log)
        links = links_in(log, 3)
        assert all(link.startswith(f"{address}#") for link in links)
        assert [status(address + name) for name in FILES] == [200] * len(FILES)
        assert status(f"{origin}/user/ann/") == 403, "the rest of the hub asks for an account"
        asyncio.run(played(links, "", origin))
