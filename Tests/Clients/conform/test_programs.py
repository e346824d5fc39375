"""Programs that nobody here wrote, as they come from Debian and from PyPI, under `understudy conform run`."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from examination import HERE, examine, expect, expect_quotes, of_debian, of_pypi

PROGRAMS = HERE / "programs"
# A client without a time limit takes the longest there: that is looked at elsewhere.
NATIVE = ["--profile", "native-code", "--timeout", "15", "--skip", "token-silent"]


WEBSITE = ["--profile", "web-rp", "--start-url", "http://127.0.0.1:{port}/login", "--probe-url", "/me"]
WEBSITE += ["--skip", "rp-token-silent"]
# For those that take seconds to start: what a certified relying party passes, and some beside it.
FEW = ["rp-callback-clean", "rp-discovery-config", "rp-discovery-jwks-uri", "rp-error-xss", "rp-idt-aud-wrong"]
FEW += ["rp-idt-bad-sig-rs256", "rp-idt-exp-past", "rp-idt-iss", "rp-idt-kid-absent-one", "rp-idt-nonce-wrong"]
FEW += ["rp-idt-sig-ok-rs256", "rp-idt-wrong-key", "rp-jwks-rotate-between", "rp-login-csrf", "rp-open-redirect"]
FEW += ["csrf-protection", "nonce-unique", "state-unique", "token-redirect-identical"]
# Near misses, and what may be refused by the letter of a specification.
MORE = ["rp-idt-absent", "rp-idt-alg-swap", "rp-idt-aud-part", "rp-idt-aud-untrusted", "rp-idt-exp-minute"]
MORE += ["rp-idt-iss-near", "rp-idt-nonce-shorter", "rp-idt-sub-missing", "rp-iss-mismatch", "rp-iss-missing"]
MORE += ["rp-discovery-issuer-mismatch", "rp-state-missing", "rp-state-shorter", "rp-token-type-unknown"]
MORE += ["rp-userinfo-sub", "rp-userinfo-signed-bad"]


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
    run = examine(tmp_path, *NATIVE, "--ability", "userinfo", "--", sys.executable, program)
    expect(run, package, of_pypi(package))


def test_mcp(tmp_path: Path) -> None:
    program = str(PROGRAMS / "mcp_registration.py")
    # It takes seconds to start.
    patient = ["--jobs", "4", "--timeout", "60"]
    run = examine(tmp_path, "--profile", "registration", *patient, "--", sys.executable, program)
    expect(run, "mcp", of_pypi("mcp"))


def test_authlib_in_a_website(tmp_path: Path) -> None:
    program = str(PROGRAMS / "authlib_website.py")
    run = examine(tmp_path, *WEBSITE, "--", sys.executable, program)
    expect(run, "Authlib-Flask", of_pypi("Authlib"))


def test_mod_auth_openidc(tmp_path: Path) -> None:
    needs("apache2")
    address = ["--start-url", "http://127.0.0.1:{port}/index.html", "--probe-url", "/callback?info=json"]
    template = f"{PROGRAMS / 'apache.conf'}:{{home}}/apache.conf"
    run = examine(
        tmp_path, "--profile", "web-rp", *address, "--template", template,
        "--", str(PROGRAMS / "apache.sh"), "{home}/apache.conf",
    )  # fmt: skip
    expect(run, "mod_auth_openidc", of_debian("libapache2-mod-auth-openidc"))
    expect_quotes(run)


def test_pyoidc(tmp_path: Path) -> None:
    # It takes a second to start.
    program = str(PROGRAMS / "pyoidc_website.py")
    run = examine(tmp_path, *WEBSITE, "--only", ",".join(FEW + MORE), "--", sys.executable, program)
    expect(run, "pyoidc", of_pypi("oic"))
    expect_quotes(run)


def test_social_auth(tmp_path: Path) -> None:
    # It is begun by a button.
    address = ["--start-url", "http://127.0.0.1:{port}/", "--probe-url", "/me", "--only", ",".join(FEW)]
    program = str(PROGRAMS / "social_auth_website.py")
    run = examine(tmp_path, "--profile", "web-rp", *address, "--", sys.executable, program)
    expect(run, "social-auth", of_pypi("social-auth-core"))


def test_omniauth(tmp_path: Path) -> None:
    needs("ruby")
    # It reads discovery by HTTPS alone.
    run = examine(
        tmp_path, *WEBSITE, "--https", "--only", ",".join(FEW), "--", "ruby", str(PROGRAMS / "omniauth.rb")
    )  # fmt: skip
    expect(run, "omniauth_openid_connect", of_debian("ruby-omniauth-openid-connect"))


def built(folder: Path, name: str) -> str:
    """A program in Go, with the libraries that Debian has."""
    needs("go")
    env = {"GOCACHE": str(folder / "cache"), "HOME": str(folder)} | os.environ
    env |= {"CGO_ENABLED": "0", "GO111MODULE": "off", "GOPATH": "/usr/share/gocode", "GOFLAGS": ""}
    program = str(folder / name)
    subprocess.run(["go", "build", "-o", program, "."], cwd=PROGRAMS / name, env=env, check=True)
    return program


def test_go_in_a_native_app(tmp_path: Path) -> None:
    run = examine(tmp_path, *NATIVE, "--ability", "userinfo", "--", built(tmp_path, "go_native"))
    expect(run, "x-oauth2", of_debian("golang-golang-x-oauth2-dev"))


def test_go_in_a_website(tmp_path: Path) -> None:
    run = examine(tmp_path, *WEBSITE, "--", built(tmp_path, "go_website"))
    expect(run, "go-oidc", of_debian("golang-github-coreos-go-oidc-dev"))
