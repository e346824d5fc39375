"""The Django site of the drivers test_{apple,facebook,linkedin,x,vk_id}.py: for current/conftest.py."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import website
from understudy import SECRET

APPLE_KEY = (Path(__file__).parent / "apple-test-key.pem").read_text()
APPS = {
    "facebook": "100200300400500",
    "linkedin_oauth2": "78abcdefghijkl",
    "twitter_oauth2": "VW5kZXJzdHVkeVdlYjoxOmNp",
    "vk": "51999001",
}

website.build(
    [
        "social_core.backends.apple.AppleIdAuth",
        "social_core.backends.facebook.FacebookOAuth2",
        "social_core.backends.linkedin.LinkedinOAuth2",
        "social_core.backends.linkedin.LinkedinOpenIdConnect",
        "social_core.backends.twitter_oauth2.TwitterOAuth2",
        "social_core.backends.vk.VKIDOAuth2",
    ],
    SOCIAL_AUTH_APPLE_ID_CLIENT="com.example.web",
    SOCIAL_AUTH_APPLE_ID_TEAM="TEAM123456",
    SOCIAL_AUTH_APPLE_ID_KEY="UNDRSTDY01",
    SOCIAL_AUTH_APPLE_ID_SECRET=APPLE_KEY,
    SOCIAL_AUTH_APPLE_ID_SCOPE=["name", "email"],
    SOCIAL_AUTH_FACEBOOK_KEY=APPS["facebook"],
    SOCIAL_AUTH_FACEBOOK_SECRET=SECRET,
    SOCIAL_AUTH_FACEBOOK_SCOPE=["email"],
    SOCIAL_AUTH_FACEBOOK_PROFILE_EXTRA_PARAMS={"fields": "id,name,email,first_name,last_name"},
    SOCIAL_AUTH_LINKEDIN_OAUTH2_KEY=APPS["linkedin_oauth2"],
    SOCIAL_AUTH_LINKEDIN_OAUTH2_SECRET=SECRET,
    SOCIAL_AUTH_LINKEDIN_OPENIDCONNECT_KEY=APPS["linkedin_oauth2"],
    SOCIAL_AUTH_LINKEDIN_OPENIDCONNECT_SECRET=SECRET,
    SOCIAL_AUTH_TWITTER_OAUTH2_KEY=APPS["twitter_oauth2"],
    SOCIAL_AUTH_TWITTER_OAUTH2_SECRET=SECRET,
    SOCIAL_AUTH_VK_ID_KEY=APPS["vk"],
    SOCIAL_AUTH_VK_ID_SECRET=SECRET,
    SOCIAL_AUTH_VK_ID_SCOPE=["email"],
    SOCIALACCOUNT_PROVIDERS={
        "apple": {
            "SCOPE": ["name", "email"],
            "APPS": [
                {
                    "client_id": "com.example.web",
                    "secret": "UNDRSTDY01",
                    "key": "TEAM123456",
                    "settings": {"certificate_key": APPLE_KEY},
                }
            ]
        },
        **{name: {"APPS": [{"client_id": app, "secret": SECRET}]} for name, app in APPS.items()},
    },
)


@pytest.fixture
def people() -> Iterator[type]:
    """Those whom the site knows: nobody, as yet."""
    from django.contrib.auth.models import User

    yield User
    User.objects.all().delete()
