"""A model behind an address of this machine, as services offer theirs: a function answers, in the form of a stream."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@contextmanager
def served(model: Callable[[str], str], asked: list[list[dict[str, Any]]]) -> Iterator[str]:
    """Serve a model that answers the last message, and note the messages of each request; gives the address."""

    class Service(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            messages = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["messages"]
            asked.append(messages)
            data = _stream(model(_text(messages[-1]["content"])))
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_: object) -> None:
            """Print nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Service)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1"
    finally:
        server.shutdown()
        server.server_close()


def _text(content: Any) -> str:
    return content if isinstance(content, str) else "".join(part.get("text", "") for part in content)


def _stream(text: str) -> bytes:
    """An answer as the events of a stream."""
    base = {"id": "1", "object": "chat.completion.chunk", "created": 1, "model": "scripted"}
    said = {"index": 0, "delta": {"role": "assistant", "content": text}, "finish_reason": None}
    ended = {"index": 0, "delta": {}, "finish_reason": "stop"}
    usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
    parts = [{**base, "choices": [said]}, {**base, "choices": [ended]}, {**base, "choices": [], "usage": usage}]
    return "".join(f"data: {json.dumps(part)}\n\n" for part in parts).encode() + b"data: [DONE]\n\n"
