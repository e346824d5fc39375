"""VK ID: social-auth and django-allauth, and the errors by hand."""

import base64
import hashlib
from urllib.parse import parse_qsl, urlencode, urlsplit

import jwt
import pytest
import requests
from allauth.socialaccount.models import SocialAccount
from django.contrib.auth import get_user
from django.test import Client
from social_core.exceptions import AuthCanceled

from social import Site
from understudy import CALLBACK, SECRET, Understudy

WEB, CONFIDENTIAL = "51999001", "51999002"
VERIFIER = "v" * 64
CHALLENGE = base64.urlsafe_b64encode(hashlib.sha256(VERIFIER.encode()).digest()).rstrip(b"=").decode()
STATE = "s" * 32


def authorize(**changed: str) -> str:
    request = {
        "response_type": "code", "client_id": WEB, "redirect_uri": CALLBACK, "scope": "vkid.personal_info email phone",
        "state": STATE, "code_challenge": CHALLENGE, "code_challenge_method": "s256",
    }  # fmt: skip
    return f"https://id.vk.ru/authorize?{urlencode({**request, **changed})}"


def redirected(understudy: Understudy, **changed: str) -> dict[str, str]:
    return dict(parse_qsl(urlsplit(understudy.visit(authorize(**changed))).query))


def call(method: str, **form: str) -> dict:
    return requests.post(f"https://id.vk.ru/oauth2/{method}", form, timeout=10).json()


def redeem(back: dict[str, str], **changed: str) -> dict:
    form = {
        "grant_type": "authorization_code", "client_id": WEB, "redirect_uri": CALLBACK, "code_verifier": VERIFIER,
        "code": back["code"], "device_id": back["device_id"], "state": "another state",
    }  # fmt: skip
    return call("auth", **{**form, **changed})


def test_social_auth(understudy: Understudy, people: type) -> None:
    account = Site(understudy, "vk-id").sign_in()
    assert (account.uid, account.user.email) == ("1234567890", "alice@example.test")


def test_allauth(understudy: Understudy, people: type) -> None:
    client = Client(HTTP_HOST="127.0.0.1:7999")
    begun = client.post("/accounts/vk/login/")["Location"]
    place = understudy.visit(begun, person="bob", password="builder")
    ended = client.get(place.removeprefix("http://127.0.0.1:7999"))
    assert (ended.status_code, ended["Location"]) == (302, "/in")
    assert SocialAccount.objects.get(user=get_user(client)).uid == "202"


def test_denial(understudy: Understudy, people: type) -> None:
    site = Site(understudy, "vk-id")
    place = site.go(deny=True)
    assert "error=access_denied" in place
    with pytest.raises(AuthCanceled):
        site.browser.get(place)


def test_tokens(understudy: Understudy) -> None:
    back = redirected(understudy)
    assert list(back) == ["code", "expires_in", "device_id", "state", "ext_id", "type"]
    assert (len(back["device_id"]), back["expires_in"], back["type"]) == (86, "600", "code_v2")
    tokens = redeem(back)
    assert list(tokens) == [
        "refresh_token", "access_token", "id_token", "token_type", "expires_in", "user_id", "state", "scope",
    ]  # fmt: skip
    assert (tokens["user_id"], tokens["state"], tokens["expires_in"]) == (1234567890, "another state", 3600)
    claims = jwt.decode(tokens["id_token"], options={"verify_signature": False})
    assert set(claims) == {"iss", "sub", "app", "exp", "iat", "jti"} and claims["app"] == int(WEB)
    user = call("user_info", access_token=tokens["access_token"], client_id=WEB)["user"]
    assert user == {
        "user_id": "1234567890", "first_name": "Alice", "last_name": "Liddell", "phone": "79990000001",
        "email": "alice@example.test", "sex": 1, "verified": False, "birthday": "04.05.1999",
    }  # fmt: skip
    refresh = {"grant_type": "refresh_token", "client_id": WEB, "state": STATE}
    assert call("auth", **refresh, refresh_token=tokens["refresh_token"], device_id="no")["error_description"] == (
        "device_id is invalid"
    )
    again = call("auth", **refresh, refresh_token=tokens["refresh_token"], device_id=back["device_id"])
    assert again["refresh_token"] != tokens["refresh_token"]
    assert call("revoke", access_token=again["access_token"], client_id=WEB) == {"response": 1}
    assert call("user_info", access_token=again["access_token"], client_id=WEB) == {
        "error": "invalid_token",
        "error_description": "access_token is missing or invalid",
    }


def test_a_spent_refresh_token_ends_the_session(understudy: Understudy) -> None:
    back = redirected(understudy)
    tokens = redeem(back)
    refresh = {"grant_type": "refresh_token", "client_id": WEB, "device_id": back["device_id"], "state": STATE}
    again = call("auth", **refresh, refresh_token=tokens["refresh_token"])
    for dead in (tokens, again):
        assert call("auth", **refresh, refresh_token=dead["refresh_token"]) == {
            "error": "invalid_grant",
            "error_description": "refresh_token is missing or invalid",
            "state": STATE,
        }


def test_confidential_app(understudy: Understudy) -> None:
    back = redirected(understudy, client_id=CONFIDENTIAL)
    assert redeem(back, client_id=CONFIDENTIAL, service_token="wrong service token")["error"] == "invalid_client"
    tokens = redeem(back, client_id=CONFIDENTIAL, service_token=SECRET)
    assert call("logout", access_token=tokens["access_token"], client_id=CONFIDENTIAL, service_token=SECRET) == {"response": 1}


def test_refusals(understudy: Understudy) -> None:
    back = redirected(understudy)
    assert redeem(back, device_id="") == {
        "error": "invalid_request", "error_description": "device_id is invalid", "state": "another state",
    }  # fmt: skip
    assert redeem(back, code_verifier="w" * 64)["error_description"] == "verifier is missing or invalid"
    assert redeem(back, code="no")["error"] == "invalid_grant"
    assert redeem(back, redirect_uri="http://127.0.0.1:7999/else")["error"] == "invalid_request"
    tokens = redeem(back)
    assert call("user_info", access_token=tokens["access_token"])["error"] == "invalid_client"
    assert redeem(back)["error_description"] == "code was already used"
    for method in ("plain", ""):
        page = requests.get(authorize(code_challenge_method=method), timeout=10)
        assert "Code challenge method is unsupported" in page.text, method
    assert "Invalid code_challenge" in requests.get(authorize(code_challenge=""), timeout=10).text
