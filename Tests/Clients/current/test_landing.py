"""The first click: from the page at / to a provider and back to the landing page, in Chromium, for every provider."""

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.wait import WebDriverWait

from browser import PROVIDERS, chromium, leave_by
from understudy import Understudy

# What each provider's resource says of Alice, and whether there are tokens to look into and to refresh.
RESOURCES = {
    "standard": ("userinfo", "Alice Liddell"),
    "vk": ("users.get", "Liddell"),
    "instagram": ("self", "alice"),
    "azure-ad-b2c": ("tasks", "200"),
    "oclc": ("me", "Liddell"),
}
SIGNED = {"standard", "azure-ad-b2c"}
REFRESHED = {"standard", "azure-ad-b2c", "oclc"}


@pytest.fixture(scope="module")
def driver(tmp_path_factory: pytest.TempPathFactory) -> Iterator[webdriver.Chrome]:
    driver = chromium(tmp_path_factory.mktemp("home"), "--no-proxy-server")
    yield driver
    driver.quit()


class Trying:
    """Somebody who has read nothing, at a phone's width."""

    def __init__(self, driver: webdriver.Chrome, server: Understudy) -> None:
        self.driver, self.home = driver, server.http
        driver.execute_cdp_cmd("Network.clearBrowserCookies", {})
        driver.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": 375, "height": 812, "deviceScaleFactor": 1, "mobile": False},
        )
        driver.get_log("browser")

    def wait(self, until: Callable[[webdriver.Chrome], object]) -> object:
        return WebDriverWait(self.driver, 20, 0.05, [WebDriverException]).until(until)

    def open(self, link: WebElement) -> None:
        """Opens the card and the menu that a link is in."""
        opened = "for (let part = arguments[0].closest('details'); part; part = part.parentElement.closest('details')) part.open = true"
        self.driver.execute_script(opened, link)

    def click(self, link: WebElement) -> None:
        self.open(link)
        link.click()

    def begin(self, provider: str, kind: str = "code") -> None:
        self.driver.get(f"{self.home}/")
        self.fits()
        self.click(self.driver.find_element(By.CSS_SELECTOR, f"a[href$='landing?try={provider}&type={kind}']"))
        self.wait(lambda driver: driver.find_element(By.CSS_SELECTOR, "input[type=password]"))
        self.fits()

    def sign_in(self, name: str = "Alice Liddell") -> None:
        leave_by(self.driver, self.driver.find_element(By.XPATH, f"//button[normalize-space()='{name}']"))

    def press(self, label: str) -> None:
        leave_by(self.driver, self.driver.find_element(By.XPATH, f"//*[self::button or self::a][.='{label}']"))

    def allow(self, provider: str) -> None:
        self.sign_in()
        if PROVIDERS[provider].consents:
            self.press(PROVIDERS[provider].allow)

    def landed(self) -> str:
        """The heading of the landing page."""
        self.wait(lambda driver: "/_understudy/landing" in driver.current_url and driver.find_element(By.TAG_NAME, "h1"))
        self.fits()
        return self.driver.find_element(By.TAG_NAME, "h1").text

    def do(self, label: str) -> str:
        """Presses a button of the landing page: what was answered."""
        count = len(self.exchanges())
        self.driver.find_element(By.XPATH, f"//button[.='{label}']").click()
        self.wait(lambda _: len(self.exchanges()) > count)
        self.fits()
        return self.exchanges()[-1].text

    def exchanges(self) -> list[WebElement]:
        return self.driver.find_elements(By.CSS_SELECTOR, "[aria-label=Exchanges] > section")

    def checks(self) -> list[str]:
        return [line.text for line in self.driver.find_elements(By.CSS_SELECTOR, "ul.checks li")]

    def fits(self) -> None:
        wide = self.driver.execute_script("return document.documentElement.scrollWidth")
        assert wide <= 375, f"{self.driver.current_url} is {wide} px wide"

    def is_quiet(self) -> None:
        """Nothing was reported to the browser's console: no policy was hurt, no script has failed."""
        assert [entry for entry in self.driver.get_log("browser") if "favicon" not in entry["message"]] == []


@pytest.fixture
def trying(
    driver: webdriver.Chrome,
    understudy: Understudy,
    request: pytest.FixtureRequest,
    has_failed: Callable[[], bool],
) -> Iterator[Trying]:
    yield Trying(driver, understudy)
    if has_failed():
        folder = Path(os.environ["SCREENSHOTS"])
        folder.mkdir(parents=True, exist_ok=True)
        driver.save_screenshot(str(folder / f"{re.sub(r'[^A-Za-z0-9-]+', '-', request.node.name).strip('-')}.png"))


@pytest.mark.parametrize("provider", PROVIDERS)
def test_a_code_is_redeemed_and_used(trying: Trying, provider: str) -> None:
    trying.begin(provider)
    trying.allow(provider)
    assert trying.landed() == "The provider returned a code"
    assert trying.checks()[0].startswith("OK state is the value that was sent")
    redeemed = trying.do("Redeem the code")
    assert "200" in redeemed and "curl -i" in redeemed and "access_token" in redeemed
    if provider in SIGNED:
        trying.wait(lambda _: any("The signature is valid: RS256" in line for line in trying.checks()))
        assert "OK nonce is the value that was sent" in trying.checks()
        assert "OK aud names this client" in trying.checks()
    assert [line for line in trying.checks() if not line.startswith("OK")] == []
    resource, said = RESOURCES[provider]
    called = trying.do(f"Call {resource}")
    assert said in called and "200" in called
    if provider in REFRESHED:
        assert "200" in trying.do("Refresh")
    number = re.search(r"Exchange (\d+) in the journal", called)
    assert number
    link = trying.exchanges()[1].find_element(By.PARTIAL_LINK_TEXT, "in the journal").get_attribute("href")
    assert link.endswith(f"/_understudy/#/default/journal/{number[1]}")
    trying.is_quiet()


@pytest.mark.parametrize("provider", ["standard", "vk", "instagram", "azure-ad-b2c", "oclc"])
def test_tokens_come_in_the_fragment(trying: Trying, provider: str) -> None:
    trying.begin(provider, "token")
    trying.allow(provider)
    assert trying.landed() == "The provider returned an access token"
    assert "Response parameters (fragment)" in trying.driver.page_source
    resource, said = RESOURCES[provider]
    assert said in trying.do(f"Call {resource}")
    trying.is_quiet()


def test_a_form_is_posted_back(trying: Trying) -> None:
    trying.begin("standard")
    trying.allow("standard")
    trying.landed()
    trying.driver.find_element(By.CSS_SELECTOR, "#mode option[value=form_post]").click()
    trying.driver.find_element(By.XPATH, "//button[.='Try again']").click()
    # Who is signed in goes on, or another account is used.
    account = "button[name=understudy_person][value=alice]"
    trying.wait(lambda driver: driver.find_element(By.CSS_SELECTOR, account))
    trying.driver.find_element(By.CSS_SELECTOR, account).click()
    trying.wait(lambda driver: "Response parameters (form_post)" in driver.page_source)
    assert trying.landed() == "The provider returned a code"
    assert "200" in trying.do("Redeem the code")


def test_whoever_denies_is_told(trying: Trying) -> None:
    trying.begin("standard")
    trying.sign_in("Denise Nay refuses every consent")
    assert trying.landed() == "The provider returned an error: access_denied"
    assert trying.checks() == ["OK state is the value that was sent"]
    assert trying.driver.find_elements(By.XPATH, "//button[.='Redeem the code']") == []
    trying.is_quiet()


def test_an_answer_to_nobody_is_not_gone_on_with(trying: Trying) -> None:
    trying.driver.get(f"{trying.home}/_understudy/landing?code=%3Cimg%20src=x%20onerror=alert(1)%3E&state=forged")
    assert trying.landed() == "The provider returned a code"
    assert "A client must stop here" in trying.driver.find_element(By.CSS_SELECTOR, "[role=alert]").text
    assert trying.driver.find_elements(By.TAG_NAME, "img") == []
    assert trying.driver.find_elements(By.XPATH, "//button[.='Redeem the code']") == []
    trying.is_quiet()


def test_a_page_stands_before_an_app_is_opened(trying: Trying) -> None:
    trying.driver.get(f"{trying.home}/")
    link = trying.driver.find_element(By.CSS_SELECTOR, "a[aria-label='Sign in to Screencast, response type code']")
    trying.open(link)
    leave_by(trying.driver, link)
    trying.fits()
    assert trying.driver.find_element(By.TAG_NAME, "h1").text == "This sign-in ends at nsscreencast:"
    trying.driver.find_element(By.LINK_TEXT, "Try the same with Understudy's landing page").click()
    trying.wait(lambda driver: driver.find_element(By.CSS_SELECTOR, "input[type=password]"))
    trying.allow("instagram")
    assert trying.landed() == "The provider returned a code"
    trying.is_quiet()


def test_a_sandbox_has_tries_of_its_own(trying: Trying, understudy: Understudy) -> None:
    home = understudy.new_sandbox()["url"]
    trying.home = home
    trying.begin("standard")
    trying.allow("standard")
    assert trying.landed() == "The provider returned a code"
    assert trying.driver.current_url.startswith(f"{home}/_understudy/landing?")
    assert "200" in trying.do("Redeem the code")
