"""`understudy mcp`, as the MCP Python SDK uses it: with the handshake of 2025, and as the newest revision has it."""

import asyncio
import os

import pytest
from mcp import StdioServerParameters, stdio_client
from mcp.client.client import Client

RULE = {"match": {"endpoint": "token"}, "times": 1, "then": {"condition": "code_expired"}}


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_an_agent_starts_a_sandbox_and_makes_a_call_fail(mode: str) -> None:
    server = StdioServerParameters(command=os.environ["TOOL"], args=["mcp"])

    async def story() -> None:
        async with Client(stdio_client(server), mode=mode) as client:
            names = {tool.name for tool in (await client.list_tools()).tools}
            assert {"createSandbox", "addRules", "readJournal", "visit", "examineClient"} <= names
            made = await client.call_tool("createSandbox", {"body": {"id": "mine"}})
            box = made.structured_content["url"]
            assert not (await client.call_tool("addRules", {"sandbox": "mine", "body": RULE})).is_error
            asked = f"{box}/standard/authorize?client_id=web&response_type=code&redirect_uri=http://127.0.0.1:7999/cb"
            visit = await client.call_tool("visit", {"url": asked, "as": "alice"})
            assert visit.content[0].text.startswith("http://127.0.0.1:7999/cb?code=")
            wrong = await client.call_tool("visit", {"url": asked.replace("7999", "7998"), "as": "alice"})
            assert wrong.is_error
            refused = await client.call_tool("readJournal", {"sandbox": "mine", "outcome": "refused"})
            assert "http://127.0.0.1:7998/cb is not registered" in refused.content[0].text

    asyncio.run(story())
