"""MSAL, azure-identity, social-auth and allauth at Microsoft's host names. Run it with --no-bundled: Azure AD B2C has the same host."""

import json
from base64 import urlsafe_b64decode
from collections.abc import Iterator
from urllib.parse import parse_qsl, urlsplit

import msal
import pytest
import requests
import website
from azure.core.exceptions import ClientAuthenticationError
from azure.identity import CertificateCredential, ClientSecretCredential
from understudy import CALLBACK, SECRET, Understudy, service_key

pytestmark = pytest.mark.filterwarnings("ignore:response_mode='form_post' is recommended")

WEB = "11111111-2222-4333-8444-555555555555"
DESKTOP = "22222222-3333-4444-8555-666666666666"
DAEMON = "44444444-5555-4666-8777-888888888888"
TASKS = "99999999-8888-4777-8666-555555555555"
LOGIN = "https://login.microsoftonline.com"
CONTOSO = "11112222-bbbb-4333-8ccc-4444dddd5555"
PERSONAL = "9188040d-6c67-4c5b-b112-36a304b66dad"
ME = "https://graph.microsoft.com/v1.0/me"

website.build(
    [
        "social_core.backends.azuread.AzureADOAuth2", "social_core.backends.azuread_tenant.AzureADV2TenantOAuth2",
        "social_core.backends.microsoft.MicrosoftOAuth2",
    ],
    SOCIAL_AUTH_AZUREAD_OAUTH2_KEY=WEB,
    SOCIAL_AUTH_AZUREAD_OAUTH2_SECRET=SECRET,
    SOCIAL_AUTH_AZUREAD_OAUTH2_RESOURCE="https://graph.microsoft.com/",
    SOCIAL_AUTH_AZUREAD_V2_TENANT_OAUTH2_KEY=WEB,
    SOCIAL_AUTH_AZUREAD_V2_TENANT_OAUTH2_SECRET=SECRET,
    SOCIAL_AUTH_AZUREAD_V2_TENANT_OAUTH2_TENANT_ID=CONTOSO,
    SOCIAL_AUTH_MICROSOFT_GRAPH_KEY=WEB,
    SOCIAL_AUTH_MICROSOFT_GRAPH_SECRET=SECRET,
    SOCIALACCOUNT_PROVIDERS={"microsoft": {"APP": {"client_id": WEB, "secret": SECRET}}},
)


@pytest.fixture
def people() -> Iterator[type]:
    from django.contrib.auth.models import User

    yield User
    User.objects.all().delete()


def web(tenant: str = "common", secret: str = SECRET) -> msal.ConfidentialClientApplication:
    return msal.ConfidentialClientApplication(WEB, authority=f"{LOGIN}/{tenant}", client_credential=secret)


def sign_in(understudy: Understudy, app: msal.ClientApplication, scopes: list[str], redirect: str = CALLBACK, **who: str) -> dict:
    flow = app.initiate_auth_code_flow(scopes, redirect_uri=redirect)
    url, _, body = understudy.visit(flow["auth_uri"], **who).partition("\n")
    return app.acquire_token_by_auth_code_flow(flow, dict(parse_qsl(body or urlsplit(url).query)))


def me(token: str) -> requests.Response:
    return requests.get(ME, headers={"Authorization": f"Bearer {token}"}, timeout=20)


def claims(token: str) -> dict:
    payload = token.split(".")[1]
    return json.loads(urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))


@pytest.mark.parametrize("tenant", ["common", "organizations", CONTOSO, "contoso.onmicrosoft.com"])
def test_work_account(understudy: Understudy, tenant: str) -> None:
    app = web(tenant)
    result = sign_in(understudy, app, ["User.Read"])
    assert "error" not in result, result
    found = result["id_token_claims"]
    assert (found["tid"], found["iss"], found["ver"]) == (CONTOSO, f"{LOGIN}/{CONTOSO}/v2.0", "2.0")
    (account,) = app.get_accounts()
    assert account["home_account_id"] == f"aaaaaaaa-0000-4111-9222-bbbbbbbbbbbb.{CONTOSO}"
    silent = app.acquire_token_silent(["User.Read"], account)
    assert me(silent["access_token"]).json()["userPrincipalName"] == "alice@contoso.example"
    understudy.age("PT2H")
    expired = me(silent["access_token"])
    assert (expired.status_code, expired.json()["error"]["message"]) == (401, "Lifetime validation failed, the token is expired.")
    fresh = app.acquire_token_silent(["User.Read"], account, force_refresh=True)
    assert me(fresh["access_token"]).status_code == 200


@pytest.mark.parametrize("tenant", ["common", "consumers"])
def test_personal_account(understudy: Understudy, tenant: str) -> None:
    result = sign_in(understudy, web(tenant), ["User.Read"], person="bob", password="builder")
    assert result["id_token_claims"]["tid"] == PERSONAL
    assert result["access_token"].startswith("EwB")
    assert me(result["access_token"]).status_code == 200


def test_desktop_app_at_any_port(understudy: Understudy) -> None:
    app = msal.PublicClientApplication(DESKTOP, authority=f"{LOGIN}/organizations")
    result = sign_in(understudy, app, ["User.Read"], redirect="http://localhost:51234")
    assert result["scope"] and claims(result["access_token"])["appidacr"] == "0"


def test_cancel(understudy: Understudy) -> None:
    app = web()
    flow = app.initiate_auth_code_flow(["User.Read"], redirect_uri=CALLBACK)
    place = understudy.visit(flow["auth_uri"], deny=True)
    result = app.acquire_token_by_auth_code_flow(flow, dict(parse_qsl(urlsplit(place).query)))
    assert (result["error"], "error_description" in result) == ("access_denied", False)


def test_consent_is_denied(understudy: Understudy) -> None:
    app = web()
    flow = app.initiate_auth_code_flow(["User.Read"], redirect_uri=CALLBACK)
    understudy.rule({"provider": "entra", "endpoint": "authorize"}, {"condition": "user_denied"})
    place = understudy.visit(flow["auth_uri"], deny=True)
    result = app.acquire_token_by_auth_code_flow(flow, dict(parse_qsl(urlsplit(place).query)))
    assert result["error_description"] == "AADSTS65004: User declined to consent to access the app."


def test_code_is_spent(understudy: Understudy) -> None:
    app = web()
    flow = app.initiate_auth_code_flow(["User.Read"], redirect_uri=CALLBACK)
    response = dict(parse_qsl(urlsplit(understudy.visit(flow["auth_uri"])).query))
    assert "access_token" in app.acquire_token_by_auth_code_flow(flow, response)
    again = app.acquire_token_by_auth_code_flow(flow, response)
    assert (again["error"], again["error_codes"]) == ("invalid_grant", [54005])


def type_code(understudy: Understudy, flow: dict, deny: bool = False) -> None:
    """The address that devices show leads to the page of another host."""
    page = understudy.visit(f"{flow['verification_uri']}?otc={flow['user_code']}", deny=deny)
    assert page.split("?")[0] == f"{LOGIN}/appverify" + ("/declined" if deny else "")


def test_device(understudy: Understudy) -> None:
    app = msal.PublicClientApplication(DESKTOP, authority=f"{LOGIN}/common")
    flow = app.initiate_device_flow(["User.Read"])
    assert flow["user_code"] in flow["message"]
    assert flow["verification_uri"] == "https://microsoft.com/devicelogin"
    type_code(understudy, flow)
    result = app.acquire_token_by_device_flow(flow)
    assert result["id_token_claims"]["preferred_username"] == "alice@contoso.example"


def test_device_is_declined(understudy: Understudy) -> None:
    app = msal.PublicClientApplication(DESKTOP, authority=f"{LOGIN}/consumers")
    flow = app.initiate_device_flow(["User.Read"])
    assert flow["verification_uri"] == "https://www.microsoft.com/link"
    type_code(understudy, flow, deny=True)
    assert app.acquire_token_by_device_flow(flow)["error"] == "authorization_declined"


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_password(understudy: Understudy) -> None:
    app = msal.PublicClientApplication(DESKTOP, authority=f"{LOGIN}/{CONTOSO}")
    assert "access_token" in app.acquire_token_by_username_password("alice", "wonderland", ["User.Read"])
    wrong = app.acquire_token_by_username_password("alice", "nonsense", ["User.Read"])
    assert (wrong["error"], wrong["error_codes"]) == ("invalid_grant", [50126])


def test_unknown_tenant(understudy: Understudy) -> None:
    with pytest.raises(ValueError):
        web("nobody.example").initiate_auth_code_flow(["User.Read"], redirect_uri=CALLBACK)


def test_client_secret_credential(understudy: Understudy) -> None:
    token = ClientSecretCredential(CONTOSO, WEB, SECRET).get_token("https://graph.microsoft.com/.default").token
    found = claims(token)
    assert (found["idtyp"], found["tid"], "scp" in found) == ("app", CONTOSO, False)


def test_wrong_client_secret(understudy: Understudy) -> None:
    with pytest.raises(ClientAuthenticationError, match="AADSTS7000215: Invalid client secret provided"):
        ClientSecretCredential(CONTOSO, WEB, "another-secret-0123").get_token("https://graph.microsoft.com/.default")


def test_scope_without_default(understudy: Understudy) -> None:
    result = web(CONTOSO).acquire_token_for_client(["https://graph.microsoft.com/User.Read"])
    assert (result["error"], result["error_codes"]) == ("invalid_scope", [1002012])


def test_certificate(understudy: Understudy) -> None:
    app = msal.ConfidentialClientApplication(
        DAEMON, authority=f"{LOGIN}/{CONTOSO}", client_credential={"private_key": service_key(), "thumbprint": "00" * 20}
    )
    assert "access_token" in app.acquire_token_for_client(["https://graph.microsoft.com/.default"])


def test_on_behalf_of(understudy: Understudy) -> None:
    person = sign_in(understudy, web(CONTOSO), [f"api://{TASKS}/Tasks.Read"])
    found = claims(person["access_token"])
    assert (found["aud"], found["scp"], found["ver"], found["azp"]) == (TASKS, "Tasks.Read", "2.0", WEB)
    wrong = me(person["access_token"])
    assert (wrong.status_code, wrong.json()["error"]["message"]) == (401, "Access token validation failure. Invalid audience.")
    api = msal.ConfidentialClientApplication(TASKS, authority=f"{LOGIN}/{CONTOSO}", client_credential=SECRET)
    result = api.acquire_token_on_behalf_of(person["access_token"], ["https://graph.microsoft.com/User.Read"])
    assert "error" not in result, result
    assert me(result["access_token"]).json()["displayName"] == "Alice Liddell"


@pytest.mark.parametrize("backend", ["azuread-oauth2", "azuread-v2-tenant-oauth2", "microsoft-graph"])
def test_social_auth(understudy: Understudy, people: type, backend: str) -> None:
    from social import Site

    account = Site(understudy, backend).sign_in()
    assert account.user.first_name == "Alice"


def test_allauth(understudy: Understudy, people: type) -> None:
    from django.test import Client

    browser = Client(HTTP_HOST="127.0.0.1:7999")
    begun = browser.post("/accounts/microsoft/login/")
    place = understudy.visit(begun["Location"])
    ended = browser.get(place.removeprefix(website.ORIGIN))
    assert ended.status_code == 302, ended.content
    assert people.objects.get().email == "alice@example.test"
