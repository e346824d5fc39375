import os
from collections.abc import Iterator

import pytest

import website
from understudy import SECRET

# What httplib2 calls the file with the CAs, which it reads when it is imported.
os.environ["HTTPLIB2_CA_CERTS"] = os.environ["SSL_CERT_FILE"]

VK = "7999002"
INSTAGRAM = "c11e0000c11e0000c11e0000c11e0000"

website.build(
    [
        "social_core.backends.vk.VKOAuth2",
        "social_core.backends.instagram.InstagramOAuth2",
        "social_core.backends.azuread_b2c.AzureADB2COAuth2",
    ],
    SOCIAL_AUTH_VK_OAUTH2_KEY=VK,
    SOCIAL_AUTH_VK_OAUTH2_SECRET=SECRET,
    SOCIAL_AUTH_VK_OAUTH2_SCOPE=["email"],
    SOCIAL_AUTH_INSTAGRAM_KEY=INSTAGRAM,
    SOCIAL_AUTH_INSTAGRAM_SECRET=SECRET,
    SOCIAL_AUTH_AZUREAD_B2C_OAUTH2_KEY="22222222-3333-4444-8555-666666666666",
    SOCIAL_AUTH_AZUREAD_B2C_OAUTH2_SECRET=SECRET,
    SOCIAL_AUTH_AZUREAD_B2C_OAUTH2_TENANT_ID="kidventusb2c.onmicrosoft.com",
    SOCIAL_AUTH_AZUREAD_B2C_OAUTH2_POLICY="B2C_1_signupsignin",
    SOCIALACCOUNT_PROVIDERS={"vk": {}, "instagram": {}},
)


@pytest.fixture
def people() -> Iterator[type]:
    """Those whom the site knows: nobody, as yet."""
    from allauth.socialaccount.models import SocialApp
    from django.contrib.auth.models import User

    for provider, client in (("vk", VK), ("instagram", INSTAGRAM)):
        app, _ = SocialApp.objects.get_or_create(provider=provider, client_id=client, secret=SECRET)
        app.sites.add(1)

    yield User
    User.objects.all().delete()
