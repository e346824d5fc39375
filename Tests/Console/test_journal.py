"""The journal, while things happen."""

import threading
import time

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from console import Console
from server import Server

HOSTILE = [
    "<img src=x onerror=\"window.broken=1\">", "<script>window.broken=1</script>", "\"><svg onload=window.broken=1>",
    "javascript:window.broken=1", "{{7*7}}${7*7}", "\u202egnihtyreve\u202c",
]


def test_shows_a_sign_in_as_it_happens(console: Console, server: Server, app: str) -> None:
    request = server.register(app)
    console.open()
    console.says("#state", "Live")
    assert "No requests yet" in console.text("main")
    here = console.driver.current_window_handle
    console.driver.switch_to.new_window("window")
    console.driver.get(server.authorize({**request, "state": "a b"}))
    for css, text in (("input[autocomplete=username]", "alice"), ("input[type=password]", "wonderland")):
        field = console.one(f"form:has(input[type=password]) {css}")
        field.clear()
        field.send_keys(text, Keys.ENTER if "password" in css else "")
    console.wait(lambda: "Allow" in [button.text for button in console.all("button")])
    console.press("Allow")
    console.wait(lambda: console.driver.title == "Back in the app")
    console.driver.switch_to.window(here)
    granted = server.control("GET", "/sandboxes/default/journal?outcome=granted")[-1]["n"]
    assert "granted: code" in console.row(granted).text and "alice" in console.row(granted).text
    console.row(granted).click()
    console.says(".entry h2", f"{granted} POST /standard/")
    assert ["state", "a b"] in [
        [cell.text for cell in row.find_elements(By.CSS_SELECTOR, "code")] for row in console.all(".entry .pairs tr")
    ]
    console.judge()


def test_tells_why_something_was_refused_and_how_to_mend_it(console: Console, server: Server) -> None:
    assert server.refuse() == 401
    console.open("#/default/journal/1")
    entry = console.text(".entry")
    seen = server.control("GET", "/sandboxes/default/journal/1")
    for text in (seen["why"], seen["remedy"], seen["condition"], "Status 401", "invalid_client"):
        assert text in entry, text
    clause = console.one(".entry a[target=_blank]")
    assert clause.text == seen["clause"]
    assert clause.get_attribute("href").startswith("https://www.rfc-editor.org/rfc/rfc6749#section-")
    assert "wrong" not in [code.text for code in console.all(".entry code")], "a secret is shown"
    assert console.line == f"curl {server.url}/_understudy/sandboxes/default/journal/1"


def test_says_that_an_entry_is_not_there(console: Console) -> None:
    console.open("#/default/journal/17")
    console.says(".entry .problem", 'No entry has the number "17"')


def test_shows_what_strangers_sent_as_text(console: Console, server: Server) -> None:
    for text in HOSTILE:
        request = {"client_id": "web", "redirect_uri": "http://127.0.0.1:7999/cb", "response_type": "code", "state": text}
        server.ask(server.authorize(request).removeprefix(server.url))
        server.ask(server.authorize({**request, "client_id": text}).removeprefix(server.url))
        server.ask("/standard/token", {"grant_type": text, "code": text}, **{"User-Agent": text.encode().decode("latin-1")})
    console.open()
    last = 3 * len(HOSTILE)
    console.row(last)
    for number in range(1, last + 1):
        console.go(f"#/default/journal/{number}")
        console.says(".entry h2", str(number))
        console.wait(lambda: console.all(".entry .content h3"))
        console.script("for (const one of document.querySelectorAll('details')) one.open = true")
        shown = console.script("return document.querySelector('.entry').textContent")
        if number % 3 == 1:
            assert HOSTILE[(number - 1) // 3] in shown
    assert console.script("return window.broken") is None
    assert console.all("main img, main svg, main script, main iframe") == []
    assert all(link.get_attribute("href").startswith(("http://127.0.0.1", "https://www.rfc-editor.org/")) for link in console.all("a"))


def test_narrows_the_list_down_as_the_api_does(console: Console, server: Server) -> None:
    server.refuse()
    server.ask("/standard/jwks")
    server.ask("/vk/authorize?client_id=1")
    console.open()
    console.row(3)
    console.press("Filters")
    console.fill("Outcome", "refused")
    console.wait(lambda: console.numbers() == [3, 1])
    assert console.address == "#/default/journal?outcome=refused"
    console.fill("Provider", "vk")
    console.wait(lambda: console.numbers() == [3])
    console.says("#line", "/sandboxes/default/journal?")
    assert console.text(".amount") == "1 of 3"
    # What comes now is narrowed down, too.
    server.ask("/vk/authorize?client_id=2")
    server.refuse()
    console.wait(lambda: console.numbers() == [4, 3])
    console.press("Show all")
    console.wait(lambda: console.numbers() == [5, 4, 3, 2, 1])
    search = console.one("input[type=search]")
    search.send_keys("jwks")
    console.wait(lambda: console.numbers() == [2])
    console.open("#/default/journal?status=401&text=never-issued")
    console.wait(lambda: console.text(".amount") == "0 of 5")
    console.open("#/default/journal?endpoint=token&status=401")
    console.wait(lambda: console.numbers() == [5, 1])
    console.row(1).click()
    console.says(".entry h2", "1 POST")
    assert console.address == "#/default/journal/1?endpoint=token&status=401"


def test_is_used_by_keyboard_alone(console: Console, server: Server) -> None:
    for _ in range(3):
        server.refuse()
    console.open()
    console.row(3)
    console.type(Keys.TAB)
    assert console.focused == "To the content"
    console.type(Keys.ENTER)
    seen = []
    for _ in range(12):
        console.type(Keys.TAB)
        seen.append(console.focused)
        if console.focused == "3":
            break
    assert seen[-1] == "3" and {"Find in the entries", "Filters", "Clear"} <= set(seen), seen
    assert console.script("return getComputedStyle(document.activeElement).outlineStyle") == "solid"
    console.type(Keys.ARROW_DOWN, Keys.ARROW_DOWN, Keys.ARROW_UP)
    assert console.focused == "2"
    console.type(Keys.ENTER)
    console.says(".entry h2", "2 POST")
    console.wait(lambda: console.script("return document.activeElement.tagName") == "H2")
    console.type(Keys.TAB)
    assert console.focused == "Newer"
    console.type(Keys.ENTER)
    console.says(".entry h2", "3 POST")
    console.type(Keys.ESCAPE)
    console.wait(lambda: console.focused == "3")
    assert not console.driver.find_element(By.CSS_SELECTOR, ".entry").is_displayed()


def test_keeps_its_pace_and_its_place_while_thousands_come(console: Console, server: Server) -> None:
    server.ask_often("/standard/jwks", 300)
    console.open()
    console.row(300)
    console.script("document.querySelector('tr[data-key=\"290\"] a').focus()")
    # The longest time in which the page did not answer, in milliseconds.
    console.script(
        "window.worst = 0; let last = performance.now();"
        "const beat = () => { const now = performance.now(); window.worst = Math.max(window.worst, now - last); last = now;"
        " window.beat = requestAnimationFrame(beat) }; beat()"
    )
    burst = threading.Thread(target=server.ask_often, args=("/standard/jwks", 600))
    burst.start()
    burst.join()
    console.row(900)
    assert console.focused == "290" and 290 in console.numbers()
    console.script("document.activeElement.blur()")
    server.ask_often("/standard/jwks", 2_000)
    console.row(2_900)
    console.wait(lambda: console.text(".amount") == "1000")
    assert len(console.numbers()) < 400
    assert console.numbers()[0] == 2_900
    begun = time.monotonic()
    console.one("input[type=search]").send_keys("no such thing")
    console.wait(lambda: console.numbers() == [])
    assert time.monotonic() - begun < 5
    assert console.script("return window.worst") < 1_500
    console.one("input[type=search]").clear()
    console.wait(lambda: console.numbers()[:1] == [2_900])
    before = len(console.numbers())
    older = console.one(".entries > button")
    assert older.text.startswith("Older (")
    older.click()
    console.wait(lambda: len(console.numbers()) > before)
    assert int(console.focused) == 2_900 - before


def test_says_when_the_server_is_away_and_finds_the_next_one(console: Console, server: Server) -> None:
    for _ in range(3):
        server.refuse()
    console.open()
    console.row(3)
    server.stop()
    console.says("#state", "No connection")
    console.says("#state", "The server does not answer.")
    server.restart()
    server.ask("/standard/jwks")
    console.says("#state", "Live")
    # It begins anew with its numbers, and nothing of the other one is shown.
    console.wait(lambda: console.numbers() == [1])
    assert "jwks" in console.row(1).text
    # What the filters let through is asked anew, too.
    server.refuse()
    console.open("#/default/journal?outcome=refused")
    console.wait(lambda: console.numbers() == [2])
    server.stop()
    server.restart()
    server.refuse()
    console.wait(lambda: console.numbers() == [1], 30)


def test_rests_while_nobody_looks(console: Console, server: Server) -> None:
    """A tab in the back holds no connection, and misses nothing."""
    look = (
        "Object.defineProperty(document, 'hidden', { value: arguments[0], configurable: true });"
        "document.dispatchEvent(new Event('visibilitychange'))"
    )
    console.open()
    console.says("#state", "Live")
    console.driver.execute_script(look, True)
    console.says("#state", "Paused")
    server.refuse()
    console.driver.execute_script(look, False)
    console.row(1)
    console.says("#state", "Live")


def test_a_question_ends_where_another_page_begins(console: Console, server: Server) -> None:
    server.refuse()
    console.open()
    console.row(1)
    console.press("Clear")
    assert "journal" in console.text("dialog pre")
    console.go("#/default/rules")
    console.wait(lambda: not console.all("dialog"))
    assert server.control("GET", "/sandboxes/default/journal/count") == {"count": 1}


def test_forgets_what_the_server_forgets(console: Console, server: Server) -> None:
    server.refuse()
    console.open()
    console.row(1)
    console.press("Clear")
    assert "journal" in console.text("dialog pre")
    console.press("Cancel", "dialog")
    assert console.numbers() == [1]
    console.press("Clear")
    console.press("Clear", "dialog")
    console.wait(lambda: console.numbers() == [])
    assert server.control("GET", "/sandboxes/default/journal/count") == {"count": 0}
    server.refuse()
    console.wait(lambda: console.numbers() == [2])
    # And when somebody else has it forget.
    server.control("DELETE", "/sandboxes/default/journal")
    server.refuse()
    console.wait(lambda: console.numbers() == [3])


def test_says_that_a_sandbox_is_gone(console: Console, server: Server) -> None:
    server.control("POST", "/sandboxes", {"id": "ci-1"})
    console.open("#/ci-1/journal")
    console.says("#state", "Live")
    server.control("DELETE", "/sandboxes/ci-1")
    console.says("#state", "Gone")
    console.says("#state", "it was deleted")
    assert not console.all("#nav")[0].is_displayed() and not console.all("#state button")[0].is_displayed()
    assert "No requests yet" not in console.text(".empty") and "journal of its sandbox" in console.text(".empty")
    server.control("POST", "/sandboxes", {"id": "ci-1"})
    console.says("#state", "Live")
    assert "No requests yet" in console.text(".empty") and console.all("#nav")[0].is_displayed()
    # Where there never was one, nobody is told how programs make one.
    console.open("#/never/journal")
    console.says("#state", "Gone")
    assert "POST" not in console.text("#state")
    console.press("All sandboxes")
    console.wait(lambda: console.address == "#/")


def test_an_unknown_filter_is_not_counted(console: Console) -> None:
    console.open("#/default/journal?foo=1&outcome=refused")
    console.says(".search button", "Filters (1)")
