"""WorkOS: its own Python SDK and Authlib at the real host name."""

from base64 import urlsafe_b64encode
from urllib.parse import parse_qs, urlsplit

import pytest
import requests
from workos import WorkOSClient
from workos._errors import BadRequestError
from workos.session import seal_session_from_auth_response

from understudy import CALLBACK, Understudy

APP, KEY = "client_01WEB000000000000000000000", "sk_test_understudy-secret-0123456789"
CLI = "client_01NAT000000000000000000000"
ALICE = "user_01ALZCE0000000000000000000"


@pytest.fixture
def workos() -> WorkOSClient:
    return WorkOSClient(api_key=KEY, client_id=APP, max_retries=0)


def code(understudy: Understudy, url: str) -> str:
    return parse_qs(urlsplit(understudy.visit(url)).query)["code"][0]


def authkit(workos: WorkOSClient, **more: str) -> str:
    return workos.user_management.get_authorization_url(provider="authkit", redirect_uri=CALLBACK, state="s", **more)


def test_authkit_signs_in(understudy: Understudy, workos: WorkOSClient) -> None:
    users = workos.user_management
    answer = users.authenticate_with_code(code=code(understudy, authkit(workos)))
    assert (answer.user.id, answer.user.email, answer.user.first_name) == (ALICE, "alice@example.test", "Alice")
    assert answer.organization_id == "org_01EHWNCE74X7JSDV0X3SZ3KJNY"
    again = users.authenticate_with_refresh_token(refresh_token=answer.refresh_token)
    assert (again.user.id, again.refresh_token == answer.refresh_token) == (ALICE, False)
    with pytest.raises(BadRequestError) as refused:
        users.authenticate_with_refresh_token(refresh_token=answer.refresh_token)
    assert (refused.value.error, refused.value.error_description) == ("invalid_grant", "Refresh token already exchanged.")


def test_session_is_verified_with_the_keys(understudy: Understudy, workos: WorkOSClient) -> None:
    answer = workos.user_management.authenticate_with_code(code=code(understudy, authkit(workos)))
    password = urlsafe_b64encode(b"of a test, with 32 bytes of text").decode()
    sealed = seal_session_from_auth_response(
        access_token=answer.access_token,
        refresh_token=answer.refresh_token,
        user=answer.user.to_dict(),
        cookie_password=password,
    )
    session = workos.user_management.load_sealed_session(session_data=sealed, cookie_password=password).authenticate()
    assert (session.authenticated, session.organization_id) == (True, "org_01EHWNCE74X7JSDV0X3SZ3KJNY")
    assert session.session_id.startswith("session_")


def test_sso_signs_in(understudy: Understudy, workos: WorkOSClient) -> None:
    url = workos.sso.get_authorization_url(provider="GoogleOAuth", redirect_uri=CALLBACK, state="s")
    answer = workos.sso.get_profile_and_token(code=code(understudy, url))
    assert (answer.profile.email, answer.expires_in, answer.profile.connection_type) == ("alice@example.test", 600, "GoogleOAuth")
    header = {"Authorization": f"Bearer {answer.access_token}"}
    assert requests.get("https://api.workos.com/sso/profile", headers=header, timeout=10).json()["id"] == answer.profile.id


def test_public_client_with_verifier(understudy: Understudy) -> None:
    app = WorkOSClient(client_id=CLI, max_retries=0).user_management
    begun = app.get_authorization_url_with_pkce(provider="authkit", redirect_uri=CALLBACK)
    answer = app.authenticate_with_code_pkce(code=code(understudy, begun["url"]), code_verifier=begun["code_verifier"])
    assert answer.user.id == ALICE


def test_refusals(understudy: Understudy, workos: WorkOSClient) -> None:
    with pytest.raises(BadRequestError) as refused:
        workos.user_management.authenticate_with_code(code="nonsense")
    assert refused.value.error_description == "The code 'nonsense' has expired or is invalid."
    assert refused.value.request_id
    denied = parse_qs(urlsplit(understudy.visit(authkit(workos), deny=True)).query)
    assert (denied["error"], denied["state"]) == (["access_denied"], ["s"])


def test_logout_ends_the_session(understudy: Understudy, workos: WorkOSClient) -> None:
    url = workos.user_management.get_logout_url(session_id="session_01")
    page = requests.get(url, timeout=10)
    assert (page.status_code, "You are signed out." in page.text) == (200, True)
