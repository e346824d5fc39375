"""X: tweepy, social-auth and django-allauth, and the errors by hand."""

import base64
import hashlib
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
import requests
import tweepy
from allauth.socialaccount.models import SocialAccount
from django.contrib.auth import get_user
from django.test import Client
from oauthlib.oauth2 import OAuth2Error
from social_core.exceptions import AuthCanceled

from social import Site
from understudy import CALLBACK, SECRET, Understudy

WEB, NATIVE = "VW5kZXJzdHVkeVdlYjoxOmNp", "VW5kZXJzdHVkeU5hdGl2ZToxOm5h"
API = "https://api.x.com/2"
VERIFIER = "v" * 64
CHALLENGE = base64.urlsafe_b64encode(hashlib.sha256(VERIFIER.encode()).digest()).rstrip(b"=").decode()
SCOPES = ["users.read", "tweet.read", "offline.access"]


def authorize(**changed: str) -> str:
    request = {
        "response_type": "code", "client_id": WEB, "redirect_uri": CALLBACK, "scope": " ".join(SCOPES), "state": "x",
        "code_challenge": CHALLENGE, "code_challenge_method": "S256",
    }  # fmt: skip
    return f"https://x.com/i/oauth2/authorize?{urlencode({**request, **changed})}"


def code(understudy: Understudy, **changed: str) -> str:
    return parse_qs(urlsplit(understudy.visit(authorize(**changed))).query)["code"][0]


def redeem(auth: tuple | None = (WEB, SECRET), **changed: str) -> requests.Response:
    form = {"grant_type": "authorization_code", "redirect_uri": CALLBACK, "code_verifier": VERIFIER}
    return requests.post(f"{API}/oauth2/token", data={**form, **changed}, auth=auth, timeout=10)


def me(token: str, **query: str) -> requests.Response:
    return requests.get(f"{API}/users/me", query, headers={"Authorization": f"Bearer {token}"}, timeout=10)


def test_tweepy(understudy: Understudy) -> None:
    handler = tweepy.OAuth2UserHandler(client_id=WEB, redirect_uri=CALLBACK, scope=SCOPES, client_secret=SECRET)
    place = understudy.visit(handler.get_authorization_url()).replace("http:", "https:")
    token = handler.fetch_token(place)
    assert (token["token_type"], token["expires_in"]) == ("bearer", 7200)
    user = tweepy.Client(token["access_token"]).get_me(user_auth=False, user_fields=["created_at"]).data
    assert (user.id, user.username, user.name) == (2244994945, "alice_x", "Alice Liddell")
    with pytest.raises(tweepy.Unauthorized):
        tweepy.Client("nonsense").get_me(user_auth=False)
    with pytest.raises(OAuth2Error, match="authorization code was invalid"):
        handler.fetch_token(place)


def test_social_auth(understudy: Understudy, people: type) -> None:
    account = Site(understudy, "twitter-oauth2").sign_in()
    assert (account.uid, account.user.username) == ("2244994945", "alice_x")


def test_allauth(understudy: Understudy, people: type) -> None:
    client = Client(HTTP_HOST="127.0.0.1:7999")
    begun = client.post("/accounts/twitter_oauth2/login/")["Location"]
    place = understudy.visit(begun, person="bob", password="builder")
    ended = client.get(place.removeprefix("http://127.0.0.1:7999"))
    assert (ended.status_code, ended["Location"]) == (302, "/in")
    assert SocialAccount.objects.get(user=get_user(client)).uid == "1465719831"


def test_denial(understudy: Understudy, people: type) -> None:
    site = Site(understudy, "twitter-oauth2")
    place = site.go(deny=True)
    assert "error=access_denied" in place
    with pytest.raises(AuthCanceled):
        site.browser.get(place)


def test_tokens(understudy: Understudy) -> None:
    tokens = redeem(code=code(understudy, scope="users.read tweet.read users.email offline.access")).json()
    assert list(tokens) == ["token_type", "expires_in", "access_token", "scope", "refresh_token"]
    assert len(tokens["access_token"]) == len(tokens["refresh_token"]) == 91
    told = me(tokens["access_token"], **{"user.fields": "confirmed_email"})
    assert told.json()["data"]["confirmed_email"] == "alice@example.test"
    assert (told.headers["x-rate-limit-limit"], told.headers["x-rate-limit-remaining"]) == ("75", "74")
    again = redeem(grant_type="refresh_token", refresh_token=tokens["refresh_token"]).json()
    spent = redeem(grant_type="refresh_token", refresh_token=tokens["refresh_token"])
    assert (spent.status_code, spent.json()["error_description"]) == (400, "Value passed for the token was invalid.")
    revocation = {"token": again["access_token"], "token_type_hint": "access_token"}
    revoked = requests.post(f"{API}/oauth2/revoke", revocation, auth=(WEB, SECRET), timeout=10)
    assert revoked.json() == {"revoked": True}
    ended = me(again["access_token"])
    assert (ended.status_code, ended.headers["Content-Type"]) == (401, "application/problem+json")
    assert ended.json() == {"title": "Unauthorized", "type": "about:blank", "status": 401, "detail": "Unauthorized"}


def test_public_client(understudy: Understudy) -> None:
    once = code(understudy, client_id=NATIVE, scope="users.read tweet.read")
    tokens = redeem(None, client_id=NATIVE, code=once).json()
    assert "refresh_token" not in tokens and me(tokens["access_token"]).status_code == 200


def test_refusals(understudy: Understudy) -> None:
    def word(answer: requests.Response) -> str:
        return answer.json()["error_description"]

    once = code(understudy)
    for unsigned in (redeem(None, code=once, client_id=WEB), redeem((WEB, "another secret"), code=once)):
        assert (unsigned.status_code, unsigned.json()["error"]) == (401, "unauthorized_client")
        assert word(unsigned) == "Missing valid authorization header"
    assert word(redeem(code=once, code_verifier="")) == "Missing required parameter [code_verifier]."
    assert word(redeem(code=once, code_verifier="w" * 64)).startswith("Value passed for the code verifier did not match")
    assert word(redeem(code=once, redirect_uri="http://127.0.0.1:7999/else")).startswith("Value passed for the redirect uri")
    late = code(understudy)
    understudy.age("PT1M")
    assert word(redeem(code=late)) == "Value passed for the authorization code was invalid."
    narrow = redeem(code=code(understudy, scope="tweet.read")).json()["access_token"]
    assert me(narrow).json() == {"title": "Forbidden", "type": "about:blank", "status": 403, "detail": "Forbidden"}
    page = requests.get(authorize(code_challenge=""), timeout=10)
    assert "able to give access to the App" in page.text


def test_rate_limit(understudy: Understudy) -> None:
    token = redeem(code=code(understudy)).json()["access_token"]
    assert {me(token).status_code for _ in range(75)} == {200}
    limited = me(token)
    assert (limited.status_code, limited.json()["title"]) == (429, "Too Many Requests")
