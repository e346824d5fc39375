"""The page at /: cards, search, copying, and a sign-in that is tried twice, at a phone's width and a wide one."""

import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait

from console import Console

STANDARD = "section[aria-labelledby=standard]"


@pytest.fixture(params=[(375, "light"), (375, "dark"), (1280, "light"), (1280, "dark")], ids=lambda each: f"{each[0]}-{each[1]}")
def page(console: Console, request: pytest.FixtureRequest) -> webdriver.Chrome:
    width, scheme = request.param
    console.size(width, 667, scheme)
    console.driver.get(console.server.url + "/")
    return console.driver


def find(driver: webdriver.Chrome, selector: str):
    return driver.find_element(By.CSS_SELECTOR, selector)


def wait(driver: webdriver.Chrome, selector: str):
    return WebDriverWait(driver, 10, 0.05).until(lambda driver: driver.find_element(By.CSS_SELECTOR, selector))


def test_the_first_address_is_seen_without_scrolling(page: webdriver.Chrome) -> None:
    assert [card.get_attribute("open") is not None for card in page.find_elements(By.CSS_SELECTOR, ".card")].count(True) == 1
    address = find(page, ".card[open] .facts dd code")
    assert address.text.replace("\n", "").endswith("/standard")
    assert address.rect["y"] + address.rect["height"] < page.execute_script("return innerHeight")
    assert page.execute_script("return document.documentElement.scrollWidth <= innerWidth")


def test_a_search_finds_a_provider_and_opens_it(page: webdriver.Chrome) -> None:
    find(page, "#search").send_keys("okta")
    shown = [each for each in page.find_elements(By.CSS_SELECTOR, "#providers > section") if each.is_displayed()]
    assert len(shown) == 1 and "Okta" in shown[0].text and "Client ID" in shown[0].text
    find(page, "#search").send_keys("zzz")
    assert find(page, "#none").text == "No provider has this name."


def test_people_fit_into_a_narrow_window(page: webdriver.Chrome) -> None:
    row = find(page, ".people tbody tr:last-child")
    assert row.rect["height"] < 160
    assert page.execute_script("return document.documentElement.scrollWidth <= innerWidth")


def test_values_and_settings_are_copied(page: webdriver.Chrome, console: Console) -> None:
    page.execute_cdp_cmd("Browser.grantPermissions", {"origin": console.server.url, "permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]})
    find(page, f"{STANDARD} .facts button").click()
    WebDriverWait(page, 5).until(lambda driver: find(driver, f"{STANDARD} .facts button").text == "Copied")
    assert page.execute_async_script("navigator.clipboard.readText().then(arguments[0])") == console.server.url + "/standard"
    find(page, f"{STANDARD} .settings > summary").click()
    find(page, f"{STANDARD} .settings h3 button").click()
    WebDriverWait(page, 5).until(lambda driver: find(driver, f"{STANDARD} .settings h3 button").text == "Copied")
    text = page.execute_async_script("navigator.clipboard.readText().then(arguments[0])")
    assert text.splitlines()[1] == "OIDC_CLIENT_ID=web"


def test_an_address_with_a_provider_opens_its_card(page: webdriver.Chrome, console: Console) -> None:
    page.get(console.server.url + "/#vk")
    page.refresh()
    assert find(page, "section[aria-labelledby=vk] .card").get_attribute("open") is not None


def test_a_second_try_offers_another_account(page: webdriver.Chrome, console: Console) -> None:
    page.delete_all_cookies()
    find(page, f"{STANDARD} .tries a.main").click()
    wait(page, "button[name=understudy_person][value=alice]").click()
    wait(page, "button[value=allow]").click()
    wait(page, "ul.checks")
    page.get(console.server.url + "/")
    find(page, f"{STANDARD} .tries a.main").click()
    wait(page, "input[type=password]")
    text = find(page, "main").text
    assert "You are signed in as Alice Liddell" in text and "Use another account" in text
    find(page, "button[name=understudy_person][value=alice]").click()
    assert wait(page, "ul.checks")


def test_somebody_else_signs_in_where_the_provider_asks_nobody_again(page: webdriver.Chrome, console: Console) -> None:
    page.delete_all_cookies()
    for provider in ("auth0", "azure-ad-b2c"):
        page.get(f"{console.server.url}/_understudy/landing?try={provider}&type=code")
        for name in ("alice", "bob"):
            wait(page, f"button[name=understudy_person][value={name}]").click()
            # Not for a part that the page before has, too.
            wait(page, "ul.checks, button[value=allow], button[value=accept]")
            for allow in page.find_elements(By.CSS_SELECTOR, "button[value=allow], button[value=accept]"):
                allow.click()
            wait(page, "ul.checks")
            assert page.execute_script("return document.documentElement.scrollWidth <= innerWidth")
            # Without it, the provider sends the same person back at once.
            page.find_element(By.LINK_TEXT, "Sign in as somebody else").click()


def test_a_long_scope_does_not_widen_the_page(page: webdriver.Chrome, console: Console) -> None:
    page.delete_all_cookies()
    page.get(f"{console.server.url}/_understudy/landing?try=google&type=code")
    wait(page, "button[name=understudy_person][value=alice]").click()
    wait(page, "form")
    assert page.execute_script("return document.documentElement.scrollWidth <= innerWidth")


def test_an_address_without_an_endpoint_links_the_one_that_is_meant(page: webdriver.Chrome, console: Console) -> None:
    sandbox = console.server.control("POST", "/sandboxes", {})["url"]
    for home in (console.server.url, sandbox):
        page.get(f"{home}/standard/.well-known/openid-configuratoin")
        assert page.execute_script("return document.documentElement.scrollWidth <= innerWidth")
        assert len(page.find_elements(By.CSS_SELECTOR, "ul li code")) > 5
        link = page.find_element(By.PARTIAL_LINK_TEXT, "openid-configuration")
        assert link.get_attribute("href") == f"{home}/standard/.well-known/openid-configuration"


def test_a_refusal_leads_to_its_entry_in_the_console(page: webdriver.Chrome, console: Console) -> None:
    page.get(f"{console.server.url}/standard/authorize?client_id=web&response_type=code&redirect_uri=http://127.0.0.1:7998/no")
    text = find(page, "aside").text
    assert "http://127.0.0.1:7998/no" in text and "http://127.0.0.1:7999/cb" in text
    find(page, "aside a").click()
    WebDriverWait(page, 10).until(lambda driver: "http://127.0.0.1:7998/no is not registered" in find(driver, "body").text)
