"""The Kubernetes client asks for tokens of service accounts, and a server verifies them by discovery."""

import jwt
import pytest
import requests
from jwt import PyJWKClient
from kubernetes import client
from kubernetes.client.exceptions import ApiException
from understudy import Understudy

ISSUER = "https://kubernetes.default.svc.cluster.local"


def api() -> client.CoreV1Api:
    import os

    settings = client.Configuration()
    settings.host, settings.ssl_ca_cert = "https://kubernetes.default.svc", os.environ["UNDERSTUDY_CA_FILE"]
    settings.proxy = os.environ["HTTPS_PROXY"]
    settings.no_proxy = ""
    return client.CoreV1Api(client.ApiClient(settings))


def request(account: str, namespace: str = "default") -> client.AuthenticationV1TokenRequest:
    body = client.AuthenticationV1TokenRequest(
        api_version="authentication.k8s.io/v1", kind="TokenRequest", spec=client.V1TokenRequestSpec(audiences=[ISSUER])
    )
    return api().create_namespaced_service_account_token(account, namespace, body)


def verified(token: str, audience: str = ISSUER) -> dict:
    found = requests.get(f"{ISSUER}/.well-known/openid-configuration", timeout=20).json()
    key = PyJWKClient(found["jwks_uri"]).get_signing_key_from_jwt(token)
    return jwt.decode(token, key, algorithms=["RS256"], audience=audience, issuer=ISSUER)


def test_token_request(understudy: Understudy) -> None:
    answer = request("builder", "ci")
    claims = verified(answer.status.token)
    assert claims["sub"] == "system:serviceaccount:ci:builder"
    assert claims["kubernetes.io"]["serviceaccount"]["name"] == "builder"
    assert answer.status.expiration_timestamp.timestamp() == claims["exp"]


@pytest.mark.parametrize(("account", "namespace"), [("nobody", "default"), ("builder", "default")])
def test_unknown_account(understudy: Understudy, account: str, namespace: str) -> None:
    with pytest.raises(ApiException) as refusal:
        request(account, namespace)
    assert (refusal.value.status, f'serviceaccounts \\"{account}\\" not found' in refusal.value.body) == (404, True)


def test_projected_token(understudy: Understudy) -> None:
    order = {"provider": "kubernetes", "workload": "kubernetes", "values": {"namespace": "ci"}, "audiences": ["vault"]}
    claims = verified(understudy.control("POST", "/workloads", order)["id_token"], "vault")
    assert (claims["sub"], claims["kubernetes.io"]["pod"]["name"]) == ("system:serviceaccount:ci:app", "app-7d4b5c6f8-x2x9k")


def test_audience_of_a_request(understudy: Understudy) -> None:
    body = client.AuthenticationV1TokenRequest(
        api_version="authentication.k8s.io/v1", kind="TokenRequest", spec=client.V1TokenRequestSpec(audiences=["vault"])
    )
    assert verified(api().create_namespaced_service_account_token("app", "default", body).status.token, "vault")


def test_review_of_a_token(understudy: Understudy) -> None:
    token = request("builder", "ci").status.token
    reviews = client.AuthenticationV1Api(api().api_client)
    for text, name in [(token, "system:serviceaccount:ci:builder"), ("nonsense", None)]:
        status = reviews.create_token_review(client.V1TokenReview(spec=client.V1TokenReviewSpec(token=text))).status
        assert (bool(status.authenticated), status.user.username) == (name is not None, name)
