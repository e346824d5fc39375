"""python-instagram: its token request has no Content-Type, and it signs what it asks of the API."""

from urllib.parse import parse_qs, urlsplit

import pytest
from instagram.bind import InstagramAPIError
from instagram.client import InstagramAPI
from instagram.oauth2 import OAuth2AuthExchangeError

from understudy import CALLBACK, SECRET, Understudy

CLIENT = "c0ffee00c0ffee00c0ffee00c0ffee00"


def app(secret: str = SECRET) -> InstagramAPI:
    return InstagramAPI(client_id=CLIENT, client_secret=secret, redirect_uri=CALLBACK)


def code(understudy: Understudy) -> str:
    place = understudy.visit(app().get_authorize_url(scope=["basic", "likes"]))
    return parse_qs(urlsplit(place).query)["code"][0]


def test_signs_in_and_asks_who_it_is(understudy: Understudy) -> None:
    token, user = app().exchange_code_for_access_token(code(understudy))
    assert (user["id"], user["username"]) == ("2125818477", "alice")
    api = InstagramAPI(access_token=token, client_secret=SECRET)
    alice = api.user()
    assert (alice.id, alice.username, alice.full_name) == ("2125818477", "alice", "Alice Liddell")
    assert alice.counts == {"media": 0, "followed_by": 0, "follows": 0}
    assert int(api.x_ratelimit_remaining) == int(api.x_ratelimit) - 1


def test_another_signature_is_refused(understudy: Understudy) -> None:
    token, _ = app().exchange_code_for_access_token(code(understudy))
    with pytest.raises(InstagramAPIError):
        InstagramAPI(access_token=token, client_secret="another secret").user()
    assert understudy.refusals()[-1] == "signature_wrong"


def test_refusals_at_the_token_endpoint(understudy: Understudy) -> None:
    once = code(understudy)
    with pytest.raises(OAuth2AuthExchangeError, match="Invalid Client Secret"):
        app("another secret").exchange_code_for_access_token(once)
    app().exchange_code_for_access_token(once)
    with pytest.raises(OAuth2AuthExchangeError, match="Matching code was not found or was already used."):
        app().exchange_code_for_access_token(once)


def test_unknown_token(understudy: Understudy) -> None:
    with pytest.raises(InstagramAPIError) as refused:
        InstagramAPI(access_token="2125818477.c0ffee0.0", client_secret=SECRET).user()
    assert refused.value.error_type == "OAuthAccessTokenException"
    assert refused.value.status_code == 400
