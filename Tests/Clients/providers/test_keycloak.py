"""python-keycloak against any realm: its addresses come from the realm's name, its errors carry status and body."""

from urllib.parse import parse_qs, urlsplit

import jwt
import pytest
import requests
from authlib.integrations.requests_client import OAuth2Session
from keycloak import KeycloakOpenID
from keycloak.exceptions import KeycloakAuthenticationError, KeycloakError, KeycloakPostError

from understudy import CALLBACK, SECRET, Understudy

SERVER = "https://keycloak.test/"
REALM = SERVER + "realms/shop"


def client(realm: str = "shop", client_id: str = "web", secret: str | None = SECRET) -> KeycloakOpenID:
    return KeycloakOpenID(server_url=SERVER, realm_name=realm, client_id=client_id, client_secret_key=secret)


def callback(understudy: Understudy, app: KeycloakOpenID, **how: object) -> dict[str, str]:
    place = understudy.visit(app.auth_url(CALLBACK, scope=str(how.pop("scope", "openid")), state="s1"), **how)
    return {name: values[0] for name, values in parse_qs(urlsplit(place).query).items()}


def signed_in(understudy: Understudy, app: KeycloakOpenID, **how: object) -> dict:
    code = callback(understudy, app, **how)["code"]
    return app.token(grant_type="authorization_code", code=code, redirect_uri=CALLBACK)


def body(error: KeycloakError) -> str:
    return error.response_body.decode()


def test_signs_in_and_reads_the_user(understudy: Understudy) -> None:
    app = client()
    redirect = callback(understudy, app)
    assert list(redirect) == ["state", "session_state", "iss", "code"]
    assert redirect["iss"] == REALM and redirect["code"].split(".")[1] == redirect["session_state"]
    token = app.token(grant_type="authorization_code", code=redirect["code"], redirect_uri=CALLBACK)
    assert list(token) == [
        "access_token", "expires_in", "refresh_expires_in", "refresh_token", "token_type", "id_token", "not-before-policy",
        "session_state", "scope",
    ]
    assert (token["expires_in"], token["refresh_expires_in"], token["scope"]) == (300, 1800, "openid email profile")
    assert token["session_state"] == redirect["session_state"]
    user = app.userinfo(token["access_token"])
    assert user["preferred_username"] == "alice" and user["sub"] == "5d2f7c1e-9a43-4a51-8c0e-1f2b7f6d3a01"
    keys = jwt.PyJWKClient(REALM + "/protocol/openid-connect/certs")
    for name, typ, audience in [("access_token", "Bearer", "account"), ("id_token", "ID", "web")]:
        claims = jwt.decode(token[name], keys.get_signing_key_from_jwt(token[name]), ["RS256"], audience=audience)
        assert (claims["typ"], claims["azp"], claims["iss"], claims["sid"]) == (typ, "web", REALM, token["session_state"])
    refresh = jwt.decode(token["refresh_token"], options={"verify_signature": False})
    assert (refresh["typ"], refresh["aud"]) == ("Refresh", REALM)


def test_refreshes_introspects_and_logs_out(understudy: Understudy) -> None:
    app = client()
    token = signed_in(understudy, app)
    again = app.refresh_token(token["refresh_token"])
    assert again["session_state"] == token["session_state"]
    assert app.refresh_token(token["refresh_token"])["access_token"], "an earlier refresh token keeps working"
    seen = app.introspect(again["access_token"])
    assert (seen["active"], seen["username"], seen["client_id"]) == (True, "alice", "web")
    assert app.logout(again["refresh_token"]) == {}
    assert app.introspect(again["access_token"]) == {"active": False}
    with pytest.raises(KeycloakPostError) as refused:
        app.refresh_token(again["refresh_token"])
    assert body(refused.value) == '{"error":"invalid_grant","error_description":"Session not active"}'


def test_password_and_its_error(understudy: Understudy) -> None:
    app = client()
    assert app.userinfo(app.token("bob", "builder")["access_token"])["name"] == "Bob Builder"
    with pytest.raises(KeycloakPostError) as refused:
        app.token("bob", "wrong")
    assert refused.value.response_code == 400
    assert body(refused.value) == '{"error":"invalid_grant","error_description":"Invalid user credentials"}'


def test_client_errors(understudy: Understudy) -> None:
    with pytest.raises(KeycloakAuthenticationError) as wrong:
        client(secret="another").token("bob", "builder")
    assert body(wrong.value).startswith('{"error":"unauthorized_client","error_description":"Invalid client or')
    with pytest.raises(KeycloakAuthenticationError) as unknown:
        client(client_id="nobody").token("bob", "builder")
    assert body(unknown.value).startswith('{"error":"invalid_client","error_description":"Invalid client or')


def test_code_errors(understudy: Understudy) -> None:
    app = client()
    code = callback(understudy, app)["code"]
    with pytest.raises(KeycloakPostError, match="Incorrect redirect_uri"):
        app.token(grant_type="authorization_code", code=code, redirect_uri=CALLBACK + "x")
    token = signed_in(understudy, app)
    code = callback(understudy, app)["code"]
    app.token(grant_type="authorization_code", code=code, redirect_uri=CALLBACK)
    with pytest.raises(KeycloakPostError, match="Code not valid"):
        app.token(grant_type="authorization_code", code=code, redirect_uri=CALLBACK)
    with pytest.raises(KeycloakPostError, match="Code not valid"):
        client("another").token(
            grant_type="authorization_code", code=callback(understudy, app)["code"], redirect_uri=CALLBACK
        )
    understudy.age("PT31M")
    with pytest.raises(KeycloakPostError, match="Token is not active"):
        app.refresh_token(token["refresh_token"])


def test_userinfo_errors(understudy: Understudy) -> None:
    app = client()
    address = REALM + "/protocol/openid-connect/userinfo"
    scopeless = signed_in(understudy, app, scope="email")["access_token"]
    for token, status, challenge in [
        (None, 401, 'Bearer realm="shop"'),
        ("x", 401, 'Bearer realm="shop", error="invalid_token", error_description="Token verification failed"'),
        (scopeless, 403, 'Bearer realm="shop", error="insufficient_scope", error_description="Missing openid scope"'),
    ]:
        answer = requests.get(address, headers={"Authorization": f"Bearer {token}"} if token else {})
        assert (answer.status_code, answer.headers["WWW-Authenticate"], answer.text) == (status, challenge, "")


def test_denial_and_silent_sign_in(understudy: Understudy) -> None:
    app = OAuth2Session("web", SECRET, redirect_uri=CALLBACK, scope="openid")
    url, _ = app.create_authorization_url(REALM + "/protocol/openid-connect/auth", state="s1", prompt="consent")
    assert understudy.visit(url, deny=True).startswith(f"{CALLBACK}?error=access_denied&state=s1&iss=")
    silent = requests.get(url.replace("prompt=consent", "prompt=none"), allow_redirects=False)
    assert silent.headers["Location"].startswith(f"{CALLBACK}?error=login_required&state=s1&iss=")
    wrong = requests.get(url.replace("scope=openid", "scope=openid+nosuch"), allow_redirects=False)
    assert "error=invalid_scope&error_description=Invalid+scopes%3A+openid+nosuch&state=s1" in wrong.headers["Location"]
    implicit = requests.get(url.replace("type=code", "type=token"), allow_redirects=False)
    assert implicit.headers["Location"].startswith(f"{CALLBACK}#error=unauthorized_client&error_description=Client+is+not")


def test_revocation(understudy: Understudy) -> None:
    app, address = client(), REALM + "/protocol/openid-connect/revoke"
    token = app.token("alice", "wonderland", scope="openid")
    known = requests.post(address, {"token": token["refresh_token"]}, auth=("web", SECRET))
    assert (known.status_code, known.text) == (200, "")
    assert app.introspect(token["access_token"]) == {"active": False}


def test_device(understudy: Understudy) -> None:
    app = client()
    device = app.device(scope="openid")
    assert (device["expires_in"], device["interval"]) == (600, 5)
    grant = {"grant_type": "urn:ietf:params:oauth:grant-type:device_code", "device_code": device["device_code"]}
    with pytest.raises(KeycloakPostError, match="authorization_pending"):
        app.token(**grant)
    understudy.visit(device["verification_uri_complete"])
    assert app.token(**grant)["id_token"]


def test_service_account(understudy: Understudy) -> None:
    token = client().token(grant_type="client_credentials")
    assert list(token) == ["access_token", "expires_in", "refresh_expires_in", "token_type", "not-before-policy", "scope"]
    claims = jwt.decode(token["access_token"], options={"verify_signature": False})
    assert claims["preferred_username"] == "service-account-web" and "sid" not in claims


def test_description_of_a_realm(understudy: Understudy) -> None:
    about = requests.get(REALM).json()
    assert about["token-service"] == REALM + "/protocol/openid-connect" and about["tokens-not-before"] == 0
    assert client("any").well_known()["issuer"] == SERVER + "realms/any"
