"""A Django site in this process, as small as one gets that lets people in through social-auth and allauth.

Its front channel is Django's own test client; what the libraries ask of providers goes over HTTPS as always.
"""

from importlib.util import find_spec
from typing import Any

import django
from django.conf import settings
from django.core.management import call_command

ORIGIN = "http://127.0.0.1:7999"


def build(backends: list[str], **more: Any) -> None:
    """With what a site's settings.py would say beside the frame."""
    middleware = [
        "django.contrib.sessions.middleware.SessionMiddleware",
        "django.contrib.auth.middleware.AuthenticationMiddleware",
        "django.contrib.messages.middleware.MessageMiddleware",
    ]
    if find_spec("allauth.account.middleware"):
        middleware.append("allauth.account.middleware.AccountMiddleware")
    settings.configure(
        SECRET_KEY="of a test",
        ROOT_URLCONF="website_urls",
        ALLOWED_HOSTS=["127.0.0.1"],
        INSTALLED_APPS=[
            "django.contrib.auth",
            "django.contrib.contenttypes",
            "django.contrib.messages",
            "django.contrib.sessions",
            "django.contrib.sites",
            "social_django",
            "allauth",
            "allauth.account",
            "allauth.socialaccount",
            *(f"allauth.socialaccount.providers.{name}" for name in more["SOCIALACCOUNT_PROVIDERS"]),
        ],
        MIDDLEWARE=middleware,
        TEMPLATES=[
            {
                "BACKEND": "django.template.backends.django.DjangoTemplates",
                "APP_DIRS": True,
                "OPTIONS": {"context_processors": ["django.template.context_processors.request"]},
            }
        ],
        DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}},
        DEFAULT_AUTO_FIELD="django.db.models.AutoField",
        AUTHENTICATION_BACKENDS=[
            *backends,
            "django.contrib.auth.backends.ModelBackend",
            "allauth.account.auth_backends.AuthenticationBackend",
        ],
        SITE_ID=1,
        LOGIN_REDIRECT_URL="/in",
        ACCOUNT_EMAIL_VERIFICATION="none",
        **more,
    )
    django.setup()
    call_command("migrate", verbosity=0)
