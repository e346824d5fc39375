"""requests_oauth2client: a program that signs in on a device (RFC 8628), one that authenticates by a JWT (RFC 7523), and one
whose requests are pushed (RFC 9126), signed (RFC 9101) and detailed (RFC 9396), and whose tokens are bound to its key
(RFC 9449)."""

import json

import pytest
import requests
from jwskate import Jwk, SymmetricJwk
from requests_oauth2client import (
    AccessDenied,
    AuthorizationPending,
    ClientSecretJwt,
    DPoPToken,
    ExpiredToken,
    InvalidClient,
    OAuth2Client,
    PrivateKeyJwt,
    SlowDown,
)

from understudy import SECRET, Understudy, service_key

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


def service(audience: str | None = ISSUER) -> PrivateKeyJwt:
    key = Jwk.from_pem(service_key(), kid="understudy-client")
    return PrivateKeyJwt("service", key, alg="RS256", aud=audience)


def test_private_key(understudy: Understudy) -> None:
    client = OAuth2Client(f"{ISSUER}/token", auth=service(), introspection_endpoint=f"{ISSUER}/introspect")
    token = client.client_credentials(scope="mcp:read")
    assert token.scope == "mcp:read"
    assert client.introspect_token(token)["client_id"] == "service"


def test_secret(understudy: Understudy) -> None:
    client = OAuth2Client(f"{ISSUER}/token", auth=ClientSecretJwt("web", SECRET, aud=ISSUER))
    assert client.client_credentials(scope="mcp:read").scope == "mcp:read"


def test_token_endpoint_as_audience(understudy: Understudy) -> None:
    """The library's usual audience is the address of the endpoint, which only the older rule allows."""
    client = OAuth2Client(f"{ISSUER}/token", auth=service(None))
    with pytest.raises(InvalidClient):
        client.client_credentials(scope="mcp:read")
    assert understudy.refusals()[-1] == "assertion_audience_wrong"
    understudy.switch("default", "standard", "assertion-audience-token-endpoint")
    try:
        assert client.client_credentials(scope="mcp:read").scope == "mcp:read"
    finally:
        understudy.switch("default", "standard")


@pytest.fixture
def web() -> OAuth2Client:
    return OAuth2Client(
        f"{ISSUER}/token",
        client_id="web",
        client_secret=SECRET,
        redirect_uri="http://127.0.0.1:7999/cb",
        authorization_endpoint=f"{ISSUER}/authorize",
        pushed_authorization_request_endpoint=f"{ISSUER}/par",
        introspection_endpoint=f"{ISSUER}/introspect",
        issuer=ISSUER,
        authorization_response_iss_parameter_supported=True,
    )


def test_pushed_request(understudy: Understudy, web: OAuth2Client) -> None:
    details = [{"type": "account_information", "actions": ["read_balances"]}]
    request = web.authorization_request(scope="openid email", authorization_details=json.dumps(details))
    pushed = web.pushed_authorization_request(request)
    response = request.validate_callback(understudy.visit(str(pushed)))
    token = web.authorization_code(response, validate=False)
    assert (token.scope, token.authorization_details) == ("openid email", details)
    assert web.introspect_token(token)["authorization_details"] == details


def test_request_object(understudy: Understudy, web: OAuth2Client) -> None:
    request = web.authorization_request(scope="openid email")
    signed = request.sign(SymmetricJwk.from_bytes(SECRET.encode()), alg="HS256", lifetime=60)
    response = request.validate_callback(understudy.visit(str(signed)))
    assert web.authorization_code(response, validate=False).scope == "openid email"


@pytest.fixture
def bound() -> OAuth2Client:
    return OAuth2Client(
        f"{ISSUER}/token",
        auth=("web", SECRET),
        userinfo_endpoint=f"{ISSUER}/userinfo",
        introspection_endpoint=f"{ISSUER}/introspect",
        dpop_bound_access_tokens=True,
    )


def test_dpop(understudy: Understudy, bound: OAuth2Client) -> None:
    token = bound.resource_owner_password("alice", "wonderland", scope="openid email")
    assert isinstance(token, DPoPToken)
    assert bound.userinfo(token)["email"] == "alice@example.test"
    assert bound.introspect_token(token)["cnf"] == {"jkt": token.dpop_key.dpop_jkt}
    assert bound.userinfo(bound.refresh_token(token))["email"] == "alice@example.test"


def test_dpop_downgrade(understudy: Understudy, bound: OAuth2Client) -> None:
    token = bound.resource_owner_password("alice", "wonderland", scope="openid")
    bearer = {"Authorization": f"Bearer {token.access_token}"}
    assert requests.get(f"{ISSUER}/userinfo", headers=bearer, timeout=10).status_code == 401
    assert understudy.refusals()[-1] == "dpop_token_downgraded"


def test_dpop_nonces(understudy: Understudy, bound: OAuth2Client) -> None:
    """The library takes the nonce from the refusal and tries again, at the token endpoint and at userinfo."""
    understudy.switch("default", "standard", "dpop-nonces")
    try:
        token = bound.resource_owner_password("alice", "wonderland", scope="openid email")
        assert bound.userinfo(token)["email"] == "alice@example.test"
        assert understudy.refusals()[-2:] == ["dpop_nonce_missing", "dpop_nonce_missing"]
    finally:
        understudy.switch("default", "standard")
