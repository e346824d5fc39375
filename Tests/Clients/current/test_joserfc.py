"""joserfc: a client that decrypts its ID tokens and the responses of userinfo (RFC 7516), verifies what is inside, and follows a
key rotation."""

import pytest
import requests
from joserfc import jwe, jwt
from joserfc.errors import InvalidKeyIdError
from joserfc.jwk import ECKey, KeySet, RSAKey

from understudy import CALLBACK, SECRET, Understudy

ISSUER = "https://standard.test"

KEYS = {
    "RSA-OAEP": RSAKey.generate_key(2048, {"use": "enc", "kid": "rsa"}),
    "ECDH-ES": ECKey.generate_key("P-256", {"use": "enc", "kid": "p-256"}),
    "ECDH-ES+A256KW": ECKey.generate_key("P-384", {"use": "enc", "kid": "p-384"}),
}
KEYS["RSA-OAEP-256"] = KEYS["RSA-OAEP"]
CONTENT = ["A128GCM", "A256GCM", "A128CBC-HS256", "A256CBC-HS512"]


def mint(understudy: Understudy, client: str) -> dict:
    order = {"provider": "standard", "client": client, "person": "alice", "scopes": ["openid", "email"]}
    return understudy.control("POST", "/tokens", order)


def register(understudy: Understudy, key, **members: str) -> None:
    understudy.control(
        "PUT",
        "/clients/standard/sealed",
        {"secret": SECRET, "redirect_uris": [CALLBACK], "jwks": {"keys": [key.as_dict(private=False)]}, **members},
    )


def keys() -> KeySet:
    metadata = requests.get(f"{ISSUER}/.well-known/openid-configuration", timeout=10).json()
    return KeySet.import_key_set(requests.get(metadata["jwks_uri"], timeout=10).json())


def opened(text: str, key, alg: str, enc: str) -> bytes:
    return jwe.decrypt_compact(text, key, algorithms=[alg, enc]).plaintext


@pytest.mark.parametrize("enc", CONTENT)
@pytest.mark.parametrize("alg", KEYS)
def test_encrypted(understudy: Understudy, alg: str, enc: str) -> None:
    key = KEYS[alg]
    register(
        understudy,
        key,
        id_token_encrypted_response_alg=alg,
        id_token_encrypted_response_enc=enc,
        userinfo_signed_response_alg="ES256",
        userinfo_encrypted_response_alg=alg,
        userinfo_encrypted_response_enc=enc,
    )
    minted = mint(understudy, "sealed")
    token = jwt.decode(opened(minted["id_token"], key, alg, enc).decode(), keys())
    assert token.claims["aud"] == "sealed"
    answer = requests.get(
        f"{ISSUER}/userinfo", headers={"Authorization": f"Bearer {minted['access_token']}"}, timeout=10
    )
    assert answer.headers["Content-Type"] == "application/jwt"
    info = jwt.decode(opened(answer.text, key, alg, enc).decode(), keys(), algorithms=["ES256"])
    assert (info.claims["iss"], info.claims["aud"]) == (ISSUER, "sealed")
    assert info.claims["email"] == "alice@example.test"


def test_rotation(understudy: Understudy) -> None:
    old = keys()
    understudy.control("POST", "/keys", {"steps": ["publish", "use", "retire"]})
    token = mint(understudy, "web")["id_token"]
    with pytest.raises((InvalidKeyIdError, ValueError)):
        jwt.decode(token, old)
    assert jwt.decode(token, keys()).claims["aud"] == "web"


def test_rotation_in_the_wrong_order(understudy: Understudy) -> None:
    assert understudy.control("POST", "/keys", {"steps": ["use"]})["sound"] is False
    with pytest.raises((InvalidKeyIdError, ValueError)):
        jwt.decode(mint(understudy, "web")["id_token"], keys())
