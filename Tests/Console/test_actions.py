"""What the console does: by the control API, with a line for each thing that does the same in a shell."""

import json
import subprocess

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.select import Select

from console import VIEWS, Console
from server import Server

BOX = "/sandboxes/default"


def switch(console: Console, name: str, is_on: bool) -> None:
    """Presses it, and waits until it stands the other way."""
    css = f'[role=switch][aria-label="{name}"]'
    assert console.one(css).get_attribute("aria-checked") == str(not is_on).lower()
    console.one(css).click()
    console.wait(lambda: console.one(css).get_attribute("aria-checked") == str(is_on).lower())


def run(line: str) -> str:
    """What a shell makes of the line, as somebody would paste it."""
    line = line.replace("curl ", "curl --silent --show-error --fail-with-body ", 1)
    end = subprocess.run(["bash", "-c", line], capture_output=True, text=True, timeout=30, env={"PATH": "/usr/bin:/bin", "TOKEN": "a-token"})
    assert end.returncode == 0, f"{line}: {end.stdout}{end.stderr}"
    return end.stdout


def test_adds_a_rule_and_sees_it_fire(console: Console, server: Server) -> None:
    console.open("#/default/rules")
    console.says("main", "No rules. Providers respond as usual.")
    rule = {"id": "it's", "match": {"endpoint": "token"}, "times": 1, "then": {"condition": "code_expired"}}
    console.fill("The rule, or several, as JSON", json.dumps(rule))
    console.press("Add")
    console.says(".problem", "expected an id of letters")
    console.says(".problem", "/id")
    assert server.control("GET", f"{BOX}/rules") == []
    console.fill("The rule, or several, as JSON", json.dumps({**rule, "id": "late"}))
    console.press("Add")
    console.says(".rules", "fired 0 of 1")
    assert not console.driver.find_element(By.CSS_SELECTOR, "form .problem").is_displayed()
    assert server.refuse() == 400
    console.says(".rules", "fired 1 of 1")
    console.says(".rules", "spent")
    console.go("#/default/journal")
    row = console.one(".journal tbody tr")
    assert "rule late" in row.text and "refused: code_expired" in row.text
    row.click()
    console.press("late", ".entry")
    assert console.wait(lambda: console.address) == "#/default/rules/late"
    switch(console, "late", False)
    assert console.line.endswith("""-d '{"on":false}'""")
    console.press("Start late over")
    console.says(".rules", "fired 0 of 1")
    assert server.refuse() == 401
    switch(console, "late", True)
    assert server.refuse() == 400
    console.says(".rules", "fired 1 of 1")
    console.press("Start late over")
    console.says(".rules", "fired 0 of 1")
    console.press("Remove late")
    console.says("main", "No rules. Providers respond as usual.")
    assert server.control("GET", f"{BOX}/rules") == []


def test_says_where_a_rule_is_wrong(console: Console) -> None:
    console.open("#/default/rules")
    for text, saying in (
        ('{"then": ', "Line 1, column"),
        ('[{"then": {"reset": true}}, {"match": {"endpoint": "tokn"}, "then": {"reset": true}}]', "did you mean"),
    ):
        console.fill("The rule, or several, as JSON", text)
        console.press("Add")
        console.says(".problem", saying)
    console.says(".problem", "/1/match/endpoint")


def test_makes_a_rule_of_an_entry(console: Console, server: Server) -> None:
    server.refuse()
    console.open("#/default/journal/1")
    console.press("Create a rule for requests like this")
    field = console.one("textarea[name=rule]")
    assert json.loads(field.get_attribute("value"))["match"] == {"provider": "standard", "endpoint": "token", "client": "web"}
    console.press("Add")
    console.says(".rules", "fired 0 of 1")


def test_switches_scenarios(console: Console, server: Server) -> None:
    console.open("#/default/rules")
    switch(console, "token-endpoint-flaky", True)
    assert [rule["id"] for rule in server.control("GET", f"{BOX}/rules")] == ["token-503", "token-reset", "token-truncated"]
    assert console.line.endswith("""-d '{"scenario":"token-endpoint-flaky"}'""")
    switch(console, "token-endpoint-flaky", False)
    assert server.control("GET", f"{BOX}/rules") == []


def test_switches_quirks_and_leaves_the_others(console: Console, server: Server) -> None:
    def on(name: str) -> bool:
        return next(quirk["on"] for quirk in server.control("GET", f"{BOX}/providers/vk")["quirks"] if quirk["id"] == name)

    console.open("#/default/quirks/vk")
    console.says("main", "documented")
    switch(console, "no-token-type", False)
    switch(console, "scope-bit-mask", False)
    assert not on("no-token-type") and not on("scope-bit-mask")
    switch(console, "no-token-type", True)
    assert on("no-token-type") and not on("scope-bit-mask")
    switch(console, "scope-bit-mask", True)
    assert console.line.endswith("""-d '{"with":[],"without":[]}'""")
    rivals = [quirk for quirk in server.control("GET", f"{BOX}/providers/vk")["quirks"] if "rivals" in quirk]
    for quirk in [quirk for quirk in rivals if not quirk["on"]]:
        switch(console, quirk["id"], True)
        for other in rivals:
            if other["rivals"] == quirk["rivals"]:
                assert on(other["id"]) == (other["id"] == quirk["id"])


def test_turns_the_clock(console: Console, server: Server) -> None:
    console.open("#/default/state")
    console.press("Freeze")
    console.says("main", "frozen")
    assert server.control("GET", f"{BOX}/clock")["frozen"] is True
    console.fill("Set the clock", "2030-01-01T00:00:00Z")
    console.press("Set")
    console.says("output.clock", "2030-01-01 00:00:00 UTC")
    console.press("Advance 1 day")
    console.says("output.clock", "2030-01-02 00:00:00 UTC")
    console.press("Age 1 hour")
    console.says("main", "Issued tokens and codes are 1 hour older.")
    console.fill("Advance by", "soon")
    console.press("Advance")
    console.says("form[aria-label='Advance by'] .problem", "/advance")
    console.press("Unfreeze")
    console.says("main", "running")
    assert server.control("GET", f"{BOX}/clock")["frozen"] is False


def test_keeps_a_state_and_returns_to_it(console: Console, server: Server) -> None:
    console.open("#/default/state")
    console.fill("Save a checkpoint as", "before")
    console.press("Save")
    console.says("main", "saved")
    server.control("POST", f"{BOX}/rules", {"then": {"delay": 1}})
    console.press("Restore before")
    console.wait(lambda: server.control("GET", f"{BOX}/rules") == [])
    console.press("Delete before")
    console.wait(lambda: server.control("GET", f"{BOX}/checkpoints") == [])
    server.control("POST", f"{BOX}/rules", {"then": {"delay": 1}})
    console.press("Reset")
    console.press("Reset", "dialog")
    console.wait(lambda: server.control("GET", f"{BOX}/rules") == [])


def test_rotates_the_keys(console: Console, server: Server) -> None:
    def published() -> int:
        return sum(key["published"] for key in server.control("GET", f"{BOX}/keys")["keys"])

    console.open("#/default/state")
    console.says("tbody", "published")
    before = published()
    console.press("Retire signing keys")
    console.says(".problem", "Only one key is published.")
    console.press("Use signing keys")
    console.says("main", "A key that is not published signs tokens.")
    console.says("tbody", "not published")
    console.press("Publish signing keys")
    console.wait(lambda: published() == 2 * before)
    console.wait(lambda: "A key that is not published signs tokens." not in console.text("main"))
    console.press("Retire signing keys")
    console.wait(lambda: published() == before)


def test_makes_and_ends_sandboxes(console: Console, server: Server) -> None:
    console.open("#/")
    console.says("main", "default")
    console.fill("ID", "CI 1")
    console.press("Create")
    console.says("form .problem", "/id")
    console.fill("ID", "ci-1")
    console.fill("Label", "of a run")
    console.fill("More, as JSON", '{"seed": 7, "rules": [{"id": "slow", "then": {"delay": 1}}]}')
    console.press("Create")
    console.wait(lambda: console.address == "#/ci-1/journal")
    console.press("Rules", "header")
    console.says(".rules", "slow")
    console.go("#/")
    console.says("main", "of a run")
    console.press("Delete ci-1")
    console.press("Delete", "dialog")
    console.wait(lambda: [box["id"] for box in server.control("GET", "/sandboxes")] == ["default"])
    console.wait(lambda: "of a run" not in console.text("main"))


def test_puts_people_and_their_answer(console: Console, server: Server) -> None:
    console.open("#/default/people")
    console.says("main", "None: pages ask")
    console.fill("Username", "dave o'brien")
    console.fill("Password and claims, as JSON", '{"password": "x", "roles": ["admin"], "name": "Dave"}')
    console.press("Save")
    console.says(".cards", "dave o'brien")
    assert server.control("GET", f"{BOX}/people/dave%20o'brien")["roles"] == ["admin"]
    Select(console.one("select[name=sign_in]")).select_by_value("dave o'brien")
    console.press("Set")
    console.says("main", "Signs in")
    assert server.control("GET", f"{BOX}/answer") == {"sign_in": "dave o'brien"}
    run(console.line)
    console.press("Clear")
    console.says("main", "None: pages ask")
    # What is not shown can't be sent again unseen: his password would be another one.
    console.press("Edit dave o'brien")
    chosen = "const field = document.activeElement; return field.value.slice(field.selectionStart, field.selectionEnd)"
    assert console.script(chosen) == "‹enter it again›"
    console.press("Save")
    console.says("form .problem", "The body is not JSON.")
    field = console.one("textarea[name=claims]")
    text = field.get_attribute("value").replace("‹enter it again›", '"y"').replace('"admin"', '"admin", "guest"')
    console.fill("Password and claims, as JSON", text)
    console.press("Save")
    console.wait(lambda: server.control("GET", f"{BOX}/people/dave%20o'brien")["roles"] == ["admin", "guest"])
    console.says(".cards", "guest")
    console.press("Remove dave o'brien")
    console.press("Remove", "dialog")
    console.wait(lambda: "dave o'brien" not in console.text(".cards"))


def test_puts_clients(console: Console, server: Server) -> None:
    console.open("#/default/clients")
    console.says("main", "Web app")
    Select(console.wait(lambda: console.one("select[name=provider]"))).select_by_visible_text("vk")
    console.fill("client_id", "4711")
    console.fill("The rest, as JSON", '{"redirect_uris": ["javascript:alert(1)"]}')
    console.press("Save")
    console.says("form .problem", "/redirect_uris")
    console.fill("The rest, as JSON", '{"name": "Mine", "redirect_uris": ["https://a.example/cb"]}')
    console.press("Save")
    console.says(".cards", "Mine")
    assert server.control("GET", f"{BOX}/clients/vk/4711")["redirect_uris"] == ["https://a.example/cb"]


def test_makes_and_ends_tokens(console: Console, server: Server) -> None:
    console.open("#/default/tokens")
    console.says("main", "No tokens have been issued yet.")
    console.wait(lambda: len(Select(console.one("select[name=client]")).options) > 3)
    Select(console.one("select[name=client]")).select_by_visible_text("standard: Web app")
    Select(console.one("select[name=person]")).select_by_value("alice")
    console.fill("Scopes", "openid")
    console.press("Issue")
    token = console.wait(lambda: console.one(".made pre").text)
    assert server.ask("/standard/userinfo", Authorization=f"Bearer {token}") == 200
    console.judge()
    console.press("Revoke token 1")
    console.says(".scroll", "revoked")
    assert server.ask("/standard/userinfo", Authorization=f"Bearer {token}") == 401


def test_approves_and_denies_devices(console: Console, server: Server) -> None:
    console.open("#/default/tokens")
    console.says("main", "No tokens have been issued yet.")
    assert "Devices" not in console.one("main").text
    for _ in range(2):
        assert server.ask("/standard/device_authorization", {"client_id": "native", "scope": "openid"}) == 200
    first, second = (device["user_code"] for device in server.control("GET", f"{BOX}/devices"))
    console.says("main", first)
    console.judge()
    console.wait(lambda: len(Select(console.one("select[name=device_person]")).options) > 1)
    Select(console.one("select[name=device_person]")).select_by_value("bob")
    people = len(Select(console.one("select[name=device_person]")).options)
    assert server.control("PUT", f"{BOX}/people/dora", {"password": "x"})
    assert server.ask("/standard/device_authorization", {"client_id": "native"}) == 200
    console.wait(lambda: len(Select(console.one("select[name=device_person]")).options) > people)
    assert Select(console.one("select[name=device_person]")).first_selected_option.text == "bob"
    console.press(f"Approve device {first}")
    console.says("main", "approved")
    console.press(f"Deny device {second}")
    console.says("main", "denied")
    devices = server.control("GET", f"{BOX}/devices")[:2]
    assert [(one["status"], one["person"]) for one in devices] == [("approved", "bob"), ("denied", "bob")]


def test_says_each_thing_as_a_line_for_a_shell(console: Console, server: Server) -> None:
    """Whatever the line at the foot says, before or after one has done it, does it."""
    console.open("#/default/state")
    console.says("main", "running")
    console.script("[...document.querySelectorAll('button')].find((one) => one.textContent === 'Freeze').focus()")
    assert '"freeze":true' in console.line
    assert server.control("GET", f"{BOX}/clock")["frozen"] is False
    run(console.line)
    assert server.control("GET", f"{BOX}/clock")["frozen"] is True
    console.open("#/default/rules")
    text = '{"id": "quoted", "summary": "it\'s $HOME `id` \\\\ \\"x\\"", "then": {"delay": 1}}'
    console.fill("The rule, or several, as JSON", text)
    run(console.line)
    assert server.control("GET", f"{BOX}/rules/quoted")["summary"] == json.loads(text)["summary"]
    console.script("document.getElementById('copy').click()")
    console.says("#said", "Copied")
    for view in VIEWS:
        console.open(f"#/default/{view}")
        console.wait(lambda: console.line.startswith("curl "))
        json.loads(run(console.line))


def test_keeps_the_focus_where_one_works(console: Console, server: Server) -> None:
    server.control("POST", f"{BOX}/rules", {"id": "late", "then": {"delay": 1}})
    console.open("#/default/state")
    console.says("main", "running")
    for name in ("Advance 1 hour", "Age 1 hour", "Advance 1 hour"):
        focus(console, name)
        console.type(Keys.ENTER)
        console.says("#said", "Done: 200")
        assert console.focused == name
    console.open("#/default/quirks/vk")
    console.says("main", "no-token-type")
    focus(console, "no-token-type")
    for is_on in (False, True):
        console.type(Keys.SPACE)
        console.wait(lambda: console.one("[aria-label=no-token-type]").get_attribute("aria-checked") == str(is_on).lower())
        assert console.focused == "no-token-type"
        console.says("#said", "Done: 200")
    console.open("#/default/rules")
    console.says(".rules", "late")
    focus(console, "Remove late")
    console.type(Keys.ENTER)
    console.says("main", "No rules. Providers respond as usual.")
    console.wait(lambda: console.script("return document.activeElement.textContent") == "Rules of this sandbox")


def focus(console: Console, name: str) -> None:
    """As the tabulator would, which is somewhere else by now."""
    for button in console.all("main button"):
        if button.accessible_name == name:
            console.driver.execute_script("arguments[0].focus()", button)
    assert console.focused == name


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [375, 1200])
def test_is_whole_and_readable_everywhere(console: Console, server: Server, width: int, scheme: str) -> None:
    server.control("POST", f"{BOX}/rules", {"scenario": "codes-expire"})
    server.control("POST", f"{BOX}/checkpoints", {})
    server.control("POST", f"{BOX}/tokens", {"provider": "standard", "client": "web", "person": "alice", "scopes": ["openid"]})
    server.refuse()
    server.ask("/standard/jwks")
    server.ask("/standard/" + "long" * 100)
    server.refuse("x" * 2000)
    console.size(width, 812, scheme)
    for address in ["#/", *(f"#/default/{view}" for view in VIEWS), "#/default/quirks/oclc", "#/default/journal/5", "#/default/journal/9"]:
        console.open(address)
        console.wait(lambda: console.script("return document.documentElement.dataset.ready"))
        console.wait(lambda: "connecting" not in console.driver.find_element(By.ID, "state").get_attribute("class") or address == "#/")
        console.script("for (const one of document.querySelectorAll('main details')) one.open = true")
        console.judge()
