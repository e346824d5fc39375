"""Atlassian: social-auth-core, django-allauth, atlassian-python-api and requests-oauthlib at the real host names."""

from collections.abc import Iterator
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
import requests
from atlassian import Jira
from requests_oauthlib import OAuth2Session

import website
from understudy import CALLBACK, SECRET, Understudy

APP = "AbCdEfGhIjKlMnOpQrStUvWxYz012345"
ROOT, API = "https://auth.atlassian.com", "https://api.atlassian.com"
ALICE = "712020:aaaaaaaa-1111-4111-a111-aaaaaaaaaaaa"
SITE = "11111111-2222-4333-a444-555555555555"

website.build(
    ["social_core.backends.atlassian.AtlassianOAuth2"],
    SOCIAL_AUTH_ATLASSIAN_KEY=APP,
    SOCIAL_AUTH_ATLASSIAN_SECRET=SECRET,
    SOCIALACCOUNT_PROVIDERS={"atlassian": {"APP": {"client_id": APP, "secret": SECRET}}},
)


@pytest.fixture
def people() -> Iterator[type]:
    from django.contrib.auth.models import User

    yield User
    User.objects.all().delete()


def address(**more: str) -> str:
    request = {
        "audience": "api.atlassian.com",
        "client_id": APP,
        "redirect_uri": CALLBACK,
        "response_type": "code",
        "scope": "read:me read:jira-user read:confluence-user offline_access",
        "state": "s",
        "prompt": "consent",
    }
    return f"{ROOT}/authorize?{urlencode({**request, **more})}"


def code(understudy: Understudy, **more: str) -> str:
    return parse_qs(urlsplit(understudy.visit(address(**more))).query)["code"][0]


def redeem(**body: str) -> requests.Response:
    """As the documentation does it: with a JSON body."""
    mine = {"grant_type": "authorization_code", "client_id": APP, "client_secret": SECRET, "redirect_uri": CALLBACK}
    sent = {name: value for name, value in {**mine, **body}.items() if value}
    return requests.post(f"{ROOT}/oauth/token", json=sent, timeout=10)


def refresh(token: str) -> requests.Response:
    return redeem(grant_type="refresh_token", refresh_token=token, redirect_uri="")


def call(token: str, path: str) -> requests.Response:
    return requests.get(f"{API}/{path}", headers={"Authorization": f"Bearer {token}"}, timeout=10)


def test_jira_of_atlassian_python_api(understudy: Understudy) -> None:
    app = OAuth2Session(APP, redirect_uri=CALLBACK, scope=["read:jira-user", "offline_access"])
    url, _ = app.authorization_url(f"{ROOT}/authorize", audience="api.atlassian.com", prompt="consent")
    place = understudy.visit(url)
    token = app.fetch_token(f"{ROOT}/oauth/token", client_secret=SECRET, authorization_response=place)
    sites = app.get(f"{API}/oauth/token/accessible-resources").json()
    assert [(site["id"], site["scopes"]) for site in sites] == [(SITE, ["read:jira-user"])]
    held = {"access_token": token["access_token"], "token_type": token["token_type"]}
    jira = Jira(url=f"{API}/ex/jira/{SITE}", oauth2={"client_id": APP, "token": held}, cloud=True)
    myself = jira.myself()
    assert (myself["accountId"], myself["emailAddress"], myself["displayName"]) == (ALICE, "alice@example.test", "Alice Liddell")


def test_social_auth_signs_in(understudy: Understudy, people: type) -> None:
    from social import Site

    account = Site(understudy, "atlassian").sign_in()
    assert (account.uid, account.user.email) == (ALICE, "alice@example.test")
    assert account.extra_data["resources"][0]["url"] == "https://wonderland.atlassian.net"
    old = account.extra_data["refresh_token"]
    account.refresh_token(__import__("social_django.utils").utils.load_strategy())
    assert account.extra_data["refresh_token"] not in ("", old)


def test_social_auth_understands_a_denial(understudy: Understudy, people: type) -> None:
    from social import Site
    from social_core.exceptions import AuthCanceled

    site = Site(understudy, "atlassian")
    with pytest.raises(AuthCanceled):
        site.browser.get(site.go(deny=True))


def test_allauth_signs_in(understudy: Understudy, people: type) -> None:
    from allauth.socialaccount.models import SocialAccount
    from django.test import Client

    browser = Client(HTTP_HOST="127.0.0.1:7999")
    end = understudy.visit(browser.post("/accounts/atlassian/login/")["Location"])
    ended = browser.get(end.removeprefix(website.ORIGIN))
    assert (ended.status_code, ended["Location"]) == (302, "/in")
    account = SocialAccount.objects.get(provider="atlassian")
    assert (account.uid, account.user.email) == (ALICE, "alice@example.test")


def test_refresh_tokens_rotate_with_ten_minutes_of_grace(understudy: Understudy) -> None:
    first = redeem(code=code(understudy)).json()
    assert (first["expires_in"], first["token_type"]) == (3600, "Bearer")
    second = refresh(first["refresh_token"]).json()
    assert second["refresh_token"] != first["refresh_token"]
    assert refresh(first["refresh_token"]).status_code == 200
    understudy.age("PT11M")
    late = refresh(first["refresh_token"])
    assert (late.status_code, late.json()) == (
        403,
        {"error": "unauthorized_client", "error_description": "refresh_token is invalid"},
    )


def test_one_resource_for_each_product(understudy: Understudy) -> None:
    token = redeem(code=code(understudy)).json()["access_token"]
    sites = call(token, "oauth/token/accessible-resources").json()
    assert [(site["id"], site["scopes"]) for site in sites] == [(SITE, ["read:jira-user"]), (SITE, ["read:confluence-user"])]


def test_refusals(understudy: Understudy) -> None:
    bad = redeem(code="nonsense")
    assert (bad.status_code, bad.json()) == (
        400,
        {"error": "invalid_request", "error_description": "authorization_code is invalid"},
    )
    for secret in ["wrong", ""]:
        wrong = redeem(code=code(understudy), client_secret=secret)
        assert (wrong.status_code, wrong.json()) == (401, {"error": "access_denied", "error_description": "Unauthorized"})
    for answer in [call("nonsense", "me"), requests.get(f"{API}/me", timeout=10)]:
        assert (answer.status_code, answer.json()) == (401, {"code": 401, "message": "Unauthorized"})
    page = requests.get(address(redirect_uri="http://127.0.0.1:7999/other"), allow_redirects=False, timeout=10)
    assert page.headers["Location"] == (
        "https://id.atlassian.com/error?error=unauthorized_client&error_description="
        "redirect_uri%20is%20not%20registered%20for%20client%3A%20http%3A%2F%2F127.0.0.1%3A7999%2Fother"
    )
    assert "redirect_uri is not registered" in requests.get(page.headers["Location"], timeout=10).text
    denial = understudy.visit(address(), deny=True)
    assert denial == f"{CALLBACK}?error=access_denied&error_description=User+did+not+authorize+the+request&state=s"


def test_scopes(understudy: Understudy) -> None:
    token = redeem(code=code(understudy, scope="read:jira-user")).json()
    assert "refresh_token" not in token
    less = call(token["access_token"], "me")
    assert (less.status_code, less.json()) == (401, {"code": 401, "message": "Unauthorized; scope does not match"})
    assert call(token["access_token"], f"ex/jira/{SITE[::-1]}/rest/api/3/myself").status_code == 404
    more = redeem(code=code(understudy, scope="read:me")).json()
    assert (more["scope"].split(), "refresh_token" in more) == (["read:me", "read:jira-user"], False)
    assert call(more["access_token"], "me").json()["account_id"] == ALICE
