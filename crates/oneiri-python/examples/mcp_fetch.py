"""An MCP server with a tool that fetches a page, for an agent that may be talked into fetching another one.

The tool sends what the policy allows, to public addresses, and checks each redirect. A refusal is told to
the agent with its reasons.

    python mcp_fetch.py
"""

from __future__ import annotations

import httpx
from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

from oneiri import policy
from oneiri.httpx import PolicyTransport

MOST = 100_000


def server(transport: httpx.BaseTransport) -> MCPServer:
    """The server, whose requests go through a transport."""
    it = MCPServer("fetch")
    client = httpx.Client(transport=transport, follow_redirects=True, timeout=10)

    @it.tool()
    def fetch(url: str) -> str:
        """Fetches a public page and returns its first 100,000 characters."""
        try:
            with client.stream("GET", url) as response:
                text = ""
                for part in response.iter_text():
                    text += part
                    if len(text) >= MOST:
                        break
                return text[:MOST]
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise ToolError(str(error)) from error

    return it


if __name__ == "__main__":
    server(PolicyTransport(policy.preset("ssrf"))).run()
