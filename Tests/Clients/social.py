"""A person at the site who comes in through social-auth. Import it when the site is built."""

from django.test import Client
from social_django.models import UserSocialAuth

import website
from understudy import Understudy


class Site:
    def __init__(self, understudy: Understudy, backend: str) -> None:
        self.understudy, self.backend = understudy, backend
        self.browser = Client(HTTP_HOST="127.0.0.1:7999")

    def go(self, **how: object) -> str:
        """To the provider, and as far as its redirect back."""
        begun = self.browser.post(f"/login/{self.backend}/")
        assert begun.status_code == 302
        place = self.understudy.visit(begun["Location"], **how)
        assert place.startswith(f"{website.ORIGIN}/complete/{self.backend}/?")
        return place.removeprefix(website.ORIGIN)

    def sign_in(self, **how: object) -> UserSocialAuth:
        ended = self.browser.get(self.go(**how))
        assert (ended.status_code, ended["Location"]) == (302, "/in")
        return UserSocialAuth.objects.get(user_id=self.browser.session["_auth_user_id"])
