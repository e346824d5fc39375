"""Spotify: social-auth-core, django-allauth and spotipy at the real host names."""

from collections.abc import Iterator
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
import requests
import spotipy
from spotipy.cache_handler import MemoryCacheHandler
from spotipy.oauth2 import SpotifyClientCredentials, SpotifyOAuth, SpotifyOauthError, SpotifyPKCE

import website
from understudy import CALLBACK, SECRET, Understudy

APP, DESKTOP = "0123456789abcdef0123456789abcdef", "fedcba9876543210fedcba9876543210"
ROOT, API = "https://accounts.spotify.com", "https://api.spotify.com/v1"
ALICE = "31alicealicealicealice0001"

website.build(
    ["social_core.backends.spotify.SpotifyOAuth2"],
    SOCIAL_AUTH_SPOTIFY_KEY=APP,
    SOCIAL_AUTH_SPOTIFY_SECRET=SECRET,
    SOCIAL_AUTH_SPOTIFY_SCOPE=["user-read-email"],
    SOCIALACCOUNT_PROVIDERS={"spotify": {"APP": {"client_id": APP, "secret": SECRET}}},
    SOCIALACCOUNT_QUERY_EMAIL=True,
)


@pytest.fixture
def people() -> Iterator[type]:
    from django.contrib.auth.models import User

    yield User
    User.objects.all().delete()


def address(**more: str) -> str:
    request = {"client_id": APP, "redirect_uri": CALLBACK, "response_type": "code", "scope": "user-read-email", "state": "s"}
    return f"{ROOT}/authorize?{urlencode({**request, **more})}"


def redeem(**body: str) -> requests.Response:
    mine = {"client_id": APP, "client_secret": SECRET, "grant_type": "authorization_code", "redirect_uri": CALLBACK}
    sent = {name: value for name, value in {**mine, **body}.items() if value}
    return requests.post(f"{ROOT}/api/token", data=sent, timeout=10)


def test_spotipy_signs_in_and_refreshes(understudy: Understudy) -> None:
    manager = SpotifyOAuth(
        APP, SECRET, CALLBACK, scope="user-read-email user-read-private", cache_handler=MemoryCacheHandler(), state="s"
    )
    code = manager.parse_response_code(understudy.visit(manager.get_authorize_url()))
    token = manager.get_access_token(code, as_dict=True, check_cache=False)
    assert (token["expires_in"], token["scope"], token["token_type"]) == (3600, "user-read-email user-read-private", "Bearer")
    user = spotipy.Spotify(auth=token["access_token"]).me()
    assert (user["id"], user["email"], user["product"], user["followers"]) == (
        ALICE,
        "alice@example.test",
        "premium",
        {"href": None, "total": 0},
    )
    again = manager.refresh_access_token(token["refresh_token"])
    assert (again["refresh_token"], again["access_token"] == token["access_token"]) == (token["refresh_token"], False)
    understudy.age("PT2H")
    with pytest.raises(spotipy.SpotifyException, match="Missing/invalid/expired access token"):
        spotipy.Spotify(auth=again["access_token"]).me()
    understudy.age("P181D")
    with pytest.raises(SpotifyOauthError, match="invalid_grant.*Refresh token expired"):
        manager.refresh_access_token(token["refresh_token"])


def test_spotipy_without_a_secret(understudy: Understudy) -> None:
    manager = SpotifyPKCE(DESKTOP, CALLBACK, scope="user-library-read", cache_handler=MemoryCacheHandler())
    code = manager.parse_response_code(understudy.visit(manager.get_authorize_url()))
    manager.get_access_token(code, check_cache=False)
    user = spotipy.Spotify(auth_manager=manager)
    assert (user.current_user_saved_tracks()["total"], "email" in user.me()) == (0, False)


def test_spotipy_for_itself(understudy: Understudy) -> None:
    manager = SpotifyClientCredentials(APP, SECRET, cache_handler=MemoryCacheHandler())
    assert manager.get_access_token(as_dict=False).startswith("BQ")


def test_social_auth(understudy: Understudy, people: type) -> None:
    from social import Site
    from social_core.exceptions import AuthCanceled

    account = Site(understudy, "spotify").sign_in()
    assert (account.uid, account.user.email) == (ALICE, "alice@example.test")
    understudy.reset()
    site = Site(understudy, "spotify")
    with pytest.raises(AuthCanceled):
        site.browser.get(site.go(deny=True))


def test_allauth_signs_in(understudy: Understudy, people: type) -> None:
    from allauth.socialaccount.models import SocialAccount
    from django.test import Client

    browser = Client(HTTP_HOST="127.0.0.1:7999")
    end = understudy.visit(browser.post("/accounts/spotify/login/")["Location"])
    ended = browser.get(end.removeprefix(website.ORIGIN))
    assert (ended.status_code, ended["Location"]) == (302, "/in")
    account = SocialAccount.objects.get(provider="spotify")
    assert (account.uid, account.user.email) == (ALICE, "alice@example.test")


def test_refusals(understudy: Understudy) -> None:
    for body, description in [
        ({"code": "nonsense"}, ("invalid_grant", "Invalid authorization code")),
        ({"code": "nonsense", "client_secret": "wrong"}, ("invalid_client", "Invalid client secret")),
        ({"code": "nonsense", "client_id": "nobody"}, ("invalid_client", "Invalid client")),
        ({"code": ""}, ("invalid_request", "code must be supplied")),
        ({"grant_type": "refresh_token", "refresh_token": "x"}, ("invalid_grant", "Invalid refresh token")),
    ]:
        answer = redeem(**body)
        assert (answer.status_code, tuple(answer.json().values())) == (400, description)
    code = parse_qs(urlsplit(understudy.visit(address())).query)["code"][0]
    assert redeem(code=code, redirect_uri="http://127.0.0.1:7999/other").json()["error_description"] == "Invalid redirect URI"
    assert understudy.visit(address(show_dialog="true"), deny=True) == f"{CALLBACK}?error=access_denied&state=s"
    for more, text in [
        ({"redirect_uri": "http://127.0.0.1:7999/other"}, "INVALID_CLIENT: Invalid redirect URI"),
        ({"client_id": "nobody"}, "INVALID_CLIENT: Invalid client"),
        ({"scope": "nonsense"}, "Illegal scope"),
    ]:
        assert requests.get(address(**more), timeout=10).text == text
    token = redeem(code=parse_qs(urlsplit(understudy.visit(address())).query)["code"][0]).json()["access_token"]
    for header, path, status, message in [
        ("", "me", 401, "No token provided"),
        ("Bearer nonsense", "me", 401, "Missing/invalid/expired access token"),
        ("Bearer a b", "me", 400, "Only valid bearer authentication supported"),
        (f"Bearer {token}", "me/tracks", 403, "Insufficient client scope"),
    ]:
        answer = requests.get(f"{API}/{path}", headers={"Authorization": header} if header else {}, timeout=10)
        assert (answer.status_code, answer.json()) == (status, {"error": {"status": status, "message": message}})
