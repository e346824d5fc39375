"""Intuit: its own Python client, django-allauth (QuickBooks) and requests at the real host names."""

from collections.abc import Iterator
from urllib.parse import parse_qs, urlsplit

import pytest
import requests
from intuitlib.client import AuthClient
from intuitlib.enums import Scopes
from intuitlib.exceptions import AuthClientError
from intuitlib.utils import validate_id_token

import website
from understudy import CALLBACK, SECRET, Understudy

APP = "ABunderstudy000000000000000000000000000000000000web"
ALICE, COMPANY = "1182d6ec-60d3-4b8c-8b3a-a11ce0000001", "9130350000000001"
BOOKS = [Scopes.ACCOUNTING, Scopes.OPENID, Scopes.EMAIL, Scopes.PROFILE]

website.build(
    [],
    SOCIALACCOUNT_PROVIDERS={
        "quickbooks": {
            "SCOPE": ["openid", "com.intuit.quickbooks.accounting", "profile", "email"],
            "APP": {"client_id": APP, "secret": SECRET},
        }
    },
)


@pytest.fixture
def people() -> Iterator[type]:
    from django.contrib.auth.models import User

    yield User
    User.objects.all().delete()


def sign_in(understudy: Understudy, scopes: list, environment: str = "production") -> tuple[AuthClient, dict]:
    client = AuthClient(APP, SECRET, CALLBACK, environment)
    place = understudy.visit(client.get_authorization_url(scopes))
    answer = {name: values[0] for name, values in parse_qs(urlsplit(place).query).items()}
    assert answer["state"] == client.state_token
    client.get_bearer_token(answer["code"], realm_id=answer.get("realmId"))
    return client, answer


def company(token: str) -> requests.Response:
    place = f"https://quickbooks.api.intuit.com/v3/company/{COMPANY}/companyinfo/{COMPANY}"
    return requests.get(place, headers={"Authorization": f"Bearer {token}", "Accept": "application/json"}, timeout=10)


@pytest.mark.parametrize("environment", ["production", "sandbox"])
def test_its_own_client_signs_in(understudy: Understudy, environment: str) -> None:
    client, answer = sign_in(understudy, BOOKS, environment)
    assert (list(answer), answer["realmId"]) == (["code", "state", "realmId"], COMPANY)
    assert (client.expires_in, client.x_refresh_token_expires_in) == (3600, 8640000)
    assert validate_id_token(client.id_token, APP, client.issuer_uri, client.jwks_uri)
    assert client.get_user_info().json() == {
        "sub": ALICE,
        "email": "alice@example.test",
        "emailVerified": True,
        "givenName": "Alice",
        "familyName": "Liddell",
    }
    assert company(client.access_token).json()["CompanyInfo"]["CompanyName"] == "Liddell and Sons"


def test_refresh_and_revocation(understudy: Understudy) -> None:
    client, _ = sign_in(understudy, BOOKS)
    old, late = client.refresh_token, client.access_token
    understudy.age("PT61M")
    refused = company(late)
    assert (refused.status_code, refused.json()["fault"]["error"][0]["detail"]) == (401, "Token expired")
    client.refresh()
    assert client.refresh_token != old and company(client.access_token).status_code == 200
    assert client.revoke(client.refresh_token)
    assert company(client.access_token).status_code == 401
    with pytest.raises(AuthClientError) as ended:
        client.refresh()
    assert (ended.value.status_code, b"invalid_grant" in ended.value.content) == (400, True)


def test_sign_in_alone_has_no_company(understudy: Understudy) -> None:
    client, answer = sign_in(understudy, [Scopes.OPENID, Scopes.EMAIL])
    assert "realmId" not in answer
    refused = company(client.access_token)
    assert (refused.status_code, refused.json()["fault"]["error"][0]["code"]) == (403, "3100")


def test_refusals(understudy: Understudy) -> None:
    client = AuthClient(APP, SECRET, CALLBACK, "production")
    with pytest.raises(AuthClientError) as bad:
        client.get_bearer_token("nonsense")
    assert (bad.value.status_code, bad.value.content) == (400, b'{"error":"invalid_grant"}')
    assert bad.value.intuit_tid.startswith("1-")
    with pytest.raises(AuthClientError) as stale:
        client.refresh("nonsense")
    assert stale.value.content == b'{"error":"invalid_grant","error_description":"Incorrect or invalid refresh token"}'
    with pytest.raises(AuthClientError) as wrong:
        AuthClient(APP, "wrong", CALLBACK, "production").refresh("x")
    assert (wrong.value.status_code, wrong.value.content) == (401, b'{"error":"invalid_client"}')
    denied = understudy.visit(client.get_authorization_url(BOOKS, "s"), deny=True)
    assert denied == f"{CALLBACK}?state=s&error=access_denied"


def test_allauth_signs_in(understudy: Understudy, people: type) -> None:
    from allauth.socialaccount.models import SocialAccount
    from django.test import Client

    browser = Client(HTTP_HOST="127.0.0.1:7999")
    end = understudy.visit(browser.post("/accounts/quickbooks/login/")["Location"])
    ended = browser.get(end.removeprefix(website.ORIGIN))
    assert (ended.status_code, ended["Location"]) == (302, "/in")
    account = SocialAccount.objects.get(provider="quickbooks")
    assert (account.uid, account.extra_data["realmId"], account.user.email) == (ALICE, COMPANY, "alice@example.test")
