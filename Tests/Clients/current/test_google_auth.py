"""google-auth: an external account exchanges the ID token of a CI job for an access token (RFC 8693)."""

import base64
import json
from pathlib import Path

import pytest
from google.auth import identity_pool
from google.auth.exceptions import OAuthError
from google.auth.transport.requests import Request

from understudy import Understudy

POOL = "//iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/ci/providers/github"


CAST = {
    "clients": [{"provider": "standard", "client_id": "deploy", "kind": "public"}],
    "trust": [{
        "provider": "standard", "name": "main", "issuer": "https://token.actions.githubusercontent.com",
        "audiences": ["https://github.com/octo-org"], "subjects": ["repo:octo-org/octo-repo:ref:refs/heads/main"],
        "client": "deploy", "scopes": ["mcp:read"],
    }],
}


class Platform:
    """A sandbox that trusts the jobs of one branch, and gives jobs their ID tokens."""

    def __init__(self, understudy: Understudy, folder: Path) -> None:
        box = understudy.new_sandbox({"cast": CAST})
        self.understudy, self.folder, self.sandbox, self.standard = understudy, folder, box["id"], box["providers"]["standard"]

    def account(self, branch: str) -> identity_pool.Credentials:
        """What a job for this branch has."""
        job = {"provider": "standard", "workload": "github-actions", "values": {"ref": f"refs/heads/{branch}"}}
        file = self.folder / branch
        file.write_text(self.understudy.control("POST", "/workloads", job, self.sandbox)["id_token"])
        return identity_pool.Credentials(
            audience=POOL,
            subject_token_type="urn:ietf:params:oauth:token-type:jwt",
            token_url=f"{self.standard}/token",
            credential_source={"file": str(file)},
            scopes=["mcp:read"],
        )


@pytest.fixture
def platform(understudy: Understudy, tmp_path: Path) -> Platform:
    return Platform(understudy, tmp_path)


def test_exchanges_the_token_of_a_job(platform: Platform) -> None:
    credentials = platform.account("main")
    credentials.refresh(Request())
    assert credentials.valid
    payload = credentials.token.split(".")[1]
    claims = json.loads(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))
    assert (claims["client_id"], claims["scope"], claims["aud"]) == ("deploy", "mcp:read", POOL)


def test_is_told_that_a_job_is_not_trusted(platform: Platform) -> None:
    with pytest.raises(OAuthError, match="The subject of the JWT is not trusted here."):
        platform.account("next").refresh(Request())
