"""Discord: social-auth-core, django-allauth, Authlib and requests at the real host names."""

from collections.abc import Iterator
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
import requests
from authlib.common.security import generate_token
from authlib.integrations.requests_client import OAuth2Session
from joserfc import jwt
from joserfc.jwk import KeySet

import website
from understudy import CALLBACK, Understudy

WEB, GAME = "900000000000000001", "900000000000000002"
SECRET = "understudy-secret-0123456789"
ROOT = "https://discord.com"
ALICE = "100000000000000001"

website.build(
    ["social_core.backends.discord.DiscordOAuth2"],
    SOCIAL_AUTH_DISCORD_KEY=WEB,
    SOCIAL_AUTH_DISCORD_SECRET=SECRET,
    SOCIAL_AUTH_DISCORD_SCOPE=["email"],
    SOCIALACCOUNT_PROVIDERS={"discord": {"APP": {"client_id": WEB, "secret": SECRET}}},
)


@pytest.fixture
def people() -> Iterator[type]:
    from django.contrib.auth.models import User

    yield User
    User.objects.all().delete()


def address(**more: str) -> str:
    request = {"client_id": WEB, "redirect_uri": CALLBACK, "response_type": "code", "scope": "identify", "state": "s"}
    return f"{ROOT}/oauth2/authorize?{urlencode({**request, **more})}"


def sign_in(understudy: Understudy, scope: str = "identify email", method: str = "client_secret_basic") -> tuple:
    app = OAuth2Session(WEB, SECRET, scope=scope, redirect_uri=CALLBACK, token_endpoint_auth_method=method)
    url, state = app.create_authorization_url(f"{ROOT}/oauth2/authorize")
    place = understudy.visit(url)
    return app, app.fetch_token(f"{ROOT}/api/oauth2/token", authorization_response=place, state=state)


def call(token: str, path: str = "users/@me") -> requests.Response:
    return requests.get(f"{ROOT}/api/v10/{path}", headers={"Authorization": f"Bearer {token}"}, timeout=10)


def redeem(**body: str) -> requests.Response:
    mine = {"client_id": WEB, "client_secret": SECRET, "grant_type": "authorization_code", "redirect_uri": CALLBACK}
    sent = {name: value for name, value in {**mine, **body}.items() if value}
    return requests.post(f"{ROOT}/api/v10/oauth2/token", data=sent, timeout=10)


def code(understudy: Understudy, **more: str) -> str:
    return parse_qs(urlsplit(understudy.visit(address(**more))).query)["code"][0]


@pytest.mark.parametrize("method", ["client_secret_basic", "client_secret_post"])
def test_authlib_signs_in(understudy: Understudy, method: str) -> None:
    _, token = sign_in(understudy, method=method)
    assert (token["token_type"], token["expires_in"], token["scope"]) == ("Bearer", 604800, "identify email")
    assert (len(token["access_token"]), len(token["refresh_token"])) == (30, 30)
    user = call(token["access_token"])
    assert '"discriminator": "0", ' in user.text
    assert (user.json()["id"], user.json()["username"], user.json()["email"]) == (ALICE, "alice", "alice@example.test")
    about = call(token["access_token"], "oauth2/@me").json()
    assert (about["application"]["id"], about["scopes"], about["user"]["id"]) == (WEB, ["identify", "email"], ALICE)
    assert about["expires"].endswith("+00:00")


def test_refresh(understudy: Understudy) -> None:
    app, token = sign_in(understudy)
    understudy.age("P8D")
    assert (call(token["access_token"]).status_code, call(token["access_token"]).text) == (
        401,
        '{"message": "401: Unauthorized", "code": 0}',
    )
    again = app.refresh_token(f"{ROOT}/api/oauth2/token", token["refresh_token"])
    assert call(again["access_token"]).json()["id"] == ALICE
    stale = redeem(grant_type="refresh_token", refresh_token=token["refresh_token"])
    assert (stale.status_code, stale.text) == (400, '{"error": "invalid_grant"}')


def test_public_client_with_verifier(understudy: Understudy) -> None:
    app = OAuth2Session(
        GAME, scope="identify", redirect_uri=CALLBACK, token_endpoint_auth_method="none", code_challenge_method="S256"
    )
    verifier = generate_token(48)
    url, state = app.create_authorization_url(f"{ROOT}/oauth2/authorize", code_verifier=verifier)
    place = understudy.visit(url)
    bad = {"client_id": GAME, "client_secret": "", "code": parse_qs(urlsplit(place).query)["code"][0]}
    wrong = redeem(**bad, code_verifier=generate_token(48))
    assert (wrong.status_code, wrong.json()) == (
        400,
        {"error": "invalid_request", "error_description": 'Invalid "code_verifier"'},
    )
    place = understudy.visit(url)
    token = app.fetch_token(f"{ROOT}/api/oauth2/token", authorization_response=place, state=state, code_verifier=verifier)
    assert call(token["access_token"]).json()["id"] == ALICE
    again = app.refresh_token(f"{ROOT}/api/oauth2/token", token["refresh_token"])
    assert call(again["access_token"]).json()["id"] == ALICE


def test_implicit(understudy: Understudy) -> None:
    place = urlsplit(understudy.visit(address(response_type="token")))
    answer = {name: values[0] for name, values in parse_qs(place.fragment).items()}
    assert (list(answer), answer["expires_in"], answer["scope"]) == (
        ["access_token", "token_type", "expires_in", "scope", "state"],
        "604800",
        "identify",
    )
    assert call(answer["access_token"]).json()["id"] == ALICE


def test_openid(understudy: Understudy) -> None:
    app, token = sign_in(understudy, "openid identify email")
    metadata = requests.get(f"{ROOT}/.well-known/openid-configuration", timeout=10).json()
    assert "token_endpoint_auth_methods_supported" not in metadata
    keys = KeySet.import_key_set(requests.get(metadata["jwks_uri"], timeout=10).json())
    claims = jwt.decode(token["id_token"], keys).claims
    assert (claims["iss"], claims["sub"], claims["aud"], "email" in claims) == (ROOT, ALICE, WEB, False)
    assert app.get(metadata["userinfo_endpoint"]).json()["sub"] == ALICE


def test_callback_names_the_issuer_of_the_metadata(understudy: Understudy) -> None:
    metadata = requests.get(f"{ROOT}/.well-known/oauth-authorization-server", timeout=10).json()
    assert metadata["authorization_response_iss_parameter_supported"] is True
    assert parse_qs(urlsplit(understudy.visit(address())).query)["iss"] == [metadata["issuer"]] == [ROOT]


def test_client_credentials_act_for_the_owner(understudy: Understudy) -> None:
    app = OAuth2Session(WEB, SECRET, scope="identify email")
    token = app.fetch_token(f"{ROOT}/api/oauth2/token", grant_type="client_credentials")
    assert (token["expires_in"], token["scope"], "refresh_token" in token) == (604800, "identify email", False)
    assert (call(token["access_token"]).json()["id"], call(token["access_token"]).json()["email"]) == (
        ALICE,
        "alice@example.test",
    )


def test_denial(understudy: Understudy) -> None:
    assert understudy.visit(address(), deny=True) == (
        f"{CALLBACK}?error=access_denied"
        "&error_description=The+resource+owner+or+authorization+server+denied+the+request&state=s&iss=https%3A%2F%2Fdiscord.com"
    )


def test_refusals_of_the_authorization_endpoint(understudy: Understudy) -> None:
    assert understudy.visit(address(scope="nonsense"), deny=True) == (
        f"{CALLBACK}?error=invalid_scope"
        "&error_description=The+requested+scope+is+invalid%2C+unknown%2C+or+malformed.&state=s&iss=https%3A%2F%2Fdiscord.com"
    )
    page = requests.get(address(redirect_uri="http://127.0.0.1:7999/other"), timeout=10)
    assert (page.status_code, "Invalid OAuth2 redirect_uri" in page.text) == (400, True)
    plain = address(code_challenge=generate_token(48), code_challenge_method="plain")
    answer = requests.get(plain, allow_redirects=False, timeout=10)
    assert "error_description=Unsupported+%22code_challenge_method%22" in answer.headers["Location"]


def test_refusals_of_the_token_endpoint(understudy: Understudy) -> None:
    bad = redeem(code="nonsense")
    assert (bad.status_code, bad.text) == (
        400,
        '{"error": "invalid_grant", "error_description": "Invalid \\"code\\" in request."}',
    )
    wrong = redeem(code="nonsense", client_secret="wrong")
    assert (wrong.status_code, wrong.text) == (401, '{"error": "invalid_client"}')
    other = redeem(code=code(understudy), redirect_uri="http://127.0.0.1:7999/complete/discord/")
    assert other.json() == {"error": "invalid_grant", "error_description": 'Invalid "redirect_uri" in request.'}
    nobody = redeem(code=code(understudy), client_secret="")
    assert nobody.json() == {"error": "invalid_request", "error_description": 'Missing "code_verifier"'}
    assert redeem(grant_type="refresh_token", refresh_token="x", client_secret="").json() == {"error": "invalid_client"}
    late = code(understudy)
    understudy.age("PT101S")
    assert redeem(code=late).json()["error_description"] == 'Invalid "code" in request.'
    json = {"client_id": WEB, "client_secret": SECRET, "grant_type": "authorization_code", "code": code(understudy)}
    assert requests.post(f"{ROOT}/api/oauth2/token", json=json, timeout=10).status_code >= 400
    assert requests.get(f"{ROOT}/api/oauth2/token", params=json, timeout=10).status_code == 405


def test_refusals_of_the_api(understudy: Understudy) -> None:
    _, token = sign_in(understudy, "guilds")
    for answer in [call("nonsense"), call(token["access_token"]), requests.get(f"{ROOT}/api/users/@me", timeout=10)]:
        assert (answer.status_code, answer.json()) == (401, {"message": "401: Unauthorized", "code": 0})
    assert call(token["access_token"], "users/@me/guilds").json() == []


def test_revocation(understudy: Understudy) -> None:
    app, token = sign_in(understudy)
    gone = app.revoke_token(f"{ROOT}/api/oauth2/token/revoke", token["access_token"])
    assert (gone.status_code, gone.json()) == (200, {})
    assert call(token["access_token"]).status_code == 401


def test_revocation_of_the_refresh_token_ends_the_access_token(understudy: Understudy) -> None:
    app, token = sign_in(understudy)
    app.revoke_token(f"{ROOT}/api/oauth2/token/revoke", token["refresh_token"])
    assert call(token["access_token"]).status_code == 401
    assert redeem(grant_type="refresh_token", refresh_token=token["refresh_token"]).json() == {"error": "invalid_grant"}


def test_old_host(understudy: Understudy) -> None:
    body = {"grant_type": "authorization_code", "code": code(understudy), "redirect_uri": CALLBACK}
    token = requests.post("https://discordapp.com/api/v6/oauth2/token", data=body, auth=(WEB, SECRET), timeout=10).json()
    assert call(token["access_token"]).json()["id"] == ALICE


def test_social_auth_signs_in(understudy: Understudy, people: type) -> None:
    from social import Site

    account = Site(understudy, "discord").sign_in()
    assert (account.uid, account.user.username, account.user.email) == (ALICE, "alice", "alice@example.test")


def test_social_auth_understands_a_denial(understudy: Understudy, people: type) -> None:
    from social import Site
    from social_core.exceptions import AuthCanceled

    site = Site(understudy, "discord")
    with pytest.raises(AuthCanceled):
        site.browser.get(site.go(deny=True))


def test_allauth_signs_in(understudy: Understudy, people: type) -> None:
    from allauth.socialaccount.models import SocialAccount
    from django.test import Client

    browser = Client(HTTP_HOST="127.0.0.1:7999")
    end = understudy.visit(browser.post("/accounts/discord/login/")["Location"])
    ended = browser.get(end.removeprefix(website.ORIGIN))
    assert (ended.status_code, ended["Location"]) == (302, "/in")
    account = SocialAccount.objects.get(provider="discord")
    assert (account.uid, account.user.email) == (ALICE, "alice@example.test")
