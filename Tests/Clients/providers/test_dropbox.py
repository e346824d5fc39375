"""Dropbox: its SDK for Python, social-auth-core and django-allauth at the real host names."""

from collections.abc import Iterator
from urllib.parse import parse_qs, urlencode, urlsplit

import dropbox
import pytest
import requests
from dropbox.exceptions import AuthError, BadInputError
from dropbox.oauth import DropboxOAuth2Flow, NotApprovedException

import website
from understudy import CALLBACK, SECRET, Understudy

APP, DESKTOP = "abcdefghijklmn1", "abcdefghijklmn2"
ROOT, API = "https://www.dropbox.com", "https://api.dropboxapi.com"
ALICE = "dbid:AAAaliceaaaaaaaaaaaaaaaaaaaaaaaaaaa"

website.build(
    ["social_core.backends.dropbox.DropboxOAuth2V2"],
    SOCIAL_AUTH_DROPBOX_OAUTH2_KEY=APP,
    SOCIAL_AUTH_DROPBOX_OAUTH2_SECRET=SECRET,
    SOCIALACCOUNT_PROVIDERS={"dropbox": {"APP": {"client_id": APP, "secret": SECRET}}},
)


@pytest.fixture
def people() -> Iterator[type]:
    from django.contrib.auth.models import User

    yield User
    User.objects.all().delete()


def flow(session: dict, **more: object) -> DropboxOAuth2Flow:
    return DropboxOAuth2Flow(APP, CALLBACK, session, "csrf", consumer_secret=SECRET, token_access_type="offline", **more)


def sign_in(understudy: Understudy, **more: object) -> object:
    begun = flow({}, **more)
    place = urlsplit(understudy.visit(begun.start()))
    return begun.finish({name: values[0] for name, values in parse_qs(place.query).items()})


def redeem(**body: str) -> requests.Response:
    mine = {"client_id": APP, "client_secret": SECRET, "grant_type": "authorization_code", "redirect_uri": CALLBACK}
    sent = {name: value for name, value in {**mine, **body}.items() if value}
    return requests.post(f"{API}/oauth2/token", data=sent, timeout=10)


def test_sdk_signs_in_refreshes_and_revokes(understudy: Understudy) -> None:
    token = sign_in(understudy, scope=["account_info.read"])
    assert (token.account_id, token.scope, token.access_token[:3]) == (ALICE, "account_info.read", "sl.")
    held = {"oauth2_refresh_token": token.refresh_token, "app_key": APP, "app_secret": SECRET}
    with dropbox.Dropbox(oauth2_access_token=token.access_token, oauth2_access_token_expiration=token.expires_at, **held) as box:
        account = box.users_get_current_account()
        assert (account.account_id, account.name.display_name, account.email) == (ALICE, "Alice Liddell", "alice@example.test")
        assert (account.account_type.is_basic(), account.root_info.root_namespace_id) == (True, "1000000001")
    understudy.age("PT5H")
    with pytest.raises(AuthError, match="expired_access_token"):
        dropbox.Dropbox(oauth2_access_token=token.access_token).users_get_current_account()
    with dropbox.Dropbox(**held) as box:
        assert box.users_get_current_account().account_id == ALICE
        box.auth_token_revoke()
    with pytest.raises(AuthError), dropbox.Dropbox(**held) as box:
        box.users_get_current_account()


def test_sdk_without_a_secret(understudy: Understudy) -> None:
    begun = DropboxOAuth2Flow(DESKTOP, CALLBACK, {}, "csrf", use_pkce=True, token_access_type="offline")
    place = urlsplit(understudy.visit(begun.start()))
    token = begun.finish({name: values[0] for name, values in parse_qs(place.query).items()})
    with dropbox.Dropbox(oauth2_refresh_token=token.refresh_token, app_key=DESKTOP) as box:
        assert box.users_get_current_account().account_id == ALICE


def test_sdk_understands_refusals(understudy: Understudy) -> None:
    session: dict = {}
    begun = flow(session)
    place = urlsplit(understudy.visit(begun.start(), deny=True))
    with pytest.raises(NotApprovedException, match="chose not to give your app access"):
        begun.finish({name: values[0] for name, values in parse_qs(place.query).items()})
    token = sign_in(understudy, scope=["files.metadata.read"])
    with pytest.raises(AuthError, match="missing_scope"):
        dropbox.Dropbox(oauth2_access_token=token.access_token).users_get_current_account()
    with pytest.raises(AuthError, match="invalid_access_token"):
        dropbox.Dropbox(oauth2_access_token="sl.nonsense").users_get_current_account()
    with pytest.raises(BadInputError, match="The given OAuth 2 access token is malformed"):
        dropbox.Dropbox(oauth2_access_token="a b").users_get_current_account()
    with pytest.raises(BadInputError, match="invalid_client"):
        dropbox.Dropbox(oauth2_refresh_token="x", app_key=APP, app_secret="wrong").users_get_current_account()


def test_social_auth_signs_in(understudy: Understudy, people: type) -> None:
    from social import Site

    account = Site(understudy, "dropbox-oauth2").sign_in()
    assert (account.uid, account.user.email) == (ALICE, "alice@example.test")


def test_allauth_signs_in(understudy: Understudy, people: type) -> None:
    from allauth.socialaccount.models import SocialAccount
    from django.test import Client

    browser = Client(HTTP_HOST="127.0.0.1:7999")
    end = understudy.visit(browser.post("/accounts/dropbox/login/")["Location"])
    ended = browser.get(end.removeprefix(website.ORIGIN))
    assert (ended.status_code, ended["Location"]) == (302, "/in")
    assert SocialAccount.objects.get(provider="dropbox").uid == ALICE


def test_refusals_of_the_token_endpoint(understudy: Understudy) -> None:
    request = urlencode({"client_id": APP, "redirect_uri": CALLBACK, "response_type": "code"})
    code = parse_qs(urlsplit(understudy.visit(f"{ROOT}/oauth2/authorize?{request}")).query)["code"][0]
    for body, text in [
        ({"code": "x"}, '{"error": "invalid_grant", "error_description": "code doesn\'t exist or has expired"}'),
        (
            {"code": code, "redirect_uri": "http://127.0.0.1:7999/other"},
            '{"error": "invalid_grant", "error_description": "redirect_uri mismatch"}',
        ),
        ({"code": "x", "client_secret": "wrong"}, '{"error": "invalid_client: Invalid client_id or client_secret"}'),
        (
            {"grant_type": "refresh_token", "refresh_token": "x"},
            '{"error": "invalid_grant", "error_description": "refresh token is malformed"}',
        ),
    ]:
        answer = redeem(**body)
        assert (answer.status_code, answer.text) == (400, text)
    page = requests.get(f"{ROOT}/oauth2/authorize?client_id={APP}&response_type=code&redirect_uri=http://x.test/", timeout=10)
    assert (page.status_code, "Invalid redirect_uri. It must exactly match" in page.text) == (400, True)
