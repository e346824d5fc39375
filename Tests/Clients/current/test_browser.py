"""Chromium with a person's hands: it trusts the CA as `understudy ca` says, and is told to overlook nothing."""

import os
import re
import shlex
import subprocess
import threading
from collections.abc import Callable, Iterator
from http.server import ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By

from browser import PROVIDERS, WIDTHS, Landing, Visit, chromium, trust, trusting_home
from understudy import SECRET, Understudy


@pytest.fixture(scope="module")
def app() -> Iterator[str]:
    """The app's redirect URI."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Landing)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/cb"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture(scope="module", params=["proxy", "rules"])
def browser(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[webdriver.Chrome]:
    server = Understudy()
    home = trusting_home(tmp_path_factory.mktemp("home"))
    if request.param == "proxy":
        way = [f"--proxy-server={os.environ['UNDERSTUDY_PROXY_URL']}"]
    else:
        ports = ["--port", str(urlsplit(server.http).port), "--https", str(urlsplit(server.https).port)]
        hosts = [server.tool, "hosts", "--format", "chromium", *ports]
        way = shlex.split(subprocess.run(hosts, check=True, capture_output=True, text=True, timeout=30).stdout)
    driver = chromium(home, *way)
    yield driver
    driver.quit()


@pytest.fixture(params=PROVIDERS)
def visit(
    request: pytest.FixtureRequest,
    understudy: Understudy,
    browser: webdriver.Chrome,
    app: str,
    width: str,
    has_failed: Callable[[], bool],
) -> Iterator[Visit]:
    provider = PROVIDERS[request.param]
    understudy.control(
        "PUT",
        f"/clients/{request.param}/{provider.client}",
        {"kind": "confidential", "name": "Web app", "secret": SECRET, "redirect_uris": [app]},
    )
    yield Visit(browser, provider, app, width)
    if has_failed():
        folder = Path(os.environ["SCREENSHOTS"])
        folder.mkdir(parents=True, exist_ok=True)
        browser.save_screenshot(str(folder / f"{re.sub(r'[^A-Za-z0-9-]+', '-', request.node.name).strip('-')}.png"))


@pytest.mark.parametrize("width", WIDTHS)
def test_allows(visit: Visit) -> None:
    visit.start()
    visit.sign_in("wonderland")
    if visit.provider.consents:
        visit.press(visit.provider.allow)
    answer = visit.answer()
    assert answer["code"] and answer["state"] == ["a b"]


@pytest.mark.parametrize("width", WIDTHS)
def test_denies(visit: Visit) -> None:
    visit.start()
    if not visit.provider.cancels_login:
        visit.sign_in("wonderland")
    visit.press(visit.provider.deny)
    answer = visit.answer()
    assert (answer["error"], answer["state"]) == (["access_denied"], ["a b"])
    assert "code" not in answer


@pytest.mark.parametrize("width", WIDTHS)
def test_mistypes_the_password(visit: Visit) -> None:
    visit.start()
    visit.sign_in("looking-glass")
    assert visit.driver.find_element(By.CSS_SELECTOR, "[role=alert]").text == visit.provider.wrong
    visit.sign_in("wonderland")
    if visit.provider.consents:
        visit.press(visit.provider.allow)
    assert visit.answer()["code"]


def test_the_authority_is_not_trusted_any_more(tmp_path: Path) -> None:
    """So the other tests can fail: what `understudy ca` prints as the way back leads to a warning."""
    trust(trusting_home(tmp_path), "-D", "-n", "understudy")
    driver = chromium(tmp_path, f"--proxy-server={os.environ['UNDERSTUDY_PROXY_URL']}")
    try:
        driver.get("https://oauth.vk.com/blank.html")
        assert driver.title == "Privacy error"
        assert "ERR_CERT_AUTHORITY_INVALID" in driver.page_source
    finally:
        driver.quit()
