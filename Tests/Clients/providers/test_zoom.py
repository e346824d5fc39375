"""Zoom: social-auth-core, django-allauth and requests-oauthlib at the real host names."""

from collections.abc import Iterator
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
import requests

import website
from understudy import CALLBACK, SECRET, Understudy

APP = "AbCdEfGhIjKlMnOpQrStUv"
ROOT, ME = "https://zoom.us", "https://api.zoom.us/v2/users/me"
ALICE = "aliceAAAAAAAAAAAAAAAAA"

website.build(
    ["social_core.backends.zoom.ZoomOAuth2"],
    SOCIAL_AUTH_ZOOM_OAUTH2_KEY=APP,
    SOCIAL_AUTH_ZOOM_OAUTH2_SECRET=SECRET,
    SOCIALACCOUNT_PROVIDERS={"zoom": {"APP": {"client_id": APP, "secret": SECRET}}},
)


@pytest.fixture
def people() -> Iterator[type]:
    from django.contrib.auth.models import User

    yield User
    User.objects.all().delete()


def address(**more: str) -> str:
    request = {"client_id": APP, "redirect_uri": CALLBACK, "response_type": "code", "state": "s"}
    return f"{ROOT}/oauth/authorize?{urlencode({**request, **more})}"


def code(understudy: Understudy, **more: str) -> str:
    return parse_qs(urlsplit(understudy.visit(address(**more))).query)["code"][0]


def redeem(secret: str = SECRET, **query: str) -> requests.Response:
    """As Zoom's documentation does it: with parameters in the query and no body."""
    return requests.post(f"{ROOT}/oauth/token", params=query, auth=(APP, secret), timeout=10)


def call(token: str) -> requests.Response:
    return requests.get(ME, headers={"Authorization": f"Bearer {token}"}, timeout=10)


def test_parameters_in_the_query(understudy: Understudy) -> None:
    first = redeem(grant_type="authorization_code", code=code(understudy), redirect_uri=CALLBACK).json()
    assert (first["token_type"], first["expires_in"], first["scope"]) == ("bearer", 3599, "user:read:user")
    user = call(first["access_token"]).json()
    assert (user["id"], user["email"], user["pmi"]) == (ALICE, "alice@example.test", 1000000001)
    second = redeem(grant_type="refresh_token", refresh_token=first["refresh_token"]).json()
    stale = redeem(grant_type="refresh_token", refresh_token=first["refresh_token"])
    assert (stale.status_code, stale.json()) == (400, {"reason": "Invalid Token!", "error": "invalid_grant"})
    gone = requests.post(f"{ROOT}/oauth/revoke", params={"token": second["access_token"]}, auth=(APP, SECRET), timeout=10)
    assert gone.json() == {"status": "success"}
    assert call(second["access_token"]).json() == {"code": 124, "message": "Invalid access token."}


def test_social_auth(understudy: Understudy, people: type) -> None:
    from social import Site
    from social_core.exceptions import AuthCanceled
    from social_django.utils import load_strategy

    account = Site(understudy, "zoom-oauth2").sign_in()
    assert (account.uid, account.user.email) == (ALICE, "alice@example.test")
    old = account.extra_data["refresh_token"]
    account.refresh_token(load_strategy())
    assert account.extra_data["refresh_token"] != old
    understudy.reset()
    site = Site(understudy, "zoom-oauth2")
    with pytest.raises(AuthCanceled):
        site.browser.get(site.go(deny=True))


def test_allauth_signs_in(understudy: Understudy, people: type) -> None:
    from allauth.socialaccount.models import SocialAccount
    from django.test import Client

    browser = Client(HTTP_HOST="127.0.0.1:7999")
    end = understudy.visit(browser.post("/accounts/zoom/login/")["Location"])
    ended = browser.get(end.removeprefix(website.ORIGIN))
    assert (ended.status_code, ended["Location"]) == (302, "/in")
    account = SocialAccount.objects.get(provider="zoom")
    assert (account.uid, account.user.first_name) == (ALICE, "Alice")


def test_refusals(understudy: Understudy) -> None:
    bad = redeem(grant_type="authorization_code", code="nonsense", redirect_uri=CALLBACK)
    assert (bad.status_code, bad.json()) == (
        400,
        {"reason": "Invalid authorization code nonsense", "error": "invalid_request"},
    )
    wrong = redeem("wrong", grant_type="authorization_code", code="nonsense", redirect_uri=CALLBACK)
    assert (wrong.status_code, wrong.json()) == (
        400,
        {"reason": "Invalid client_id or client_secret", "error": "invalid_client"},
    )
    late = code(understudy)
    understudy.age("PT6M")
    assert redeem(grant_type="authorization_code", code=late, redirect_uri=CALLBACK).status_code == 400
    page = requests.get(address(redirect_uri="http://127.0.0.1:7999/other"), timeout=10).json()
    assert page == {"status": False, "errorCode": 4700, "errorMessage": "Invalid redirect url", "result": None}
    less = redeem(grant_type="authorization_code", code=code(understudy, scope="meeting:read"), redirect_uri=CALLBACK).json()
    answer = call(less["access_token"])
    assert (answer.status_code, answer.json()["code"]) == (400, 4711)
    understudy.age("PT2H")
    assert (call(less["access_token"]).status_code, call("x").json()["message"]) == (401, "Invalid access token.")
