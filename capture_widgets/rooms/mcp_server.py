"""A server for assistants that speak the Model Context Protocol (MCP), over standard input and output."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from capture_widgets.rooms.assistant import Assistant

if TYPE_CHECKING:
    from mcp.server import MCPServer

INSTRUCTIONS: Final = (
    "You sit at one seat of a card game. `look` shows what your seat knows (with rules=True also the rules), "
    "`legal_moves` lists your moves, `play` makes one, and `why` explains a move without making it. Cards that you "
    "have not seen are ??."
)


def server_for(assistant: Assistant) -> MCPServer:
    """A server with the four tools of a seat.

    Raises:
        ImportError: the package mcp is not installed; the message says how to install it.
    """
    try:
        from mcp.server import MCPServer
    except ImportError:
        raise ImportError('the server for assistants needs mcp: pip install "capture-widgets[mcp]"') from None
    server = MCPServer("capture-widgets", instructions=INSTRUCTIONS)
    for tool in (assistant.look, assistant.legal_moves, assistant.play, assistant.why):
        server.add_tool(tool)
    return server


def serve(assistant: Assistant) -> int:
    """Serve until the client ends the connection; returns 0.

    Raises:
        ImportError: the package mcp is not installed.
    """
    server_for(assistant).run("stdio")
    return 0
