"""requests-oauthlib: its session, its own adjustments for Instagram, and what oauthlib raises."""

import pytest
from oauthlib.oauth2 import (
    AccessDeniedError,
    InvalidClientError,
    InvalidGrantError,
    MismatchingStateError,
    MobileApplicationClient,
)
from requests_oauthlib import OAuth2Session
from requests_oauthlib.compliance_fixes import instagram_compliance_fix

from understudy import CALLBACK, SECRET, Understudy

INSTAGRAM = "https://api.instagram.com/oauth/authorize"
INSTAGRAM_TOKEN = "https://api.instagram.com/oauth/access_token"
VK = "https://oauth.vk.com/authorize"
VK_TOKEN = "https://oauth.vk.com/access_token"
B2C = "https://kidventusb2c.b2clogin.com/kidventusb2c.onmicrosoft.com/b2c_1_signupsignin/oauth2/v2.0"
TASKS = "https://kidventusb2c.onmicrosoft.com/tasks"


@pytest.fixture(autouse=True)
def plain_callback(monkeypatch: pytest.MonkeyPatch) -> None:
    # The callback is http://127.0.0.1, which oauthlib takes only when it is told to.
    monkeypatch.setenv("OAUTHLIB_INSECURE_TRANSPORT", "1")


def test_instagram(understudy: Understudy) -> None:
    session = OAuth2Session("c0ffee00c0ffee00c0ffee00c0ffee00", redirect_uri=CALLBACK, scope=["basic", "likes"])
    session = instagram_compliance_fix(session)
    url, _ = session.authorization_url(INSTAGRAM)
    token = session.fetch_token(
        INSTAGRAM_TOKEN,
        authorization_response=understudy.visit(url),
        client_secret=SECRET,
        include_client_id=True,
    )
    assert token["user"]["username"] == "alice"
    profile = session.get("https://api.instagram.com/v1/users/self/").json()
    assert profile["data"]["id"] == token["user"]["id"] == "2125818477"


def test_vk_refuses_a_secret_and_a_code_in_its_words(understudy: Understudy) -> None:
    session = OAuth2Session("7999001", redirect_uri=CALLBACK)
    place = understudy.visit(session.authorization_url(VK)[0], person="bob", password="builder")

    def fetch(secret: str) -> dict:
        return session.fetch_token(VK_TOKEN, authorization_response=place, client_secret=secret, include_client_id=True)

    with pytest.raises(InvalidClientError, match="client_secret is incorrect"):
        fetch("another secret")
    assert fetch(SECRET)["user_id"] == 8492
    with pytest.raises(InvalidGrantError, match="Code is invalid or expired."):
        fetch(SECRET)


def test_vk_implicit(understudy: Understudy) -> None:
    blank = "https://oauth.vk.com/blank.html"
    client = MobileApplicationClient("753197")
    session = OAuth2Session(client=client, redirect_uri=blank, scope=["friends", "photos"])
    url, _ = session.authorization_url(VK, v="5.52", display="page")
    place = understudy.visit(url)
    assert place.startswith(f"{blank}#access_token=")
    token = session.token_from_fragment(place)
    assert (token["user_id"], token["expires_in"]) == ("1", 86400)


def test_denial_is_raised(understudy: Understudy) -> None:
    session = OAuth2Session("7999001", redirect_uri=CALLBACK)
    place = understudy.visit(session.authorization_url(VK)[0], deny=True)
    with pytest.raises(AccessDeniedError, match="User denied your request"):
        session.fetch_token(VK_TOKEN, authorization_response=place, client_secret=SECRET)


def test_another_state_is_noticed(understudy: Understudy) -> None:
    session = OAuth2Session("7999001", redirect_uri=CALLBACK)
    url, _ = session.authorization_url(VK)
    understudy.rule({"provider": "vk", "endpoint": "authorize"}, {"change": {"set": {"state": "forged"}}})
    place = understudy.visit(url)
    with pytest.raises(MismatchingStateError):
        session.fetch_token(VK_TOKEN, authorization_response=place, client_secret=SECRET)


def test_b2c_refreshes_what_has_expired(understudy: Understudy) -> None:
    client = "11111111-2222-4333-8444-555555555555"
    kept: list[dict] = []
    session = OAuth2Session(
        client,
        redirect_uri=CALLBACK,
        scope=["offline_access", f"{TASKS}/read", f"{TASKS}/write"],
        pkce="S256",
        auto_refresh_url=f"{B2C}/token",
        auto_refresh_kwargs={"client_id": client, "client_secret": SECRET},
        token_updater=kept.append,
    )
    url, _ = session.authorization_url(f"{B2C}/authorize")
    token = session.fetch_token(
        f"{B2C}/token",
        authorization_response=understudy.visit(url),
        client_secret=SECRET,
        include_client_id=True,
    )
    tasks = "https://aadb2cplayground.azurewebsites.net/api/tasks"
    assert session.post(tasks, data={"Text": "Buy milk"}).status_code == 201
    understudy.age("PT2H")
    assert session.get(tasks).status_code == 401
    session.token = {**token, "expires_at": token["expires_at"] - 7200}
    assert [task["Text"] for task in session.get(tasks).json()] == ["Buy milk"]
    (refreshed,) = kept
    assert refreshed["refresh_token"] != token["refresh_token"]
