"""Google's own libraries and social-auth at Google's host names: websites, desktop apps, devices, service accounts, federation."""

import json
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import pytest
import requests
import website
from google.auth import identity_pool
from google.auth.exceptions import OAuthError, RefreshError
from google.auth.transport.requests import AuthorizedSession, Request
from google.oauth2 import id_token, service_account
from google_auth_oauthlib.flow import Flow
from understudy import CALLBACK, SECRET, Understudy, service_key

WEB = "123456789012-understudy0web0000000000000000000.apps.googleusercontent.com"
DESKTOP = "123456789012-understudy0desktop0000000000000000.apps.googleusercontent.com"
TV = "123456789012-understudy0tv000000000000000000000.apps.googleusercontent.com"
ROBOT = "robot@understudy-project.iam.gserviceaccount.com"
POOL = "//iam.googleapis.com/projects/123456789012/locations/global/workloadIdentityPools/ci/providers/github"
LONG = ["openid", "https://www.googleapis.com/auth/userinfo.email", "https://www.googleapis.com/auth/userinfo.profile"]
USERINFO = "https://openidconnect.googleapis.com/v1/userinfo"

website.build(
    ["social_core.backends.google.GoogleOAuth2"],
    SOCIAL_AUTH_GOOGLE_OAUTH2_KEY=WEB,
    SOCIAL_AUTH_GOOGLE_OAUTH2_SECRET=SECRET,
    SOCIALACCOUNT_PROVIDERS={"google": {"APP": {"client_id": WEB, "secret": SECRET}}},
)


@pytest.fixture
def people() -> Iterator[type]:
    from django.contrib.auth.models import User

    yield User
    User.objects.all().delete()


@pytest.fixture(autouse=True)
def loopback(monkeypatch: pytest.MonkeyPatch) -> None:
    """The callback of a test is plain HTTP."""
    monkeypatch.setenv("OAUTHLIB_INSECURE_TRANSPORT", "1")


def app(kind: str, scopes: list[str], redirect: str = CALLBACK) -> Flow:
    """The flow of a client_secret.json, as the console lets people download it."""
    settings = {
        "client_id": WEB if kind == "web" else DESKTOP, "client_secret": SECRET,
        "auth_uri": "https://accounts.google.com/o/oauth2/auth", "token_uri": "https://oauth2.googleapis.com/token",
    }
    return Flow.from_client_config({kind: settings}, scopes=scopes, redirect_uri=redirect)


def sign_in(understudy: Understudy, flow: Flow, **how: str) -> dict[str, str]:
    url, _ = flow.authorization_url(**how)
    place = understudy.visit(url)
    flow.fetch_token(authorization_response=place)
    return dict(parse_qsl(urlsplit(place).query))


def test_website_signs_in_and_refreshes(understudy: Understudy) -> None:
    flow = app("web", LONG)
    callback = sign_in(understudy, flow, access_type="offline")
    assert (callback["iss"], callback["prompt"], callback["authuser"]) == ("https://accounts.google.com", "consent", "0")
    session = AuthorizedSession(flow.credentials)
    assert session.get(USERINFO).json()["email"] == "alice@example.test"
    understudy.age("PT2H")
    assert session.get(USERINFO).json()["sub"] == "110169484474386276334"
    # It reads /oauth2/v1/certs, which has certificates.
    claims = id_token.verify_oauth2_token(flow.credentials.id_token, Request(), audience=WEB)
    assert (claims["iss"], claims["email_verified"], claims["name"]) == ("https://accounts.google.com", True, "Alice Liddell")


def test_second_sign_in_has_no_refresh_token(understudy: Understudy) -> None:
    first, second, third = app("web", LONG), app("web", LONG), app("web", LONG)
    sign_in(understudy, first, access_type="offline")
    sign_in(understudy, second, access_type="offline")
    sign_in(understudy, third, access_type="offline", prompt="consent")
    assert first.credentials.refresh_token and third.credentials.refresh_token
    assert second.credentials.refresh_token is None


def test_online_access_has_no_refresh_token(understudy: Understudy) -> None:
    flow = app("web", LONG)
    sign_in(understudy, flow, access_type="online")
    assert flow.credentials.refresh_token is None


def test_short_scopes_come_back_changed(understudy: Understudy, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OAUTHLIB_RELAX_TOKEN_SCOPE", raising=False)
    flow = app("web", ["openid", "email", "profile"])
    with pytest.raises(Warning, match="Scope has changed"):
        sign_in(understudy, flow)


def test_desktop_app_with_any_port(understudy: Understudy) -> None:
    flow = app("installed", LONG, "http://127.0.0.1:51234/")
    with pytest.raises(AssertionError):
        sign_in(understudy, flow)
    flow = app("installed", LONG, "http://localhost:51234/")
    sign_in(understudy, flow)
    assert flow.credentials.refresh_token.startswith("1//0")


def test_denial(understudy: Understudy) -> None:
    url, _ = app("web", LONG).authorization_url(prompt="consent")
    assert "error=access_denied" in understudy.visit(url, deny=True)


def test_revoked_grant_fails_to_refresh(understudy: Understudy) -> None:
    flow = app("web", LONG)
    sign_in(understudy, flow, access_type="offline")
    credentials = flow.credentials
    answer = requests.post(
        "https://oauth2.googleapis.com/revoke", params={"token": credentials.refresh_token, "client_id": WEB, "client_secret": SECRET},
        headers={"content-type": "application/x-www-form-urlencoded"}, timeout=20,
    )
    assert answer.status_code == 200
    with pytest.raises(RefreshError, match="Token has been expired or revoked."):
        credentials.refresh(Request())


def test_wrong_secret(understudy: Understudy) -> None:
    flow = app("web", LONG)
    sign_in(understudy, flow, access_type="offline")
    credentials = flow.credentials
    credentials._client_secret = "GOCSPX-another-secret"
    with pytest.raises(RefreshError, match="invalid_client: The provided client secret is invalid."):
        credentials.refresh(Request())


def poll(device_code: str) -> requests.Response:
    form = {
        "grant_type": "urn:ietf:params:oauth:grant-type:device_code", "client_id": TV, "client_secret": SECRET, "device_code": device_code,
    }
    return requests.post("https://oauth2.googleapis.com/token", data=form, timeout=20)


def test_device(understudy: Understudy) -> None:
    start = requests.post("https://oauth2.googleapis.com/device/code", data={"client_id": TV, "scope": "email profile"}, timeout=20).json()
    assert start["verification_url"] == "https://www.google.com/device" and "verification_uri" not in start
    waiting = poll(start["device_code"])
    assert (waiting.status_code, waiting.json()) == (
        428, {"error": "authorization_pending", "error_description": "Precondition Required"}
    )
    soon = poll(start["device_code"])
    assert (soon.status_code, soon.json()["error"]) == (403, "slow_down")
    understudy.visit(f"{start['verification_url']}?user_code={start['user_code']}")
    understudy.age("PT1M")
    tokens = poll(start["device_code"]).json()
    assert tokens["refresh_token"] and tokens["id_token"]


def test_device_may_not_read_mail(understudy: Understudy) -> None:
    form = {"client_id": TV, "scope": "https://mail.google.com/"}
    answer = requests.post("https://oauth2.googleapis.com/device/code", data=form, timeout=20)
    assert (answer.status_code, answer.json()["error"]) == (400, "invalid_scope")


def robot(**changes: str) -> service_account.Credentials:
    """A service account with the key file that the console lets people download."""
    file = {
        "type": "service_account", "client_email": ROBOT, "private_key_id": "understudy-client", "private_key": service_key(),
        "token_uri": "https://oauth2.googleapis.com/token",
    }
    return service_account.Credentials.from_service_account_info(
        {**file, **changes}, scopes=["https://www.googleapis.com/auth/cloud-platform"]
    )


def test_service_account(understudy: Understudy) -> None:
    credentials = robot()
    credentials.refresh(Request())
    assert credentials.token.startswith("ya29.") and credentials.valid


def test_delegated_service_account(understudy: Understudy) -> None:
    credentials = robot().with_subject("alice@example.test").with_scopes(["openid", "email"])
    assert AuthorizedSession(credentials).get(USERINFO).json()["email"] == "alice@example.test"


def test_delegation_that_nobody_granted(understudy: Understudy) -> None:
    with pytest.raises(RefreshError, match="Client is unauthorized to retrieve access tokens using this method"):
        robot().with_subject("bob@example.test").refresh(Request())


def test_unknown_service_account(understudy: Understudy) -> None:
    nobody = robot(client_email="nobody@understudy-project.iam.gserviceaccount.com").with_subject("alice@example.test")
    with pytest.raises(RefreshError, match="Invalid grant: account not found"):
        nobody.refresh(Request())


def job(understudy: Understudy, folder: Path, branch: str) -> identity_pool.Credentials:
    """A CI job with its ID token, for the pool that trusts one branch."""
    order = {
        "provider": "standard", "workload": "github-actions", "values": {"ref": f"refs/heads/{branch}"}, "audiences": [f"https:{POOL}"],
    }
    (folder / "token").write_text(understudy.control("POST", "/workloads", order)["id_token"])
    return identity_pool.Credentials(
        audience=POOL, subject_token_type="urn:ietf:params:oauth:token-type:jwt", token_url="https://sts.googleapis.com/v1/token",
        credential_source={"file": str(folder / "token")}, scopes=["https://www.googleapis.com/auth/cloud-platform"],
    )


def test_workload_identity_federation(understudy: Understudy, tmp_path: Path) -> None:
    credentials = job(understudy, tmp_path, "main")
    credentials.refresh(Request())
    assert credentials.valid and credentials.token.startswith("ya29.")


def test_job_of_another_branch(understudy: Understudy, tmp_path: Path) -> None:
    with pytest.raises(OAuthError, match="The given credential is rejected by the attribute condition."):
        job(understudy, tmp_path, "next").refresh(Request())


def test_social_auth(understudy: Understudy, people: type) -> None:
    from social import Site

    account = Site(understudy, "google-oauth2").sign_in()
    assert (account.uid, account.user.email, account.user.first_name) == ("110169484474386276334", "alice@example.test", "Alice")


def test_social_auth_denial(understudy: Understudy, people: type) -> None:
    from social import Site
    from social_core.exceptions import AuthCanceled

    site = Site(understudy, "google-oauth2")
    place = site.go(deny=True)
    with pytest.raises(AuthCanceled):
        site.browser.get(place)


def test_allauth(understudy: Understudy, people: type) -> None:
    from django.test import Client

    browser = Client(HTTP_HOST="127.0.0.1:7999")
    begun = browser.post("/accounts/google/login/")
    place = understudy.visit(begun["Location"])
    ended = browser.get(place.removeprefix(website.ORIGIN))
    assert ended.status_code == 302, ended.content
    # Its default scope is profile alone.
    assert people.objects.get().first_name == "Alice"
