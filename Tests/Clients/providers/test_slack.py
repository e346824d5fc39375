"""Slack: slack_sdk, social-auth-core, django-allauth and Authlib at the real host names."""

from collections.abc import Iterator
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
import requests
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError
from slack_sdk.oauth import AuthorizeUrlGenerator, OpenIDConnectAuthorizeUrlGenerator
from slack_sdk.oauth.installation_store import Installation
from slack_sdk.oauth.token_rotation import TokenRotator

import website
from understudy import CALLBACK, SECRET, Understudy

APP, DESKTOP = "12345678901.1234567890123", "12345678901.9876543210987"
VERIFIER, CHALLENGE = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"

website.build(
    ["social_core.backends.slack.SlackOAuth2"],
    SOCIAL_AUTH_SLACK_KEY=APP,
    SOCIAL_AUTH_SLACK_SECRET=SECRET,
    SOCIALACCOUNT_PROVIDERS={"slack": {"APP": {"client_id": APP, "secret": SECRET}}},
)


@pytest.fixture
def people() -> Iterator[type]:
    from django.contrib.auth.models import User

    yield User
    User.objects.all().delete()


def answer(understudy: Understudy, url: str, deny: bool = False) -> dict:
    end = understudy.visit(url, deny=deny)
    assert end.startswith(CALLBACK + "?"), end
    return {name: values[0] for name, values in parse_qs(urlsplit(end).query, keep_blank_values=True).items()}


def install(understudy: Understudy, bot: list[str], user: list[str], deny: bool = False) -> dict:
    pages = AuthorizeUrlGenerator(client_id=APP, redirect_uri=CALLBACK, scopes=bot, user_scopes=user)
    return answer(understudy, pages.generate("s"), deny)


def sign_in(understudy: Understudy, nonce: str | None = None) -> dict:
    pages = OpenIDConnectAuthorizeUrlGenerator(client_id=APP, redirect_uri=CALLBACK, scopes=["openid", "email", "profile"])
    return answer(understudy, pages.generate("s", nonce=nonce))


def access(code: str, **more: str) -> dict:
    return WebClient().oauth_v2_access(client_id=APP, client_secret=SECRET, code=code, redirect_uri=CALLBACK, **more).data


def refused(call, *arguments, **more) -> dict:
    with pytest.raises(SlackApiError) as error:
        call(*arguments, **more)
    assert error.value.response.status_code == 200
    return error.value.response.data


def claims(token: str) -> dict:
    from joserfc import jwt
    from joserfc.jwk import KeySet

    keys = KeySet.import_key_set(requests.get("https://slack.com/openid/connect/keys", timeout=10).json())
    return jwt.decode(token, keys, algorithms=["RS256"]).claims


def test_bot_is_installed(understudy: Understudy) -> None:
    token = access(install(understudy, ["chat:write", "commands"], [])["code"])
    assert list(token) == [
        "ok", "app_id", "authed_user", "scope", "token_type", "access_token", "bot_user_id", "team", "enterprise",
        "is_enterprise_install",
    ]  # fmt: skip
    assert (token["scope"], token["token_type"], token["access_token"][:5]) == ("chat:write,commands", "bot", "xoxb-")
    assert (token["authed_user"], token["enterprise"]) == ({"id": "U0ALICE0001"}, None)
    test = WebClient(token=token["access_token"]).auth_test()
    assert (test["ok"], test["user_id"], test["bot_id"]) == (True, "U0UNDERSBOT", "B0UNDERSBOT")


def test_bot_and_user_have_a_token_each(understudy: Understudy) -> None:
    token = access(install(understudy, ["chat:write"], ["search:read"])["code"])
    assert token["access_token"].startswith("xoxb-")
    assert (token["authed_user"]["scope"], token["authed_user"]["access_token"][:5]) == ("search:read", "xoxp-")


def test_only_the_user_has_a_token(understudy: Understudy) -> None:
    token = access(install(understudy, [], ["identity.basic", "identity.email"])["code"])
    assert "access_token" not in token and "scope" not in token
    user = WebClient(token=token["authed_user"]["access_token"])
    identity = user.users_identity()
    assert identity["user"] == {"name": "Alice Liddell", "id": "U0ALICE0001", "email": "alice@example.test"}
    assert user.auth_test()["user_id"] == "U0ALICE0001"


def desktop(**more: str) -> str:
    sent = {"client_id": DESKTOP, "redirect_uri": "myapp://auth", "state": "s", **more}
    return f"https://slack.com/oauth/v2/authorize?{urlencode(sent)}"


def test_desktop_app_gets_rotating_tokens(understudy: Understudy) -> None:
    pkce = {"code_challenge": CHALLENGE, "code_challenge_method": "S256"}
    end = understudy.visit(desktop(user_scope="search:read", **pkce))
    code = parse_qs(urlsplit(end).query)["code"][0]
    sent = {"client_id": DESKTOP, "code": code, "redirect_uri": "myapp://auth", "code_verifier": VERIFIER}
    user = requests.post("https://slack.com/api/oauth.v2.access", data=sent, timeout=10).json()["authed_user"]
    assert (user["access_token"][:10], user["expires_in"]) == ("xoxe.xoxp-", 43200)
    sent = {"client_id": DESKTOP, "grant_type": "refresh_token", "refresh_token": user["refresh_token"]}
    understudy.age("P29D")
    again = requests.post("https://slack.com/api/oauth.v2.access", data=sent, timeout=10).json()
    assert WebClient(token=again["access_token"]).auth_test()["user_id"] == "U0ALICE0001"
    understudy.age("P31D")
    late = requests.post(
        "https://slack.com/api/oauth.v2.access", data={**sent, "refresh_token": again["refresh_token"]}, timeout=10
    )
    assert late.json() == {"ok": False, "error": "invalid_refresh_token"}


def test_desktop_app_needs_pkce_and_has_no_bot(understudy: Understudy) -> None:
    assert requests.get(desktop(user_scope="search:read"), timeout=10).status_code == 400
    pkce = {"code_challenge": CHALLENGE, "code_challenge_method": "S256"}
    assert requests.get(desktop(scope="chat:write", **pkce), timeout=10).status_code == 400


def test_denial(understudy: Understudy) -> None:
    assert install(understudy, ["chat:write"], [], deny=True) == {
        "error": "access_denied",
        "state": "s",
        "error_description": "The user has denied access to the scope(s) requested by the client application.",
    }


def test_refusals_of_the_token_endpoint(understudy: Understudy) -> None:
    code = install(understudy, ["chat:write"], [])["code"]
    exchange = WebClient().oauth_v2_access
    mine = {"client_id": APP, "client_secret": SECRET, "redirect_uri": CALLBACK}
    wrong = refused(exchange, **{**mine, "client_secret": "a wrong secret"}, code=code)
    assert wrong == {"ok": False, "error": "bad_client_secret"}
    assert refused(exchange, **{**mine, "client_id": "1.2"}, code=code)["error"] == "invalid_client_id"
    assert refused(exchange, **{**mine, "redirect_uri": None}, code=code)["error"] == "bad_redirect_uri"
    assert refused(WebClient().openid_connect_token, **mine, code=code)["error"] == "oauth_authorization_url_mismatch"
    assert refused(exchange, **mine, code="1.2.3")["error"] == "invalid_code"
    assert exchange(**mine, code=code)["ok"]
    assert refused(exchange, **mine, code=code)["error"] == "code_already_used"


def test_sign_in_with_slack(understudy: Understudy) -> None:
    came = sign_in(understudy, "n")
    token = WebClient().openid_connect_token(
        client_id=APP, client_secret=SECRET, code=came["code"], redirect_uri=CALLBACK
    ).data
    assert list(token) == ["ok", "access_token", "token_type", "id_token", "state"]
    assert (token["token_type"], token["access_token"][:5], token["state"]) == ("Bearer", "xoxp-", "s")
    read = claims(token["id_token"])
    assert (read["iss"], read["aud"], read["nonce"], read["exp"] - read["iat"]) == ("https://slack.com", APP, "n", 300)
    assert read["https://slack.com/user_id"] == read["sub"] == "U0ALICE0001"
    info = WebClient(token=token["access_token"]).openid_connect_userInfo()
    assert (info["sub"], info["email"], info["given_name"]) == ("U0ALICE0001", "alice@example.test", "Alice")
    assert info["https://slack.com/team_id"] == "T0UNDERSTDY"


def test_nonce_is_empty_if_none_was_sent(understudy: Understudy) -> None:
    code = sign_in(understudy)["code"]
    token = WebClient().openid_connect_token(client_id=APP, client_secret=SECRET, code=code, redirect_uri=CALLBACK)
    assert claims(token["id_token"])["nonce"] == ""


def test_refusals_of_methods(understudy: Understudy) -> None:
    assert refused(WebClient().auth_test) == {"ok": False, "error": "not_authed"}
    assert refused(WebClient(token="xoxb-nonsense").auth_test)["error"] == "invalid_auth"
    bot = WebClient(token=access(install(understudy, ["chat:write"], [])["code"])["access_token"])
    assert refused(bot.openid_connect_userInfo) == {
        "ok": False, "error": "missing_scope", "needed": "openid", "provided": "chat:write"
    }  # fmt: skip
    assert refused(bot.users_identity)["needed"] == "identity.basic"
    assert refused(bot.chat_postMessage, channel="C1", text="Hello")["error"] == "unknown_method"


def test_tokens_rotate(understudy: Understudy) -> None:
    understudy.switch("default", "slack", "token-rotation")
    try:
        token = access(install(understudy, ["chat:write"], [])["code"])
        assert (token["access_token"][:12], token["refresh_token"][:7]) == ("xoxe.xoxb-1-", "xoxe-1-")
        installed = Installation(
            app_id=token["app_id"], team_id=token["team"]["id"], user_id=token["authed_user"]["id"],
            bot_token=token["access_token"], bot_id="B0UNDERSBOT", bot_user_id=token["bot_user_id"],
            bot_refresh_token=token["refresh_token"], bot_token_expires_in=token["expires_in"],
        )  # fmt: skip
        rotator = TokenRotator(client_id=APP, client_secret=SECRET)
        assert rotator.perform_token_rotation(installation=installed) is None
        understudy.age("PT13H")
        assert refused(WebClient(token=token["access_token"]).auth_test)["error"] == "token_expired"
        rotated = rotator.perform_token_rotation(installation=installed, minutes_before_expiration=60 * 13)
        assert WebClient(token=rotated.bot_token).auth_test()["ok"]
        again = {"client_id": APP, "client_secret": SECRET, "grant_type": "refresh_token"}
        assert refused(WebClient().oauth_v2_access, **again, refresh_token=token["refresh_token"])["error"] == (
            "invalid_refresh_token"
        )
    finally:
        understudy.control("PUT", "/providers/slack/quirks", {"without": ["token-rotation"]})


def test_social_auth_signs_in_as_in_the_first_version(understudy: Understudy, people: type) -> None:
    from social import Site

    account = Site(understudy, "slack").sign_in()
    assert (account.uid, account.user.email) == ("U0ALICE0001", "alice@example.test")


def allauth(understudy: Understudy, deny: bool = False):
    from django.test import Client

    browser = Client(HTTP_HOST="127.0.0.1:7999")
    begun = browser.post("/accounts/slack/login/")
    assert begun.status_code == 302
    end = understudy.visit(begun["Location"], deny=deny)
    return browser.get(end.removeprefix(website.ORIGIN))


def test_allauth_signs_in(understudy: Understudy, people: type) -> None:
    from allauth.socialaccount.models import SocialAccount

    ended = allauth(understudy)
    assert (ended.status_code, ended["Location"]) == (302, "/in")
    account = SocialAccount.objects.get(provider="slack")
    assert (account.uid, account.user.email) == ("T0UNDERSTDY_U0ALICE0001", "alice@example.test")


def test_allauth_understands_a_denial(understudy: Understudy, people: type) -> None:
    ended = allauth(understudy, deny=True)
    assert (ended.status_code, ended["Location"]) == (302, "/accounts/3rdparty/login/cancelled/")


def test_authlib_reads_the_metadata(understudy: Understudy) -> None:
    from authlib.integrations.requests_client import OAuth2Session

    metadata = requests.get("https://slack.com/.well-known/openid-configuration", timeout=10).json()
    session = OAuth2Session(
        APP, SECRET, scope="openid email", redirect_uri=CALLBACK, token_endpoint_auth_method="client_secret_post"
    )
    url, state = session.create_authorization_url(metadata["authorization_endpoint"])
    place = understudy.visit(url)
    token = session.fetch_token(metadata["token_endpoint"], authorization_response=place, state=state)
    assert claims(token["id_token"])["sub"] == "U0ALICE0001"
    assert session.get(metadata["userinfo_endpoint"]).json()["email"] == "alice@example.test"
