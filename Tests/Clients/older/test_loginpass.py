"""loginpass in a Flask site: VK with a birthday and a picture, and Instagram, as userinfo."""

from typing import Any

import pytest
from authlib.common.errors import AuthlibBaseError
from authlib.integrations.flask_client import OAuth
from flask import Flask, jsonify
from flask.testing import FlaskClient
from loginpass import VK, Instagram, create_flask_blueprint

from understudy import SECRET, Understudy

ORIGIN = "http://127.0.0.1:7999"


@pytest.fixture
def browser() -> FlaskClient:
    site = Flask("site")
    site.config.update(
        TESTING=True,
        SECRET_KEY="of a test",
        VK_CLIENT_ID="7999002",
        VK_CLIENT_SECRET=SECRET,
        INSTAGRAM_CLIENT_ID="c11e0000c11e0000c11e0000c11e0000",
        INSTAGRAM_CLIENT_SECRET=SECRET,
        # Instagram took its tokens in the query alone.
        INSTAGRAM_CLIENT_KWARGS={
            "token_placement": "uri",
            "token_endpoint_auth_method": "client_secret_post",
            "scope": "basic",
        },
    )

    def signed_in(remote: Any, token: Any, user_info: Any) -> Any:
        return jsonify(token=token, user=user_info)

    site.register_blueprint(create_flask_blueprint([VK, Instagram], OAuth(site), signed_in))
    return site.test_client()


def go(browser: FlaskClient, understudy: Understudy, name: str, **how: object) -> str:
    begun = browser.get(f"/login/{name}", base_url=ORIGIN)
    assert begun.status_code == 302
    place = understudy.visit(begun.headers["Location"], **how)
    assert place.startswith(f"{ORIGIN}/auth/{name}?")
    return place


def test_vk(understudy: Understudy, browser: FlaskClient) -> None:
    place = go(browser, understudy, "vk", person="carol", password="dormouse")
    assert browser.get(place).json["user"] == {
        "sub": "219004864",
        "name": "Carol Dodgson",
        "given_name": "Carol",
        "family_name": "Dodgson",
        "preferred_username": "carol",
        "profile": "https://vk.com/carol",
        "picture": "https://pp.example.test/carol.jpg",
        "website": "https://carol.example.test",
        "gender": "male",
        "birthdate": "1983-01-27",
    }


def test_vk_of_somebody_who_says_little(understudy: Understudy, browser: FlaskClient) -> None:
    user = browser.get(go(browser, understudy, "vk", person="bob", password="builder")).json["user"]
    assert user == {
        "sub": "8492",
        "name": "Bob Builder",
        "given_name": "Bob",
        "family_name": "Builder",
        "preferred_username": "id8492",
        "profile": "https://vk.com/id8492",
    }


def test_instagram(understudy: Understudy, browser: FlaskClient) -> None:
    answer = browser.get(go(browser, understudy, "instagram")).json
    assert (answer["user"]["sub"], answer["user"]["nickname"]) == ("2125818477", "alice")
    assert answer["user"]["given_name"] == "Alice Liddell"
    assert answer["token"]["user"]["id"] == "2125818477"


@pytest.mark.parametrize("name", ["vk", "instagram"])
def test_denial(understudy: Understudy, browser: FlaskClient, name: str) -> None:
    place = go(browser, understudy, name, deny=True)
    assert "error=access_denied" in place
    assert browser.get(place).json == {"token": None, "user": None}


def test_callback_of_another_browser(understudy: Understudy, browser: FlaskClient) -> None:
    place = go(browser, understudy, "vk")
    browser.cookie_jar.clear()
    with pytest.raises(AuthlibBaseError, match="mismatching_state"):
        browser.get(place)
