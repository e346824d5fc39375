"""django-allauth in a Django site: OpenID Connect by discovery, and Instagram as its successor speaks."""

import pytest
from allauth.socialaccount.models import SocialAccount
from django.contrib.auth import get_user
from django.test import Client

import website
from understudy import Understudy

STANDARD = "/accounts/oidc/standard/login/"
INSTAGRAM = "/accounts/instagram/login/"


def browser() -> Client:
    return Client(HTTP_HOST="127.0.0.1:7999")


def go(client: Client, understudy: Understudy, start: str, deny: bool = False) -> str:
    begun = client.post(start)
    assert begun.status_code == 302
    place = understudy.visit(begun["Location"], deny=deny)
    assert place.startswith(f"{website.ORIGIN}{start}callback/?")
    return place.removeprefix(website.ORIGIN)


def test_standard(understudy: Understudy, people: type) -> None:
    client = browser()
    ended = client.get(go(client, understudy, STANDARD))
    assert (ended.status_code, ended["Location"]) == (302, "/in")
    user = get_user(client)
    assert (user.email, user.last_name) == ("alice@example.test", "Liddell")
    account = SocialAccount.objects.get(user=user)
    assert account.provider == "standard"
    assert account.extra_data["userinfo"]["name"] == "Alice Liddell"
    assert account.extra_data["id_token"]["sub"] == account.uid


def test_instagram(understudy: Understudy, people: type) -> None:
    client = browser()
    ended = client.get(go(client, understudy, INSTAGRAM))
    assert (ended.status_code, ended["Location"]) == (302, "/in")
    account = SocialAccount.objects.get(user=get_user(client))
    assert (account.uid, account.extra_data["username"]) == ("2125818477", "alice")


@pytest.mark.parametrize("start", [STANDARD, INSTAGRAM])
def test_denial(understudy: Understudy, people: type, start: str) -> None:
    client = browser()
    ended = client.get(go(client, understudy, start, deny=True))
    assert (ended.status_code, ended["Location"]) == (302, "/accounts/3rdparty/login/cancelled/")
    assert get_user(client).is_anonymous


def test_spent_code(understudy: Understudy, people: type) -> None:
    client = browser()
    place = go(client, understudy, STANDARD)
    understudy.rule({"provider": "standard", "endpoint": "token"}, {"condition": "code_reused"})
    ended = client.get(place)
    assert ended.status_code == 401
    assert b"Third-Party Login Failure" in ended.content
    assert understudy.refusals()[-1] == "code_reused"
    assert get_user(client).is_anonymous
