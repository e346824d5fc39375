"""FedCM in Chromium: a page of a client on the loopback asks, and the person chooses an account in the browser's dialog."""

import base64
import json
import os
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from selenium import webdriver
from selenium.common.exceptions import NoAlertPresentException
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait

from browser import chromium, leave_by, trusting_home
from understudy import Understudy

# The promise stays in the page: the dialog is answered while it waits.
ASK = """
window.told = null
navigator.credentials.get({mediation: "required", identity: {providers: [arguments[0]]}}).then(
  credential => window.told = {token: credential.token, auto: credential.isAutoSelected},
  error => window.told = {name: error.name, code: error.error ?? error.code ?? "", url: error.url ?? ""})
"""
DISCONNECT = """
const done = arguments[1]
IdentityCredential.disconnect(arguments[0]).then(() => done("gone"), error => done(String(error)))
"""


class Page(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        page = b"<!doctype html><title>The app</title><link rel=icon href=data:,>"
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        self.wfile.write(page)

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture(scope="module")
def app() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Page)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[webdriver.Chrome]:
    """A new profile for each test: Chromium remembers what it was told of an identity provider."""
    driver = chromium(tmp_path_factory.mktemp("home"))
    driver.set_script_timeout(20)
    yield driver
    driver.quit()


class Person:
    """A page of the client `rp`, and the person before it."""

    def __init__(self, driver: webdriver.Chrome, server: Understudy, app: str, home: str = "") -> None:
        self.driver, self.server, self.app = driver, server, app
        server.control(
            "PUT", "/clients/standard/rp", {"kind": "spa", "name": "Relying party", "redirect_uris": [f"{app}/cb"]}
        )
        # A reset keeps the journal.
        self.first = server.control("GET", "/journal")[-1]["n"]
        self.home = home or f"{server.http}/standard"
        self.provider = {
            "configURL": f"{self.home}/fedcm/config.json", "clientId": "rp", "params": {"nonce": "n-1"},
            "fields": ["name", "email", "picture"],
        }

    def sign_in(self) -> None:
        """At the address that the config file names."""
        self.driver.get(f"{self.home}/fedcm/login")
        self.driver.find_element(By.CSS_SELECTOR, "input[autocomplete=username]").send_keys("alice")
        self.driver.find_element(By.CSS_SELECTOR, "input[type=password]").send_keys("wonderland")
        leave_by(self.driver, self.driver.find_element(By.CSS_SELECTOR, "form button"))
        assert "Signed in" in self.driver.page_source

    def ask(self) -> None:
        self.driver.get(self.app)
        self.driver.execute_script(ASK, self.provider)

    def choose(self) -> str:
        """Chooses the only account; answers with its name."""
        dialog = self.driver.fedcm_dialog(timeout=10)
        [account] = dialog.get_accounts()
        dialog.select_account(0)
        return account.name

    def told(self) -> dict:
        return WebDriverWait(self.driver, 10).until(lambda driver: driver.execute_script("return window.told"))

    def claims(self) -> dict:
        """The claims of the ID token that the page was told."""
        told = self.told()
        assert "token" in told, f"{told}: {self.server.control('GET', '/journal')[-1]}"
        payload = told["token"].split(".")[1]
        return json.loads(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))

    def exchanges(self, endpoint: str) -> list[str]:
        """The requests of this test to an endpoint, as JSON."""
        entries = self.server.control("GET", f"/journal?after={self.first}&endpoint={endpoint}")
        return [json.dumps(entry) for entry in entries]

    def told_of_failure(self) -> dict:
        """What the page is told once the person has closed the dialog of the failure."""
        WebDriverWait(self.driver, 10, ignored_exceptions=[NoAlertPresentException]).until(
            lambda driver: driver.fedcm.dialog_type == "Error"
        )
        self.driver.fedcm.dismiss()
        return self.told()


@pytest.fixture
def person(browser: webdriver.Chrome, understudy: Understudy, app: str) -> Person:
    # Chromium waits before it rejects a promise, and for a while after a dialog was dismissed.
    browser.fedcm.disable_delay()
    return Person(browser, understudy, app)


def test_signs_in(person: Person) -> None:
    person.sign_in()
    person.ask()
    assert person.choose() == "Alice Liddell"
    claims = person.claims()
    assert (claims["iss"], claims["aud"], claims["nonce"]) == (person.home, "rp", "n-1")
    assert (claims["email"], claims["name"]) == ("alice@example.test", "Alice Liddell")


def test_signs_in_over_https_at_the_real_host(understudy: Understudy, app: str, tmp_path: Path) -> None:
    home = trusting_home(tmp_path)
    browser = chromium(home, f"--proxy-server={os.environ['UNDERSTUDY_PROXY_URL']}")
    try:
        browser.fedcm.disable_delay()
        person = Person(browser, understudy, app, "https://standard.test")
        person.sign_in()
        person.ask()
        assert person.choose() == "Alice Liddell"
        assert person.claims()["iss"] == "https://standard.test"
    finally:
        browser.quit()


def test_is_known_until_it_disconnects(person: Person) -> None:
    person.sign_in()
    for _ in range(2):
        person.ask()
        person.choose()
        person.claims()
    sent = person.exchanges("fedcm_assertion")
    # Chromium tells the person about the fields only at the first sign-in.
    assert ["disclosure_text_shown=true" in one for one in sent] == [True, False]
    account = person.claims()["sub"]
    told = person.driver.execute_async_script(DISCONNECT, {**person.provider, "accountHint": account})
    assert told == "gone"
    person.ask()
    person.choose()
    person.claims()
    assert "disclosure_text_shown=true" in person.exchanges("fedcm_assertion")[-1]


def test_knows_that_somebody_has_signed_out(person: Person) -> None:
    person.sign_in()
    person.driver.get(f"{person.home}/logout")
    leave_by(person.driver, person.driver.find_element(By.CSS_SELECTOR, "form button"))
    assert "signed out" in person.driver.page_source
    person.ask()
    assert person.told()["name"] == "NetworkError"
    assert not person.exchanges("fedcm_accounts")


def test_is_told_why_it_gets_no_token(person: Person) -> None:
    person.sign_in()
    person.server.rule(
        {"provider": "standard", "endpoint": "fedcm_assertion"}, {"condition": "temporarily_unavailable"}
    )
    person.ask()
    person.choose()
    told = person.told_of_failure()
    assert told == {
        "name": "IdentityCredentialError", "code": "temporarily_unavailable", "url": f"{person.home}/fedcm/error",
    }


def test_refuses_the_page_of_another_client(person: Person) -> None:
    person.sign_in()
    person.provider["clientId"] = "website"
    person.ask()
    assert person.driver.fedcm_dialog(timeout=10).get_accounts()
    person.driver.fedcm.select_account(0)
    # The page may not read why.
    person.told_of_failure()
    assert person.server.refusals()[-1] == "origin_forbidden"
