"""LinkedIn: social-auth (OpenID Connect and the older API), django-allauth, requests-oauthlib, Authlib, and errors by hand."""

import subprocess
from pathlib import Path
from urllib.parse import parse_qs, urlencode, urlsplit

import jwt
import pytest
import requests
from allauth.socialaccount.models import SocialAccount
from authlib.integrations.requests_client import OAuth2Session
from django.contrib.auth import get_user
from django.test import Client
from requests_oauthlib import OAuth2Session as Requests
from social_core.exceptions import AuthCanceled, AuthException

from social import Site
from understudy import CALLBACK, SECRET, Understudy

WEB = "78abcdefghijkl"
WWW = "https://www.linkedin.com/oauth"
API = "https://api.linkedin.com/v2"


def authorize(**changed: str) -> str:
    request = {"response_type": "code", "client_id": WEB, "redirect_uri": CALLBACK, "state": "x", "scope": "openid profile email"}
    return f"{WWW}/v2/authorization?{urlencode({**request, **changed})}"


def code(understudy: Understudy, **changed: str) -> str:
    return parse_qs(urlsplit(understudy.visit(authorize(**changed))).query)["code"][0]


def redeem(**changed: str) -> requests.Response:
    form = {"grant_type": "authorization_code", "client_id": WEB, "client_secret": SECRET, "redirect_uri": CALLBACK}
    return requests.post(f"{WWW}/v2/accessToken", data={**form, **changed}, timeout=10)


def call(path: str, token: str) -> requests.Response:
    return requests.get(f"{API}/{path}", headers={"Authorization": f"Bearer {token}"}, timeout=10)


def test_social_auth_openid_connect(understudy: Understudy, people: type) -> None:
    account = Site(understudy, "linkedin-openidconnect").sign_in()
    assert (account.uid, account.user.email, account.user.last_name) == ("kfW51gr4Al", "alice@example.test", "Liddell")


def test_social_auth_older_api(understudy: Understudy, people: type) -> None:
    account = Site(understudy, "linkedin-oauth2").sign_in(person="bob", password="builder")
    assert (account.uid, account.user.first_name) == ("782bbtaQBo", "Bob")


def test_allauth(understudy: Understudy, people: type) -> None:
    client = Client(HTTP_HOST="127.0.0.1:7999")
    place = understudy.visit(client.post("/accounts/linkedin_oauth2/login/")["Location"])
    ended = client.get(place.removeprefix("http://127.0.0.1:7999"))
    assert (ended.status_code, ended["Location"]) == (302, "/in")
    assert SocialAccount.objects.get(user=get_user(client)).uid == "kfW51gr4Al"


def test_denial_at_the_sign_in(understudy: Understudy, people: type) -> None:
    site = Site(understudy, "linkedin-openidconnect")
    place = site.go(deny=True)
    assert "error=user_cancelled_login&error_description=The+user+cancelled+LinkedIn+login" in place
    # social-auth does not know this word for a denial.
    with pytest.raises(AuthException) as refused:
        site.browser.get(place)
    assert not isinstance(refused.value, AuthCanceled)


def test_denial_at_the_consent(understudy: Understudy, tmp_path: Path) -> None:
    """Someone who is signed in already sees the page for consent alone."""
    visit = [understudy.tool, "visit", "--cookie-jar", str(tmp_path / "jar")]
    subprocess.run([*visit, "--as", "alice", authorize(scope="openid")], check=True, capture_output=True, timeout=30)
    end = subprocess.run([*visit, "--deny", authorize()], capture_output=True, text=True, timeout=30)
    assert "error=user_cancelled_authorize&error_description=The+user+cancelled+the+authorization" in end.stdout


def test_requests_oauthlib(understudy: Understudy, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OAUTHLIB_RELAX_TOKEN_SCOPE", raising=False)
    linkedin = Requests(WEB, redirect_uri=CALLBACK, scope=["openid", "profile", "email"])
    place = understudy.visit(linkedin.authorization_url(f"{WWW}/v2/authorization")[0]).replace("http:", "https:")
    # LinkedIn takes no Basic; and its scope has commas, which oauthlib takes for another scope.
    with pytest.raises(Warning, match="Scope has changed"):
        linkedin.fetch_token(f"{WWW}/v2/accessToken", authorization_response=place, client_secret=SECRET, include_client_id=True)


def test_authlib_misses_the_nonce(understudy: Understudy) -> None:
    session = OAuth2Session(WEB, SECRET, redirect_uri=CALLBACK, scope="openid profile", token_endpoint_auth_method="client_secret_post")
    place = understudy.visit(session.create_authorization_url(f"{WWW}/v2/authorization", nonce="n1")[0])
    tokens = session.fetch_token(f"{WWW}/v2/accessToken", authorization_response=place)
    claims = jwt.decode(tokens["id_token"], options={"verify_signature": False})
    assert claims["iss"] == WWW and "nonce" not in claims


def test_tokens(understudy: Understudy) -> None:
    tokens = redeem(code=code(understudy)).json()
    assert list(tokens) == ["access_token", "expires_in", "scope", "token_type", "id_token"]
    assert (len(tokens["access_token"]), tokens["scope"]) == (350, "openid,profile,email")
    key = jwt.PyJWKClient(f"{WWW}/openid/jwks").get_signing_key_from_jwt(tokens["id_token"])
    claims = jwt.decode(tokens["id_token"], key.key, ["RS256"], audience=WEB, issuer=WWW)
    assert (claims["email_verified"], claims["locale"]) == ("true", "en_US")
    told = call("userinfo", tokens["access_token"]).json()
    assert (told["email_verified"], told["locale"]) == (True, {"country": "US", "language": "en"})
    secret = {"client_id": WEB, "client_secret": SECRET, "token": tokens["access_token"]}
    told = requests.post(f"{WWW}/v2/introspectToken", secret, timeout=10).json()
    assert (told["active"], told["status"], told["auth_type"]) == (True, "active", "3L")
    refused = call("me", tokens["access_token"])
    assert (refused.status_code, refused.json()["serviceErrorCode"]) == (403, 100)
    assert refused.json()["message"] == "Not enough permissions to access: me.GET.NO_VERSION"
    assert requests.post(f"{WWW}/v2/revoke", secret, timeout=10).status_code == 200
    assert call("userinfo", tokens["access_token"]).json()["code"] == "REVOKED_ACCESS_TOKEN"
    assert requests.post(f"{WWW}/v2/introspectToken", secret, timeout=10).json() == {"active": False, "status": "revoked"}


def test_older_api(understudy: Understudy) -> None:
    token = redeem(code=code(understudy, scope="r_liteprofile r_emailaddress")).json()["access_token"]
    assert call("me", token).json()["localizedFirstName"] == "Alice"
    assert list(call("me?projection=(id,firstName)", token).json()) == ["firstName", "id"]
    told = call("emailAddress?q=members&projection=(elements*(handle~))", token).json()
    assert told["elements"][0]["handle~"] == {"emailAddress": "alice@example.test"}


def test_refusals(understudy: Understudy) -> None:
    once = code(understudy)
    refused = redeem(code=once, client_secret="another secret")
    assert (refused.status_code, refused.json()["error_description"]) == (401, "Client authentication failed")
    assert redeem(code=once, code_verifier="v" * 43).json()["error"] == "invalid_client"
    basic = requests.post(
        f"{WWW}/v2/accessToken", {"grant_type": "authorization_code", "code": once}, auth=(WEB, SECRET), timeout=10
    )
    assert basic.status_code in (400, 401)
    for wrong, status, text in [
        ({"code": "nonsense"}, 401, "authorization code not found"),
        ({"code": once, "redirect_uri": "http://127.0.0.1:7999/else"}, 400, "appid/redirect uri"),
    ]:
        refused = redeem(**wrong)
        assert (refused.status_code, refused.json()["error"]) == (status, "invalid_request")
        assert refused.json()["error_description"].startswith(f"Unable to retrieve access token: {text}")
    assert redeem(code=once).status_code == 200
    assert redeem(code=once).json()["error"] == "invalid_request"
    refused = call("userinfo", "nonsense")
    assert refused.json() == {
        "status": 401,
        "serviceErrorCode": 65600,
        "code": "INVALID_ACCESS_TOKEN",
        "message": "Invalid access token",
    }


def test_scope_that_the_app_has_not(understudy: Understudy) -> None:
    answer = requests.get(authorize(client_id="78oidconly0001", scope="r_liteprofile"), allow_redirects=False, timeout=10)
    assert "error=unauthorized_scope_error&error_description=Scope+%26quot%3Br_liteprofile%26quot%3B+is+not+authorized" in (
        answer.headers["Location"]
    )
