"""Shopify: its own Python SDK, Authlib and requests at the host of a shop.

Shopify signs the redirect (hmac), which the fixture can't do yet: so the test signs for the SDK what Shopify would have signed.
social-auth-core and django-allauth need it, too.
"""

from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
import requests
import shopify
from authlib.integrations.requests_client import OAuth2Session

from understudy import CALLBACK, SECRET, Understudy

APP, SHOP = "0123456789abcdef0123456789abcdef", "https://tea-house.myshopify.com"
TOKEN = f"{SHOP}/admin/oauth/access_token"


@pytest.fixture
def session() -> shopify.Session:
    shopify.Session.setup(api_key=APP, secret=SECRET)
    return shopify.Session("tea-house", "2025-01")


def address(**more: str) -> str:
    request = {"client_id": APP, "redirect_uri": CALLBACK, "scope": "read_products,write_orders", "state": "s"}
    return f"{SHOP}/admin/oauth/authorize?{urlencode({**request, **more})}"


def code(understudy: Understudy, **more: str) -> str:
    return parse_qs(urlsplit(understudy.visit(address(**more))).query)["code"][0]


def redeem(**body: str) -> requests.Response:
    return requests.post(TOKEN, json={"client_id": APP, "client_secret": SECRET, **body}, timeout=10)


def shop(token: str) -> requests.Response:
    place = f"{SHOP}/admin/api/2026-07/shop.json"
    return requests.get(place, headers={"X-Shopify-Access-Token": token}, timeout=10)


def test_the_sdk_signs_in(understudy: Understudy, session: shopify.Session) -> None:
    url = session.create_permission_url(["read_products", "write_orders"], CALLBACK, "s")
    answer = {name: values[0] for name, values in parse_qs(urlsplit(understudy.visit(url)).query).items()}
    assert (list(answer), answer["shop"]) == (["code", "host", "shop", "state", "timestamp"], "tea-house.myshopify.com")
    with pytest.raises(shopify.ValidationException):
        session.request_token(answer)
    token = session.request_token({**answer, "hmac": shopify.Session.calculate_hmac(answer)})
    assert token.startswith("shpat_") and set(session.access_scopes) == {"read_products", "write_orders"}
    assert shop(token).json()["shop"]["myshopify_domain"] == "tea-house.myshopify.com"


def test_authlib_signs_in(understudy: Understudy) -> None:
    app = OAuth2Session(APP, SECRET, redirect_uri=CALLBACK, token_endpoint_auth_method="client_secret_post")
    url, state = app.create_authorization_url(f"{SHOP}/admin/oauth/authorize", scope="read_products,read_orders")
    token = app.fetch_token(TOKEN, authorization_response=understudy.visit(url), state=state)
    assert (token["scope"], "expires_in" in token, "refresh_token" in token) == ("read_products,read_orders", False, False)
    understudy.age("P1000D")
    assert shop(token["access_token"]).json()["shop"]["email"] == "alice@example.test"


def test_online_token_has_the_user(understudy: Understudy) -> None:
    token = redeem(code=code(understudy, **{"grant_options[]": "per-user"})).json()
    assert (token["expires_in"], token["associated_user_scope"]) == (86399, "read_products,write_orders")
    user = token["associated_user"]
    assert (user["id"], user["email"], user["account_owner"]) == (902541635, "alice@example.test", True)


def test_expiring_offline_token(understudy: Understudy) -> None:
    token = redeem(code=code(understudy), expiring="1").json()
    assert (token["expires_in"], token["refresh_token"][:6], token["refresh_token_expires_in"]) == (3600, "shprt_", 7776000)
    understudy.age("PT61M")
    late = shop(token["access_token"])
    assert (late.status_code, late.json()) == (
        401,
        {"errors": "[API] Invalid API key or access token (unrecognized login or wrong password)"},
    )
    again = redeem(grant_type="refresh_token", refresh_token=token["refresh_token"]).json()
    assert (again["expires_in"], shop(again["access_token"]).status_code) == (3600, 200)
    # The token from before still works, until 30 days are over.
    assert redeem(grant_type="refresh_token", refresh_token=token["refresh_token"]).status_code == 200
    understudy.age("P31D")
    dead = redeem(grant_type="refresh_token", refresh_token=token["refresh_token"])
    assert (dead.status_code, dead.json()["error_description"]) == (401, "This request requires an active refresh_token")


def test_refusals(understudy: Understudy) -> None:
    used = code(understudy)
    redeem(code=used)
    again = redeem(code=used)
    assert (again.status_code, again.text) == (
        400,
        '{"error":"invalid_request","error_description":"The authorization code was not found or was already used"}',
    )
    page = requests.get(address(redirect_uri="http://127.0.0.1:7999/other"), timeout=10)
    assert (page.status_code, "Oauth error invalid_request: The redirect_uri is not whitelisted" in page.text) == (400, True)
    unknown = requests.get(address(client_id="nobody"), timeout=10)
    assert "Could not find Shopify API application with api_key" in unknown.text
    other = requests.post(TOKEN.replace("tea-house", "other"), data={"client_id": APP, "client_secret": SECRET, "code": code(understudy)})
    assert other.status_code == 400
