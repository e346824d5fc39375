"""Programs that nobody here wrote, as they come from Debian and from PyPI, under `understudy conform run`."""

import shutil
import sys
from pathlib import Path

import pytest

from examination import HERE, examine, expect, of_debian, of_pypi

PROGRAMS = HERE / "programs"
NATIVE = ["--profile", "native-code", "--timeout", "15"]


def needs(program: str) -> None:
    if shutil.which(program) is None:
        pytest.skip(f"there is no {program} here")


def test_rclone(tmp_path: Path) -> None:
    needs("rclone")
    # Any of its services whose endpoints can be set will do. It has one port, and a page there that leads on.
    remote = ["client_id", "{client_id}", "client_secret", "{client_secret}", "config_is_local", "true"]
    remote += ["auth_url", "{authorize}", "token_url", "{token}"]
    run = examine(
        tmp_path, *NATIVE, "--client-secret", "not-a-secret-of-anybody",
        "--", "rclone", "config", "create", "remote", "yandex", *remote,
    )  # fmt: skip
    expect(run, "rclone", of_debian("rclone"))


def test_git_credential_oauth(tmp_path: Path) -> None:
    needs("git-credential-oauth")
    run = examine(tmp_path, *NATIVE, "--", str(PROGRAMS / "git-credential.sh"))
    expect(run, "git-credential-oauth", of_debian("git-credential-oauth"))


def test_oidc_agent(tmp_path: Path) -> None:
    needs("oidc-agent")
    # It asks its agent once a second whether it is done, and so takes seconds where others take none.
    checks = ["code-happy", "code-unknown-params", "code-state-mismatch", "code-state-missing", "code-unsolicited"]
    checks += ["code-error-access_denied", "token-unknown-fields", "token-type-case", "token-no-expires", "token-slow-drip"]
    checks += ["pkce-s256", "pkce-verifier-charset", "pkce-verifier-matches", "state-unique", "code-used-once"]
    program = str(PROGRAMS / "oidc-agent.sh")
    run = examine(tmp_path, *NATIVE, "--only", ",".join(checks), "--", program, "{port}")
    expect(run, "oidc-agent", of_debian("oidc-agent-cli"))


@pytest.mark.parametrize("package, script", [("Authlib", "authlib"), ("requests-oauthlib", "requests_oauthlib")])
def test_library(tmp_path: Path, package: str, script: str) -> None:
    program = str(PROGRAMS / f"{script}_native.py")
    run = examine(tmp_path, *NATIVE, "--with", "userinfo", "--", sys.executable, program)
    expect(run, package, of_pypi(package))


def test_authlib_in_a_website(tmp_path: Path) -> None:
    address = ["--start-url", "http://127.0.0.1:{port}/login", "--probe-url", "/me"]
    program = str(PROGRAMS / "authlib_website.py")
    run = examine(tmp_path, "--profile", "web-rp", *address, "--", sys.executable, program)
    expect(run, "Authlib-Flask", of_pypi("Authlib"))


def test_mod_auth_openidc(tmp_path: Path) -> None:
    needs("apache2")
    # The page that is asked for is the one that shows whether somebody is signed in.
    address = ["--start-url", "http://127.0.0.1:{port}/index.html", "--probe-url", "/index.html"]
    template = f"{PROGRAMS / 'apache.conf'}:{{home}}/apache.conf"
    run = examine(
        tmp_path, "--profile", "web-rp", *address, "--template", template,
        "--", "apache2", "-X", "-f", "{home}/apache.conf",
    )  # fmt: skip
    expect(run, "mod_auth_openidc", of_debian("libapache2-mod-auth-openidc"))
