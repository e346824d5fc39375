"""The MCP Python SDK: from the address of an MCP server to the call of a tool, with the person at `understudy visit`."""

import asyncio
from urllib.parse import parse_qs, urlsplit

import httpx2
import pytest
from mcp.client.auth import OAuthClientProvider
from mcp.client.client import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import AuthorizationCodeResult, OAuthClientInformationFull, OAuthClientMetadata
from understudy import CALLBACK, SECRET, Understudy

METADATA = OAuthClientMetadata(client_name="MCP client", redirect_uris=[CALLBACK])


class Registered:
    """The client of the cast: it is registered already, so the SDK registers none."""

    def __init__(self) -> None:
        self.tokens = None

    async def get_tokens(self):
        return self.tokens

    async def set_tokens(self, tokens) -> None:
        self.tokens = tokens

    async def get_client_info(self) -> OAuthClientInformationFull:
        return OAuthClientInformationFull(
            client_id="web",
            client_secret=SECRET,
            redirect_uris=[CALLBACK],
            token_endpoint_auth_method="client_secret_basic",
        )

    async def set_client_info(self, info) -> None:
        raise AssertionError("the SDK registered a client")


class Person:
    """The person at the browser, who signs in and allows what the client asks for."""

    def __init__(self, understudy: Understudy) -> None:
        self.understudy = understudy
        self.asked: list[dict[str, str]] = []
        self.place = ""

    async def sign_in(self, url: str) -> None:
        self.asked.append({name: values[0] for name, values in parse_qs(urlsplit(url).query).items()})
        self.place = self.understudy.visit(url)

    async def callback(self) -> AuthorizationCodeResult:
        sent = {name: values[0] for name, values in parse_qs(urlsplit(self.place).query).items()}
        return AuthorizationCodeResult(code=sent["code"], state=sent.get("state"), iss=sent.get("iss"))


def calls(understudy: Understudy, url: str, mode: str, *tools: tuple[str, dict]):
    """Signs in and calls tools. Answers with their structured results, the person and the tokens."""
    person, storage = Person(understudy), Registered()
    auth = OAuthClientProvider(url, METADATA, storage, person.sign_in, person.callback)

    async def run():
        async with httpx2.AsyncClient(auth=auth, timeout=20) as http:
            async with Client(streamable_http_client(url, http_client=http), mode=mode) as client:
                listed = [tool.name for tool in (await client.list_tools()).tools]
                results = [await client.call_tool(name, arguments) for name, arguments in tools]
                return listed, [result.structured_content for result in results]

    listed, results = asyncio.run(run())
    assert listed == ["whoami", "list_notes", "add_note"]
    return results, person, storage.tokens


@pytest.mark.parametrize("mode", ["legacy", "auto", "2026-07-28"])
def test_signs_in_from_the_address_of_the_server(understudy: Understudy, mode: str) -> None:
    url = f"{understudy.http}/standard/mcp"
    [told], person, tokens = calls(understudy, url, mode, ("whoami", {}))
    assert told["username"] == "alice"
    assert told["client_id"] == "web"
    assert told["aud"] == url
    assert [asked["resource"] for asked in person.asked] == [url]
    assert person.asked[0]["code_challenge_method"] == "S256"
    assert "mcp:read" in tokens.scope.split()


@pytest.mark.parametrize("mode", ["legacy", "2026-07-28"])
def test_steps_up_and_keeps_its_scopes(understudy: Understudy, mode: str) -> None:
    url = f"{understudy.http}/standard/mcp"
    note = {"text": "Buy milk"}
    [_, added, listed], person, tokens = calls(
        understudy, url, mode, ("whoami", {}), ("add_note", note), ("list_notes", {})
    )
    assert added["added"]["text"] == "Buy milk"
    assert [one["text"] for one in listed["notes"]] == ["Buy milk"]
    assert len(person.asked) == 2
    assert {"mcp:read", "mcp:write"} <= set(tokens.scope.split())
    assert "scope_insufficient" in understudy.refusals()


def test_finds_the_server_at_its_own_host(understudy: Understudy) -> None:
    url = "https://standard.test/mcp"
    [told], person, _ = calls(understudy, url, "2026-07-28", ("whoami", {}))
    assert told["aud"] == url


def test_refuses_metadata_of_another_resource(understudy: Understudy) -> None:
    home = understudy.new_sandbox()["url"]
    sandbox = home.rsplit("/", 1)[1]
    understudy.switch(sandbox, "standard", "resource-metadata-other-resource")
    with pytest.raises(BaseException) as failed:
        calls(understudy, f"{home}/standard/mcp", "legacy", ("whoami", {}))
    assert "does not match" in everything(failed.value)


@pytest.mark.parametrize("quirk", ["resource-metadata-at-root", "metadata-at-openid-only", "no-challenge-methods"])
def test_goes_on_in_spite_of(understudy: Understudy, quirk: str) -> None:
    understudy.switch("default", "standard", quirk)
    try:
        [told], _, _ = calls(understudy, "https://standard.test/mcp", "2026-07-28", ("whoami", {}))
    finally:
        understudy.switch("default", "standard")
    assert told["username"] == "alice"


def test_refuses_an_issuer_that_is_not_the_one_of_the_resource(understudy: Understudy) -> None:
    home = understudy.new_sandbox()["url"]
    understudy.switch(home.rsplit("/", 1)[1], "standard", "issuer-with-slash")
    with pytest.raises(BaseException) as failed:
        calls(understudy, f"{home}/standard/mcp", "legacy", ("whoami", {}))
    assert "issuer" in everything(failed.value).lower()


def everything(error: BaseException) -> str:
    """The words of an error and of all that it holds."""
    inner = list(getattr(error, "exceptions", ())) + [error.__cause__, error.__context__]
    return " ".join([str(error)] + [everything(one) for one in inner if one is not None])


def test_a_token_for_another_resource_is_refused(understudy: Understudy) -> None:
    url = f"{understudy.http}/standard/mcp"
    token = understudy.control("POST", "/tokens", {
        "provider": "standard", "client": "web", "person": "alice", "scopes": ["mcp:read"],
    })["access_token"]

    async def run() -> None:
        headers = {"Authorization": f"Bearer {token}"}
        async with httpx2.AsyncClient(headers=headers, timeout=20) as http:
            async with Client(streamable_http_client(url, http_client=http), mode="legacy"):
                pass

    with pytest.raises(BaseException):
        asyncio.run(run())
    assert understudy.refusals()[-1] == "token_other_audience"
