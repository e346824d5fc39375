"""Kakao: social-auth-core, django-allauth, Authlib and requests at the real host names."""

from collections.abc import Iterator
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
import requests
from authlib.integrations.base_client import OAuthError
from authlib.integrations.requests_client import OAuth2Session
from joserfc import jwt
from joserfc.jwk import KeySet

import website
from understudy import CALLBACK, SECRET, Understudy

WEB, OPEN = "a0000000000000000000000000000001", "a0000000000000000000000000000002"
AUTH, API = "https://kauth.kakao.com", "https://kapi.kakao.com"

website.build(
    ["social_core.backends.kakao.KakaoOAuth2"],
    SOCIAL_AUTH_KAKAO_KEY=WEB,
    SOCIAL_AUTH_KAKAO_SECRET=SECRET,
    SOCIALACCOUNT_PROVIDERS={"kakao": {"APP": {"client_id": WEB, "secret": SECRET}}},
)


@pytest.fixture
def people() -> Iterator[type]:
    from django.contrib.auth.models import User

    yield User
    User.objects.all().delete()


def address(**more: str) -> str:
    request = {"client_id": WEB, "redirect_uri": CALLBACK, "response_type": "code", "state": "s"}
    return f"{AUTH}/oauth/authorize?{urlencode({**request, **more})}"


def sign_in(understudy: Understudy, method: str = "client_secret_post", scope: str | None = None) -> dict:
    app = OAuth2Session(WEB, SECRET, scope=scope, redirect_uri=CALLBACK, token_endpoint_auth_method=method)
    url, state = app.create_authorization_url(f"{AUTH}/oauth/authorize")
    return app.fetch_token(f"{AUTH}/oauth/token", authorization_response=understudy.visit(url), state=state)


def token(**form: str) -> requests.Response:
    mine = {"client_id": WEB, "client_secret": SECRET, "grant_type": "authorization_code", "redirect_uri": CALLBACK}
    return requests.post(f"{AUTH}/oauth/token", {**mine, **form}, timeout=10)


def call(path: str, access: str, method: str = "GET") -> requests.Response:
    return requests.request(method, f"{API}{path}", headers={"Authorization": f"Bearer {access}"}, timeout=10)


def test_authlib_signs_in(understudy: Understudy) -> None:
    answer = sign_in(understudy)
    assert (answer["token_type"], answer["expires_in"], answer["refresh_token_expires_in"]) == ("bearer", 21599, 5183999)
    assert answer["scope"] == "profile_nickname profile_image account_email"
    me = call("/v2/user/me", answer["access_token"], "POST").json()
    assert (me["id"], me["properties"]["nickname"], list(me)) == (
        1000000001, "Alice Liddell", ["id", "connected_at", "properties", "kakao_account"]
    )  # fmt: skip
    account = me["kakao_account"]
    assert (account["email"], account["is_email_verified"], account["profile"]["nickname"]) == (
        "alice@example.test", True, "Alice Liddell"
    )  # fmt: skip
    assert call("/v1/user/access_token_info", answer["access_token"]).json()["id"] == 1000000001


def test_basic_authentication_is_not_read(understudy: Understudy) -> None:
    with pytest.raises(OAuthError, match=r"invalid_client: Not exist client_id \[null\]"):
        sign_in(understudy, "client_secret_basic")


def test_openid(understudy: Understudy) -> None:
    answer = sign_in(understudy, scope="openid account_email")
    metadata = requests.get(f"{AUTH}/.well-known/openid-configuration", timeout=10).json()
    keys = KeySet.import_key_set(requests.get(metadata["jwks_uri"], timeout=10).json())
    claims = jwt.decode(answer["id_token"], keys).claims
    assert (claims["iss"], claims["sub"], claims["aud"], claims["email"], "nickname" in claims) == (
        AUTH, "1000000001", WEB, "alice@example.test", False
    )  # fmt: skip
    assert call("/v1/oidc/userinfo", answer["access_token"]).json() == {
        "sub": "1000000001", "email": "alice@example.test", "email_verified": True
    }  # fmt: skip
    assert call("/v1/oidc/userinfo", sign_in(understudy, scope="account_email")["access_token"]).status_code == 403


def test_refresh_renews_late(understudy: Understudy) -> None:
    first = sign_in(understudy)["refresh_token"]
    again = token(grant_type="refresh_token", refresh_token=first).json()
    assert "refresh_token" not in again and call("/v2/user/me", again["access_token"]).ok
    understudy.age("P31D")
    assert call("/v2/user/me", again["access_token"]).json() == {
        "msg": "this access token is already expired", "code": -401
    }  # fmt: skip
    assert len(token(grant_type="refresh_token", refresh_token=first).json()["refresh_token"]) == 54
    understudy.age("P30D")
    assert token(grant_type="refresh_token", refresh_token=first).json() == {
        "error": "invalid_grant", "error_description": "expired_or_invalid_refresh_token", "error_code": "KOE322"
    }  # fmt: skip


def test_logout_and_unlink(understudy: Understudy) -> None:
    answer = sign_in(understudy)
    assert call("/v1/user/logout", answer["access_token"], "POST").json() == {"id": 1000000001}
    gone = call("/v2/user/me", answer["access_token"])
    assert (gone.status_code, gone.headers["WWW-Authenticate"], gone.json()["code"]) == (
        401, "Bearer error=invalid_token", -401
    )  # fmt: skip
    again = token(grant_type="refresh_token", refresh_token=answer["refresh_token"]).json()
    assert call("/v1/user/unlink", again["access_token"], "POST").json() == {"id": 1000000001}
    assert token(grant_type="refresh_token", refresh_token=answer["refresh_token"]).json()["error_code"] == "KOE322"


def test_refusals(understudy: Understudy) -> None:
    denied = f"{CALLBACK}?error=access_denied&error_description=User%20denied%20access&state=s"
    assert understudy.visit(address(), deny=True) == denied
    place = understudy.visit(address())
    place = requests.get(address(prompt="none"), timeout=10, allow_redirects=False).headers["Location"]
    assert parse_qs(urlsplit(place).query)["error"] == ["login_required"]
    assert "KOE006" in requests.get(address(redirect_uri="http://127.0.0.1:7999/other"), timeout=10).text
    assert token(code="x").json()["error_description"] == "authorization code not found for code=x"
    wrong = token(code="x", client_secret="wrong")
    assert (wrong.status_code, wrong.json()["error_code"]) == (401, "KOE010")
    assert token(code="x", client_id="nobody").json()["error_code"] == "KOE101"
    code = parse_qs(urlsplit(understudy.visit(address())).query)["code"][0]
    assert token(code=code, redirect_uri="http://127.0.0.1:7999/other").json()["error_code"] == "KOE303"


def test_social_auth(understudy: Understudy, people: type) -> None:
    from social import Site
    from social_core.exceptions import AuthCanceled

    account = Site(understudy, "kakao").sign_in()
    assert (account.uid, account.user.email) == ("1000000001", "alice@example.test")
    site = Site(understudy, "kakao")
    with pytest.raises(AuthCanceled):
        site.browser.get(site.go(person="bob", password="builder", deny=True))


def test_allauth(understudy: Understudy, people: type) -> None:
    from allauth.socialaccount.models import SocialAccount
    from django.test import Client

    browser = Client(HTTP_HOST="127.0.0.1:7999")
    end = understudy.visit(browser.post("/accounts/kakao/login/")["Location"])
    ended = browser.get(end.removeprefix(website.ORIGIN))
    assert (ended.status_code, ended["Location"]) == (302, "/in")
    account = SocialAccount.objects.get(provider="kakao")
    assert (account.uid, account.user.email) == ("1000000001", "alice@example.test")
