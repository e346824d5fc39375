"""FastMCP's client with its own `OAuth`: it registers, opens a browser and listens for the callback by itself."""

import asyncio
import webbrowser
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from fastmcp import Client
from fastmcp.client.auth import OAuth
from mcp.shared.exceptions import MCPError

from understudy import SECRET, Understudy

# The person signs in and allows; their browser then opens the callback, once the client listens there.
BROWSER = """#!/bin/sh
place=$("$TOOL" visit "$1" --as alice --password wonderland) || exit
exec curl --silent --noproxy '*' --retry 20 --retry-delay 1 --retry-all-errors --output /dev/null "$place"
"""


@pytest.fixture(autouse=True)
def person(tmp_path: Path) -> None:
    script = tmp_path / "browser"
    script.write_text(BROWSER)
    script.chmod(0o755)
    webbrowser.register("person", None, webbrowser.BackgroundBrowser([str(script), "%s"]), preferred=True)


def calls(url: str, auth: OAuth, *tools: tuple[str, dict]) -> list[dict]:
    """Signs in and calls tools. Answers with their structured results."""

    async def run() -> list[dict]:
        async with Client(url, auth=auth, timeout=20) as client:
            assert [tool.name for tool in await client.list_tools()] == ["whoami", "list_notes", "add_note"]
            return [(await client.call_tool(name, arguments)).structured_content for name, arguments in tools]

    return asyncio.run(run())


def asked(understudy: Understudy, first: int) -> list[dict[str, str]]:
    """The authorization requests since an entry of the journal."""
    entries = understudy.control("GET", f"/journal?after={first}&endpoint=authorize")
    targets = [entry["request"]["target"] for entry in entries]
    return [{name: values[0] for name, values in parse_qs(urlsplit(one).query).items()} for one in targets]


def last(understudy: Understudy) -> int:
    return understudy.control("GET", "/journal")[-1]["n"]


def test_registers_and_signs_in_from_the_address_of_the_server(understudy: Understudy) -> None:
    url, first = f"{understudy.http}/standard/mcp", last(understudy)
    [told] = calls(url, OAuth(callback_timeout=20), ("whoami", {}))
    assert told["username"] == "alice" and told["aud"] == url
    request = asked(understudy, first)[-1]
    assert request["client_id"] == told["client_id"] != "web"
    assert request["resource"] == url and request["code_challenge_method"] == "S256"
    assert urlsplit(request["redirect_uri"]).path == "/callback"


@pytest.fixture
def registered(understudy: Understudy) -> OAuth:
    """The client of the cast: it may ask for every scope, and a client that registers itself only for those it named."""
    understudy.control("PUT", "/clients/standard/fast", {
        "kind": "confidential", "name": "FastMCP", "secret": SECRET, "redirect_uris": ["http://127.0.0.1/callback"],
    })
    return OAuth(
        client_id="fast", client_secret=SECRET, issuer=f"{understudy.http}/standard", callback_host="127.0.0.1",
        callback_timeout=20,
    )


def test_steps_up_for_a_tool_that_needs_more(understudy: Understudy, registered: OAuth) -> None:
    url, first = f"{understudy.http}/standard/mcp", last(understudy)
    told, added, listed = calls(
        url, registered, ("whoami", {}), ("add_note", {"text": "Buy milk"}), ("list_notes", {})
    )
    assert told["client_id"] == "fast"
    assert added["added"]["text"] == "Buy milk"
    assert [note["text"] for note in listed["notes"]] == ["Buy milk"]
    assert "scope_insufficient" in understudy.refusals()
    scopes = [set(one["scope"].split()) for one in asked(understudy, first)]
    assert "mcp:write" not in scopes[0] and {"mcp:read", "mcp:write"} <= scopes[-1]


@pytest.fixture
def handshakes(understudy: Understudy) -> Iterator[None]:
    """The server has the revisions that begin with a handshake, alone."""
    understudy.switch("default", "standard", "mcp-2025-11-25")
    yield
    understudy.switch("default", "standard")


def test_listens_and_ends_its_session(understudy: Understudy, handshakes: None) -> None:
    first = last(understudy)
    calls(f"{understudy.http}/standard/mcp", OAuth(callback_timeout=20), ("whoami", {}))
    entries = understudy.control("GET", f"/journal?after={first}&endpoint=mcp")
    told = [(entry["request"]["method"], entry["response"]["status"]) for entry in entries]
    assert told[0] == ("POST", 401)
    assert ("GET", 405) in told and told[-1] == ("DELETE", 204), told


def test_is_told_that_there_is_no_such_tool(understudy: Understudy) -> None:
    with pytest.raises(MCPError, match="no tool no_such_tool"):
        calls(f"{understudy.http}/standard/mcp", OAuth(callback_timeout=20), ("no_such_tool", {}))
