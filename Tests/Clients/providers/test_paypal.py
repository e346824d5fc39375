"""PayPal: social-auth-core, django-allauth (at the sandbox), Authlib and requests at the real host names."""

from collections.abc import Iterator
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
import requests
from authlib.integrations.requests_client import OAuth2Session

import website
from understudy import CALLBACK, SECRET, Understudy

APP = "Aunderstudy0000000000000000000000000000000000000000000000000000000000000000000web"
API = "https://api-m.paypal.com/v1"
ALICE = "https://www.paypal.com/webapps/auth/identity/user/ALICE6_1sU85v5EG9yHdPxJRrhGHrnMJ-1PQKtX6pcs"

website.build(
    ["social_core.backends.paypal.PayPalOAuth2"],
    SOCIAL_AUTH_PAYPAL_OAUTH2_KEY=APP,
    SOCIAL_AUTH_PAYPAL_OAUTH2_SECRET=SECRET,
    SOCIAL_AUTH_PAYPAL_OAUTH2_SCOPE=["email"],
    SOCIALACCOUNT_PROVIDERS={"paypal": {"SCOPE": ["openid", "email"], "APP": {"client_id": APP, "secret": SECRET}}},
)


@pytest.fixture
def people() -> Iterator[type]:
    from django.contrib.auth.models import User

    yield User
    User.objects.all().delete()


def sign_in(understudy: Understudy, scope: str = "openid profile email") -> tuple:
    app = OAuth2Session(APP, SECRET, scope=scope, redirect_uri=CALLBACK)
    url, state = app.create_authorization_url("https://www.paypal.com/signin/authorize")
    place = understudy.visit(url)
    return app, app.fetch_token(f"{API}/oauth2/token", authorization_response=place, state=state)


def redeem(path: str = "oauth2/token", secret: str = SECRET, **body: str) -> requests.Response:
    return requests.post(f"{API}/{path}", data=body, auth=(APP, secret), timeout=10)


def me(token: str, schema: str = "paypalv1.1") -> requests.Response:
    place = f"{API}/identity/oauth2/userinfo?schema={schema}"
    return requests.get(place, headers={"Authorization": f"Bearer {token}"}, timeout=10)


def test_authlib_signs_in(understudy: Understudy) -> None:
    app, token = sign_in(understudy)
    assert (token["token_type"], token["expires_in"]) == ("Bearer", "28800")
    assert (token["access_token"][:5], token["refresh_token"][:5]) == ("A21AA", "R23AA")
    user = me(token["access_token"]).json()
    assert (user["user_id"], user["emails"]) == (ALICE, [{"value": "alice@example.test", "primary": True}])
    assert me(token["access_token"], "openid").json()["email"] == "alice@example.test"
    understudy.age("PT9H")
    assert me(token["access_token"]).json() == {
        "error": "invalid_token",
        "error_description": "Access Token not found in cache",
    }
    again = app.refresh_token(f"{API}/oauth2/token", token["refresh_token"])
    assert me(again["access_token"]).json()["name"] == "Alice Liddell"
    assert app.revoke_token("https://api.paypal.com/v1/oauth2/revoke", again["access_token"]).status_code == 200
    assert me(again["access_token"]).status_code == 401


def test_attributes_depend_on_the_scope(understudy: Understudy) -> None:
    _, token = sign_in(understudy, "openid https://uri.paypal.com/services/paypalattributes")
    user = me(token["access_token"]).json()
    assert (user["payer_id"], user["verified_account"], "name" in user) == ("ALICE00000001", True, False)


def test_denial_has_no_state(understudy: Understudy) -> None:
    request = {"client_id": APP, "redirect_uri": CALLBACK, "scope": "openid", "state": "s"}
    place = understudy.visit(f"https://www.paypal.com/connect?{urlencode(request)}", deny=True)
    assert place == f"{CALLBACK}?error_uri=http%3A%2F%2F127.0.0.1%3A7999%2Fcb&error_description=Consent%20denied&error=access_denied"


def test_refusals(understudy: Understudy) -> None:
    wrong = redeem(secret="wrong", grant_type="authorization_code", code="x")
    assert (wrong.status_code, wrong.text) == (
        401,
        '{"error":"invalid_client","error_description":"Client Authentication failed"}',
    )
    assert redeem(grant_type="authorization_code", code="x").json()["error"] == "invalid_authz_code"
    old = redeem("identity/openidconnect/tokenservice", grant_type="authorization_code", code="x").json()
    assert (old["error"], old["error_description"]) == ("access_denied", "Invalid authorization code")
    stale = redeem(grant_type="refresh_token", refresh_token="x")
    assert (stale.status_code, stale.json()["error"]) == (401, "invalid_refresh_token")
    assert redeem(code="x").json()["error_description"] == "Grant Type is NULL"


def test_social_auth_signs_in(understudy: Understudy, people: type) -> None:
    from social import Site

    account = Site(understudy, "paypal-oauth2").sign_in()
    assert (account.uid, account.user.username) == (ALICE, ALICE.split("/")[-1])
    assert (account.user.email, account.user.first_name) == ("alice@example.test", "Alice")


def test_social_auth_understands_a_denial_without_state(understudy: Understudy, people: type) -> None:
    from social import Site
    from social_core.exceptions import AuthCanceled

    site = Site(understudy, "paypal-oauth2")
    with pytest.raises(AuthCanceled):
        site.browser.get(site.go(deny=True))


def test_allauth_signs_in_at_the_sandbox(understudy: Understudy, people: type) -> None:
    from allauth.socialaccount.models import SocialAccount
    from django.test import Client

    browser = Client(HTTP_HOST="127.0.0.1:7999")
    begun = browser.post("/accounts/paypal/login/")["Location"]
    assert urlsplit(begun).hostname == "www.sandbox.paypal.com" and parse_qs(urlsplit(begun).query)["state"]
    ended = browser.get(understudy.visit(begun).removeprefix(website.ORIGIN))
    assert (ended.status_code, ended["Location"]) == (302, "/in")
    account = SocialAccount.objects.get(provider="paypal")
    assert (account.uid, account.user.email) == (ALICE, "alice@example.test")
