"""Linear: requests-oauthlib, Authlib and requests at the real host names."""

from urllib.parse import parse_qs, urlsplit

import pytest
import requests
from authlib.common.security import generate_token
from authlib.integrations.requests_client import OAuth2Session as AuthlibSession
from oauthlib.oauth2 import InvalidGrantError
from requests_oauthlib import OAuth2Session

from understudy import CALLBACK, SECRET, Understudy

APP, DESKTOP = "0123456789abcdef0123456789abcdef", "fedcba9876543210fedcba9876543210"
AUTHORIZE, API = "https://linear.app/oauth/authorize", "https://api.linear.app"
ALICE = "aaaaaaaa-1111-4111-a111-aaaaaaaaaaaa"
REFUSAL = {
    "errors": [
        {
            "message": "Authentication required, not authenticated",
            "extensions": {
                "type": "authentication error",
                "code": "AUTHENTICATION_ERROR",
                "userPresentableMessage": "You need to authenticate to access this operation.",
            },
        }
    ]
}


def viewer(token: str) -> requests.Response:
    query = {"query": "{ viewer { id name email organization { urlKey } } }"}
    return requests.post(f"{API}/graphql", json=query, headers={"Authorization": f"Bearer {token}"}, timeout=10)


def sign_in(understudy: Understudy, scope: str = "read,write") -> tuple:
    app = OAuth2Session(APP, redirect_uri=CALLBACK, scope=scope)
    place = understudy.visit(app.authorization_url(AUTHORIZE, prompt="consent")[0])
    return app, app.fetch_token(f"{API}/oauth/token", client_secret=SECRET, authorization_response=place)


def revoke(**how: object) -> requests.Response:
    return requests.post(f"{API}/oauth/revoke", timeout=10, **how)


def test_requests_oauthlib(understudy: Understudy) -> None:
    app, token = sign_in(understudy)
    assert (token["expires_in"], token["scope"], len(token["access_token"])) == (86399, ["read", "write"], 64)
    answer = viewer(token["access_token"]).json()["data"]["viewer"]
    assert (answer["id"], answer["email"], answer["organization"]["urlKey"]) == (ALICE, "alice@example.test", "wonderland")
    again = app.refresh_token(f"{API}/oauth/token", auth=(APP, SECRET))
    assert again["refresh_token"] != token["refresh_token"]
    with pytest.raises(InvalidGrantError, match="refresh token is invalid"):
        app.refresh_token(f"{API}/oauth/token", token["refresh_token"], auth=(APP, SECRET))
    understudy.age("P2D")
    expired = viewer(again["access_token"])
    assert (expired.status_code, expired.json()) == (401, REFUSAL)


def test_authlib_without_a_secret(understudy: Understudy) -> None:
    app = AuthlibSession(
        DESKTOP, scope="read", redirect_uri=CALLBACK, token_endpoint_auth_method="none", code_challenge_method="S256"
    )
    verifier = generate_token(48)
    url, state = app.create_authorization_url(AUTHORIZE, code_verifier=verifier)
    place = understudy.visit(url)
    token = app.fetch_token(f"{API}/oauth/token", authorization_response=place, state=state, code_verifier=verifier)
    again = app.refresh_token(f"{API}/oauth/token", token["refresh_token"])
    assert viewer(again["access_token"]).json()["data"]["viewer"]["id"] == ALICE


def test_client_credentials(understudy: Understudy) -> None:
    asked = {"grant_type": "client_credentials", "scope": "read,write"}
    token = requests.post(f"{API}/oauth/token", data=asked, auth=(APP, SECRET), timeout=10).json()
    assert (token["expires_in"], token["scope"], "refresh_token" in token) == (2591999, "read write", False)


def test_revocation(understudy: Understudy) -> None:
    _, token = sign_in(understudy)
    header = {"Authorization": f"Bearer {token['access_token']}"}
    assert revoke(headers=header).status_code == 200
    assert viewer(token["access_token"]).status_code == 401
    assert revoke(headers=header).status_code == 400
    _, token = sign_in(understudy)
    assert revoke(data={"refresh_token": token["refresh_token"]}).status_code == 200
    assert viewer(token["access_token"]).status_code == 401


def test_refusals(understudy: Understudy) -> None:
    app = OAuth2Session(APP, redirect_uri=CALLBACK, scope="read")
    place = understudy.visit(app.authorization_url(AUTHORIZE, state="s")[0], deny=True)
    assert place == f"{CALLBACK}?error=access_denied&state=s"
    app.scope = "read,offline_access"
    there = requests.get(app.authorization_url(AUTHORIZE, state="s")[0], allow_redirects=False, timeout=10)
    assert parse_qs(urlsplit(there.headers["Location"]).query)["error_description"] == ["Invalid scope: offline_access"]
    body = {"grant_type": "authorization_code", "code": "nonsense", "redirect_uri": CALLBACK}
    bad = requests.post(f"{API}/oauth/token", data=body, auth=(APP, SECRET), timeout=10)
    assert (bad.status_code, bad.json()) == (
        400,
        {"error": "invalid_grant", "error_description": "Invalid grant: authorization code is invalid"},
    )
    assert (viewer("nonsense").status_code, viewer("nonsense").json()) == (401, REFUSAL)
