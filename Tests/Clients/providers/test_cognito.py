"""Amazon Cognito's hosted UI: Authlib with discovery at the user pool's issuer, and the claims that its verifiers check."""

from urllib.parse import parse_qs, urlsplit

import jwt
import pytest
import requests
from authlib.integrations.base_client.errors import OAuthError
from authlib.integrations.requests_client import OAuth2Session

from understudy import CALLBACK, SECRET, Understudy

UI = "https://shop.auth.us-east-1.amazoncognito.com"
ISSUER = "https://cognito-idp.us-east-1.amazonaws.com/us-east-1_UnderStdy"
WEB = "understudy0123456789webapp"


def session(secret: str | None = SECRET, scope: str = "openid email profile") -> OAuth2Session:
    return OAuth2Session(WEB, secret, redirect_uri=CALLBACK, scope=scope)


def signed_in(understudy: Understudy, app: OAuth2Session, **more: str) -> dict:
    url, state = app.create_authorization_url(f"{UI}/oauth2/authorize", state="s1", **more)
    return app.fetch_token(f"{UI}/oauth2/token", authorization_response=understudy.visit(url), state=state)


def claims(token: str) -> dict:
    return jwt.decode(token, options={"verify_signature": False})


def test_signs_in_with_discovery(understudy: Understudy) -> None:
    about = requests.get(f"{ISSUER}/.well-known/openid-configuration").json()
    assert (about["issuer"], about["token_endpoint"]) == (ISSUER, f"{UI}/oauth2/token")
    app = session()
    token = signed_in(understudy, app, nonce="n1")
    assert (token["token_type"], token["expires_in"]) == ("Bearer", 3600) and "scope" not in token
    key = jwt.PyJWKClient(about["jwks_uri"]).get_signing_key_from_jwt(token["id_token"])
    identity = jwt.decode(token["id_token"], key, ["RS256"], audience=WEB, issuer=ISSUER)
    assert (identity["token_use"], identity["cognito:username"], identity["nonce"]) == ("id", "alice", "n1")
    access = claims(token["access_token"])
    assert (access["token_use"], access["client_id"], access["username"]) == ("access", WEB, "alice")
    assert "aud" not in access and access["scope"] == "openid email profile"
    user = app.get(about["userinfo_endpoint"]).json()
    assert (user["username"], user["email"], user["sub"]) == ("alice", "alice@example.test", identity["sub"])


def test_refresh_keeps_the_refresh_token(understudy: Understudy) -> None:
    app = session()
    first = signed_in(understudy, app)
    answer = requests.post(
        f"{UI}/oauth2/token", {"grant_type": "refresh_token", "refresh_token": first["refresh_token"]}, auth=(WEB, SECRET)
    )
    assert list(answer.json()) == ["access_token", "id_token", "token_type", "expires_in"]
    assert app.revoke_token(f"{UI}/oauth2/revoke", first["refresh_token"]).status_code == 200
    with pytest.raises(OAuthError, match="invalid_grant"):
        app.refresh_token(f"{UI}/oauth2/token")


def test_errors_without_description(understudy: Understudy) -> None:
    address, code = f"{UI}/oauth2/token", {"grant_type": "authorization_code", "code": "x", "redirect_uri": CALLBACK}
    for auth, status, body in [
        ((WEB, SECRET), 400, {"error": "invalid_grant"}),
        ((WEB, "another"), 400, {"error": "invalid_client"}),
        (("nobody", "another"), 400, {"error": "invalid_client"}),
    ]:
        answer = requests.post(address, code, auth=auth)
        assert (answer.status_code, answer.json()) == (status, body) and "WWW-Authenticate" not in answer.headers
    bare = requests.post(address, {**code, "client_id": WEB})
    assert bare.json() == {"error": "invalid_client", "error_description": "invalid_client_secret"}
    unknown = requests.post(address, {"grant_type": "password"}, auth=(WEB, SECRET))
    assert unknown.json() == {"error": "unsupported_grant_type"}


def test_refusals_of_the_hosted_ui(understudy: Understudy) -> None:
    query = {"client_id": WEB, "redirect_uri": CALLBACK, "response_type": "code", "state": "s1"}
    scope = requests.get(f"{UI}/oauth2/authorize", {**query, "scope": "openid nosuch"}, allow_redirects=False)
    assert scope.headers["Location"] == f"{CALLBACK}?error_description=invalid_scope&state=s1&error=invalid_request"
    wrong = requests.get(f"{UI}/oauth2/authorize", {**query, "redirect_uri": "https://other.test"}, allow_redirects=False)
    assert wrong.headers["Location"] == f"{UI}/error?error=redirect_mismatch&client_id={WEB}"
    assert "An error was encountered with the requested page." in requests.get(wrong.headers["Location"]).text


def test_userinfo_errors(understudy: Understudy) -> None:
    wrong = requests.get(f"{UI}/oauth2/userInfo", headers={"Authorization": "Bearer x"})
    assert wrong.status_code == 401 and wrong.json()["error_description"].startswith("Access token is expired, disabled")
    scopeless = signed_in(understudy, session(scope="aws.cognito.signin.user.admin"))["access_token"]
    answer = requests.get(f"{UI}/oauth2/userInfo", headers={"Authorization": f"Bearer {scopeless}"})
    assert answer.json()["error_description"] == "Access token does not contain openid scope"


def test_service(understudy: Understudy) -> None:
    app = OAuth2Session(WEB, SECRET, scope="https://api.example.test/read")
    token = app.fetch_token(f"{UI}/oauth2/token", grant_type="client_credentials")
    access = claims(token["access_token"])
    assert (access["sub"], access["version"], access["scope"]) == (WEB, 2, "https://api.example.test/read")


def test_logout(understudy: Understudy) -> None:
    answer = requests.get(f"{UI}/logout", {"client_id": WEB, "logout_uri": CALLBACK}, allow_redirects=False)
    assert (answer.status_code, answer.headers["Location"]) == (302, CALLBACK)
    place = parse_qs(urlsplit(answer.headers["Location"]).query)
    assert not place
