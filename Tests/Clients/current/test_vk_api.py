"""vk_api: the code flow and the client's own token at oauth.vk.ru, and methods of the API."""

from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from vk_api import ApiError, AuthError, VkApi

from understudy import CALLBACK, SECRET, Understudy


def web_app(secret: str = SECRET) -> VkApi:
    return VkApi(app_id=7999001, client_secret=secret)


def code(understudy: Understudy, scope: str = "") -> str:
    request = {"client_id": 7999001, "redirect_uri": CALLBACK, "response_type": "code", "scope": scope}
    place = understudy.visit(f"https://oauth.vk.ru/authorize?{urlencode(request)}", person="carol", password="dormouse")
    return parse_qs(urlsplit(place).query)["code"][0]


def test_code_flow(understudy: Understudy) -> None:
    vk = web_app()
    token = vk.code_auth(code(understudy, "email"), CALLBACK)
    assert (token["user_id"], token["email"]) == (219004864, "carol@example.test")
    api = VkApi(token=token["access_token"]).get_api()
    (carol,) = api.users.get(fields="screen_name,sex,bdate,site,has_photo,photo_50")
    assert (carol["id"], carol["first_name"], carol["last_name"]) == (219004864, "Carol", "Dodgson")
    assert (carol["screen_name"], carol["sex"], carol["bdate"]) == ("carol", 2, "27.1.1983")
    assert (carol["has_photo"], carol["photo_50"]) == (1, "https://pp.example.test/carol-50.jpg")
    assert [person["id"] for person in api.users.get(user_ids="1,8492")] == [1, 8492]


def test_refusals_at_the_token_endpoint(understudy: Understudy) -> None:
    once = code(understudy)
    with pytest.raises(AuthError, match="client_secret is incorrect"):
        web_app("another secret").code_auth(once, CALLBACK)
    web_app().code_auth(once, CALLBACK)
    with pytest.raises(AuthError, match="Code is invalid or expired"):
        web_app().code_auth(once, CALLBACK)


def test_the_clients_own_token(understudy: Understudy) -> None:
    vk = web_app()
    vk.server_auth()
    assert vk.token["access_token"]


def test_errors_of_the_api(understudy: Understudy) -> None:
    token = web_app().code_auth(code(understudy), CALLBACK)
    api = VkApi(token=token["access_token"])
    with pytest.raises(ApiError) as unknown:
        api.method("users.conjure", {"spell": "abracadabra"})
    assert unknown.value.code == 3
    sent = {item["key"]: item["value"] for item in unknown.value.error["request_params"]}
    assert (sent["method"], sent["spell"]) == ("users.conjure", "abracadabra")
    assert "access_token" not in sent

    understudy.age("P2D")
    with pytest.raises(ApiError, match="access_token has expired") as expired:
        api.method("users.get")
    assert expired.value.code == 5
