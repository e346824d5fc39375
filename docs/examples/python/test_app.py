import pytest
import requests
from understudy import Rule


def provider_sends_to(url):
    """What the provider does with the browser: alice signs in without a page, and is sent back."""
    answer = requests.get(url, allow_redirects=False)
    assert answer.status_code == 302, f"Understudy-Exchange {answer.headers['Understudy-Exchange']}: {answer.text}"
    return answer.headers["Location"]


def sign_in(browser):
    """The whole way, as far as it goes."""
    callback = provider_sends_to(browser.get("/login").headers["Location"])
    return browser.get(callback, follow_redirects=True)


def test_signs_in(browser):
    assert sign_in(browser).text == "Hello, Alice Liddell!"


def test_denial(sandbox, browser):
    sandbox.set_answer(sign_in="alice", consent="denied")
    answer = sign_in(browser)
    assert (answer.status_code, "access_denied" in answer.text) == (403, True)


def test_code_has_expired(sandbox, browser):
    callback = provider_sends_to(browser.get("/login").headers["Location"])
    sandbox.change_clock(age="PT10M")
    assert browser.get(callback).status_code == 502
    assert [entry["condition"] for entry in sandbox.read_journal(outcome="refused")] == ["code_expired"]


def test_wrong_state(sandbox, browser):
    sandbox.add_rules(Rule(endpoint="authorize").change(set={"state": "not-the-one-you-sent"}))
    assert sign_in(browser).status_code == 400
    assert "Sign in" in browser.get("/").text


def test_callback_of_nobody(browser):
    assert browser.get("/callback?code=stolen&state=").status_code == 400


def test_token_endpoint_fails_once(sandbox, browser):
    sandbox.add_rules(Rule(endpoint="token", times=1).answer(503))
    assert sign_in(browser).status_code == 502
    assert sign_in(browser).text == "Hello, Alice Liddell!"


@pytest.mark.parametrize(
    "forgery",
    [
        {"signature": "bad"},
        {"signature": "none"},
        {"kid": "nobody-has-this-key"},
        {"claims": {"iss": "https://attacker.example"}},
        {"claims": {"aud": "another-client"}},
        {"claims": {"nonce": "not-the-one-you-sent"}},
        {"claims": {"sub": None}},
        {"shift": -86400},
    ],
    ids=str,
)
def test_forged_id_token(sandbox, browser, forgery):
    sandbox.add_rules(Rule(endpoint="token").change(tokens={"id": forgery}))
    assert sign_in(browser).status_code == 502
    assert "Sign in" in browser.get("/").text
