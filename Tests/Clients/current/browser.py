"""Chromium as the tests hold it, and a person's way through a provider's pages."""

import json
import os
import subprocess
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from urllib.parse import parse_qs, urlencode, urlsplit

from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.wait import WebDriverWait

from understudy import Understudy

WIDTHS = {"desktop": 1280, "phone": 375}
# What a page is, and where on it are the things that one can press or fill in.
LOOK = """
const things = [...document.querySelectorAll("input:not([type=hidden]), button, a")]
return {
  protocol: location.protocol, secure: isSecureContext, window: innerWidth, wide: document.documentElement.scrollWidth,
  edges: things.map(thing => thing.getBoundingClientRect()).map(box => [box.left, box.right]),
}
"""


@dataclass
class Provider:
    """What its pages show, as far as it differs."""

    authorize: str
    client: str
    login_host: str
    wrong: str
    allow: str = "Allow"
    deny: str = "Cancel"
    scope: str = ""
    consents: bool = True
    chooses: str = ""
    cancels_login: bool = False


PROVIDERS = {
    "standard": Provider(
        "https://standard.test/authorize",
        "web",
        "standard.test",
        "The username or password is not right.",
        deny="Deny",
        scope="openid",
    ),
    "vk": Provider(
        "https://oauth.vk.com/authorize",
        "7999001",
        "oauth.vk.com",
        "Указан неверный логин или пароль.",
    ),
    "instagram": Provider(
        "https://api.instagram.com/oauth/authorize/",
        "c0ffee00c0ffee00c0ffee00c0ffee00",
        "instagram.com",
        "The username or password is not right.",
        allow="Authorize",
    ),
    "azure-ad-b2c": Provider(
        "https://kidventusb2c.b2clogin.com/kidventusb2c.onmicrosoft.com/B2C_1_signupsignin/oauth2/v2.0/authorize",
        "11111111-2222-4333-8444-555555555555",
        "kidventusb2c.b2clogin.com",
        "Your password is incorrect.",
        scope="openid",
        consents=False,
        cancels_login=True,
    ),
    "oclc": Provider(
        "https://authn.sd00.worldcat.org/oauth2/authorizeCode",
        "WebClientKey00000000000000000000000000000000000000000000000000000000000000000000",
        "authn.sd00.worldcat.org",
        "The user name or password you entered is incorrect.",
        deny="No Thanks",
        scope="WMS_NCIP",
        chooses="OCLC WorldShare Sandbox",
    ),
}


class Landing(BaseHTTPRequestHandler):
    """The app's page: where the browser comes back to."""

    def do_GET(self) -> None:
        page = b"<!doctype html><title>Back in the app</title><link rel=icon href=data:,>"
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        self.wfile.write(page)

    def log_message(self, format: str, *args: object) -> None:
        pass


def trust(home: Path, *arguments: str) -> None:
    database = home / ".pki" / "nssdb"
    database.mkdir(parents=True, exist_ok=True)
    subprocess.run(["certutil", "-d", f"sql:{database}", *arguments], check=True, timeout=30)


def trusting_home(home: Path) -> Path:
    """A home whose Chromium trusts the CA, by the command that `understudy ca` prints."""
    trust(home, "-A", "-n", "understudy", "-t", "C,,", "-i", Understudy().authority)
    return home


def chromium(home: Path, *arguments: str) -> webdriver.Chrome:
    options = webdriver.ChromeOptions()
    options.binary_location = "/usr/bin/chromium"
    for argument in (
        "--headless=new",
        "--no-sandbox",
        "--disable-dev-shm-usage",
        "--disable-background-networking",
        "--disable-component-update",
        "--no-first-run",
        "--lang=en",
        *arguments,
    ):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"performance": "ALL", "browser": "ALL"})
    # It would take a proxy from the environment too.
    outside = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
    service = webdriver.ChromeService("/usr/bin/chromedriver", env={**outside, "HOME": str(home)})
    driver = webdriver.Chrome(options, service)
    driver.set_page_load_timeout(20)
    return driver


def leave_by(driver: webdriver.Chrome, element: WebElement) -> None:
    """Clicks, and waits until the page that the click leads to is there: Chromium may answer before it is."""
    driver.execute_script("window.isLeft = true")
    element.click()
    # Between two pages there may be none to ask.
    WebDriverWait(driver, 20, 0.05, [WebDriverException]).until(
        lambda driver: driver.execute_script("return !window.isLeft && document.readyState == 'complete'")
    )


class Visit:
    """One person's way from the app to the provider and back."""

    def __init__(self, driver: webdriver.Chrome, provider: Provider, app: str, width: str) -> None:
        self.driver, self.provider, self.app, self.width = driver, provider, app, WIDTHS[width]
        driver.execute_cdp_cmd("Network.clearBrowserCookies", {})
        driver.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": self.width, "height": 812, "deviceScaleFactor": 1, "mobile": width == "phone"},
        )
        for log in ("performance", "browser"):
            driver.get_log(log)

    def start(self) -> None:
        request = {"client_id": self.provider.client, "redirect_uri": self.app, "response_type": "code", "state": "a b"}
        if self.provider.scope:
            request["scope"] = self.provider.scope
        self.driver.get(f"{self.provider.authorize}?{urlencode(request)}")
        if self.provider.chooses:
            self.judge_page()
            self.press(self.provider.chooses)

    def sign_in(self, password: str) -> None:
        self.judge_page()
        assert urlsplit(self.driver.current_url).hostname == self.provider.login_host
        form = self.driver.find_element(By.CSS_SELECTOR, "form:has(input[type=password])")
        for field, text in (("input[autocomplete=username]", "alice"), ("input[type=password]", password)):
            element = form.find_element(By.CSS_SELECTOR, field)
            element.clear()
            element.send_keys(text)
        leave_by(self.driver, form.find_element(By.TAG_NAME, "button"))

    def press(self, label: str) -> None:
        self.judge_page()
        leave_by(self.driver, self.driver.find_element(By.XPATH, f"//*[self::button or self::a][.='{label}']"))

    def judge_page(self) -> None:
        """A page of the provider: secure, whole, and no wider than the window."""
        page = self.driver.execute_script(LOOK)
        assert (page["protocol"], page["secure"]) == ("https:", True)
        assert page["window"] == self.width and page["wide"] <= self.width
        assert page["edges"] and all(0 <= left < right <= self.width for left, right in page["edges"])

    def answer(self) -> dict[str, list[str]]:
        """What the app is told, once the browser is back."""
        assert self.driver.title == "Back in the app"
        url = self.driver.current_url
        assert url.startswith(f"{self.app}?")
        self.judge_network()
        return parse_qs(urlsplit(url).query)

    def judge_network(self) -> None:
        """Whatever was loaded by HTTPS on the way was secure, and nothing was reported to the console."""
        responses = []
        for entry in self.driver.get_log("performance"):
            event = json.loads(entry["message"])["message"]["params"]
            responses += [event[name] for name in ("response", "redirectResponse") if name in event]
        secure = [response for response in responses if response["url"].startswith("https:")]
        assert secure and {response["securityState"] for response in secure} == {"secure"}
        assert all("Understudy" in response["securityDetails"]["issuer"] for response in secure)
        others = [response["url"] for response in responses if response not in secure]
        assert all(url.startswith((self.app, "data:")) for url in others), others
        assert self.driver.get_log("browser") == []
