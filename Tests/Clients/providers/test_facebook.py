"""Facebook: social-auth, django-allauth, facebook-sdk and python-facebook-api, and the errors of the Graph API by hand."""

from urllib.parse import parse_qs, urlencode, urlsplit

import facebook
import pytest
import pyfacebook
import requests
from allauth.socialaccount.models import SocialAccount
from django.contrib.auth import get_user
from django.test import Client
from social_core.exceptions import AuthCanceled
from social_django.utils import load_strategy

from social import Site
from understudy import CALLBACK, SECRET, Understudy

APP = "100200300400500"
GRAPH = "https://graph.facebook.com/v24.0"
ALICE = "10215241773831025"


def code(understudy: Understudy, **changed: str) -> str:
    request = {"client_id": APP, "redirect_uri": CALLBACK, "scope": "email", "state": "x", **changed}
    place = understudy.visit(f"https://www.facebook.com/v24.0/dialog/oauth?{urlencode(request)}")
    assert place.endswith("#_=_")
    return parse_qs(urlsplit(place).query)["code"][0]


def redeem(**changed: str) -> requests.Response:
    request = {"client_id": APP, "client_secret": SECRET, "redirect_uri": CALLBACK, **changed}
    return requests.get(f"{GRAPH}/oauth/access_token", request, timeout=10)


def refusal(answer: requests.Response) -> tuple:
    assert answer.headers["WWW-Authenticate"].startswith('OAuth "Facebook Platform" "')
    error = answer.json()["error"]
    assert len(error["fbtrace_id"]) == 23
    return answer.status_code, error["type"], error["code"], error.get("error_subcode"), error["message"]


def test_social_auth(understudy: Understudy, people: type) -> None:
    account = Site(understudy, "facebook").sign_in()
    assert (account.uid, account.user.email, account.user.last_name) == (ALICE, "alice@example.test", "Liddell")
    assert account.extra_data["granted_scopes"] == ["email", "public_profile"]
    before = account.extra_data["access_token"]
    account.refresh_token(load_strategy())
    account.refresh_from_db()
    assert account.extra_data["access_token"] not in ("", before)


def test_denial(understudy: Understudy, people: type) -> None:
    site = Site(understudy, "facebook")
    place = site.go(deny=True)
    assert "error_code=200&error_description=Permissions+error&error_reason=user_denied" in place
    with pytest.raises(AuthCanceled):
        site.browser.get(place)


def test_allauth(understudy: Understudy, people: type) -> None:
    client = Client(HTTP_HOST="127.0.0.1:7999")
    place = understudy.visit(client.post("/accounts/facebook/login/")["Location"], person="bob", password="builder")
    ended = client.get(place.removeprefix("http://127.0.0.1:7999").removesuffix("#_=_"))
    assert (ended.status_code, ended["Location"]) == (302, "/in")
    account = SocialAccount.objects.get(user=get_user(client))
    assert (account.uid, account.extra_data["name"]) == ("10104997728422575", "Bob Builder")


def test_allauth_by_token(understudy: Understudy, people: type) -> None:
    token = redeem(code=code(understudy)).json()["access_token"]
    client = Client(HTTP_HOST="127.0.0.1:7999")
    ended = client.post("/accounts/facebook/login/token/", {"access_token": token})
    assert (ended.status_code, ended["Location"]) == (302, "/in")


def test_facebook_sdk(understudy: Understudy) -> None:
    graph = facebook.GraphAPI(version="3.1")
    token = graph.get_access_token_from_code(code(understudy), CALLBACK, APP, SECRET)
    graph.access_token = token["access_token"]
    assert graph.get_object("me", fields="id,email") == {"id": ALICE, "email": "alice@example.test"}
    assert graph.get_permissions("me") == {"email", "public_profile"}
    graph.access_token = graph.extend_access_token(APP, SECRET)["access_token"]
    told = graph.debug_access_token(graph.access_token, APP, SECRET)
    # The SDK calls with ID|SECRET, which nobody has issued: only its presence counts.
    assert (told["data"]["is_valid"], told["data"]["user_id"]) == (True, ALICE)
    graph.access_token = "nonsense"
    with pytest.raises(facebook.GraphAPIError, match="Cannot parse access token") as refused:
        graph.get_object("me")
    assert refused.value.code == 190


def test_python_facebook_api(understudy: Understudy) -> None:
    api = pyfacebook.GraphAPI(app_id=APP, app_secret=SECRET, oauth_flow=True, version="v24.0", scope=["email"])
    address, _ = api.get_authorization_url(redirect_uri=CALLBACK, scope=["email"])
    place = understudy.visit(address).replace("http://", "https://")
    token = api.exchange_user_access_token(response=place, redirect_uri=CALLBACK)
    assert token["expires_in"] == 5183944
    assert api.get_object("me", fields="id,name")["name"] == "Alice Liddell"


def test_refusals_of_codes(understudy: Understudy) -> None:
    once = code(understudy)
    assert refusal(redeem(code=once, client_secret="another secret")) == (
        400, "OAuthException", 1, None, "Error validating client secret.",
    )  # fmt: skip
    assert refusal(redeem(code=once, client_id="1"))[2] == 101
    assert refusal(redeem(code=once, redirect_uri="http://127.0.0.1:7999/else"))[4] == (
        "Error validating verification code. Please make sure your redirect_uri is identical to the one you used "
        "in the OAuth dialog request"
    )
    assert redeem(code=once).json()["token_type"] == "bearer"
    assert refusal(redeem(code=once))[2:4] == (100, 36009)
    late = code(understudy)
    understudy.age("PT11M")
    assert refusal(redeem(code=late))[2:] == (100, 36007, "This authorization code has expired.")


def test_refusals_of_tokens(understudy: Understudy) -> None:
    def me(path: str = "me", **query: str) -> requests.Response:
        return requests.get(f"{GRAPH}/{path}", query, timeout=10)

    token = redeem(code=code(understudy)).json()["access_token"]
    assert refusal(me())[2] == 2500
    assert refusal(me("4711", access_token=token))[1:4] == ("GraphMethodException", 100, 33)
    assert refusal(me(access_token=token, appsecret_proof="no"))[4].startswith("Invalid appsecret_proof")
    app = redeem(grant_type="client_credentials").json()["access_token"]
    assert refusal(me(access_token=app))[2] == 2500
    understudy.age("P61D")
    assert refusal(me(access_token=token))[2:4] == (190, 463)
    told = me("debug_token", input_token=token, access_token=app).json()["data"]
    assert (told["is_valid"], told["error"]["subcode"]) == (False, 463)
