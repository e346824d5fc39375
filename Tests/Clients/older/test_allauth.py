"""django-allauth in a Django site, of 2019: VK, and Instagram by the API that it had then."""

import pytest
from allauth.socialaccount.models import SocialAccount
from django.contrib.auth import get_user
from django.test import Client

import website
from understudy import Understudy


def go(client: Client, understudy: Understudy, provider: str, **how: object) -> str:
    start = f"/accounts/{provider}/login/"
    begun = client.get(start)
    assert begun.status_code == 302
    place = understudy.visit(begun["Location"], **how)
    assert place.startswith(f"{website.ORIGIN}{start}callback/?")
    return place[len(website.ORIGIN) :]


@pytest.fixture
def browser() -> Client:
    return Client(HTTP_HOST="127.0.0.1:7999")


def test_vk(understudy: Understudy, people: type, browser: Client) -> None:
    ended = browser.get(go(browser, understudy, "vk", person="carol", password="dormouse"))
    assert (ended.status_code, ended["Location"]) == (302, "/in")
    account = SocialAccount.objects.get(user=get_user(browser))
    assert (account.uid, account.user.username) == ("219004864", "carol")
    told = account.extra_data
    assert (told["sex"], told["bdate"], told["nickname"]) == (2, "27.1.1983", "")
    assert (told["has_mobile"], told["home_phone"]) == (1, "")
    assert told["photo_max_orig"] == "https://pp.example.test/carol.jpg"
    assert account.get_provider_account().to_str() == "Carol Dodgson"


def test_instagram(understudy: Understudy, people: type, browser: Client) -> None:
    ended = browser.get(go(browser, understudy, "instagram"))
    assert (ended.status_code, ended["Location"]) == (302, "/in")
    account = SocialAccount.objects.get(user=get_user(browser))
    assert (account.uid, account.extra_data["full_name"]) == ("2125818477", "Alice Liddell")
    assert account.get_provider_account().to_str() == "alice"


@pytest.mark.parametrize("provider", ["vk", "instagram"])
def test_denial(understudy: Understudy, people: type, browser: Client, provider: str) -> None:
    ended = browser.get(go(browser, understudy, provider, deny=True))
    assert (ended.status_code, ended["Location"]) == (302, "/accounts/social/login/cancelled/")
    assert get_user(browser).is_anonymous


@pytest.mark.parametrize("provider", ["vk", "instagram"])
def test_spent_code(understudy: Understudy, people: type, browser: Client, provider: str) -> None:
    place = go(browser, understudy, provider)
    understudy.rule({"provider": provider, "endpoint": "token"}, {"condition": "code_reused"})
    ended = browser.get(place)
    assert b"An error occurred while attempting to login" in ended.content
    assert understudy.refusals()[-1] == "code_reused"
    assert get_user(browser).is_anonymous
