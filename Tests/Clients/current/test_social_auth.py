"""social-auth-core in a Django site: backends with their built-in addresses, as they are today."""

import pytest
from social_core.exceptions import AuthCanceled, AuthException, AuthSessionError

from social import Site
from understudy import Understudy


def test_vk(understudy: Understudy, people: type) -> None:
    account = Site(understudy, "vk-oauth2").sign_in(person="carol", password="dormouse")
    assert (account.uid, account.extra_data["expires_in"]) == ("219004864", 86400)
    user = account.user
    assert (user.username, user.email) == ("carol", "carol@example.test")
    assert (user.first_name, user.last_name) == ("Carol", "Dodgson")


def test_instagram(understudy: Understudy, people: type) -> None:
    account = Site(understudy, "instagram").sign_in()
    assert (account.uid, account.user.username) == ("2125818477", "alice")


def test_b2c(understudy: Understudy, people: type) -> None:
    account = Site(understudy, "azuread-b2c-oauth2").sign_in()
    assert account.uid == "884408e1-2918-4cc0-b12d-3aa027d7563b"
    assert account.extra_data["policy"] == "B2C_1_signupsignin"
    assert account.user.email == "alice@example.test"


def test_standard(understudy: Understudy, people: type) -> None:
    account = Site(understudy, "oidc").sign_in()
    assert (account.user.email, account.user.first_name) == ("alice@example.test", "Alice")


@pytest.mark.parametrize("backend", ["vk-oauth2", "instagram", "azuread-b2c-oauth2", "oidc"])
def test_denial(understudy: Understudy, people: type, backend: str) -> None:
    site = Site(understudy, backend)
    place = site.go(deny=True)
    with pytest.raises(AuthCanceled):
        site.browser.get(place)
    assert not people.objects.exists()


def test_callback_of_another_browser(understudy: Understudy, people: type) -> None:
    place = Site(understudy, "vk-oauth2").go()
    with pytest.raises(AuthSessionError):
        Site(understudy, "vk-oauth2").browser.get(place)


def test_forged_id_token(understudy: Understudy, people: type) -> None:
    site = Site(understudy, "oidc")
    place = site.go()
    understudy.rule(
        {"provider": "standard", "endpoint": "token"},
        {"change": {"tokens": {"id": {"signature": "bad"}}}},
    )
    with pytest.raises(AuthException):
        site.browser.get(place)
    assert not people.objects.exists()
