"""A job's own way to its ID token: sigstore's `id`, and google-auth as google-github-actions/auth configures it."""

import jwt
import pytest
import requests
from google.auth import identity_pool
from google.auth.transport.requests import Request
from id import detect_credential
from jwt import PyJWKClient
from understudy import Understudy

ISSUER = "https://token.actions.githubusercontent.com"
PLAN = "https://pipelines.actions.githubusercontent.com/bLixyNLv/00000000-0000-0000-0000-000000000000/_apis/distributedtask/hubs/Actions/plans/8b1d1a34-b3c2-4338-9690-eff9416ff863"
MAIN, PRODUCTION, PULL = (
    "8741ac84-28d7-59c6-8be3-cf902138554e", "9852bd95-39e8-4ad7-9cf4-d0a13249665f", "a963cea6-4af9-4be8-8d05-e1b2435a7760",
)


def request_url(job: str) -> str:
    return f"{PLAN}/jobs/{job}/idtoken?api-version=2.0"


def verified(token: str, audience: str) -> dict:
    """The claims, as a server finds them that discovers the issuer's keys."""
    found = requests.get(f"{ISSUER}/.well-known/openid-configuration", timeout=20).json()
    assert found["issuer"] == ISSUER
    key = PyJWKClient(found["jwks_uri"]).get_signing_key_from_jwt(token)
    return jwt.decode(token, key, algorithms=["RS256"], audience=audience, issuer=ISSUER)


@pytest.mark.parametrize(
    ("job", "subject"),
    [
        (MAIN, "repo:octo-org/octo-repo:ref:refs/heads/main"), (PRODUCTION, "repo:octo-org/octo-repo:environment:production"),
        (PULL, "repo:octo-org/octo-repo:pull_request"),
    ],
)
def test_job_detects_its_credential(understudy: Understudy, monkeypatch: pytest.MonkeyPatch, job: str, subject: str) -> None:
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    # Its urllib3 asks no proxy, so the address is that of the common port.
    monkeypatch.setenv("ACTIONS_ID_TOKEN_REQUEST_URL", request_url(job).replace("https://", f"{understudy.http}/github-actions/"))
    monkeypatch.setenv("ACTIONS_ID_TOKEN_REQUEST_TOKEN", "any")
    claims = verified(detect_credential("sigstore"), "sigstore")
    assert (claims["sub"], claims["repository"], claims["runner_environment"]) == (subject, "octo-org/octo-repo", "github-hosted")


def test_default_audience_is_the_owner(understudy: Understudy) -> None:
    answer = requests.get(request_url(MAIN), headers={"Authorization": "bearer any"}, timeout=20).json()
    assert verified(answer["value"], "https://github.com/octo-org")["jti"]


def test_control_api_signs_with_the_same_key(understudy: Understudy) -> None:
    order = {"provider": "github-actions", "workload": "github-actions", "values": {"environment": "staging"}}
    token = understudy.control("POST", "/workloads", order)["id_token"]
    assert verified(token, "https://github.com/octo-org")["sub"] == "repo:octo-org/octo-repo:environment:staging"


def test_immutable_subject(understudy: Understudy) -> None:
    understudy.switch("default", "github-actions", "immutable-subject")
    token = requests.get(request_url(MAIN), headers={"Authorization": "bearer any"}, timeout=20).json()["value"]
    understudy.control("PUT", "/providers/github-actions/quirks", {"without": ["immutable-subject"]})
    assert verified(token, "https://github.com/octo-org")["sub"] == "repo:octo-org@65/octo-repo@74:ref:refs/heads/main"


def test_google_takes_the_token(understudy: Understudy) -> None:
    """Needs google.json, too: the credentials file of google-github-actions/auth."""
    if not any(entry["id"] == "google" for entry in providers(understudy)):
        pytest.skip("google is not served")
    pool = "//iam.googleapis.com/projects/123456789012/locations/global/workloadIdentityPools/ci/providers/github"
    credentials = identity_pool.Credentials(
        audience=pool, subject_token_type="urn:ietf:params:oauth:token-type:jwt", token_url="https://sts.googleapis.com/v1/token",
        credential_source={
            "url": f"{request_url(MAIN)}&audience=https:{pool}", "headers": {"Authorization": "Bearer any"},
            "format": {"type": "json", "subject_token_field_name": "value"},
        },
        scopes=["https://www.googleapis.com/auth/cloud-platform"],
    )
    credentials.refresh(Request())
    assert credentials.valid


def providers(understudy: Understudy) -> list[dict]:
    try:
        answer = requests.get("https://accounts.google.com/.well-known/openid-configuration", timeout=20)
    except requests.RequestException:
        return []
    return [{"id": "google"}] if answer.ok else []
