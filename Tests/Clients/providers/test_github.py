"""GitHub: PyGithub, social-auth-core and django-allauth at the real host names, and the wire by requests."""

import time
from collections.abc import Iterator
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
import requests
from github import Auth, BadCredentialsException, Github

import website
from understudy import CALLBACK, SECRET, Understudy

WEB, APP, PLAIN = "Ov23liUnderstudyWeb0", "Iv23liUnderstudyApp0", "Ov23liUnderstudyNoDv"
TOKEN = "https://github.com/login/oauth/access_token"
DEVICE = "https://github.com/login/device/code"
DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code"
HELP = "https://docs.github.com/apps/managing-oauth-apps/troubleshooting-"
JSON = {"Accept": "application/json"}

website.build(
    ["social_core.backends.github.GithubOAuth2"],
    SOCIAL_AUTH_GITHUB_KEY=WEB,
    SOCIAL_AUTH_GITHUB_SECRET=SECRET,
    SOCIAL_AUTH_GITHUB_SCOPE=["user:email"],
    SOCIALACCOUNT_QUERY_EMAIL=True,
    SOCIALACCOUNT_LOGIN_ON_GET=True,
    SOCIALACCOUNT_PROVIDERS={"github": {"APP": {"client_id": WEB, "secret": SECRET}, "SCOPE": ["user:email"]}},
)


@pytest.fixture
def people() -> Iterator[type]:
    from django.contrib.auth.models import User

    yield User
    User.objects.all().delete()


def place(understudy: Understudy, client: str = WEB, deny: bool = False, person: str = "alice", **more: str) -> dict:
    request = {"client_id": client, "state": "s", **more}
    passwords = {"alice": "wonderland", "bob": "builder"}
    end = understudy.visit(
        f"https://github.com/login/oauth/authorize?{urlencode(request)}", person=person, password=passwords[person], deny=deny
    )
    assert end.startswith(CALLBACK + "?"), end
    return {name: values[0] for name, values in parse_qs(urlsplit(end).query, keep_blank_values=True).items()}


def redeem(code: str, client: str = WEB, headers: dict = JSON, **more: str) -> requests.Response:
    body = {"client_id": client, "client_secret": SECRET, "code": code, **more}
    return requests.post(TOKEN, data=body, headers=headers, timeout=10)


def user(token: str, path: str = "", scheme: str = "Bearer") -> requests.Response:
    return requests.get(f"https://api.github.com/user{path}", headers={"Authorization": f"{scheme} {token}"}, timeout=10)


def test_pygithub_signs_in(understudy: Understudy) -> None:
    app = Github().get_oauth_application(WEB, SECRET)
    assert app.get_login_url(state="s").startswith("https://github.com/login/oauth/authorize?")
    token = app.get_access_token(place(understudy, scope="user:email,repo")["code"])
    assert (token.type, token.scope, token.token[:4], len(token.token)) == ("bearer", "user:email,repo", "gho_", 40)
    assert (token.expires_in, token.refresh_token) == (None, None)
    me = Github(auth=app.get_app_user_auth(token)).get_user()
    assert (me.login, me.id, me.name, me.email) == ("alice", 1000001, "Alice Liddell", None)
    assert [email.email for email in me.get_emails()] == ["alice@example.test", "1000001+alice@users.noreply.github.com"]


def test_pygithub_refreshes_the_token_of_an_app(understudy: Understudy) -> None:
    app = Github().get_oauth_application(APP, SECRET)
    token = app.get_access_token(place(understudy, APP)["code"])
    assert (token.token[:4], token.refresh_token[:4], len(token.refresh_token)) == ("ghu_", "ghr_", 80)
    assert (token.expires_in, token.refresh_expires_in, token.scope) == (28800, 15897600, "")
    understudy.age("PT9H")
    with pytest.raises(BadCredentialsException) as refused:
        Github(auth=Auth.Token(token.token)).get_user().login
    assert (refused.value.status, refused.value.data["message"]) == (401, "Bad credentials")
    again = app.refresh_access_token(token.refresh_token)
    assert Github(auth=Auth.Token(again.token)).get_user().login == "alice"
    body = {"client_id": APP, "client_secret": SECRET, "grant_type": "refresh_token", "refresh_token": token.refresh_token}
    reused = requests.post(TOKEN, json=body, headers=JSON, timeout=10)
    assert (reused.status_code, reused.json()["error"]) == (200, "bad_refresh_token")


def test_pygithub_recognizes_a_bad_code(understudy: Understudy) -> None:
    with pytest.raises(BadCredentialsException) as refused:
        Github().get_oauth_application(WEB, SECRET).get_access_token("0123456789abcdef0123")
    assert (refused.value.status, refused.value.data["error"]) == (200, "bad_verification_code")


def test_social_auth_signs_in(understudy: Understudy, people: type) -> None:
    from social import Site

    account = Site(understudy, "github").sign_in()
    assert (account.uid, account.extra_data["login"]) == ("1000001", "alice")
    assert (account.user.username, account.user.email) == ("alice", "alice@example.test")


def test_social_auth_understands_a_denial(understudy: Understudy, people: type) -> None:
    from social import Site
    from social_core.exceptions import AuthCanceled

    site = Site(understudy, "github")
    with pytest.raises(AuthCanceled):
        site.browser.get(site.go(deny=True))


def test_denial(understudy: Understudy) -> None:
    assert place(understudy, deny=True) == {
        "error": "access_denied",
        "error_description": "The user has denied your application access.",
        "error_uri": f"{HELP}authorization-request-errors/#access-denied",
        "state": "s",
    }


def test_redirect_uri_mismatch_goes_to_the_registered_uri(understudy: Understudy) -> None:
    request = {"client_id": WEB, "state": "s", "redirect_uri": "http://elsewhere.test/cb"}
    answer = requests.get(
        f"https://github.com/login/oauth/authorize?{urlencode(request)}", allow_redirects=False, timeout=10
    )
    assert answer.status_code == 302
    assert answer.headers["Location"] == (
        f"{CALLBACK}?error=redirect_uri_mismatch&error_description=The+redirect_uri+MUST+match+the+registered+callback"
        "+URL+for+this+application.&error_uri=https%3A%2F%2Fdocs.github.com%2Fapps%2Fmanaging-oauth-apps%2F"
        "troubleshooting-authorization-request-errors%2F%23redirect-uri-mismatch&state=s"
    )


def test_token_answers_are_forms_by_default(understudy: Understudy) -> None:
    answer = redeem(place(understudy, scope="repo gist")["code"], headers={"Accept": "*/*"})
    assert answer.headers["Content-Type"] == "application/x-www-form-urlencoded; charset=utf-8"
    assert answer.text.split("&")[1:] == ["scope=repo%2Cgist", "token_type=bearer"]
    xml = redeem(place(understudy, scope="repo")["code"], headers={"Accept": "application/xml"})
    assert xml.text.startswith("<OAuth><access_token>gho_")
    error = redeem("nonsense", headers={})
    assert (error.status_code, error.text) == (
        200,
        "error=bad_verification_code&error_description=The+code+passed+is+incorrect+or+expired.&error_uri=https%3A%2F%2F"
        "docs.github.com%2Fapps%2Fmanaging-oauth-apps%2F"
        "troubleshooting-oauth-app-access-token-request-errors%2F%23bad-verification-code",
    )


def test_refusals_of_the_token_endpoint(understudy: Understudy) -> None:
    code = place(understudy)["code"]
    assert redeem(code, client_secret="a wrong secret").json()["error"] == "incorrect_client_credentials"
    assert redeem(code, redirect_uri="http://elsewhere.test/").json()["error"] == "redirect_uri_mismatch"
    unknown = redeem(code, "Ov23liNobody00000000")
    assert (unknown.status_code, unknown.text) == (404, '{"error":"Not Found"}')
    assert "access_token" in redeem(code).json()
    assert redeem(code).json()["error"] == "bad_verification_code"


def test_device_flow(understudy: Understudy) -> None:
    device = requests.post(DEVICE, data={"client_id": WEB, "scope": "repo"}, headers=JSON, timeout=10).json()
    assert list(device) == ["device_code", "user_code", "verification_uri", "expires_in", "interval"]
    assert (device["expires_in"], device["interval"], len(device["device_code"])) == (899, 5, 40)
    poll = {"client_id": WEB, "device_code": device["device_code"], "grant_type": DEVICE_GRANT}
    first = requests.post(TOKEN, data=poll, headers=JSON, timeout=10)
    assert (first.status_code, first.json()["error"]) == (200, "authorization_pending")
    second = requests.post(TOKEN, data=poll, headers=JSON, timeout=10).json()
    assert second == {
        "error": "slow_down",
        "error_description": "Too many requests have been made in the same timeframe.",
        "error_uri": "https://docs.github.com",
        "interval": 10,
    }
    understudy.visit(f"https://github.com/login/device?user_code={device['user_code']}")
    understudy.age("PT30S")
    token = requests.post(TOKEN, data=poll, headers=JSON, timeout=10).json()
    assert (token["scope"], user(token["access_token"]).json()["login"]) == ("repo", "alice")


def test_device_flow_is_denied_or_disabled(understudy: Understudy) -> None:
    device = requests.post(DEVICE, data={"client_id": WEB}, headers=JSON, timeout=10).json()
    understudy.control("POST", f"/devices/{device['user_code']}/deny")
    poll = {"client_id": WEB, "device_code": device["device_code"], "grant_type": DEVICE_GRANT}
    assert requests.post(TOKEN, data=poll, headers=JSON, timeout=10).json()["error"] == "access_denied"
    disabled = requests.post(DEVICE, data={"client_id": PLAIN}, headers=JSON, timeout=10)
    assert (disabled.status_code, disabled.json()["error"]) == (400, "device_flow_disabled")


def test_refresh_token_of_a_device_needs_no_secret(understudy: Understudy) -> None:
    device = requests.post(DEVICE, data={"client_id": APP}, headers=JSON, timeout=10).json()
    understudy.control("POST", f"/devices/{device['user_code']}/approve", {"person": "bob"})
    poll = {"client_id": APP, "device_code": device["device_code"], "grant_type": DEVICE_GRANT}
    token = requests.post(TOKEN, data=poll, headers=JSON, timeout=10).json()
    refresh = {"client_id": APP, "grant_type": "refresh_token"}
    again = requests.post(TOKEN, data={**refresh, "refresh_token": token["refresh_token"]}, headers=JSON, timeout=10)
    assert again.json()["access_token"].startswith("ghu_"), again.text
    web = redeem(place(understudy, APP)["code"], APP).json()
    without = requests.post(TOKEN, data={**refresh, "refresh_token": web["refresh_token"]}, headers=JSON, timeout=10)
    assert without.json()["error"] == "incorrect_client_credentials"


def test_check_and_delete_a_token(understudy: Understudy) -> None:
    token = redeem(place(understudy, scope="repo")["code"]).json()["access_token"]
    address = f"https://api.github.com/applications/{WEB}/token"
    checked = requests.post(address, json={"access_token": token}, auth=(WEB, SECRET), timeout=10)
    assert checked.status_code == 200, checked.text
    assert (checked.json()["scopes"], checked.json()["user"]["login"]) == (["repo"], "alice")
    assert (checked.json()["app"]["client_id"], checked.json()["expires_at"]) == (WEB, None)
    assert requests.post(address, json={"access_token": token}, timeout=10).status_code == 401
    assert requests.delete(address, json={"access_token": token}, auth=(WEB, SECRET), timeout=10).status_code == 204
    gone = requests.post(address, json={"access_token": token}, auth=(WEB, SECRET), timeout=10)
    assert (gone.status_code, gone.json()["message"]) == (404, "Not Found")
    assert requests.delete(address, json={"access_token": token}, auth=(WEB, "wrong"), timeout=10).status_code == 401
    assert user(token).json()["message"] == "Bad credentials"


def test_api(understudy: Understudy) -> None:
    token = redeem(place(understudy, scope="repo")["code"]).json()["access_token"]
    me = user(token, scheme="token")
    assert (me.headers["X-OAuth-Scopes"], me.headers["X-RateLimit-Limit"]) == ("repo", "5000")
    emails = user(token, "/emails")
    assert (emails.status_code, emails.json()["message"]) == (404, "Not Found")
    nobody = requests.get("https://api.github.com/user", timeout=10)
    assert (nobody.status_code, nobody.json()["message"]) == (401, "Requires authentication")


def allauth(understudy: Understudy, deny: bool = False):
    from django.test import Client

    browser = Client(HTTP_HOST="127.0.0.1:7999")
    begun = browser.post("/accounts/github/login/")
    assert begun.status_code == 302
    end = understudy.visit(begun["Location"], deny=deny)
    return browser, browser.get(end.removeprefix(website.ORIGIN))


def test_allauth_signs_in(understudy: Understudy, people: type) -> None:
    from allauth.socialaccount.models import SocialAccount

    _, ended = allauth(understudy)
    assert (ended.status_code, ended["Location"]) == (302, "/in")
    account = SocialAccount.objects.get(provider="github")
    assert (account.uid, account.user.email) == ("1000001", "alice@example.test")


def test_allauth_understands_a_denial(understudy: Understudy, people: type) -> None:
    _, ended = allauth(understudy, deny=True)
    assert (ended.status_code, ended["Location"]) == (302, "/accounts/3rdparty/login/cancelled/")
