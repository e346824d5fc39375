"""LINE: social-auth-core, django-allauth, Authlib and requests at the real host names."""

from collections.abc import Iterator
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
import requests
from authlib.common.security import generate_token
from authlib.integrations.requests_client import OAuth2Session
from joserfc import jwt
from joserfc.jwk import KeySet

import website
from understudy import CALLBACK, SECRET, Understudy

WEB = "1657000001"
ALICE = "U00000000000000000000000000000001"
AUTHORIZE, API = "https://access.line.me/oauth2/v2.1/authorize", "https://api.line.me"

website.build(
    ["social_core.backends.line.LineOAuth2"],
    SOCIAL_AUTH_LINE_KEY=WEB,
    SOCIAL_AUTH_LINE_SECRET=SECRET,
    SOCIALACCOUNT_PROVIDERS={"line": {"SCOPE": ["profile"], "APP": {"client_id": WEB, "secret": SECRET}}},
)


@pytest.fixture
def people() -> Iterator[type]:
    from django.contrib.auth.models import User

    yield User
    User.objects.all().delete()


def address(**more: str) -> str:
    request = {"client_id": WEB, "redirect_uri": CALLBACK, "response_type": "code", "scope": "profile openid", "state": "s"}
    return f"{AUTHORIZE}?{urlencode({**request, **more})}"


def sign_in(understudy: Understudy, scope: str = "profile openid email", **more: str) -> dict:
    app = OAuth2Session(
        WEB, SECRET, scope=scope, redirect_uri=CALLBACK, token_endpoint_auth_method="client_secret_post",
        code_challenge_method="S256",
    )  # fmt: skip
    verifier = generate_token(48)
    url, state = app.create_authorization_url(AUTHORIZE, code_verifier=verifier, **more)
    place = understudy.visit(url)
    token = f"{API}/oauth2/v2.1/token"
    return app.fetch_token(token, authorization_response=place, state=state, code_verifier=verifier)


def post(path: str, **form: str) -> requests.Response:
    return requests.post(f"{API}{path}", {"client_id": WEB, "client_secret": SECRET, **form}, timeout=10)


def get(path: str, token: str) -> requests.Response:
    return requests.get(f"{API}{path}", headers={"Authorization": f"Bearer {token}"}, timeout=10)


def test_authlib_signs_in(understudy: Understudy) -> None:
    token = sign_in(understudy, nonce="n")
    assert (token["token_type"], token["expires_in"], token["scope"]) == ("Bearer", 2592000, "profile openid")
    metadata = requests.get("https://access.line.me/.well-known/openid-configuration", timeout=10).json()
    keys = KeySet.import_key_set(requests.get(metadata["jwks_uri"], timeout=10).json())
    claims = jwt.decode(token["id_token"], keys, algorithms=["ES256"]).claims
    assert (claims["iss"], claims["sub"], claims["aud"], claims["nonce"], claims["email"]) == (
        "https://access.line.me", ALICE, WEB, "n", "alice@example.test"
    )  # fmt: skip
    assert get("/v2/profile", token["access_token"]).json() == {
        "userId": ALICE, "displayName": "Alice Liddell", "statusMessage": "Curiouser and curiouser"
    }  # fmt: skip
    assert get("/oauth2/v2.1/userinfo", token["access_token"]).json() == {"sub": ALICE, "name": "Alice Liddell"}
    assert get("/friendship/v1/status", token["access_token"]).json() == {"friendFlag": False}


def test_refresh_verify_and_revoke(understudy: Understudy) -> None:
    token = sign_in(understudy)
    again = post("/oauth2/v2.1/token", grant_type="refresh_token", refresh_token=token["refresh_token"]).json()
    assert (again["refresh_token"], "id_token" in again) == (token["refresh_token"], False)
    verify = {"access_token": again["access_token"]}
    assert requests.get(f"{API}/oauth2/v2.1/verify", verify, timeout=10).json()["client_id"] == WEB
    gone = post("/oauth2/v2.1/revoke", access_token=again["access_token"])
    assert (gone.status_code, gone.text) == (200, "")
    assert get("/v2/profile", again["access_token"]).status_code == 401
    assert get("/v2/profile", token["access_token"]).status_code == 200


def test_lifetimes(understudy: Understudy) -> None:
    token = sign_in(understudy)
    understudy.age("P31D")
    late = requests.get(f"{API}/oauth2/v2.1/verify", {"access_token": token["access_token"]}, timeout=10)
    assert (late.status_code, late.json()) == (
        400, {"error": "invalid_request", "error_description": "access token expired"}
    )  # fmt: skip
    understudy.age("P60D")
    dead = post("/oauth2/v2.1/token", grant_type="refresh_token", refresh_token=token["refresh_token"])
    assert (dead.status_code, dead.json()) == (
        400, {"error": "invalid_grant", "error_description": "invalid refresh token"}
    )  # fmt: skip


def test_refusals(understudy: Understudy) -> None:
    assert understudy.visit(address(), deny=True) == (
        f"{CALLBACK}?error=ACCESS_DENIED&error_description=The+resource+owner+denied+the+request.&state=s"
    )
    for change, error in {
        "nonsense": "INVALID_SCOPE", "profile email": "INVALID_SCOPE", "": "INVALID_SCOPE"
    }.items():  # fmt: skip
        place = requests.get(address(scope=change), timeout=10, allow_redirects=False).headers["Location"]
        assert parse_qs(urlsplit(place).query)["error"] == [error]
    place = requests.get(address(prompt="none"), timeout=10, allow_redirects=False).headers["Location"]
    assert parse_qs(urlsplit(place).query)["error"] == ["LOGIN_REQUIRED"]
    assert requests.get(address(redirect_uri="http://127.0.0.1:7999/other"), timeout=10).status_code == 400
    assert "code" in parse_qs(urlsplit(understudy.visit(address(redirect_uri=f"{CALLBACK}?key=value"))).query)
    bad = post("/oauth2/v2.1/token", grant_type="authorization_code", code="nonsense", redirect_uri=CALLBACK)
    assert (bad.status_code, bad.json()["error"]) == (400, "invalid_grant")


def test_social_auth(understudy: Understudy, people: type) -> None:
    from social import Site
    from social_core.exceptions import AuthCanceled, AuthProviderError

    account = Site(understudy, "line").sign_in()
    assert (account.uid, account.extra_data["refresh_token"] != "") == (ALICE, True)
    deny = {"person": "bob", "password": "builder", "deny": True}
    site = Site(understudy, "line")
    with pytest.raises(AuthProviderError) as refusal:
        site.browser.get(site.go(**deny))
    assert refusal.type is AuthProviderError  # ACCESS_DENIED is unknown to social-auth; access_denied is not
    understudy.switch("default", "line", "lower-case-errors")
    site = Site(understudy, "line")
    with pytest.raises(AuthCanceled):
        site.browser.get(site.go(**deny))


def test_allauth(understudy: Understudy, people: type) -> None:
    from allauth.socialaccount.models import SocialAccount
    from django.test import Client

    browser = Client(HTTP_HOST="127.0.0.1:7999")
    end = understudy.visit(browser.post("/accounts/line/login/")["Location"])
    ended = browser.get(end.removeprefix(website.ORIGIN))
    assert (ended.status_code, ended["Location"]) == (302, "/in")
    assert SocialAccount.objects.get(provider="line").uid == ALICE
