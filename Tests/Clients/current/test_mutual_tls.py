"""requests_oauth2client and Authlib with a certificate (RFC 8705), through the proxy: TLS in a tunnel."""

import datetime
import json
from pathlib import Path

import pytest
import requests
from authlib.integrations.requests_client import OAuth2Session
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from jwskate import Jwk
from requests_oauth2client import InvalidClient, OAuth2Client, PublicApp

from understudy import Understudy

ISSUER = "https://standard.test"


class Certificate:
    """A certificate in files, as clients read it."""

    def __init__(self, folder: Path, name: str, issuer: "Certificate | None" = None) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.name = x509.Name(
            [x509.NameAttribute(NameOID.ORGANIZATION_NAME, "Example"), x509.NameAttribute(NameOID.COMMON_NAME, name)]
        )
        now = datetime.datetime.now(datetime.UTC)
        signer = issuer or self
        self.made = (
            x509.CertificateBuilder()
            .subject_name(self.name)
            .issuer_name(signer.name)
            .public_key(self.key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - datetime.timedelta(days=1))
            .not_valid_after(now + datetime.timedelta(days=1))
            .add_extension(x509.BasicConstraints(ca=issuer is None, path_length=None), critical=True)
            .sign(signer.key, hashes.SHA256())
        )
        self.pem = self.made.public_bytes(serialization.Encoding.PEM).decode()
        self.files = (str(folder / f"{name}.pem"), str(folder / f"{name}-key.pem"))
        Path(self.files[0]).write_text(self.pem)
        Path(self.files[1]).write_bytes(
            self.key.private_bytes(
                serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
            )
        )

    def jwks(self) -> dict:
        """Its key as a JWK set, with the certificate as x5c."""
        public = self.key.public_key().public_bytes(
            serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
        )
        body = "".join(self.pem.splitlines()[1:-1])
        return {"keys": [{**json.loads(Jwk.from_pem(public).to_json()), "x5c": [body]}]}


@pytest.fixture
def authority(tmp_path: Path) -> Certificate:
    return Certificate(tmp_path, "authority")


@pytest.fixture
def service(understudy: Understudy, authority: Certificate, tmp_path: Path) -> Certificate:
    """A client of a CA, with bound tokens."""
    understudy.control(
        "PUT",
        "/clients/standard/mtls",
        {
            "token_endpoint_auth_method": "tls_client_auth",
            "tls_client_auth_subject_dn": "CN=service,O=Example",
            "tls_client_auth_ca": authority.pem,
            "tls_client_certificate_bound_access_tokens": True,
        },
    )
    return Certificate(tmp_path, "service", authority)


def metadata() -> dict:
    return requests.get(f"{ISSUER}/.well-known/openid-configuration", timeout=10).json()


def session(certificate: Certificate | None) -> requests.Session:
    made = requests.Session()
    made.cert = certificate.files if certificate else None
    return made


def test_metadata(understudy: Understudy) -> None:
    known = metadata()
    assert known["tls_client_certificate_bound_access_tokens"] is True
    assert {"tls_client_auth", "self_signed_tls_client_auth"} <= set(known["token_endpoint_auth_methods_supported"])


def test_certificate(understudy: Understudy, service: Certificate, tmp_path: Path) -> None:
    def client(certificate: Certificate | None) -> OAuth2Client:
        return OAuth2Client(
            metadata()["token_endpoint"], auth=PublicApp("mtls"), session=session(certificate)
        )

    token = client(service).client_credentials(scope="mcp:read")
    thumbprint = understudy.control("GET", "/tokens?client=mtls")[0]["x5t#S256"]
    assert len(thumbprint) == 43 and token.scope == "mcp:read"
    for other in [None, Certificate(tmp_path, "other")]:
        with pytest.raises(InvalidClient):
            client(other).client_credentials(scope="mcp:read")
    assert understudy.refusals()[-2:] == ["certificate_missing", "certificate_issuer_unknown"]


def test_bound_token(understudy: Understudy, service: Certificate, tmp_path: Path) -> None:
    client = OAuth2Session("mtls", token_endpoint_auth_method="none")
    client.cert = service.files
    client.fetch_token(
        metadata()["token_endpoint"], grant_type="password", username="alice", password="wonderland", scope="openid"
    )
    userinfo = metadata()["userinfo_endpoint"]
    assert client.get(userinfo).json()["sub"]
    stolen = {"Authorization": f"Bearer {client.token['access_token']}"}
    for certificate in [None, Certificate(tmp_path, "thief")]:
        answer = session(certificate).get(userinfo, headers=stolen, timeout=10)
        assert answer.status_code == 401 and 'error="invalid_token"' in answer.headers["WWW-Authenticate"]


def test_self_signed(understudy: Understudy, tmp_path: Path) -> None:
    own = Certificate(tmp_path, "own")
    registered = requests.post(
        metadata()["registration_endpoint"],
        json={
            "grant_types": ["client_credentials"],
            "response_types": [],
            "token_endpoint_auth_method": "self_signed_tls_client_auth",
            "jwks": own.jwks(),
        },
        timeout=10,
    ).json()
    app = PublicApp(registered["client_id"])
    endpoint = metadata()["token_endpoint"]
    assert OAuth2Client(endpoint, auth=app, session=session(own)).client_credentials(scope="mcp:read").access_token
    with pytest.raises(InvalidClient):
        OAuth2Client(endpoint, auth=app, session=session(Certificate(tmp_path, "other"))).client_credentials()
