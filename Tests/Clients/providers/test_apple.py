"""Apple: social-auth and django-allauth in a Django site, with client secrets that are JWTs, and the errors by hand."""

import json
import time
from pathlib import Path
from urllib.parse import parse_qs, parse_qsl, urlencode

import jwt
import pytest
import requests
from allauth.socialaccount.models import SocialAccount
from django.contrib.auth import get_user
from django.test import Client
from social_core.exceptions import AuthCanceled, AuthException
from social_django.models import UserSocialAuth

import website
from understudy import CALLBACK, Understudy

APPLE = "https://appleid.apple.com"
KEY = (Path(__file__).parent / "apple-test-key.pem").read_text()
WEB = "com.example.web"


def browser() -> Client:
    return Client(HTTP_HOST="127.0.0.1:7999")


def posted(shown: str) -> tuple[str, dict[str, str]]:
    """The address and the fields of a form_post."""
    place, body = shown.splitlines()
    return place.removeprefix(website.ORIGIN), dict(parse_qsl(body))


def secret(client: str = WEB, audience: str = APPLE, seconds: int = 300, key: str = KEY) -> str:
    now = int(time.time())
    claims = {"iss": "TEAM123456", "iat": now, "exp": now + seconds, "aud": audience, "sub": client}
    return jwt.encode(claims, key, algorithm="ES256", headers={"kid": "UNDRSTDY01"})


def authorize(**changed: str) -> str:
    request = {"client_id": WEB, "redirect_uri": CALLBACK, "response_type": "code", "state": "a b", **changed}
    return f"{APPLE}/auth/authorize?{urlencode(request)}"


def code(understudy: Understudy, **changed: str) -> str:
    return parse_qs(understudy.visit(authorize(**changed)).split("?")[1])["code"][0]


def redeem(**changed: str) -> requests.Response:
    form = {"grant_type": "authorization_code", "redirect_uri": CALLBACK, "client_id": WEB, "client_secret": secret()}
    return requests.post(f"{APPLE}/auth/token", data={**form, **changed}, timeout=10)


def test_social_auth(understudy: Understudy, people: type) -> None:
    client = browser()
    place, fields = posted(understudy.visit(client.post("/login/apple-id/")["Location"]))
    assert list(fields) == ["state", "code", "user"]
    assert json.loads(fields["user"]) == {
        "name": {"firstName": "Alice", "lastName": "Liddell"},
        "email": "alice@example.test",
    }
    assert client.post(place, fields)["Location"] == "/in"
    account = UserSocialAuth.objects.get(user_id=client.session["_auth_user_id"])
    assert account.uid == "000792.5d0c0a11ce00000000000000000a11ce.0638"
    assert (account.user.email, account.user.last_name) == ("alice@example.test", "Liddell")

    _, again = posted(understudy.visit(browser().post("/login/apple-id/")["Location"]))
    assert list(again) == ["state", "code"]


def test_allauth(understudy: Understudy, people: type) -> None:
    client = browser()
    begun = client.post("/accounts/apple/login/")["Location"]
    place, fields = posted(understudy.visit(begun, person="bob", password="builder"))
    assert list(fields) == ["state", "code", "id_token", "user"]
    onward = client.post(place, fields)["Location"].removeprefix(website.ORIGIN)
    assert client.get(onward)["Location"] == "/in"
    account = SocialAccount.objects.get(user=get_user(client))
    assert account.uid == "000313.b0b00000000000000000000000000b0b.1218"
    assert account.extra_data["is_private_email"] is True
    assert account.extra_data["email"].endswith("@privaterelay.appleid.com")


def test_denial(understudy: Understudy, people: type) -> None:
    client = browser()
    place, fields = posted(understudy.visit(client.post("/login/apple-id/")["Location"], deny=True))
    assert fields["error"] == "user_cancelled_authorize"
    # social-auth does not know Apple's word for a denial.
    with pytest.raises(AuthException) as refused:
        client.post(place, fields)
    assert not isinstance(refused.value, AuthCanceled)


def test_tokens(understudy: Understudy) -> None:
    tokens = redeem(code=code(understudy, nonce="n1")).json()
    assert list(tokens) == ["access_token", "token_type", "expires_in", "refresh_token", "id_token"]
    keys = jwt.PyJWKClient(f"{APPLE}/auth/keys").get_signing_key_from_jwt(tokens["id_token"])
    claims = jwt.decode(tokens["id_token"], keys.key, ["RS256"], audience=WEB, issuer=APPLE)
    assert (claims["nonce"], claims["nonce_supported"], claims["exp"] - claims["iat"]) == ("n1", True, 86400)
    for _ in range(2):
        again = redeem(grant_type="refresh_token", refresh_token=tokens["refresh_token"]).json()
        assert list(again) == ["access_token", "token_type", "expires_in", "id_token"]
    gone = requests.post(
        f"{APPLE}/auth/revoke",
        {"client_id": WEB, "client_secret": secret(), "token": tokens["refresh_token"], "token_type_hint": "refresh_token"},
        timeout=10,
    )
    assert (gone.status_code, gone.text) == (200, "")
    ended = redeem(grant_type="refresh_token", refresh_token=tokens["refresh_token"])
    assert (ended.status_code, ended.json()) == (400, {"error": "invalid_grant"})


def test_refusals(understudy: Understudy) -> None:
    def word(answer: requests.Response) -> str:
        assert answer.status_code == 400 and answer.headers["Content-Type"] == "application/json;charset=UTF-8"
        return answer.json().get("error_description", answer.json()["error"])

    once = code(understudy)
    other = {"client_id": "com.example.other", "client_secret": secret("com.example.other")}
    assert word(redeem(code=once, **other)) == "client_id mismatch. The code was not issued to com.example.other."
    wrong = "http://127.0.0.1:7999/else"
    assert word(redeem(code=once, redirect_uri=wrong)) == f"redirect_uri mismatch. The code was not issued to {wrong}."
    assert redeem(code=once).status_code == 200
    assert word(redeem(code=once)) == "The code has already been used."
    assert word(redeem(code="nonsense")) == "The code has expired or has been revoked."
    late = code(understudy)
    understudy.age("PT6M")
    assert word(redeem(code=late)) == "The code has expired or has been revoked."
    for bad in ("nonsense", secret(audience="https://apple.com"), secret("com.example.other"), secret(seconds=16000000)):
        assert word(redeem(code=late, client_secret=bad)) == "invalid_client"
    assert word(redeem(grant_type="password")) == "unsupported_grant_type"
    assert word(redeem(client_id="com.example.nobody")) == "invalid_client"


def test_form_post_is_demanded(understudy: Understudy) -> None:
    answer = requests.get(authorize(scope="name email"), timeout=10)
    assert answer.status_code == 400
    assert "response_mode must be form_post when name or email scope is requested." in answer.text
    answer = requests.get(authorize(response_type="code id_token", response_mode="query"), timeout=10)
    assert "Invalid response mode" in answer.text


def test_metadata(understudy: Understudy) -> None:
    told = requests.get(f"{APPLE}/.well-known/openid-configuration", timeout=10).json()
    assert told["issuer"] == APPLE and told["revocation_endpoint"] == f"{APPLE}/auth/revoke"
    assert "userinfo_endpoint" not in told
