"""Authlib: its client for Django sites with discovery and the ID token's checks, and its sessions."""

import asyncio
from urllib.parse import parse_qsl, urlsplit

import pytest
from authlib.integrations.base_client.errors import MismatchingStateError, OAuthError
from authlib.integrations.django_client import DjangoOAuth2App, OAuth
from authlib.integrations.httpx_client import AsyncOAuth2Client
from authlib.integrations.requests_client import OAuth2Session
from authlib.oauth2.rfc7523 import ClientSecretJWT, PrivateKeyJWT
from django.contrib.sessions.backends.cache import SessionStore
from django.http import HttpRequest
from django.test import RequestFactory
from joserfc.errors import BadSignatureError

from understudy import CALLBACK, SECRET, Understudy, service_key

ISSUER = "https://standard.test"
SCOPE = "openid profile email offline_access"


def website() -> DjangoOAuth2App:
    return OAuth().register(
        "standard",
        client_id="web",
        client_secret=SECRET,
        server_metadata_url=f"{ISSUER}/.well-known/openid-configuration",
        client_kwargs={"scope": SCOPE, "code_challenge_method": "S256"},
    )


class Person:
    """A browser as the site knows it: by its session."""

    def __init__(self) -> None:
        self.session = SessionStore()

    def request(self, **query: str) -> HttpRequest:
        request = RequestFactory().get("/cb", query)
        request.session = self.session
        return request

    def callback(self, understudy: Understudy, site: DjangoOAuth2App, deny: bool = False) -> HttpRequest:
        begun = site.authorize_redirect(self.request(), CALLBACK)
        place = understudy.visit(begun["Location"], deny=deny)
        return self.request(**dict(parse_qsl(urlsplit(place).query)))


def test_website(understudy: Understudy) -> None:
    site, alice = website(), Person()
    token = site.authorize_access_token(alice.callback(understudy, site))
    assert token["userinfo"]["iss"] == ISSUER and token["userinfo"]["aud"] == "web"
    profile = site.userinfo(token=token)
    assert (profile["sub"], profile["name"]) == (token["userinfo"]["sub"], "Alice Liddell")


def test_denial(understudy: Understudy) -> None:
    site, alice = website(), Person()
    with pytest.raises(OAuthError) as refused:
        site.authorize_access_token(alice.callback(understudy, site, deny=True))
    assert refused.value.error == "access_denied"


def test_callback_of_another_browser(understudy: Understudy) -> None:
    site, alice = website(), Person()
    callback = alice.callback(understudy, site)
    callback.session = SessionStore()
    with pytest.raises(MismatchingStateError):
        site.authorize_access_token(callback)


def test_forged_id_token(understudy: Understudy) -> None:
    site, alice = website(), Person()
    callback = alice.callback(understudy, site)
    understudy.rule(
        {"provider": "standard", "endpoint": "token"},
        {"change": {"tokens": {"id": {"signature": "bad"}}}},
    )
    with pytest.raises(BadSignatureError):
        site.authorize_access_token(callback)


def session() -> OAuth2Session:
    return OAuth2Session("web", SECRET, redirect_uri=CALLBACK, scope=SCOPE, code_challenge_method="S256")


def test_refreshes_introspects_and_revokes(understudy: Understudy) -> None:
    app = session()
    url, state = app.create_authorization_url(f"{ISSUER}/authorize", code_verifier="a" * 43)
    place = understudy.visit(url)
    app.fetch_token(f"{ISSUER}/token", authorization_response=place, state=state, code_verifier="a" * 43)
    first = app.token["access_token"]
    assert app.introspect_token(f"{ISSUER}/introspect", first).json()["active"] is True
    refreshed = app.refresh_token(f"{ISSUER}/token")
    assert refreshed["access_token"] != first
    assert app.revoke_token(f"{ISSUER}/revoke", refreshed["refresh_token"]).status_code == 200
    with pytest.raises(OAuthError, match="invalid_grant"):
        app.refresh_token(f"{ISSUER}/token")


def test_another_verifier_is_refused(understudy: Understudy) -> None:
    app = session()
    url, _ = app.create_authorization_url(f"{ISSUER}/authorize", code_verifier="a" * 43)
    with pytest.raises(OAuthError, match="invalid_grant"):
        app.fetch_token(f"{ISSUER}/token", authorization_response=understudy.visit(url), code_verifier="b" * 43)
    assert understudy.refusals()[-1] == "verifier_wrong"


def test_asynchronous(understudy: Understudy) -> None:
    async def profile() -> dict:
        async with AsyncOAuth2Client("web", SECRET, redirect_uri=CALLBACK, scope="openid email") as app:
            url, state = app.create_authorization_url(f"{ISSUER}/authorize")
            place = understudy.visit(url)
            await app.fetch_token(f"{ISSUER}/token", authorization_response=place, state=state)
            return (await app.get(f"{ISSUER}/userinfo")).json()

    assert asyncio.run(profile())["email"] == "alice@example.test"


def test_password_and_wrong_secret(understudy: Understudy) -> None:
    app = OAuth2Session("web", SECRET, scope="openid profile")
    app.fetch_token(f"{ISSUER}/token", username="bob", password="builder")
    assert app.get(f"{ISSUER}/userinfo").json()["name"] == "Bob Builder"
    with pytest.raises(OAuthError, match="invalid_client"):
        OAuth2Session("web", "another secret").fetch_token(f"{ISSUER}/token")


@pytest.mark.parametrize(
    ("client", "secret", "method"),
    [("service", service_key(), PrivateKeyJWT(ISSUER)), ("web", SECRET, ClientSecretJWT(ISSUER))],
)
def test_jwt(understudy: Understudy, client: str, secret: str, method: ClientSecretJWT) -> None:
    session = OAuth2Session(client, secret, token_endpoint_auth_method=method, scope="mcp:read")
    token = session.fetch_token(f"{ISSUER}/token", grant_type="client_credentials")
    assert token["scope"] == "mcp:read"
