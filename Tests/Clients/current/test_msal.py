"""MSAL with a B2C authority: it takes HTTPS alone, and reads everything else from discovery."""

from urllib.parse import parse_qsl, urlsplit

import msal
import pytest
import requests

from understudy import CALLBACK, SECRET, Understudy

# It would rather have form_post; the query works too, and is what most apps have.
pytestmark = pytest.mark.filterwarnings("ignore:response_mode='form_post' is recommended")

POLICY = "kidventusb2c.onmicrosoft.com/B2C_1_signupsignin"
AUTHORITIES = [
    f"https://kidventusb2c.b2clogin.com/{POLICY}",
    f"https://kidventusb2c.b2clogin.com/tfp/{POLICY}",
    f"https://login.microsoftonline.com/tfp/{POLICY}",
]
SCOPES = ["https://kidventusb2c.onmicrosoft.com/tasks/read"]
TASKS = "https://aadb2cplayground.azurewebsites.net/api/tasks"


def web_app(authority: str, secret: str = SECRET) -> msal.ConfidentialClientApplication:
    return msal.ConfidentialClientApplication(
        "11111111-2222-4333-8444-555555555555", authority=authority, client_credential=secret
    )


def answered(place: str) -> dict[str, str]:
    """The parameters of the callback: in its query, or, by form_post, in its body."""
    url, _, body = place.partition("\n")
    return dict(parse_qsl(body or urlsplit(url).query))


def tasks(tokens: dict) -> int:
    """What the API says to somebody with these."""
    header = {"Authorization": f"Bearer {tokens['access_token']}"}
    return requests.get(TASKS, headers=header, timeout=20).status_code


@pytest.mark.parametrize("mode", ["query", "form_post"])
@pytest.mark.parametrize("authority", AUTHORITIES)
def test_signs_in_and_refreshes(understudy: Understudy, authority: str, mode: str) -> None:
    app = web_app(authority)
    flow = app.initiate_auth_code_flow(SCOPES, redirect_uri=CALLBACK, response_mode=mode)
    result = app.acquire_token_by_auth_code_flow(flow, answered(understudy.visit(flow["auth_uri"])))
    assert "error" not in result, result
    claims = result["id_token_claims"]
    assert (claims["name"], claims["emails"]) == ("Alice Liddell", ["alice@example.test"])
    assert claims["tfp"] == "B2C_1_signupsignin"

    (account,) = app.get_accounts()
    silent = app.acquire_token_silent(SCOPES, account)
    assert silent["access_token"] == result["access_token"]
    assert tasks(silent) == 200
    understudy.age("PT2H")
    assert tasks(silent) == 401
    assert tasks(app.acquire_token_silent(SCOPES, account, force_refresh=True)) == 200


def test_public_client_with_pkce(understudy: Understudy) -> None:
    app = msal.PublicClientApplication("90c0fe63-bcf2-44d5-8fb7-b8bbc0b29dc6", authority=AUTHORITIES[0])
    flow = app.initiate_auth_code_flow(SCOPES, redirect_uri="urn:ietf:wg:oauth:2.0:oob")
    place = understudy.visit(flow["auth_uri"], person="bob", password="builder")
    result = app.acquire_token_by_auth_code_flow(flow, answered(place))
    assert result["id_token_claims"]["oid"] == "884408e1-2918-4cc0-b12d-3aa027d7563c"


def test_denial(understudy: Understudy) -> None:
    app = web_app(AUTHORITIES[0])
    flow = app.initiate_auth_code_flow(SCOPES, redirect_uri=CALLBACK)
    place = understudy.visit(flow["auth_uri"], deny=True)
    result = app.acquire_token_by_auth_code_flow(flow, answered(place))
    assert result["error"] == "access_denied"
    assert result["error_description"].startswith("AADB2C90091: The user has cancelled")


def test_another_state_is_noticed(understudy: Understudy) -> None:
    app = web_app(AUTHORITIES[0])
    flow = app.initiate_auth_code_flow(SCOPES, redirect_uri=CALLBACK)
    response = answered(understudy.visit(flow["auth_uri"]))
    with pytest.raises(ValueError, match="state mismatch"):
        app.acquire_token_by_auth_code_flow(flow, {**response, "state": "forged"})


def test_wrong_secret_and_spent_code(understudy: Understudy) -> None:
    app = web_app(AUTHORITIES[0])
    flow = app.initiate_auth_code_flow(SCOPES, redirect_uri=CALLBACK)
    response = answered(understudy.visit(flow["auth_uri"]))
    wrong = web_app(AUTHORITIES[0], "another secret").acquire_token_by_auth_code_flow(flow, response)
    assert wrong["error"] == "invalid_client"
    assert wrong["error_description"].startswith("AADB2C90081: ")
    assert "access_token" in app.acquire_token_by_auth_code_flow(flow, response)
    again = app.acquire_token_by_auth_code_flow(flow, response)
    assert again["error"] == "invalid_grant"


def test_tampered_id_token_is_refused(understudy: Understudy) -> None:
    app = web_app(AUTHORITIES[0])
    flow = app.initiate_auth_code_flow(SCOPES, redirect_uri=CALLBACK)
    response = answered(understudy.visit(flow["auth_uri"]))
    understudy.rule(
        {"provider": "azure-ad-b2c", "endpoint": "token"},
        {"change": {"tokens": {"id": {"claims": {"nonce": "of another request"}}}}},
    )
    with pytest.raises(RuntimeError, match="nonce"):
        app.acquire_token_by_auth_code_flow(flow, response)
