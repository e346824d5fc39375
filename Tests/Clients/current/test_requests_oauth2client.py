"""requests_oauth2client: a program that signs in on a device (RFC 8628)."""

import pytest
import requests
from requests_oauth2client import (
    AccessDenied,
    AuthorizationPending,
    ExpiredToken,
    OAuth2Client,
    SlowDown,
)

from understudy import Understudy

ISSUER = "https://standard.test"


@pytest.fixture
def client() -> OAuth2Client:
    metadata = requests.get(f"{ISSUER}/.well-known/openid-configuration", timeout=10).json()
    return OAuth2Client(
        client_id="native",
        # The library's own discovery leaves this endpoint out.
        device_authorization_endpoint=metadata["device_authorization_endpoint"],
        token_endpoint=metadata["token_endpoint"],
        userinfo_endpoint=metadata["userinfo_endpoint"],
    )


def test_device(understudy: Understudy, client: OAuth2Client) -> None:
    device = client.authorize_device(scope="openid email")
    assert (device.verification_uri, device.interval) == (f"{ISSUER}/device", 5)
    with pytest.raises(AuthorizationPending):
        client.device_code(device.device_code)
    assert understudy.visit(device.verification_uri_complete) == f"{ISSUER}/device/connected"
    token = client.device_code(device.device_code, validate=False)
    assert token.scope == "openid email"
    assert client.userinfo(token)["email"] == "alice@example.test"


def test_slow_down(understudy: Understudy, client: OAuth2Client) -> None:
    device = client.authorize_device()
    with pytest.raises(AuthorizationPending):
        client.device_code(device.device_code)
    with pytest.raises(SlowDown):
        client.device_code(device.device_code)


def test_denied(understudy: Understudy, client: OAuth2Client) -> None:
    device = client.authorize_device()
    understudy.visit(device.verification_uri_complete, deny=True)
    with pytest.raises(AccessDenied):
        client.device_code(device.device_code)


def test_expired(understudy: Understudy, client: OAuth2Client) -> None:
    device = client.authorize_device()
    understudy.age("PT10M")
    with pytest.raises(ExpiredToken):
        client.device_code(device.device_code)


def test_standing_answer(understudy: Understudy, client: OAuth2Client) -> None:
    understudy.control("PUT", "/answer", {"sign_in": "bob"})
    device = client.authorize_device(scope="openid")
    assert client.device_code(device.device_code, validate=False).scope == "openid"
