"""Naver: social-auth-core, django-allauth, Authlib and requests at the real host names."""

from collections.abc import Iterator
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
import requests
from authlib.integrations.base_client import OAuthError
from authlib.integrations.requests_client import OAuth2Session

import website
from understudy import CALLBACK, SECRET, Understudy

WEB = "understudyNaverWeb01"
ALICE = "understudy-alice-0000000000000000000000000a"
AUTHORIZE, TOKEN = "https://nid.naver.com/oauth2.0/authorize", "https://nid.naver.com/oauth2.0/token"

website.build(
    ["social_core.backends.naver.NaverOAuth2"],
    SOCIAL_AUTH_NAVER_KEY=WEB,
    SOCIAL_AUTH_NAVER_SECRET=SECRET,
    SOCIALACCOUNT_PROVIDERS={"naver": {"APP": {"client_id": WEB, "secret": SECRET}}},
)


@pytest.fixture
def people() -> Iterator[type]:
    from django.contrib.auth.models import User

    yield User
    User.objects.all().delete()


def address(**more: str) -> str:
    request = {"client_id": WEB, "redirect_uri": CALLBACK, "response_type": "code", "state": "s"}
    return f"{AUTHORIZE}?{urlencode({**request, **more})}"


def ask(**query: str) -> requests.Response:
    """A token request by GET, as the documentation shows it."""
    return requests.get(TOKEN, {"client_id": WEB, "client_secret": SECRET, **query}, timeout=10)


def sign_in(understudy: Understudy) -> dict:
    code = parse_qs(urlsplit(understudy.visit(address())).query)["code"][0]
    return ask(grant_type="authorization_code", code=code, state="s").json()


def profile(access: str) -> requests.Response:
    url = "https://openapi.naver.com/v1/nid/me"
    return requests.get(url, headers={"Authorization": f"Bearer {access}"} if access else {}, timeout=10)


def test_sign_in_and_refresh_by_get(understudy: Understudy) -> None:
    token = sign_in(understudy)
    assert list(token) == ["access_token", "refresh_token", "token_type", "expires_in"]
    assert (token["token_type"], token["expires_in"]) == ("bearer", "3600")
    assert profile(token["access_token"]).json() == {
        "resultcode": "00", "message": "success",
        "response": {
            "id": ALICE, "nickname": "Alice", "age": "20-29", "gender": "F", "email": "alice@example.test", "name": "Alice Liddell"
        },
    }  # fmt: skip
    again = ask(grant_type="refresh_token", refresh_token=token["refresh_token"]).json()
    assert list(again) == ["access_token", "token_type", "expires_in"]
    understudy.age("PT1H1S")
    late = profile(again["access_token"])
    assert (late.status_code, late.json()) == (401, {"resultcode": "024", "message": "Authentication failed (인증 실패하였습니다.)"})
    assert profile("").json()["resultcode"] == "028"


def test_deletion(understudy: Understudy) -> None:
    token = sign_in(understudy)
    gone = ask(grant_type="delete", access_token=token["access_token"], service_provider="NAVER")
    assert gone.json() == {"access_token": token["access_token"], "result": "success"}
    assert ask(grant_type="delete", access_token="nonsense", service_provider="NAVER").json()["result"] == "success"
    assert profile(token["access_token"]).status_code == 401
    assert ask(grant_type="refresh_token", refresh_token=token["refresh_token"]).json()["error"] == "invalid_request"


def test_errors_have_status_200(understudy: Understudy) -> None:
    bad = ask(grant_type="authorization_code", code="x", state="s")
    assert (bad.status_code, bad.json()) == (
        200, {"error": "invalid_request", "error_description": "no valid data in session"}
    )  # fmt: skip
    wrong = ask(grant_type="authorization_code", code="x", client_secret="wrong")
    assert wrong.json()["error_description"] == "wrong client id / client secret pair"
    understudy.visit(address())
    assert understudy.visit(address(auth_type="reprompt"), deny=True) == (
        f"{CALLBACK}?error=access_denied&error_description=Canceled+By+User&state=s"
    )


def test_authlib_reads_the_text_and_the_error(understudy: Understudy) -> None:
    app = OAuth2Session(WEB, SECRET, redirect_uri=CALLBACK, token_endpoint_auth_method="client_secret_post")
    url, state = app.create_authorization_url(AUTHORIZE)
    token = app.fetch_token(TOKEN, authorization_response=understudy.visit(url), state=state)
    assert (token["expires_in"], token.is_expired()) == ("3600", False)
    with pytest.raises(OAuthError, match="invalid_request: no valid data in session"):
        app.fetch_token(TOKEN, code="x")


def test_social_auth(understudy: Understudy, people: type) -> None:
    from social import Site
    from social_core.exceptions import AuthCanceled

    account = Site(understudy, "naver").sign_in()
    assert (account.uid, account.user.email) == (ALICE, "alice@example.test")
    site = Site(understudy, "naver")
    with pytest.raises(AuthCanceled):
        site.browser.get(site.go(person="bob", password="builder", deny=True))


def test_allauth(understudy: Understudy, people: type) -> None:
    from allauth.socialaccount.models import SocialAccount
    from django.test import Client

    browser = Client(HTTP_HOST="127.0.0.1:7999")
    end = understudy.visit(browser.post("/accounts/naver/login/")["Location"])
    ended = browser.get(end.removeprefix(website.ORIGIN))
    assert (ended.status_code, ended["Location"]) == (302, "/in")
    account = SocialAccount.objects.get(provider="naver")
    assert (account.uid, account.user.email) == (ALICE, "alice@example.test")
