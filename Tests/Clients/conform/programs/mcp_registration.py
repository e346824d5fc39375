"""The MCP Python SDK as a client that registers itself: lists the tools of a server, and says how it went."""

import asyncio
import json
import os
import sys
import webbrowser
from urllib.parse import parse_qs, urlsplit

import httpx2
from loopback import Loopback
from mcp.client.auth import OAuthClientProvider
from mcp.client.client import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import AuthorizationCodeResult, OAuthClientMetadata

# The MCP server of the provider: the SDK finds the issuer by it.
SERVER = os.environ["OAUTH_ISSUER"] + "/mcp"


class Store:
    """Keeps tokens and registration for this run."""

    tokens = client = None

    async def get_tokens(self):
        return self.tokens

    async def set_tokens(self, tokens) -> None:
        self.tokens = tokens

    async def get_client_info(self):
        return self.client

    async def set_client_info(self, client) -> None:
        self.client = client


async def list_tools(here: Loopback) -> None:
    async def sign_in(url: str) -> None:
        webbrowser.open(url)

    async def callback() -> AuthorizationCodeResult:
        sent = {name: values[0] for name, values in parse_qs(urlsplit(here.wait()).query).items()}
        return AuthorizationCodeResult(code=sent["code"], state=sent.get("state"), iss=sent.get("iss"))

    metadata = OAuthClientMetadata(client_name="MCP client", redirect_uris=[here.redirect_uri])
    auth = OAuthClientProvider(SERVER, metadata, Store(), sign_in, callback)
    async with httpx2.AsyncClient(auth=auth, timeout=5) as http:
        async with Client(streamable_http_client(SERVER, http_client=http), mode="auto") as client:
            await client.list_tools()


try:
    with Loopback() as here:
        asyncio.run(list_tools(here))
    print(json.dumps({"outcome": "accepted"}))
except Exception as error:
    print(f"{error!r}")
    print(json.dumps({"outcome": "rejected"}))
    sys.exit(1)
