"""The page of `conform serve`: a person signs in with a browser of their own, and the verdict stands beside what they say."""

import os
import subprocess
import urllib.parse
import urllib.request
from collections.abc import Iterator

import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait

VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
REQUEST = {
    "client_id": "my-app",
    "redirect_uri": "com.example.app:/cb",
}
AUTHORIZATION = REQUEST | {
    "response_type": "code",
    "scope": "openid",
    "state": "state-0123456789",
    "code_challenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
    "code_challenge_method": "S256",
}


def serve(*options: str) -> Iterator[str]:
    """The link that is printed."""
    command = ["conform", "serve", "--profile", "native-code", "--port", "0", "--only", "code-state-mismatch", *options]
    process = subprocess.Popen([os.environ["TOOL"], *command], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    yield process.stdout.readline().split()[-1]
    process.terminate()
    process.wait(20)


@pytest.fixture
def page() -> Iterator[str]:
    yield from serve()


@pytest.fixture
def remote_page() -> Iterator[str]:
    yield from serve("--host", "0.0.0.0")


def sign_in(issuer: str, *, redeem: bool) -> None:
    address = f"{issuer}/authorize?{urllib.parse.urlencode(AUTHORIZATION)}"
    visit = subprocess.run([os.environ["TOOL"], "visit", "--as", "alice", address], capture_output=True, text=True, timeout=30)
    assert visit.returncode == 0, visit.stderr
    if not redeem:
        return
    code = urllib.parse.parse_qs(urllib.parse.urlsplit(visit.stdout.strip()).query)["code"][0]
    form = REQUEST | {"grant_type": "authorization_code", "code": code, "code_verifier": VERIFIER}
    with urllib.request.urlopen(f"{issuer}/token", urllib.parse.urlencode(form).encode(), timeout=20) as answer:
        assert b"access_token" in answer.read()


def test_verdicts(driver: webdriver.Chrome, page: str) -> None:
    driver.get_log("browser")
    driver.get(page)

    def card(check: str):
        return driver.find_element(By.XPATH, f"//li[contains(@class, 'card')][.//h2[. = '{check}']]")

    def shows(check: str, verdict: str) -> None:
        WebDriverWait(driver, 20, ignored_exceptions=[Exception]).until(
            lambda _: card(check).find_element(By.CSS_SELECTOR, ".verdict").text.lower() == verdict
        )

    def press(check: str, label: str) -> None:
        card(check).find_element(By.XPATH, f".//button[. = '{label}']").click()

    def issuer(check: str) -> str:
        return card(check).find_element(By.CSS_SELECTOR, ".address code").text

    shows("code-happy", "to do")
    assert issuer("code-happy") != issuer("code-state-mismatch")
    sign_in(issuer("code-happy"), redeem=True)
    press("code-happy", "The app signed in")
    shows("code-happy", "pass")
    sign_in(issuer("code-state-mismatch"), redeem=False)
    press("code-state-mismatch", "The app crashed")
    shows("code-state-mismatch", "inconclusive")
    press("code-state-mismatch", "Start over")
    shows("code-state-mismatch", "to do")
    sign_in(issuer("code-state-mismatch"), redeem=False)
    press("code-state-mismatch", "The app refused")
    shows("code-state-mismatch", "pass")
    assert "2 passed" in driver.find_element(By.ID, "sum").text
    reports = [entry["message"] for entry in driver.get_log("browser")]
    driver.get("about:blank")
    assert reports == []


def test_beyond_loopback(driver: webdriver.Chrome, remote_page: str) -> None:
    page, _, token = remote_page.partition("#token=")
    assert len(token) == 32
    driver.get_log("browser")

    def wait(css: str, text: str) -> None:
        WebDriverWait(driver, 20, ignored_exceptions=[Exception]).until(
            lambda _: text in driver.find_element(By.CSS_SELECTOR, css).text
        )

    # The link from the terminal brings the token, which does not stay in the address.
    driver.get(remote_page)
    wait("#sum", "2 to do")
    assert driver.current_url == page
    driver.find_element(By.XPATH, "//button[. = 'Start over']").click()
    wait("#sum", "2 to do")
    # Without it, the page asks.
    driver.execute_script("sessionStorage.clear()")
    driver.get("about:blank")
    driver.get(page)
    wait("dialog", "Control token")
    driver.find_element(By.CSS_SELECTOR, "dialog input").send_keys(token)
    driver.find_element(By.CSS_SELECTOR, "dialog button").click()
    wait("#sum", "2 to do")
    reports = [entry["message"] for entry in driver.get_log("browser") if "401" not in entry["message"]]
    driver.get("about:blank")
    assert reports == []
