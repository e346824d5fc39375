"""bookops-worldcat: a library's own token at oauth.oclc.org."""

import pytest
import requests
from bookops_worldcat import WorldcatAccessToken
from bookops_worldcat.errors import WorldcatAuthorizationError

from understudy import SECRET, Understudy

KEY = "WebClientKey00000000000000000000000000000000000000000000000000000000000000000000"


def test_client_credentials(understudy: Understudy) -> None:
    token = WorldcatAccessToken(key=KEY, secret=SECRET, scopes="WorldCatMetadataAPI context:128807")
    assert token.token_str.startswith("tk_") and token.token_type == "bearer"
    assert not token.is_expired()
    me = requests.get(
        "https://128807.share.worldcat.org/idaas/scim/v2/Me",
        headers={"Authorization": f"Bearer {token.token_str}"},
        timeout=20,
    )
    # It is granted to the key, so there is nobody whom the answer could show.
    assert me.status_code != 200
    assert understudy.refusals()[-1] == "person_missing"


@pytest.mark.parametrize(
    ("key", "secret", "scopes"),
    [
        (KEY, "another secret", "WorldCatMetadataAPI"),
        ("NobodysKey", SECRET, "WorldCatMetadataAPI"),
        (KEY, SECRET, "NoSuchAPI"),
    ],
)
def test_refusals(understudy: Understudy, key: str, secret: str, scopes: str) -> None:
    with pytest.raises(WorldcatAuthorizationError):
        WorldcatAccessToken(key=key, secret=secret, scopes=scopes)
