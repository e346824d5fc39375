"""Yandex: social-auth-core, django-allauth, Authlib and requests at the real host names."""

from collections.abc import Iterator
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
import requests
from authlib.common.security import generate_token
from authlib.integrations.base_client import OAuthError
from authlib.integrations.requests_client import OAuth2Session

import website
from understudy import CALLBACK, SECRET, Understudy

WEB, CONSOLE = "c0000000000000000000000000000001", "c0000000000000000000000000000002"
ROOT = "https://oauth.yandex.ru"

website.build(
    ["social_core.backends.yandex.YandexOAuth2"],
    SOCIAL_AUTH_YANDEX_OAUTH2_KEY=WEB,
    SOCIAL_AUTH_YANDEX_OAUTH2_SECRET=SECRET,
    SOCIALACCOUNT_PROVIDERS={"yandex": {"APP": {"client_id": WEB, "secret": SECRET}}},
)


@pytest.fixture
def people() -> Iterator[type]:
    from django.contrib.auth.models import User

    yield User
    User.objects.all().delete()


def address(**more: str) -> str:
    request = {"client_id": WEB, "redirect_uri": CALLBACK, "response_type": "code", "state": "s"}
    return f"{ROOT}/authorize?{urlencode({**request, **more})}"


def sign_in(understudy: Understudy, method: str = "client_secret_basic", **more: str) -> tuple:
    app = OAuth2Session(WEB, SECRET, redirect_uri=CALLBACK, token_endpoint_auth_method=method)
    url, state = app.create_authorization_url(f"{ROOT}/authorize", **more)
    return app, app.fetch_token(f"{ROOT}/token", authorization_response=understudy.visit(url), state=state)


def info(access: str, scheme: str = "OAuth") -> requests.Response:
    url = "https://login.yandex.ru/info"
    return requests.get(url, {"format": "json"}, headers={"Authorization": f"{scheme} {access}"}, timeout=10)


@pytest.mark.parametrize("method", ["client_secret_basic", "client_secret_post"])
def test_authlib_signs_in(understudy: Understudy, method: str) -> None:
    app, token = sign_in(understudy, method)
    assert (token["token_type"], token["expires_in"], token["scope"]) == ("bearer", 31536000, "login:info login:email login:avatar")
    for scheme in ["OAuth", "Bearer"]:
        user = info(token["access_token"], scheme).json()
        assert (user["id"], user["login"], user["default_email"], user["is_avatar_empty"]) == (
            "100000001", "alice", "alice@example.test", False
        )  # fmt: skip
    assert user["client_id"] == WEB
    assert info("nonsense").status_code == 401
    again = app.refresh_token(f"{ROOT}/token", token["refresh_token"])
    assert info(again["access_token"]).json()["id"] == "100000001"


def test_public_client_with_verifier(understudy: Understudy) -> None:
    app = OAuth2Session(CONSOLE, redirect_uri=CALLBACK, token_endpoint_auth_method="none", code_challenge_method="S256")
    verifier = generate_token(48)
    url, state = app.create_authorization_url(f"{ROOT}/authorize", code_verifier=verifier, scope="login:info")
    token = app.fetch_token(
        f"{ROOT}/token", authorization_response=understudy.visit(url), state=state, code_verifier=verifier
    )
    assert "default_email" not in info(token["access_token"]).json()


def test_device(understudy: Understudy) -> None:
    codes = requests.post(f"{ROOT}/device/code", {"client_id": CONSOLE}, timeout=10).json()
    assert (codes["interval"], codes["expires_in"], codes["verification_url"]) == (5, 600, f"{ROOT}/device")
    poll = {"grant_type": "device_code", "code": codes["device_code"], "client_id": CONSOLE}
    assert requests.post(f"{ROOT}/token", poll, timeout=10).json()["error"] == "authorization_pending"


def test_revocation_needs_a_device(understudy: Understudy) -> None:
    client = {"client_id": WEB, "client_secret": SECRET}
    token = sign_in(understudy)[1]["access_token"]
    refused = requests.post(f"{ROOT}/revoke_token", {"access_token": token, **client}, timeout=10)
    assert (refused.status_code, refused.json()["error"]) == (400, "unsupported_token_type")
    token = sign_in(understudy, device_id="understudy-1")[1]["access_token"]
    assert requests.post(f"{ROOT}/revoke_token", {"access_token": token, **client}, timeout=10).json() == {"status": "ok"}
    assert info(token).status_code == 401


def test_refusals(understudy: Understudy) -> None:
    assert understudy.visit(address(), deny=True) == f"{CALLBACK}?error=access_denied&state=s"
    app = OAuth2Session(WEB, SECRET, redirect_uri=CALLBACK)
    with pytest.raises(OAuthError, match="invalid_grant: Code has expired"):
        app.fetch_token(f"{ROOT}/token", code="1234567")
    place = understudy.visit(address(response_type="token"))
    assert list(parse_qs(urlsplit(place).fragment)) == ["access_token", "token_type", "expires_in", "state"]
    code = parse_qs(urlsplit(understudy.visit(address())).query)["code"][0]
    assert (len(code), code.isdigit()) == (7, True)


def test_social_auth(understudy: Understudy, people: type) -> None:
    from social import Site
    from social_core.exceptions import AuthCanceled

    account = Site(understudy, "yandex-oauth2").sign_in()
    assert (account.uid, account.user.username, account.user.email) == ("100000001", "alice", "alice@example.test")
    site = Site(understudy, "yandex-oauth2")
    with pytest.raises(AuthCanceled):
        site.browser.get(site.go(person="bob", password="builder", deny=True))


def test_allauth(understudy: Understudy, people: type) -> None:
    from allauth.socialaccount.models import SocialAccount
    from django.test import Client

    browser = Client(HTTP_HOST="127.0.0.1:7999")
    end = understudy.visit(browser.post("/accounts/yandex/login/")["Location"])
    ended = browser.get(end.removeprefix(website.ORIGIN))
    assert (ended.status_code, ended["Location"]) == (302, "/in")
    account = SocialAccount.objects.get(provider="yandex")
    assert (account.uid, account.user.email) == ("100000001", "")  # it asks for login:info alone
