"""A server that asks for a token."""

from collections.abc import Callable

from console import Console
from server import Server

TOKEN = "a-token-that-nobody-sees"


def test_asks_for_the_token_and_keeps_it_to_itself(serve: Callable[..., Server], open_console: Callable[[Server], Console]) -> None:
    server = serve("--control-token", TOKEN)
    server.refuse()
    console = open_console(server)
    console.open("#/default/journal/1")
    console.says("dialog", "--control-token")
    console.fill("Token", "another", "dialog")
    console.press("Open", "dialog")
    console.says("dialog .problem", "refused this token")
    console.fill("Token", "\u00e9\u4e2d", "dialog")
    console.press("Open", "dialog")
    console.says("dialog .problem", "refused this token")
    console.fill("Token", TOKEN, "dialog")
    console.press("Open", "dialog")
    console.says(".entry h2", "1 POST")
    assert console.all("dialog") == []
    assert '-H "Authorization: Bearer $TOKEN"' in console.line
    page = console.script("return document.documentElement.outerHTML + location.href + JSON.stringify(localStorage) + document.cookie")
    assert TOKEN not in page
    # It is kept for this tab, and for no other.
    console.driver.refresh()
    console.says(".entry h2", "1 POST")
    console.driver.switch_to.new_window("window")
    console.open()
    console.says("dialog", "Control token")


def test_is_opened_by_a_link_that_brings_the_token(serve: Callable[..., Server], open_console: Callable[[Server], Console]) -> None:
    server = serve("--control-token", TOKEN)
    console = open_console(server)
    console.driver.switch_to.new_window("window")
    console.open(f"#token={TOKEN}")
    console.says("#state", "Live")
    assert console.address == "#/default/journal"
    assert TOKEN not in console.script("return location.href")
    console.driver.back()
    assert TOKEN not in console.driver.current_url
