"""An MCP server with a tool that fetches a page, for an agent that may be talked into fetching another one.

The tool sends what the policy allows, to public addresses, and checks each redirect. The agent gets the code of a
denial.

    python mcp_fetch.py
"""

from __future__ import annotations

import httpx
from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

from oneiri import policy
from oneiri.httpx import Denied, PolicyTransport

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
        except Denied as denied:
            # Only the code, because the message has the addresses of names in your network.
            raise ToolError(f"the URL is denied: {denied.code}") from denied
        except (httpx.HTTPError, httpx.InvalidURL, UnicodeError) as error:
            raise ToolError(f"the URL cannot be fetched: {type(error).__name__}") from error

    return it


if __name__ == "__main__":
    server(PolicyTransport(policy.preset("ssrf"))).run()
