from collections.abc import Iterator

import pytest

import website
from understudy import SECRET

website.build(
    [
        "social_core.backends.vk.VKOAuth2",
        "social_core.backends.instagram.InstagramOAuth2",
        "social_core.backends.azuread_b2c.AzureADB2COAuth2",
        "social_core.backends.open_id_connect.OpenIdConnectAuth",
    ],
    SOCIAL_AUTH_VK_OAUTH2_KEY="7999002",
    SOCIAL_AUTH_VK_OAUTH2_SECRET=SECRET,
    SOCIAL_AUTH_VK_OAUTH2_SCOPE=["email"],
    SOCIAL_AUTH_INSTAGRAM_KEY="c11e0000c11e0000c11e0000c11e0000",
    SOCIAL_AUTH_INSTAGRAM_SECRET=SECRET,
    SOCIAL_AUTH_AZUREAD_B2C_OAUTH2_KEY="22222222-3333-4444-8555-666666666666",
    SOCIAL_AUTH_AZUREAD_B2C_OAUTH2_SECRET=SECRET,
    SOCIAL_AUTH_AZUREAD_B2C_OAUTH2_TENANT_NAME="kidventusb2c",
    SOCIAL_AUTH_AZUREAD_B2C_OAUTH2_POLICY="B2C_1_signupsignin",
    SOCIAL_AUTH_OIDC_OIDC_ENDPOINT="https://standard.test",
    SOCIAL_AUTH_OIDC_KEY="website",
    SOCIAL_AUTH_OIDC_SECRET=SECRET,
    SOCIALACCOUNT_PROVIDERS={
        "instagram": {"APP": {"client_id": "c11e0000c11e0000c11e0000c11e0000", "secret": SECRET}},
        "openid_connect": {
            "OAUTH_PKCE_ENABLED": True,
            "APPS": [
                {
                    "provider_id": "standard",
                    "name": "Standard",
                    "client_id": "website",
                    "secret": SECRET,
                    "settings": {"server_url": "https://standard.test"},
                }
            ],
        },
    },
)


@pytest.fixture
def people() -> Iterator[type]:
    """Those whom the site knows: nobody, as yet."""
    from django.contrib.auth.models import User

    yield User
    User.objects.all().delete()
