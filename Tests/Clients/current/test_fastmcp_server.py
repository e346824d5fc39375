"""FastMCP's checks of access tokens, as an MCP server of your own makes them: by the keys, and by introspection."""

import asyncio

import pytest
from fastmcp.server.auth.providers.introspection import IntrospectionTokenVerifier
from fastmcp.server.auth.providers.jwt import JWTVerifier

from understudy import SECRET, Understudy

SERVER = "https://tools.example.test/mcp"


def access_token(understudy: Understudy, sandbox: str, audience: str = SERVER) -> str:
    order = {
        "provider": "standard",
        "client": "web",
        "person": "alice",
        "scopes": ["mcp:read"],
        "audiences": [audience],
        "issues": ["access"],
    }
    return understudy.control("POST", "/tokens", order, sandbox)["access_token"]


def test_verifies_a_jwt_by_the_published_keys(understudy: Understudy) -> None:
    sandbox = understudy.new_sandbox()
    issuer = sandbox["providers"]["standard"]
    verifier = JWTVerifier(jwks_uri=f"{issuer}/jwks", issuer=issuer, audience=SERVER, required_scopes=["mcp:read"])
    known = asyncio.run(verifier.verify_token(access_token(understudy, sandbox["id"])))
    assert known is not None and known.client_id == "web" and known.scopes == ["mcp:read"]
    other = access_token(understudy, sandbox["id"], "https://other.example.test")
    assert asyncio.run(verifier.verify_token(other)) is None


@pytest.mark.parametrize("method", ["client_secret_basic", "client_secret_post"])
def test_asks_by_introspection(understudy: Understudy, method: str) -> None:
    sandbox = understudy.new_sandbox()
    verifier = IntrospectionTokenVerifier(
        introspection_url=sandbox["providers"]["standard"] + "/introspect",
        client_id="web",
        client_secret=SECRET,
        client_auth_method=method,
    )
    token = access_token(understudy, sandbox["id"])
    known = asyncio.run(verifier.verify_token(token))
    assert known is not None and known.client_id == "web"
    assert asyncio.run(verifier.verify_token("unknown")) is None
