"""The page as a person has it before them: at a desk, on a phone, in the dark, on paper."""

import base64
import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from browser import chromium
from recorded import RECORDED, runs

SHOTS = os.environ.get("SCREENSHOTS")

# As in Tests/Console: elements with text of their own whose contrast with what is behind them is below 4.5.
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
  if (!element.checkVisibility() || element.matches(".unseen")) continue
  const [a, b] = [light(parse(getComputedStyle(element).color)), light(ground(element))]
  const contrast = (Math.max(a, b) + .05) / (Math.min(a, b) + .05)
  if (contrast < 4.5) found.push(`${contrast.toFixed(2)}: ${element.tagName} ${element.className} ${element.textContent.slice(0, 40)}`)
}
return found
"""
WIDE = """
return [document.documentElement.scrollWidth, innerWidth, [...document.querySelectorAll("a, summary, label, pre, .badge")]
  .filter((thing) => thing.checkVisibility()).map((thing) => [thing.getBoundingClientRect(), thing.outerHTML.slice(0, 80)])
  .filter(([box]) => box.width > 0 && (box.left < -1 || box.right > innerWidth + 1)).map(([, text]) => text)]
"""
LEVELS = "return [...document.querySelectorAll('h1,h2,h3,h4,h5')].map((each) => Number(each.tagName[1]))"


@pytest.fixture(scope="module")
def driver(tmp_path_factory: pytest.TempPathFactory) -> Iterator[webdriver.Chrome]:
    driver = chromium(tmp_path_factory.mktemp("home"))
    yield driver
    driver.quit()


@pytest.fixture(params=["report.html", "both.html"])
def page(driver: webdriver.Chrome, request: pytest.FixtureRequest) -> str:
    show(driver, request.param)
    return request.param


def size(driver: webdriver.Chrome, width: int, scheme: str, media: str = "") -> None:
    driver.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride", {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 500}
    )
    features = [{"name": "prefers-color-scheme", "value": scheme}]
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features, "media": media})


def show(driver: webdriver.Chrome, name: str) -> None:
    size(driver, 1280, "light")
    driver.get("about:blank")
    for log in ("performance", "browser"):
        driver.get_log(log)
    driver.get((RECORDED / name).as_uri())


def unfold(driver: webdriver.Chrome) -> None:
    driver.execute_script("for (const each of document.querySelectorAll('details')) each.open = true")


def test_asks_nobody_and_runs_only_its_own_script(driver: webdriver.Chrome, page: str) -> None:
    unfold(driver)
    asked = []
    for entry in driver.get_log("performance"):
        message = json.loads(entry["message"])["message"]
        if message["method"] == "Network.requestWillBeSent":
            asked.append(message["params"]["request"]["url"])
    assert [url for url in asked if not url.startswith(("file:", "data:"))] == []
    assert sum(url.startswith("file:") for url in asked) == 1
    assert driver.get_log("browser") == []
    assert driver.find_elements(By.CSS_SELECTOR, "script[src], img, iframe, link[rel=stylesheet]") == []
    assert len(driver.find_elements(By.TAG_NAME, "script")) == 2
    policy = driver.find_element(By.CSS_SELECTOR, "meta[http-equiv=Content-Security-Policy]").get_attribute("content")
    assert policy.startswith("default-src 'none'; script-src 'sha256-") and "unsafe" not in policy


def test_is_text_without_its_script(driver: webdriver.Chrome, page: str) -> None:
    driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        driver.refresh()
        text = driver.find_element(By.CSS_SELECTOR, "main > pre").text
    finally:
        driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
    for run in runs(Path(page).stem + ".json"):
        assert run["profile"] in text
        for check in run["checks"]:
            assert check["id"] in text
    assert "It redeemed the code of a callback with another state." in " ".join(text.split())


def test_what_a_client_sent_is_text(driver: webdriver.Chrome, page: str) -> None:
    unfold(driver)
    assert "<script>alert(1)</script>" in driver.find_element(By.TAG_NAME, "body").text


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 375])
def test_can_be_read(driver: webdriver.Chrome, page: str, width: int, scheme: str) -> None:
    size(driver, width, scheme)
    shot(driver, f"{Path(page).stem}-{width}-{scheme}-folded")
    unfold(driver)
    shot(driver, f"{Path(page).stem}-{width}-{scheme}")
    wide, window, cut = driver.execute_script(WIDE)
    assert wide <= window and cut == []
    assert driver.execute_script(FAINT) == []
    levels = driver.execute_script(LEVELS)
    assert levels[0] == 1 and levels.count(1) == 1
    assert all(after - before <= 1 for before, after in zip(levels, levels[1:])), levels


def test_is_a_matrix(driver: webdriver.Chrome, page: str) -> None:
    """A row for each check, failures first, and in it a badge for each client."""
    clients = runs(Path(page).stem + ".json")
    order = ["fail", "error", "inconclusive", "warn", "pass", "skip"]
    ranks = {}
    for run in clients:
        for check in run["checks"]:
            ranks.setdefault(check["id"], []).append(order.index(check["verdict"]))
    rows = {row.get_attribute("id"): row for row in driver.find_elements(By.CSS_SELECTOR, "details.row")}
    assert list(rows) == sorted(ranks, key=lambda id: min(ranks[id]))
    for id, row in rows.items():
        badges = row.find_elements(By.CSS_SELECTOR, "summary .badge")
        wanted = [next((check["verdict"] for check in run["checks"] if check["id"] == id), "not run") for run in clients]
        assert [badge.text.split("\n")[-1].split(": ")[-1] for badge in badges] == wanted


@pytest.mark.parametrize("verdict", ["pass", "fail", "inconclusive", "skip", "warn", "error", "all"])
def test_filters_by_verdict(driver: webdriver.Chrome, page: str, verdict: str) -> None:
    driver.find_element(By.ID, f"show-{verdict}").find_element(By.XPATH, "..").click()
    for row in driver.find_elements(By.CSS_SELECTOR, "details.row"):
        assert row.is_displayed() == (verdict == "all" or verdict in row.get_attribute("data-v").split())


def test_works_by_keyboard(driver: webdriver.Chrome) -> None:
    show(driver, "report.html")
    for _ in range(40):
        driver.switch_to.active_element.send_keys(Keys.TAB)
        focused = driver.switch_to.active_element
        if focused.tag_name == "summary":
            break
    assert focused.tag_name == "summary"
    row = focused.find_element(By.XPATH, "..")
    assert row.get_attribute("open") is None
    focused.send_keys(Keys.ENTER)
    assert row.get_attribute("open") is not None


def test_each_thing_has_a_name(driver: webdriver.Chrome, page: str) -> None:
    unfold(driver)
    named = {"link", "radio", "DisclosureTriangle", "heading", "region"}
    tree = driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
    nodes = [node for node in tree if not node.get("ignored") and node["role"]["value"] in named]
    assert {"radio", "DisclosureTriangle", "heading"} <= {node["role"]["value"] for node in nodes}
    assert [node["role"]["value"] for node in nodes if not node.get("name", {}).get("value", "").strip()] == []


def test_a_failing_row_says_how_to_mend_it(driver: webdriver.Chrome) -> None:
    show(driver, "report.html")
    check = next(check for check in runs("report.json")[0]["checks"] if check["id"] == "code-state-mismatch")
    row = driver.find_element(By.ID, check["id"])
    row.find_element(By.TAG_NAME, "summary").click()
    text = row.text
    for part in [check["requirement"], check["reason"], check["why"], check["fix"], check["clause"], check["curl"]]:
        assert part in text
    assert len(row.find_elements(By.CSS_SELECTOR, ".sequence li")) == len(check["steps"])
    marked = row.find_element(By.CSS_SELECTOR, ".sequence li.marked")
    assert "browser → client" in marked.text


def test_prints_with_all_unfolded(driver: webdriver.Chrome, page: str) -> None:
    size(driver, 794, "dark", "print")
    assert driver.execute_script("return getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    hidden = driver.execute_script(
        "return [...document.querySelectorAll('.body, .detail')].filter((each) => each.getBoundingClientRect().height < 5).length"
    )
    assert hidden == 0
    assert not driver.find_element(By.CSS_SELECTOR, ".filter").is_displayed()
    assert driver.execute_script(FAINT) == []
    paper = base64.b64decode(driver.execute_cdp_cmd("Page.printToPDF", {"paperWidth": 8.27, "paperHeight": 11.69})["data"])
    assert paper.count(b"/Type /Page\n") + paper.count(b"/Type /Page ") >= 2
    if SHOTS:
        Path(SHOTS, f"{Path(page).stem}.pdf").write_bytes(paper)


def shot(driver: webdriver.Chrome, name: str) -> None:
    """Only where somebody wants to look."""
    if not SHOTS:
        return
    Path(SHOTS).mkdir(parents=True, exist_ok=True)
    data = driver.execute_cdp_cmd("Page.captureScreenshot", {"captureBeyondViewport": True})["data"]
    Path(SHOTS, f"reports-{name}.png").write_bytes(base64.b64decode(data))
