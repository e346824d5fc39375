"""GitLab: python-gitlab, social-auth-core, django-allauth and Authlib at the real host names."""

from collections.abc import Iterator
from urllib.parse import parse_qs, urlencode, urlsplit

import gitlab
import pytest
import requests
from authlib.common.security import generate_token
from authlib.integrations.base_client import OAuthError
from authlib.integrations.requests_client import OAuth2Session
from joserfc import jwt
from joserfc.jwk import KeySet

import website
from understudy import CALLBACK, Understudy

WEB = "a1b2c3d4e5f60718293a4b5c6d7e8f90" * 2
NATIVE = "b" + WEB[1:]
SECRET = "gloas-understudy-secret-0123456789"
ROOT = "https://gitlab.com"
GRANT = (
    "The provided authorization grant is invalid, expired, revoked, does not match the redirection URI used in the "
    "authorization request, or was issued to another client."
)

website.build(
    ["social_core.backends.gitlab.GitLabOAuth2"],
    SOCIAL_AUTH_GITLAB_KEY=WEB,
    SOCIAL_AUTH_GITLAB_SECRET=SECRET,
    SOCIALACCOUNT_PROVIDERS={"gitlab": {"APP": {"client_id": WEB, "secret": SECRET}, "SCOPE": ["read_user"]}},
)


@pytest.fixture
def people() -> Iterator[type]:
    from django.contrib.auth.models import User

    yield User
    User.objects.all().delete()


def session(scope: str, client: str = WEB) -> OAuth2Session:
    return OAuth2Session(
        client,
        SECRET if client == WEB else None,
        scope=scope,
        redirect_uri=CALLBACK,
        token_endpoint_auth_method="client_secret_post" if client == WEB else "none",
        code_challenge_method="S256",
    )


def sign_in(understudy: Understudy, scope: str = "read_user", client: str = WEB) -> tuple[OAuth2Session, dict]:
    app, verifier = session(scope, client), generate_token(48)
    url, state = app.create_authorization_url(f"{ROOT}/oauth/authorize", code_verifier=verifier)
    place = understudy.visit(url)
    token = app.fetch_token(f"{ROOT}/oauth/token", authorization_response=place, state=state, code_verifier=verifier)
    return app, token


def redeem(**body: str) -> requests.Response:
    mine = {"client_id": WEB, "client_secret": SECRET, "grant_type": "authorization_code", "redirect_uri": CALLBACK}
    return requests.post(f"{ROOT}/oauth/token", data={**mine, **body}, timeout=10)


def user(token: str) -> requests.Response:
    return requests.get(f"{ROOT}/api/v4/user", headers={"Authorization": f"Bearer {token}"}, timeout=10)


def test_python_gitlab_reads_the_user(understudy: Understudy) -> None:
    _, token = sign_in(understudy)
    assert [name for name in token if name != "expires_at"] == [
        "access_token", "token_type", "expires_in", "refresh_token", "scope", "created_at"
    ]  # fmt: skip
    assert (token["token_type"], token["expires_in"], len(token["access_token"])) == ("Bearer", 7200, 64)
    client = gitlab.Gitlab(ROOT, oauth_token=token["access_token"])
    client.auth()
    assert (client.user.username, client.user.id, client.user.email) == ("alice", 1000001, "alice@example.test")


def test_python_gitlab_meets_an_expired_token(understudy: Understudy) -> None:
    app, token = sign_in(understudy)
    understudy.age("PT3H")
    with pytest.raises(gitlab.GitlabAuthenticationError) as refused:
        gitlab.Gitlab(ROOT, oauth_token=token["access_token"]).auth()
    assert refused.value.response_code == 401
    assert user(token["access_token"]).json() == {
        "error": "invalid_token",
        "error_description": "Token is expired. You can either do re-authorization or token refresh.",
    }
    again = app.refresh_token(f"{ROOT}/oauth/token", token["refresh_token"])
    assert user(again["access_token"]).json()["username"] == "alice"
    with pytest.raises(OAuthError, match="invalid_grant"):
        app.refresh_token(f"{ROOT}/oauth/token", token["refresh_token"])


def test_public_client(understudy: Understudy) -> None:
    _, token = sign_in(understudy, client=NATIVE)
    assert user(token["access_token"]).json()["id"] == 1000001


def test_openid(understudy: Understudy) -> None:
    app, token = sign_in(understudy, "openid email")
    metadata = requests.get(f"{ROOT}/.well-known/openid-configuration", timeout=10).json()
    keys = KeySet.import_key_set(requests.get(metadata["jwks_uri"], timeout=10).json())
    claims = jwt.decode(token["id_token"], keys).claims
    assert (claims["iss"], claims["sub"], claims["exp"] - claims["iat"]) == (ROOT, "1000001", 120)
    assert (claims["email"], claims["groups_direct"]) == ("alice@example.test", ["wonderland"])
    info = app.get(metadata["userinfo_endpoint"]).json()
    assert (info["sub"], info["nickname"], info["email"]) == ("1000001", "alice", "alice@example.test")
    _, other = sign_in(understudy, "read_user")
    answer = requests.get(f"{ROOT}/oauth/userinfo", headers={"Authorization": f"Bearer {other['access_token']}"}, timeout=10)
    assert (answer.status_code, answer.text) == (403, "")


def test_denial(understudy: Understudy) -> None:
    request = {"client_id": WEB, "redirect_uri": CALLBACK, "response_type": "code", "scope": "api", "state": "s"}
    place = understudy.visit(f"{ROOT}/oauth/authorize?{urlencode(request)}", deny=True)
    assert place == (
        f"{CALLBACK}?error=access_denied&error_description=The+resource+owner+or+authorization+server+denied+the+request."
        "&state=s"
    )


def test_refusals_of_the_token_endpoint(understudy: Understudy) -> None:
    bad = redeem(code="nonsense")
    assert (bad.status_code, bad.json()) == (400, {"error": "invalid_grant", "error_description": GRANT})
    assert bad.headers["WWW-Authenticate"] == f'Bearer realm="Doorkeeper", error="invalid_grant", error_description="{GRANT}"'
    wrong = redeem(code="nonsense", client_secret="gloas-wrong")
    assert (wrong.status_code, wrong.json()["error"]) == (401, "invalid_client")
    assert redeem(grant_type="password", username="alice", password="wonderland").json()["error"] == "unsupported_grant_type"


def test_refusals_of_the_api(understudy: Understudy) -> None:
    assert (user("nonsense").status_code, user("nonsense").json()) == (401, {"message": "401 Unauthorized"})
    _, token = sign_in(understudy, "openid")
    refused = user(token["access_token"])
    assert (refused.status_code, refused.json()["error"], refused.json()["scope"]) == (403, "insufficient_scope", "read_user api")


def test_information_and_revocation(understudy: Understudy) -> None:
    app, token = sign_in(understudy)
    info = requests.get(f"{ROOT}/oauth/token/info", params={"access_token": token["access_token"]}, timeout=10).json()
    assert (info["resource_owner_id"], info["scope"], info["application"]) == (1000001, ["read_user"], {"uid": WEB})
    gone = app.revoke_token(f"{ROOT}/oauth/revoke", token["access_token"])
    assert (gone.status_code, gone.json()) == (200, {})
    assert user(token["access_token"]).json()["error_description"] == (
        "Token was revoked. You have to re-authorize from the user."
    )
    after = requests.get(f"{ROOT}/oauth/token/info", params={"access_token": token["access_token"]}, timeout=10)
    assert (after.status_code, after.json()["state"]) == (401, "unauthorized")


def test_device(understudy: Understudy) -> None:
    device = requests.post(f"{ROOT}/oauth/authorize_device", data={"client_id": NATIVE, "scope": "read_user"}, timeout=10).json()
    assert (device["expires_in"], len(device["user_code"])) == (300, 8)
    grant = "urn:ietf:params:oauth:grant-type:device_code"
    poll = {"client_id": NATIVE, "device_code": device["device_code"], "grant_type": grant}
    pending = requests.post(f"{ROOT}/oauth/token", data=poll, timeout=10)
    assert (pending.status_code, pending.json()["error"]) == (400, "authorization_pending")
    understudy.visit(device["verification_uri_complete"])
    understudy.age("PT6S")
    token = requests.post(f"{ROOT}/oauth/token", data=poll, timeout=10).json()
    assert (user(token["access_token"]).json()["username"], "refresh_token" in token) == ("alice", True)


def test_social_auth_signs_in(understudy: Understudy, people: type) -> None:
    from social import Site

    account = Site(understudy, "gitlab").sign_in()
    assert (account.uid, account.user.username, account.user.email) == ("1000001", "alice", "alice@example.test")


def test_social_auth_understands_a_denial(understudy: Understudy, people: type) -> None:
    from social import Site
    from social_core.exceptions import AuthCanceled

    site = Site(understudy, "gitlab")
    with pytest.raises(AuthCanceled):
        site.browser.get(site.go(deny=True))


def test_allauth_signs_in(understudy: Understudy, people: type) -> None:
    from allauth.socialaccount.models import SocialAccount
    from django.test import Client

    browser = Client(HTTP_HOST="127.0.0.1:7999")
    end = understudy.visit(browser.post("/accounts/gitlab/login/")["Location"])
    ended = browser.get(end.removeprefix(website.ORIGIN))
    assert (ended.status_code, ended["Location"]) == (302, "/in")
    account = SocialAccount.objects.get(provider="gitlab")
    assert (account.uid, account.user.email) == ("1000001", "alice@example.test")
