"""The MCP Python SDK without a person at a browser: its clients that authenticate by themselves, and cross-app access."""

import asyncio

import httpx2
import pytest
import requests
from mcp.client.auth.extensions.client_credentials import (
    ClientCredentialsOAuthProvider,
    PrivateKeyJWTOAuthProvider,
    SignedJWTParameters,
)
from mcp.client.auth.extensions.identity_assertion import IdentityAssertionOAuthProvider
from mcp.client.client import Client
from mcp.client.streamable_http import streamable_http_client
from understudy import SECRET, Understudy, service_key

GRANT = "urn:ietf:params:oauth:grant-type"
TYPE = "urn:ietf:params:oauth:token-type"


class Storage:
    """Keeps tokens and the client, as an application does."""

    def __init__(self) -> None:
        self.tokens = None
        self.client = None

    async def get_tokens(self):
        return self.tokens

    async def set_tokens(self, tokens) -> None:
        self.tokens = tokens

    async def get_client_info(self):
        return self.client

    async def set_client_info(self, client) -> None:
        self.client = client


def whoami(url: str, auth: httpx2.Auth) -> dict:
    """Calls the tool that tells whose access token came."""

    async def run():
        async with httpx2.AsyncClient(auth=auth, timeout=20) as http:
            async with Client(streamable_http_client(url, http_client=http)) as client:
                return (await client.call_tool("whoami", {})).structured_content

    return asyncio.run(run())


@pytest.mark.parametrize("method", ["client_secret_basic", "client_secret_post"])
def test_gets_a_token_for_itself(understudy: Understudy, method: str) -> None:
    issuer = f"{understudy.http}/standard"
    url = f"{issuer}/mcp"
    auth = ClientCredentialsOAuthProvider(url, Storage(), "web", SECRET, method, "mcp:read", issuer)
    told = whoami(url, auth)
    assert told["client_id"] == "web"
    assert told["aud"] == url


def test_authenticates_by_a_signed_jwt(understudy: Understudy) -> None:
    issuer = f"{understudy.http}/standard"
    url = f"{issuer}/mcp"
    signed = SignedJWTParameters(
        issuer="service", subject="service", signing_algorithm="RS256", signing_key=service_key()
    )
    provider = signed.create_assertion_provider()
    auth = PrivateKeyJWTOAuthProvider(url, Storage(), "service", provider, "mcp:read", issuer)
    assert whoami(url, auth)["client_id"] == "service"


@pytest.mark.parametrize("method", ["client_secret_basic", "client_secret_post"])
def test_comes_with_the_assertion_of_an_identity_provider(understudy: Understudy, method: str) -> None:
    identity = understudy.new_sandbox()
    issuer = identity["providers"]["standard"]
    trust = {"provider": "standard", "name": "idp", "issuer": issuer, "person_claim": "email"}
    wiki = understudy.new_sandbox({"cast": {"trust": [trust]}})["providers"]["standard"]
    signed_in = understudy.control(
        "POST",
        "/tokens",
        {"provider": "standard", "client": "web", "person": "alice", "scopes": ["openid", "email"], "issues": ["id"]},
        identity["id"],
    )

    async def assertion(audience: str, resource: str) -> str:
        answer = requests.post(
            f"{issuer}/token",
            auth=("web", SECRET),
            data={
                "grant_type": f"{GRANT}:token-exchange",
                "requested_token_type": f"{TYPE}:id-jag",
                "audience": audience,
                "resource": resource,
                "scope": "mcp:read",
                "subject_token": signed_in["id_token"],
                "subject_token_type": f"{TYPE}:id_token",
            },
            timeout=10,
        )
        return answer.json()["access_token"]

    url = f"{wiki}/mcp"
    auth = IdentityAssertionOAuthProvider(url, Storage(), "web", SECRET, wiki, assertion, "mcp:read", method)
    told = whoami(url, auth)
    assert told["username"] == "alice"
    assert told["aud"] == url
