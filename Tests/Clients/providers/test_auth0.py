"""auth0-python: its Authentication API client and its verifier, with the addresses that it makes of the tenant's host."""

from urllib.parse import parse_qs, urlsplit

import jwt
import pytest
import requests
from auth0.authentication import GetToken, RevokeToken, Users
from auth0.authentication.exceptions import Auth0Error
from auth0.authentication.pushed_authorization_requests import PushedAuthorizationRequests
from auth0.authentication.token_verifier import AsymmetricSignatureVerifier, TokenVerifier
from authlib.integrations.requests_client import OAuth2Session

from understudy import CALLBACK, SECRET, Understudy

DOMAIN = "shop.eu.auth0.com"
WEB, NATIVE = "Understudy0123456789WebAppClient", "Understudy0123456789NativeClient"
OWN = "Understudy0123456789ApisOfItsOwn"
API = "https://api.example.test"


def tokens(client: str = WEB, secret: str | None = SECRET) -> GetToken:
    return GetToken(DOMAIN, client, client_secret=secret)


def place(understudy: Understudy, deny: bool = False, **more: str) -> dict[str, str]:
    app = OAuth2Session(WEB, redirect_uri=CALLBACK, scope=more.pop("scope", "openid profile email offline_access"))
    url, _ = app.create_authorization_url(f"https://{DOMAIN}/authorize", state="s1", **more)
    there = understudy.visit(url, deny=deny)
    return {name: values[0] for name, values in parse_qs(urlsplit(there).query).items()}


def refused(call: object, status: int, error: str, text: str) -> None:
    with pytest.raises(Auth0Error) as answer:
        call()
    assert (answer.value.status_code, answer.value.error_code, answer.value.message) == (status, error, text)


def test_signs_in_and_verifies(understudy: Understudy) -> None:
    redirect = place(understudy, nonce="n1")
    assert list(redirect) == ["code", "state"]
    token = tokens().authorization_code(redirect["code"], CALLBACK)
    assert list(token) == ["access_token", "refresh_token", "id_token", "scope", "expires_in", "token_type"]
    assert (len(token["access_token"]), token["expires_in"]) == (32, 86400), "without an audience the token is opaque"
    keys = AsymmetricSignatureVerifier(f"https://{DOMAIN}/.well-known/jwks.json")
    TokenVerifier(keys, issuer=f"https://{DOMAIN}/", audience=WEB).verify(token["id_token"], nonce="n1")
    user = Users(DOMAIN).userinfo(token["access_token"])
    assert (user["sub"], user["nickname"], user["email"]) == ("auth0|5f7c8ec7c33c6c004bbafe82", "alice", "alice@example.test")


def test_access_token_for_an_api(understudy: Understudy) -> None:
    token = tokens().authorization_code(place(understudy, audience=API, scope="openid read:things")["code"], CALLBACK)
    claims = jwt.decode(token["access_token"], options={"verify_signature": False})
    assert claims["aud"] == [API, f"https://{DOMAIN}/userinfo"] and claims["azp"] == WEB
    assert claims["scope"] == "openid read:things"
    machine = tokens().client_credentials(API)
    claims = jwt.decode(machine["access_token"], options={"verify_signature": False})
    assert (claims["sub"], claims["gty"], claims["aud"]) == (f"{WEB}@clients", "client-credentials", API)


def test_denial_and_missing_audience(understudy: Understudy) -> None:
    assert place(understudy, deny=True)["error_description"] == "User did not authorize the request"
    refused(lambda: tokens().client_credentials(""), 403, "access_denied", "Non-global clients are not allowed access to APIv1")


def test_unknown_api(understudy: Understudy) -> None:
    app = OAuth2Session(OWN, redirect_uri=CALLBACK, scope="openid")
    url, _ = app.create_authorization_url(f"https://{DOMAIN}/authorize", state="s1", audience="https://nobody.test")
    answer = requests.get(url, allow_redirects=False)
    assert answer.headers["Location"] == (
        f"{CALLBACK}?error=access_denied&error_description=Service%20not%20found%3A%20https%3A%2F%2Fnobody.test&state=s1"
    )
    text = "Service not enabled within domain: https://nobody.test"
    refused(lambda: tokens(OWN).client_credentials("https://nobody.test"), 403, "access_denied", text)


def test_refreshes_and_revokes(understudy: Understudy) -> None:
    token = tokens().authorization_code(place(understudy)["code"], CALLBACK)
    again = tokens().refresh_token(token["refresh_token"])
    assert "refresh_token" not in again and again["id_token"]
    RevokeToken(DOMAIN, WEB, client_secret=SECRET).revoke_refresh_token(token["refresh_token"])
    refused(
        lambda: tokens().refresh_token(token["refresh_token"]), 403, "invalid_grant", "Unknown or invalid refresh token."
    )


def test_errors_of_the_token_endpoint(understudy: Understudy) -> None:
    refused(lambda: tokens().authorization_code("x", CALLBACK), 403, "invalid_grant", "Invalid authorization code")
    refused(lambda: tokens(secret="another").authorization_code("x", CALLBACK), 401, "access_denied", "Unauthorized")
    refused(lambda: tokens(client="nobody").authorization_code("x", CALLBACK), 401, "access_denied", "Unauthorized")
    refused(
        lambda: tokens().login("alice", "wrong", scope="openid", realm=None, grant_type="password"),
        403, "invalid_grant", "Wrong email or password.",
    )
    refused(
        lambda: tokens(NATIVE, None).login("alice", "wonderland", scope="openid", realm=None, grant_type="password"),
        403, "unauthorized_client", "Grant type 'password' not allowed for the client.",
    )


def test_password(understudy: Understudy) -> None:
    token = tokens().login("alice", "wonderland", scope="openid", realm=None, grant_type="password")
    assert token["scope"] == "openid profile email address phone"


def test_userinfo_with_a_wrong_token(understudy: Understudy) -> None:
    answer = requests.get(f"https://{DOMAIN}/userinfo", headers={"Authorization": "Bearer x"})
    assert (answer.status_code, answer.text) == (401, "Unauthorized")
    assert answer.headers["WWW-Authenticate"].startswith('Bearer realm="Users", error="invalid_token", error_description="The a')


def test_pushed_request(understudy: Understudy) -> None:
    pushed = PushedAuthorizationRequests(DOMAIN, WEB, client_secret=SECRET).pushed_authorization_request(
        "code", CALLBACK, scope="openid", state="s1"
    )
    assert pushed["expires_in"] == 30
    app = OAuth2Session(WEB)
    url, _ = app.create_authorization_url(f"https://{DOMAIN}/authorize", request_uri=pushed["request_uri"])
    assert "code=" in understudy.visit(url)


def test_device(understudy: Understudy) -> None:
    device = requests.post(f"https://{DOMAIN}/oauth/device/code", {"client_id": NATIVE, "scope": "openid"}).json()
    grant = {"grant_type": "urn:ietf:params:oauth:grant-type:device_code", "client_id": NATIVE}
    poll = {**grant, "device_code": device["device_code"]}
    early = requests.post(f"https://{DOMAIN}/oauth/token", poll)
    assert (early.status_code, early.json()["error_description"]) == (403, "User has yet to authorize device code.")
    early = requests.post(f"https://{DOMAIN}/oauth/token", poll)
    assert (early.status_code, early.json()["error"]) == (429, "slow_down")
    understudy.visit(device["verification_uri_complete"])
    understudy.age("PT20S")
    assert requests.post(f"https://{DOMAIN}/oauth/token", poll).json()["id_token"]


def test_discovery(understudy: Understudy) -> None:
    about = requests.get(f"https://{DOMAIN}/.well-known/openid-configuration").json()
    assert (about["issuer"], about["token_endpoint"]) == (f"https://{DOMAIN}/", f"https://{DOMAIN}/oauth/token")
