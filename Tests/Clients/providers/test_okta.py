"""Okta: the org's own authorization server and custom ones by Authlib, and social-core's backend for Okta."""

import re

import jwt
import pytest
import requests
from authlib.integrations.base_client.errors import OAuthError
from authlib.integrations.requests_client import OAuth2Session
from social_core.backends.okta_openidconnect import OktaOpenIdConnect
from social_core.storage import BaseStorage
from social_core.strategy import BaseStrategy

from understudy import CALLBACK, SECRET, Understudy

ORG = "https://shop.okta.com"
SERVER = f"{ORG}/oauth2/default"
WEB, NATIVE = "0oaundrstdywebapp0h7", "0oaundrstdynative0h7"
SCOPE = "openid profile email offline_access"


def session(scope: str = SCOPE, secret: str | None = SECRET, **more: object) -> OAuth2Session:
    return OAuth2Session(WEB, secret, redirect_uri=CALLBACK, scope=scope, **more)


def signed_in(understudy: Understudy, app: OAuth2Session, base: str = SERVER, **more: str) -> dict:
    url, state = app.create_authorization_url(f"{base}/v1/authorize", state="s1", **more)
    return app.fetch_token(f"{base}/v1/token", authorization_response=understudy.visit(url), state=state)


def claims(token: str) -> dict:
    return jwt.decode(token, options={"verify_signature": False})


def test_custom_authorization_server(understudy: Understudy) -> None:
    about = requests.get(f"{SERVER}/.well-known/openid-configuration").json()
    assert (about["issuer"], about["token_endpoint"]) == (SERVER, f"{SERVER}/v1/token")
    app = session()
    token = signed_in(understudy, app, nonce="n1")
    access, identity = claims(token["access_token"]), claims(token["id_token"])
    assert list(access) == ["ver", "jti", "iss", "aud", "iat", "exp", "cid", "uid", "scp", "auth_time", "sub"]
    assert (access["aud"], access["cid"], access["sub"]) == ("api://default", WEB, "alice@example.test")
    assert access["scp"] == SCOPE.split() and access["jti"].startswith("AT.") and identity["jti"].startswith("ID.")
    assert identity["sub"] == access["uid"] == "00uundrstdyal1c30h7" and identity["iss"] == SERVER
    key = jwt.PyJWKClient(about["jwks_uri"]).get_signing_key_from_jwt(token["id_token"])
    jwt.decode(token["id_token"], key, ["RS256"], audience=WEB, issuer=SERVER)
    user = app.get(about["userinfo_endpoint"]).json()
    assert (user["sub"], user["preferred_username"]) == ("00uundrstdyal1c30h7", "alice@example.test")


def test_authorization_server_of_the_org(understudy: Understudy) -> None:
    about = requests.get(f"{ORG}/.well-known/openid-configuration").json()
    assert (about["issuer"], about["token_endpoint"]) == (ORG, f"{ORG}/oauth2/v1/token")
    app = session(scope="openid okta.users.read.self")
    access = claims(signed_in(understudy, app, f"{ORG}/oauth2")["access_token"])
    assert (access["iss"], access["aud"]) == (ORG, ORG)
    answer = app.get(f"{ORG}/api/v1/users/me")
    assert answer.json()["profile"]["login"] == "alice@example.test" and answer.headers["X-Rate-Limit-Remaining"] == "599"


def test_errors_of_the_api(understudy: Understudy) -> None:
    wrong = requests.get(f"{ORG}/api/v1/users/me", headers={"Authorization": "Bearer x"})
    assert (wrong.status_code, wrong.json()["errorCode"], wrong.json()["errorCauses"]) == (401, "E0000011", [])
    token = signed_in(understudy, session(), f"{ORG}/oauth2")["access_token"]
    scope = requests.get(f"{ORG}/api/v1/users/me", headers={"Authorization": f"Bearer {token}"})
    assert scope.status_code == 403 and 'error="insufficient_scope"' in scope.headers["WWW-Authenticate"]


def test_token_errors(understudy: Understudy) -> None:
    code = {"grant_type": "authorization_code", "code": "x", "redirect_uri": CALLBACK}
    for auth, status, error, text in [
        ((WEB, SECRET), 400, "invalid_grant", "The authorization code is invalid or has expired."),
        ((WEB, "another"), 401, "invalid_client", "The client secret supplied for a confidential client is invalid."),
        (None, 401, "invalid_client", "No client credentials found."),
    ]:
        answer = requests.post(f"{SERVER}/v1/token", code, auth=auth)
        assert (answer.status_code, answer.json()) == (status, {"error": error, "error_description": text})
        assert "WWW-Authenticate" not in answer.headers
    app = session(code_challenge_method="S256")
    url, _ = app.create_authorization_url(f"{SERVER}/v1/authorize", state="s1", code_verifier="a" * 43)
    with pytest.raises(OAuthError, match="PKCE verification failed."):
        app.fetch_token(f"{SERVER}/v1/token", authorization_response=understudy.visit(url), code_verifier="b" * 43)


def test_refusals_of_the_front_channel(understudy: Understudy) -> None:
    query = {"client_id": WEB, "redirect_uri": CALLBACK, "response_type": "code", "scope": "openid", "state": "s1"}

    def place(**more: str | None) -> str:
        return requests.get(f"{SERVER}/v1/authorize", {**query, **more}, allow_redirects=False).headers["Location"]

    assert "error=invalid_scope&error_description=One+or+more+scopes+are+not" in place(scope="openid nosuch")
    assert "error=login_required&error_description=The+client+specified+not+to+prompt" in place(prompt="none")
    assert "error=invalid_request" in place(state=None)
    assert "PKCE+code+challenge+is+required" in place(client_id=NATIVE, redirect_uri="http://127.0.0.1:4001/cb")
    url, _ = session(scope="openid").create_authorization_url(f"{SERVER}/v1/authorize", state="s1", prompt="consent")
    assert understudy.visit(url, deny=True).startswith(f"{CALLBACK}?state=s1&error=access_denied&error_description=The+resource")


def test_refreshes_introspects_and_revokes(understudy: Understudy) -> None:
    app = session()
    first = signed_in(understudy, app)
    again = app.refresh_token(f"{SERVER}/v1/token")
    assert claims(again["id_token"])["sub"] == "00uundrstdyal1c30h7"
    seen = app.introspect_token(f"{SERVER}/v1/introspect", again["access_token"]).json()
    assert (seen["active"], seen["username"], seen["aud"]) == (True, "alice@example.test", "api://default")
    app.revoke_token(f"{SERVER}/v1/revoke", again["refresh_token"])
    with pytest.raises(OAuthError, match="The refresh token is invalid or expired."):
        app.refresh_token(f"{SERVER}/v1/token", refresh_token=first["refresh_token"])


def test_token_of_another_server(understudy: Understudy) -> None:
    app = session()
    url, _ = app.create_authorization_url(f"{SERVER}/v1/authorize", state="s1")
    with pytest.raises(OAuthError, match="The authorization code is invalid or has expired."):
        app.fetch_token(f"{ORG}/oauth2/v1/token", authorization_response=understudy.visit(url))


class Strategy(BaseStrategy):
    """As small as a strategy of social-core gets."""

    def __init__(self) -> None:
        super().__init__(storage=BaseStorage)
        self.settings = {
            "SOCIAL_AUTH_OKTA_OPENIDCONNECT_KEY": WEB, "SOCIAL_AUTH_OKTA_OPENIDCONNECT_SECRET": SECRET,
            "SOCIAL_AUTH_OKTA_OPENIDCONNECT_API_URL": f"{ORG}/oauth2",
        }
        self.session, self.data = {}, {}

    def get_setting(self, name: str) -> object:
        return self.settings[name]

    def session_get(self, name: str, default: object = None) -> object:
        return self.session.get(name, default)

    def session_set(self, name: str, value: object) -> None:
        self.session[name] = value

    def request_data(self, merge: bool = True) -> dict:
        return self.data

    def build_absolute_uri(self, path: str | None = None) -> str:
        return path or ""


def test_social_core_finds_the_endpoints(understudy: Understudy) -> None:
    backend = OktaOpenIdConnect(Strategy(), redirect_uri=CALLBACK)
    assert backend.authorization_url() == f"{ORG}/oauth2/v1/authorize"
    assert backend.access_token_url() == f"{ORG}/oauth2/v1/token"
    assert re.fullmatch(f"{ORG}/.well-known/openid-configuration.*", backend.oidc_config_url())
