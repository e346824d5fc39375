"""Login with Amazon: social-auth-core, django-allauth, Authlib, requests-oauthlib and a device at the real host names."""

import re
from collections.abc import Iterator
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
import requests
from authlib.integrations.requests_client import OAuth2Session

import website
from understudy import CALLBACK, SECRET, Understudy

APP, TV = ("amzn1.application-oa2-client.0000000000000000000000000000000" + end for end in "12")
TOKEN, PROFILE = "https://api.amazon.com/auth/o2/token", "https://api.amazon.com/user/profile"
ALICE = "amzn1.account.ALICE2AAAAAAAAAAAAAAAAAAAAAA"

website.build(
    ["social_core.backends.amazon.AmazonOAuth2"],
    SOCIAL_AUTH_AMAZON_KEY=APP,
    SOCIAL_AUTH_AMAZON_SECRET=SECRET,
    SOCIALACCOUNT_PROVIDERS={"amazon": {"APP": {"client_id": APP, "secret": SECRET}}},
)


@pytest.fixture
def people() -> Iterator[type]:
    from django.contrib.auth.models import User

    yield User
    User.objects.all().delete()


def address(**more: str) -> str:
    request = {"client_id": APP, "redirect_uri": CALLBACK, "response_type": "code", "scope": "profile", "state": "s"}
    return f"https://www.amazon.com/ap/oa?{urlencode({**request, **more})}"


def redeem(**body: str) -> requests.Response:
    return requests.post(TOKEN, data={"client_id": APP, "client_secret": SECRET, **body}, timeout=10)


@pytest.mark.parametrize("method", ["client_secret_basic", "client_secret_post"])
def test_authlib_signs_in(understudy: Understudy, method: str) -> None:
    app = OAuth2Session(APP, SECRET, scope="profile postal_code", redirect_uri=CALLBACK, token_endpoint_auth_method=method)
    url, state = app.create_authorization_url("https://www.amazon.com/ap/oa")
    token = app.fetch_token(TOKEN, authorization_response=understudy.visit(url), state=state)
    assert (token["token_type"], token["expires_in"]) == ("bearer", 3600)
    assert (token["access_token"][:5], token["refresh_token"][:5]) == ("Atza|", "Atzr|")
    assert app.get(PROFILE).json() == {
        "user_id": ALICE,
        "name": "Alice Liddell",
        "email": "alice@example.test",
        "postal_code": "98052",
    }
    about = requests.get("https://api.amazon.com/auth/o2/tokeninfo", params={"access_token": token["access_token"]}, timeout=10)
    assert (about.json()["aud"], about.json()["iss"]) == (APP, "https://www.amazon.com")
    understudy.age("PT2H")
    late = requests.get(PROFILE, headers={"Authorization": f"Bearer {token['access_token']}"}, timeout=10)
    assert (late.status_code, late.text) == (
        400,
        '{"error_description":"The request has an invalid parameter : access_token","error":"invalid_token"}',
    )
    again = app.refresh_token(TOKEN, token["refresh_token"])
    assert again["refresh_token"] == token["refresh_token"]
    assert app.get(PROFILE).json()["user_id"] == ALICE


def test_denial_and_scope(understudy: Understudy) -> None:
    denied = understudy.visit(address(), deny=True)
    assert denied == f"{CALLBACK}?error_description=Access+not+permitted.&state=s&error=access_denied"
    unknown = understudy.visit(address(scope="nonsense"), deny=True)
    assert unknown == f"{CALLBACK}?error_description=An+unknown+scope+was+requested&state=s&error=invalid_scope"


def test_refusals(understudy: Understudy) -> None:
    bad = redeem(grant_type="authorization_code", code="x", redirect_uri=CALLBACK)
    assert list(bad.json()) == ["error_index", "error_description", "error", "request_id"]
    assert bad.json()["error_description"] == "The request has an invalid grant parameter : code"
    wrong = redeem(client_secret="wrong", grant_type="refresh_token", refresh_token="x")
    assert (wrong.status_code, wrong.json()["error_description"]) == (401, "Client authentication failed")
    stale = redeem(grant_type="refresh_token", refresh_token="x").json()
    assert stale["error_description"] == (
        "The request has an invalid grant parameter : refresh_token. User may have revoked or didn't grant the permission."
    )
    code = parse_qs(urlsplit(understudy.visit(address())).query)["code"][0]
    other = redeem(grant_type="authorization_code", code=code, redirect_uri=f"{website.ORIGIN}/complete/amazon/")
    assert other.json()["error_description"] == "The request has an invalid grant parameter : redirect_uri"


def test_television(understudy: Understudy) -> None:
    pair = {"response_type": "device_code", "client_id": TV, "scope": "profile"}
    begun = requests.post("https://api.amazon.com/auth/o2/create/codepair", data=pair, timeout=10).json()
    assert (begun["interval"], begun["expires_in"], begun["verification_uri"]) == (30, 600, "https://amazon.com/us/code")
    poll = {"grant_type": "device_code", "device_code": begun["device_code"], "user_code": begun["user_code"], "client_id": TV}
    assert requests.post(TOKEN, data=poll, timeout=10).json()["error"] == "authorization_pending"
    assert re.fullmatch("[A-Z]{6}", begun["user_code"])


def test_social_auth_signs_in(understudy: Understudy, people: type) -> None:
    from social import Site

    account = Site(understudy, "amazon").sign_in()
    assert (account.uid, account.user.username, account.user.email) == (ALICE, "AliceLiddell", "alice@example.test")


def test_social_auth_understands_a_denial(understudy: Understudy, people: type) -> None:
    from social import Site
    from social_core.exceptions import AuthCanceled

    site = Site(understudy, "amazon")
    with pytest.raises(AuthCanceled):
        site.browser.get(site.go(deny=True))


def test_allauth_signs_in(understudy: Understudy, people: type) -> None:
    from allauth.socialaccount.models import SocialAccount
    from django.test import Client

    browser = Client(HTTP_HOST="127.0.0.1:7999")
    end = understudy.visit(browser.post("/accounts/amazon/login/")["Location"])
    ended = browser.get(end.removeprefix(website.ORIGIN))
    assert (ended.status_code, ended["Location"]) == (302, "/in")
    account = SocialAccount.objects.get(provider="amazon")
    assert (account.uid, account.user.email, account.user.last_name) == (ALICE, "alice@example.test", "Liddell")
