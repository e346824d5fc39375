"""social-auth in a Django site: /, /complete/oidc/, and /me for those who are signed in."""

import os
from socketserver import ThreadingMixIn
from wsgiref.simple_server import WSGIServer, make_server

import django
from django.conf import settings

env = os.environ
settings.configure(
    ALLOWED_HOSTS=["127.0.0.1"],
    AUTHENTICATION_BACKENDS=["social_core.backends.open_id_connect.OpenIdConnectAuth"],
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": f"{env['HOME']}/site.sqlite"}},
    DEFAULT_AUTO_FIELD="django.db.models.AutoField",
    INSTALLED_APPS=[
        "django.contrib.auth",
        "django.contrib.contenttypes",
        "django.contrib.sessions",
        "social_django",
    ],
    LOGIN_REDIRECT_URL="/me",
    MIDDLEWARE=[
        "django.contrib.sessions.middleware.SessionMiddleware",
        "django.contrib.auth.middleware.AuthenticationMiddleware",
        "social_django.middleware.SocialAuthExceptionMiddleware",
    ],
    ROOT_URLCONF=__name__,
    SECRET_KEY="of one run of a test",
    SOCIAL_AUTH_LOGIN_ERROR_URL="/refused",
    SOCIAL_AUTH_OIDC_KEY=env["OAUTH_CLIENT_ID"],
    SOCIAL_AUTH_OIDC_OIDC_ENDPOINT=env["OAUTH_ISSUER"],
    SOCIAL_AUTH_OIDC_SECRET=env["OAUTH_CLIENT_SECRET"],
    TEMPLATES=[{"BACKEND": "django.template.backends.django.DjangoTemplates"}],
)
django.setup()

from django.core.management import call_command  # noqa: E402
from django.core.wsgi import get_wsgi_application  # noqa: E402
from django.http import HttpRequest, HttpResponse  # noqa: E402
from django.middleware.csrf import get_token  # noqa: E402
from django.urls import include, path  # noqa: E402


def home(request: HttpRequest) -> HttpResponse:
    token = f'<input type="hidden" name="csrfmiddlewaretoken" value="{get_token(request)}">'
    return HttpResponse(f'<form action="/login/oidc/" method="post">{token}<button>Sign in</button></form>')


def refused(_: HttpRequest) -> HttpResponse:
    return HttpResponse("The sign-in was refused.", "text/plain", 400)


def me(request: HttpRequest) -> HttpResponse:
    if request.user.is_authenticated:
        return HttpResponse(request.user.get_username(), "text/plain")
    return HttpResponse("Nobody is signed in.", "text/plain", 401)


urlpatterns = [
    path("", home),
    path("", include("social_django.urls", namespace="social")),
    path("refused", refused),
    path("me", me),
]


class Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True


call_command("migrate", verbosity=0)
make_server("127.0.0.1", int(env["PORT"]), get_wsgi_application(), server_class=Server).serve_forever()
