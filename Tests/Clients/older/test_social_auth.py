"""social-auth-core in a Django site, of 2019: VK begins at http://, Instagram signs what it asks for."""

import pytest
from social_core.exceptions import AuthCanceled, AuthStateForbidden

from social import Site
from understudy import Understudy


def test_vk(understudy: Understudy, people: type) -> None:
    account = Site(understudy, "vk-oauth2").sign_in(person="carol", password="dormouse")
    assert (account.uid, account.extra_data["expires"]) == ("219004864", 86400)
    user = account.user
    assert (user.username, user.email) == ("carol", "carol@example.test")
    assert (user.first_name, user.last_name) == ("Carol", "Dodgson")


def test_instagram(understudy: Understudy, people: type) -> None:
    account = Site(understudy, "instagram").sign_in()
    assert (account.uid, account.user.username) == ("2125818477", "alice")
    assert account.user.first_name == "Alice"


def test_b2c(understudy: Understudy, people: type) -> None:
    account = Site(understudy, "azuread-b2c-oauth2").sign_in()
    assert account.uid == "884408e1-2918-4cc0-b12d-3aa027d7563b"
    assert account.extra_data["policy"] == "B2C_1_signupsignin"
    assert account.user.email == "alice@example.test"


@pytest.mark.parametrize("backend", ["vk-oauth2", "instagram", "azuread-b2c-oauth2"])
def test_denial(understudy: Understudy, people: type, backend: str) -> None:
    site = Site(understudy, backend)
    place = site.go(deny=True)
    with pytest.raises(AuthCanceled):
        site.browser.get(place)
    assert not people.objects.exists()


@pytest.mark.parametrize("backend", ["vk-oauth2", "instagram", "azuread-b2c-oauth2"])
def test_forged_state(understudy: Understudy, people: type, backend: str) -> None:
    site = Site(understudy, backend)
    understudy.rule({"endpoint": "authorize"}, {"change": {"set": {"state": "forged"}}})
    place = site.go()
    with pytest.raises(AuthStateForbidden):
        site.browser.get(place.replace("redirect_state=", "ignored="))
