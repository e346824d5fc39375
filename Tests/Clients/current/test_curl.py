"""curl: every host over HTTPS with nothing but the environment, a whole code flow, and certificates that are bad."""

import json
import subprocess
from urllib.parse import parse_qs, urlsplit

import pytest

from understudy import CALLBACK, SECRET, Understudy

TENANT = "kidventusb2c.onmicrosoft.com/B2C_1_signupsignin"


def curl(*arguments: str) -> subprocess.CompletedProcess:
    return subprocess.run(
        ["curl", "--silent", "--show-error", "--max-time", "20", *arguments],
        capture_output=True,
        text=True,
    )


def json_of(*arguments: str) -> dict:
    answer = curl("--fail-with-body", *arguments)
    assert answer.returncode == 0, answer.stdout + answer.stderr
    return json.loads(answer.stdout)


@pytest.mark.parametrize(
    ("url", "status"),
    [
        ("https://standard.test/.well-known/openid-configuration", 200),
        ("https://oauth.vk.com/blank.html", 200),
        ("https://oauth.vk.ru/blank.html", 200),
        ("https://api.vk.com/method/users.get?v=5.131", 200),
        ("https://api.vk.ru/method/users.get?v=5.131", 200),
        ("https://api.instagram.com/v1/users/self/", 400),
        ("https://instagram.com/accounts/login/", 403),
        ("https://www.instagram.com/accounts/logout/", 200),
        ("https://graph.instagram.com/me", 400),
        (f"https://login.microsoftonline.com/{TENANT}/v2.0/.well-known/openid-configuration", 200),
        (f"https://kidventusb2c.b2clogin.com/{TENANT}/discovery/v2.0/keys", 200),
        ("https://aadb2cplayground.azurewebsites.net/api/tasks", 401),
        ("https://authn.sd00.worldcat.org/oauth2/authorizeCode", 400),
        ("https://oauth.oclc.org/auth/128807", 400),
        ("https://128807.share.worldcat.org/idaas/scim/v2/Me", 401),
    ],
)
def test_hosts_answer_with_a_certificate_that_is_trusted(understudy: Understudy, url: str, status: int) -> None:
    answer = curl("--output", "/dev/null", "--write-out", "%{http_code} %{ssl_verify_result}", url)
    assert (answer.returncode, answer.stdout) == (0, f"{status} 0"), answer.stderr


def test_head_is_answered_as_get_is(understudy: Understudy) -> None:
    url = "https://standard.test/authorize?client_id=web&response_type=code&state=s"
    shown = ["--output", "/dev/null", "--write-out", "%{http_code} %{content_type}"]
    got, head = curl(*shown, url), curl("--head", *shown, url)
    assert head.returncode == 0
    assert head.stdout == got.stdout == "200 text/html; charset=utf-8"


def test_code_flow_of_vk(understudy: Understudy) -> None:
    place = understudy.visit(
        "https://oauth.vk.com/authorize?client_id=7999001&scope=email&response_type=code"
        f"&state=a%20b&redirect_uri={CALLBACK}"
    )
    answered = parse_qs(urlsplit(place).query)
    assert answered["state"] == ["a b"]
    token = json_of(
        "https://oauth.vk.com/access_token",
        *("-d", "client_id=7999001", "-d", f"client_secret={SECRET}"),
        *("-d", f"redirect_uri={CALLBACK}", "-d", f"code={answered['code'][0]}"),
    )
    assert (token["user_id"], token["email"]) == (1, "alice@example.test")
    people = json_of(
        "--get",
        "https://api.vk.com/method/users.get",
        *("-d", "v=5.131", "-d", "fields=screen_name,bdate"),
        *("-d", f"access_token={token['access_token']}"),
    )
    (alice,) = people["response"]
    assert (alice["id"], alice["screen_name"], alice["bdate"]) == (1, "alice", "4.5.1992")
    assert "sex" not in alice


def test_redirects_keep_the_scheme(understudy: Understudy) -> None:
    """From the authorization endpoint to Instagram's login page, which is on another host."""
    followed = curl(
        "--location",
        "--cookie",
        "",
        "--output",
        "/dev/null",
        "--write-out",
        "%{num_redirects} %{http_code} %{url_effective}",
        "https://api.instagram.com/oauth/authorize/?client_id=c0ffee00c0ffee00c0ffee00c0ffee00"
        f"&response_type=code&redirect_uri={CALLBACK}",
    )
    hops, status, url = followed.stdout.split()
    assert (hops, status) == ("1", "200")
    assert url.startswith("https://instagram.com/accounts/login/?force_classic_login=&next=/oauth/authorize/")


@pytest.mark.parametrize("name", ["expired", "not-yet-valid", "self-signed", "wrong-host", "untrusted", "missing-intermediate"])
def test_bad_certificates_are_refused(understudy: Understudy, name: str) -> None:
    port = urlsplit(understudy.https).port
    # 60: the peer's certificate could not be authenticated with the CAs that are known.
    assert curl(f"https://{name}.localhost:{port}/").returncode == 60
    assert curl("--insecure", f"https://{name}.localhost:{port}/").returncode == 0


def test_the_proxy_refuses_hosts_of_others(understudy: Understudy) -> None:
    answer = curl("http://elsewhere.example/")
    assert answer.stdout.startswith("403 ") and '"elsewhere.example"' in answer.stdout
    assert curl("https://elsewhere.example/").returncode == 56
