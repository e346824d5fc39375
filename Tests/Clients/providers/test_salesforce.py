"""Salesforce: python-social-auth's backend, simple-salesforce and requests-oauthlib at their own addresses."""

import os
import time
from urllib.parse import parse_qs, urlsplit

import jwt
import pytest
import requests
from requests_oauthlib import OAuth2Session
from simple_salesforce import Salesforce
from simple_salesforce.exceptions import SalesforceAuthenticationFailed, SalesforceExpiredSession
from social_core.backends.salesforce import SalesforceOAuth2
from social_core.storage import BaseStorage, NonceMixin
from social_core.strategy import BaseStrategy

from understudy import CALLBACK, SECRET, Understudy, service_key

LOGIN = "https://login.salesforce.com/services/oauth2"
WEB = "3MVG9Understudy.WebApp0123456789"
MY = "https://shop.my.salesforce.com"

os.environ["OAUTHLIB_INSECURE_TRANSPORT"] = "1"  # the callback at 127.0.0.1 has no TLS


class Nonces(NonceMixin):
    @classmethod
    def use(cls, server_url: str, timestamp: int, salt: str) -> bool:
        return True

    @classmethod
    def consume(cls, *args: object, **more: object) -> bool:
        return True


class Storage(BaseStorage):
    nonce = Nonces


class Strategy(BaseStrategy):
    def __init__(self, settings: dict) -> None:
        super().__init__(Storage)
        self.settings, self.session, self.data = settings, {}, {}

    def get_setting(self, name: str) -> object:
        return self.settings[name]

    def session_get(self, name: str, default: object = None) -> object:
        return self.session.get(name, default)

    def session_set(self, name: str, value: object) -> None:
        self.session[name] = value

    def session_pop(self, name: str) -> object:
        return self.session.pop(name, None)

    def request_data(self, merge: bool = True) -> dict:
        return self.data

    def build_absolute_uri(self, path: str | None = None) -> str:
        return path or ""

    def authenticate(self, backend: object, *args: object, **more: object) -> dict:
        return more["response"]


def signed_in(understudy: Understudy, scope: str = "api id refresh_token") -> dict:
    app = OAuth2Session(WEB, redirect_uri=CALLBACK, scope=scope.split())
    url, _ = app.authorization_url(f"{LOGIN}/authorize", nonce="n1")
    return app.fetch_token(f"{LOGIN}/token", authorization_response=understudy.visit(url), client_secret=SECRET)


def test_signs_in_with_social_auth(understudy: Understudy) -> None:
    keys = {"SOCIAL_AUTH_SALESFORCE_OAUTH2_KEY": WEB, "SOCIAL_AUTH_SALESFORCE_OAUTH2_SECRET": SECRET}
    strategy = Strategy(keys)
    backend = SalesforceOAuth2(strategy, redirect_uri=CALLBACK)
    backend.REDIRECT_STATE = False  # else it adds redirect_state to the redirect URI
    callback = understudy.visit(backend.auth_url())
    strategy.data = backend.data = {name: values[0] for name, values in parse_qs(urlsplit(callback).query).items()}
    user = backend.auth_complete()
    details = backend.get_user_details(user)
    assert (details["username"], details["fullname"], details["last_name"]) == ("alice@example.test", "Alice Liddell", "Liddell")
    assert user["id"] == "https://login.salesforce.com/id/00DUndrstdy0001EAA/005UndrstdyAl1cAAA"
    assert user["instance_url"] == MY and user["refresh_token"].startswith("5Aep861")


def test_token_has_no_lifetime_and_reaches_the_instance(understudy: Understudy) -> None:
    token = signed_in(understudy)
    assert "expires_in" not in token and len(token["issued_at"]) == 13 and len(token["signature"]) == 44
    assert token["access_token"].startswith("00DUndrstdy0001!")
    org = Salesforce(instance_url=token["instance_url"], session_id=token["access_token"])
    assert org.restful("")["identity"].endswith("/005UndrstdyAl1cAAA")
    with pytest.raises(SalesforceExpiredSession, match="INVALID_SESSION_ID"):
        Salesforce(instance_url=MY, session_id="00DUndrstdy0001!x").restful("")


def test_password_and_client_flows_of_simple_salesforce() -> None:
    keys = {"consumer_key": WEB, "consumer_secret": SECRET}
    org = Salesforce(username="alice", password="wonderland", **keys)
    assert org.sf_instance == "shop.my.salesforce.com" and "query" in org.restful("")
    with pytest.raises(SalesforceAuthenticationFailed, match="invalid_grant.*authentication failure"):
        Salesforce(username="alice", password="wrong", **keys)
    with pytest.raises(SalesforceAuthenticationFailed, match="invalid_client.*invalid client credentials"):
        Salesforce(username="alice", password="wonderland", consumer_key=WEB, consumer_secret="x")
    assert Salesforce(domain="shop.my", **keys).session_id.startswith("00DUndrstdy0001!")


SERVER = "3MVG9Understudy.Server0123456789"


def test_jwt_flow() -> None:
    claims = {"iss": SERVER, "sub": "alice@example.test", "aud": "https://login.salesforce.com", "exp": int(time.time()) + 120}

    def redeem(**changed: str) -> requests.Response:
        assertion = jwt.encode({**claims, **changed}, service_key(), algorithm="RS256")
        form = {"grant_type": "urn:ietf:params:oauth:grant-type:jwt-bearer", "assertion": assertion}
        return requests.post(f"{LOGIN}/token", data=form, timeout=10)

    answer = redeem().json()
    assert list(answer) == ["access_token", "scope", "instance_url", "id", "token_type"]
    texts = [redeem(**changed).json()["error_description"] for changed in ({"sub": "nobody"}, {"aud": "x"}, {"iss": "nobody"})]
    assert texts == ["user hasn't approved this consumer", "audience is invalid", "client identifier invalid"]


@pytest.mark.xfail(strict=True, reason="the exp of its JWT is a text, which Salesforce takes and RFC 7519 does not allow")
def test_jwt_flow_of_simple_salesforce() -> None:
    org = Salesforce(username="alice@example.test", consumer_key=SERVER, privatekey=service_key())
    assert org.session_id.startswith("00DUndrstdy0001!")


def test_openid(understudy: Understudy) -> None:
    about = requests.get("https://login.salesforce.com/.well-known/openid-configuration").json()
    token = signed_in(understudy, "openid profile refresh_token")
    key = jwt.PyJWKClient(about["jwks_uri"]).get_signing_key_from_jwt(token["id_token"])
    identity = jwt.decode(token["id_token"], key, ["RS256"], audience=WEB, issuer="https://login.salesforce.com")
    assert identity["sub"] == token["id"] and identity["nonce"] == "n1"
    user = requests.get(about["userinfo_endpoint"], headers={"Authorization": f"Bearer {token['access_token']}"}).json()
    assert (user["sub"], user["email"]) == (token["id"], "alice@example.test")


def test_bad_tokens_are_told_in_text() -> None:
    for address in (f"{LOGIN}/userinfo", "https://login.salesforce.com/id/00DUndrstdy0001EAA/005UndrstdyAl1cAAA"):
        answer = requests.get(address, headers={"Authorization": "Bearer x"})
        assert (answer.status_code, answer.text) == (403, "Bad_OAuth_Token")


def test_refresh_and_revocation(understudy: Understudy) -> None:
    token = signed_in(understudy)
    form = {"grant_type": "refresh_token", "refresh_token": token["refresh_token"], "client_id": WEB, "client_secret": SECRET}
    fresh = requests.post(f"{LOGIN}/token", form).json()
    assert "refresh_token" not in fresh and fresh["id"] == token["id"]
    known = requests.post(f"{LOGIN}/introspect", {"token": fresh["access_token"]}, auth=(WEB, SECRET)).json()
    assert known["active"] and known["token_type"] == "access_token"
    revoked = requests.post(f"{LOGIN}/revoke", {"token": token["refresh_token"]}, auth=(WEB, SECRET))
    assert (revoked.status_code, revoked.text) == (200, "")
    refused = requests.post(f"{LOGIN}/token", form)
    assert refused.status_code == 400
    assert refused.json() == {"error": "invalid_grant", "error_description": "expired access/refresh token"}


def test_refusals(understudy: Understudy) -> None:
    app = OAuth2Session(WEB, redirect_uri=CALLBACK, scope=["api"])
    callback = understudy.visit(app.authorization_url(f"{LOGIN}/authorize", state="s1")[0], deny=True)
    query = parse_qs(urlsplit(callback).query)
    assert query == {"error": ["access_denied"], "error_description": ["end-user denied authorization"], "state": ["s1"]}
    form = {"grant_type": "authorization_code", "code": "x", "client_id": WEB, "client_secret": SECRET, "redirect_uri": CALLBACK}
    assert requests.post(f"{LOGIN}/token", form).json()["error_description"] == "invalid authorization code"
    unknown = requests.post(f"{LOGIN}/token", form | {"client_id": "x"})
    assert (unknown.status_code, unknown.json()["error"]) == (400, "invalid_client_id")
