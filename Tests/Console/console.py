"""The console as a person has it before them."""

from collections.abc import Callable
from typing import Any

from selenium import webdriver
from selenium.common.exceptions import NoSuchElementException, StaleElementReferenceException
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.wait import WebDriverWait

from server import Server

VIEWS = ["journal", "rules", "people", "clients", "tokens", "state", "quirks"]

# Elements with text of their own whose contrast with what is behind them is below 4.5 (WCAG 2.2, 1.4.3).
FAINT = """
const channel = (value) => value / 255 <= .04045 ? value / 255 / 12.92 : ((value / 255 + .055) / 1.055) ** 2.4
const parse = (text) => (text.match(/[\\d.]+/g) ?? []).map(Number)
const light = ([r, g, b]) => .2126 * channel(r) + .7152 * channel(g) + .0722 * channel(b)
const ground = (element) => {
  for (let at = element; at; at = at.parentElement) {
    const [r, g, b, a = 1] = parse(getComputedStyle(at).backgroundColor)
    if (a > 0) return [r, g, b]
  }
  return parse(getComputedStyle(document.body).backgroundColor)
}
const found = []
for (const element of document.querySelectorAll("body *")) {
  if (![...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim())) continue
  if (!element.checkVisibility() || element.matches("option, noscript, :disabled, .unseen, .skip")) continue
  const [a, b] = [light(parse(getComputedStyle(element).color)), light(ground(element))]
  const contrast = (Math.max(a, b) + .05) / (Math.min(a, b) + .05)
  if (contrast < 4.5) found.push(`${contrast.toFixed(2)}: ${element.tagName} ${element.className} ${element.textContent.slice(0, 40)}`)
}
return found
"""

# What one can press or fill in, and is cut off by the side of the window.
CUT = """
return [...document.querySelectorAll("a, button, input, select, textarea, summary")]
  .filter((thing) => thing.checkVisibility() && !thing.closest(".skip"))
  .map((thing) => [thing.getBoundingClientRect(), thing.outerHTML.slice(0, 80)])
  .filter(([box]) => box.width > 0 && (box.left < -1 || box.right > innerWidth + 1)).map(([, text]) => text)
"""

NAMED = {"button", "link", "textbox", "searchbox", "combobox", "switch", "checkbox", "DisclosureTriangle", "table", "form", "dialog"}


class Console:
    def __init__(self, driver: webdriver.Chrome, server: Server) -> None:
        self.driver, self.server = driver, server

    # What is before them

    def size(self, width: int, height: int, scheme: str = "light") -> None:
        self.driver.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500},
        )
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})

    def open(self, address: str = "#/default/journal") -> None:
        self.driver.get("about:blank")
        self.driver.get(f"{self.server.url}/_understudy/{address}")

    def go(self, address: str) -> None:
        self.driver.execute_script("location.hash = arguments[0]", address)

    def wait(self, what: Callable[[], Any], seconds: float = 15) -> Any:
        """Until something is so: its value."""
        ignored = [NoSuchElementException, StaleElementReferenceException]
        return WebDriverWait(self.driver, seconds, 0.05, ignored).until(lambda _: what())

    def all(self, css: str) -> list[WebElement]:
        return self.driver.find_elements(By.CSS_SELECTOR, css)

    def one(self, css: str) -> WebElement:
        return self.wait(lambda: next((element for element in self.all(css) if element.is_displayed()), None))

    def text(self, css: str) -> str:
        return self.one(css).text

    def says(self, css: str, text: str) -> bool:
        return self.wait(lambda: any(text in element.text for element in self.all(css)))

    def row(self, number: int) -> WebElement:
        return self.one(f'.journal tr[data-key="{number}"]')

    def numbers(self) -> list[int]:
        return self.driver.execute_script(
            "return [...document.querySelectorAll('.journal tbody tr')].map((row) => Number(row.dataset.key))"
        )

    def script(self, text: str) -> Any:
        return self.driver.execute_script(text)

    @property
    def line(self) -> str:
        """The `curl` line at the foot."""
        return self.driver.find_element(By.ID, "line").text

    @property
    def address(self) -> str:
        return self.script("return location.hash")

    # What they do

    def press(self, name: str, within: str = "body") -> None:
        """The button or link with this name, as a screen reader says it."""
        def find() -> WebElement | None:
            for element in self.all(f"{within} button, {within} a, {within} summary"):
                if element.is_displayed() and name in (element.accessible_name, element.text):
                    return element
            return None

        self.wait(find).click()

    def fill(self, name: str, text: str, within: str = "main") -> None:
        """The field with this label."""
        def find() -> WebElement | None:
            fields = self.all(f"{within} input, {within} textarea")
            return next((field for field in fields if field.is_displayed() and field.accessible_name == name), None)

        field = self.wait(find)
        field.clear()
        field.send_keys(text)

    def type(self, *keys: str) -> None:
        for key in keys:
            ActionChains(self.driver).send_keys(key).perform()

    @property
    def focused(self) -> str:
        return self.driver.switch_to.active_element.accessible_name

    # What must hold wherever they are

    def judge(self) -> None:
        """Whole, readable, and each thing has its name."""
        width = self.script("return innerWidth")
        for part in ("html", "header", "main", "footer"):
            assert self.script(f"return document.querySelector('{part}').scrollWidth") <= width, part
        assert self.script(CUT) == []
        assert self.script(FAINT) == []
        assert len(self.all("main h1")) == 1 and len(self.all("main")) == 1
        tree = self.driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
        nameless = [
            node["role"]["value"]
            for node in tree
            if not node.get("ignored") and node["role"]["value"] in NAMED and not node.get("name", {}).get("value", "").strip()
        ]
        assert nameless == []
