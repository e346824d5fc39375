"""WeChat: social-auth-core, django-allauth and requests at the real host names."""

import subprocess
from collections.abc import Iterator
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
import requests

import website
from understudy import CALLBACK, SECRET, Understudy

WEB = "wx0123456789abcdef"
ALICE = "oUnderstudyAlice000000000001"
AUTHORIZE, API = "https://open.weixin.qq.com/connect/qrconnect", "https://api.weixin.qq.com/sns"

website.build(
    ["social_core.backends.weixin.WeixinOAuth2"],
    SOCIAL_AUTH_WEIXIN_KEY=WEB,
    SOCIAL_AUTH_WEIXIN_SECRET=SECRET,
    SOCIALACCOUNT_PROVIDERS={"weixin": {"APP": {"client_id": WEB, "secret": SECRET}}},
)


@pytest.fixture
def people() -> Iterator[type]:
    from django.contrib.auth.models import User

    yield User
    User.objects.all().delete()


def address(**more: str) -> str:
    request = {"appid": WEB, "redirect_uri": CALLBACK, "response_type": "code", "scope": "snsapi_login", "state": "s"}
    return f"{AUTHORIZE}?{urlencode({**request, **more})}"


def get(path: str, **query: str) -> requests.Response:
    return requests.get(f"{API}/{path}", query, timeout=10)


def redeem(code: str, **more: str) -> dict:
    query = {"appid": WEB, "secret": SECRET, "code": code, "grant_type": "authorization_code"}
    return get("oauth2/access_token", **{**query, **more}).json()


def code(understudy: Understudy) -> str:
    return parse_qs(urlsplit(understudy.visit(address())).query)["code"][0]


def test_sign_in(understudy: Understudy) -> None:
    token = redeem(code(understudy))
    assert list(token) == ["access_token", "expires_in", "refresh_token", "openid", "scope", "unionid"]
    assert (token["expires_in"], token["openid"], token["scope"]) == (7200, ALICE, "snsapi_login")
    mine = {"access_token": token["access_token"], "openid": ALICE}
    user = get("userinfo", **mine)
    assert (user.headers["Content-Type"], user.json()["nickname"], user.json()["sex"]) == ("text/plain", "Alice", 0)
    assert get("auth", **mine).json() == {"errcode": 0, "errmsg": "ok"}
    assert get("userinfo", access_token=token["access_token"]).json()["errcode"] == 41009
    assert get("userinfo", **{**mine, "openid": "o"}).json()["errcode"] == 40003


def test_refresh_without_a_secret(understudy: Understudy) -> None:
    token = redeem(code(understudy))
    refresh = {"appid": WEB, "grant_type": "refresh_token", "refresh_token": token["refresh_token"]}
    again = get("oauth2/refresh_token", **refresh).json()
    assert (again["refresh_token"], again["openid"]) == (token["refresh_token"], ALICE)
    understudy.age("PT2H1S")
    late = get("userinfo", access_token=again["access_token"], openid=ALICE).json()
    assert late["errcode"] == 42001
    understudy.age("P30D")
    assert get("oauth2/refresh_token", **refresh).json()["errcode"] == 42002


def test_errors_have_status_200_and_a_code(understudy: Understudy) -> None:
    used = code(understudy)
    redeem(used)
    for answer, errcode in [
        (redeem(used), 40163), (redeem("x"), 40029), (redeem("x", appid="wx0"), 40013), (redeem("x", secret="y"), 40125)
    ]:  # fmt: skip
        assert answer["errcode"] == errcode
    bad = get("oauth2/access_token", appid=WEB, secret=SECRET, code="x", grant_type="authorization_code")
    assert bad.status_code == 200 and bad.json()["errmsg"].startswith("invalid code, rid: ")
    understudy.switch("default", "wechat", "request-in-hints")
    assert redeem("x")["errmsg"].startswith("invalid code, hints: [ req_id: ")


def test_denials(understudy: Understudy) -> None:
    today = [understudy.tool, "visit", address(), "--as", "alice", "--password", "wonderland", "--deny"]
    assert "You did not allow the sign-in." in subprocess.run(today, capture_output=True, text=True, timeout=30).stderr
    understudy.switch("default", "wechat", "denial-has-state")
    assert f"{CALLBACK}?state=s\n" in subprocess.run(today, capture_output=True, text=True, timeout=30).stdout


def test_social_auth(understudy: Understudy, people: type) -> None:
    from social import Site
    from social_core.exceptions import AuthProviderError

    account = Site(understudy, "weixin").sign_in()
    assert (account.uid, account.user.username) == (ALICE, "Alice")
    site = Site(understudy, "weixin")
    place = site.go(person="bob", password="builder")
    with pytest.raises(AuthProviderError) as refusal:
        site.browser.get(place.replace("code=", "cancelled="))
    assert refusal.value.provider_code == 41008


def test_allauth(understudy: Understudy, people: type) -> None:
    from allauth.socialaccount.models import SocialAccount
    from django.test import Client

    browser = Client(HTTP_HOST="127.0.0.1:7999")
    end = understudy.visit(browser.post("/accounts/weixin/login/")["Location"])
    ended = browser.get(end.removeprefix(website.ORIGIN))
    assert (ended.status_code, ended["Location"]) == (302, "/in")
    assert SocialAccount.objects.get(provider="weixin").uid == ALICE
