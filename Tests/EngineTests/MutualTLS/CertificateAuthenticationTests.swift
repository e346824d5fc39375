import Basics
import HTTPTypes
import JOSE
import ProviderModel
import Testing

@testable import Engine

/// Client authentication by a certificate (RFC 8705 §2).
@Suite("A client that authenticates by a certificate")
struct CertificateAuthenticationTests {
  private let stage: CertificateVisitor
  private var visitor: Visitor { stage.visitor }
  init() throws { stage = try CertificateVisitor() }

  // MARK: tls_client_auth

  @Test(
    "of a CA is known by its subject, or by an alternative name",
    arguments: ["by-name", "by-dns", "by-uri", "by-ip", "by-email"])
  func names(client: String) throws {
    try stage.show("app").ask(as: client).expectSuccess()
    try stage.show("plain").ask(as: client)
    try stage.expect(.certificateSubjectWrong, 401, "invalid_client", naming: client)
    #expect(stage.remedy.contains("register"))
  }

  @Test("is told its own name where another one is registered")
  func otherName() throws {
    try stage.show("plain").ask(as: "by-name")
    #expect(stage.why.contains("CN=plain") && stage.why.contains(CertificateVisitor.subject))
    #expect(stage.clause == "RFC 8705 §2.1")
    try stage.show("plain").ask(as: "by-dns")
    #expect(stage.why.contains("has no such name"))
  }

  @Test("is refused if no trusted CA has signed its certificate")
  func issuer() throws {
    for (name, words) in [("untrusted", "has not signed it"), ("belowLeaf", "not a trusted CA")] {
      try stage.show(name).ask(as: "by-name")
      try stage.expect(.certificateIssuerUnknown, 401, "invalid_client", naming: words)
    }
    try stage.show("selfSigned").ask(as: "by-name")
    try stage.expect(.certificateIssuerUnknown, 401, "invalid_client", naming: "is self-signed")
    #expect(stage.remedy.contains("self_signed_tls_client_auth"))
    #expect(stage.clause == "RFC 8705 §2.1")
  }

  @Test("without CAs of its own needs a certificate of the server's CA")
  func serverCA() throws {
    try stage.show("app").ask(as: "by-server")
    try stage.expect(.certificateIssuerUnknown, 401, "invalid_client")
    #expect(stage.remedy.contains("tls_client_auth_ca"))

    var text = "by-own"
    for (subject, condition) in [
      ("CN=plain", nil), ("CN=other", Condition.certificateSubjectWrong),
    ] {
      text += "-"
      let server = try OwnServer(casts: [
        """
        {"schema": 1, "kind": "cast", "clients": [{"provider": "standard", "client_id": "\(text)",
         "token_endpoint_auth_method": "tls_client_auth", "tls_client_auth_subject_dn": "\(subject)"}]}
        """
      ]) { options in
        options.certificateAuthorities = [try? TestCertificates.certificate("authority")]
          .compactMap(\.self)
      }
      _ = server.ask(
        .post, "/standard/token", scheme: "https",
        form: "grant_type=client_credentials&scope=mcp:read&client_id=\(text)",
        certificate: try TestCertificates.der("plain"))
      #expect(server.told.condition == condition, "\(server.told.why ?? "")")
    }
  }

  @Test(
    "needs a certificate that is valid by the real time",
    arguments: [
      ("expired", "by-name", Condition.certificateExpired),
      ("expiredSelfSigned", "self", .certificateExpired),
      ("notYetValid", "by-name", .certificateNotYetValid),
    ])
  func time(certificate: String, client: String, condition: Condition) throws {
    try stage.show(certificate).ask(as: client)
    try stage.expect(condition, 401, "invalid_client", naming: "Z")
    #expect(stage.clause == "RFC 5280 §6.1.3")
  }

  @Test("can't use the certificate of a server")
  func purpose() throws {
    try stage.show("forServers").ask(as: "by-name")
    try stage.expect(.certificatePurposeWrong, 401, "invalid_client", naming: "clientAuth")
  }

  @Test("can't use a certificate that can't be read, or that is too large")
  func unreadable() throws {
    try stage.show("app")
    for bytes in [[], [0x30], Array(repeating: 0x30, count: Request.mostOfCertificate)] as [[UInt8]]
    {
      visitor.certificate = bytes
      try stage.ask(as: "by-name")
      try stage.expect(.certificateUnreadable, 401, "invalid_client")
    }
  }

  // MARK: Without one

  @Test("is told to show one, and to use HTTPS where it came by plain HTTP")
  func missing() throws {
    for client in ["by-name", "self", "remote"] {
      try stage.show(nil).ask(as: client)
      try stage.expect(.certificateMissing, 401, "invalid_client", naming: "in the TLS handshake")
      try stage.showNothing().ask(as: client)
      try stage.expect(.tlsMissing, 401, "invalid_client", naming: "plain HTTP")
      #expect(stage.remedy.contains("https") && stage.clause == "RFC 8705 §2")
    }
  }

  @Test("can't put a certificate into a header")
  func header() throws {
    let pem = try TestCertificates.pem("app").split(separator: "\n").joined()
    for name in ["X-Client-Cert", "Client-Cert", "X-SSL-Client-Cert", "X-Forwarded-Client-Cert"] {
      try stage.showNothing().ask(as: "by-name", headers: [(name, pem)])
      #expect(stage.condition == .tlsMissing)
    }
  }

  @Test("names itself in the body, and by nothing else")
  func others() throws {
    try stage.show("app").ask(as: "by-name", ["client_secret": "understudy-secret-0123456789"])
    try stage.expect(.clientAuthUnsupported, 401, "invalid_client")
    let header = ("Authorization", "Basic " + Base64.encode(Array("by-name:".utf8)))
    try stage.ask(as: "by-name", ["client_id": nil], headers: [header])
    #expect(stage.condition == .parameterMissing && stage.clause == "RFC 8705 §2")
    try stage.ask(as: "by-name", ["client_id": nil])
    #expect(stage.condition == .clientMissing && stage.remedy == "send client_id, too")
    // Who is registered for another method is not let in by a certificate.
    try stage.ask(as: "web")
    #expect(stage.condition == .secretMissing)
  }

  // MARK: self_signed_tls_client_auth

  @Test("that it has registered needs no CA, and no other certificate counts")
  func selfSigned() throws {
    try stage.show("selfSigned").ask(as: "self").expectSuccess()
    // The same key in another certificate is another certificate where x5c names one.
    for name in ["renewed", "otherSelfSigned", "app"] {
      try stage.show(name).ask(as: "self")
      try stage.expect(.certificateUnregistered, 401, "invalid_client", naming: "self")
      #expect(stage.clause == "RFC 8705 §2.2")
    }
  }

  @Test("whose key alone is registered may have any certificate of this key")
  func key() throws {
    for name in ["selfSigned", "renewed", "app"] {
      try stage.show(name).ask(as: "by-key").expectSuccess()
    }
    for name in ["otherSelfSigned", "rsa", "ed25519"] {
      try stage.show(name).ask(as: "by-key")
      #expect(stage.condition == .certificateUnregistered)
    }
  }

  @Test("can have it at jwks_uri, which is fetched again for a new certificate")
  func remote() throws {
    func publish(_ name: String) throws {
      let body = Array(try TestCertificates.keys(name).utf8)
      visitor.documents[CertificateVisitor.keysURI] = .content(
        .init(status: 200, type: "application/json", body: body))
    }
    try publish("selfSigned")
    try stage.show("selfSigned").ask(as: "remote").expectSuccess()
    try stage.ask(as: "remote").expectSuccess()
    #expect(visitor.fetched == [CertificateVisitor.keysURI])
    try stage.show("renewed").ask(as: "remote")
    #expect(stage.condition == .certificateUnregistered)
    try publish("renewed")
    visitor.now += FetchedKeys.interval
    try stage.ask(as: "remote").expectSuccess()
    #expect(visitor.fetched.count == 2)
  }

  @Test("is refused where its jwks_uri has no JWK set")
  func unfetched() throws {
    try stage.show("selfSigned").ask(as: "remote")
    try stage.expect(.certificateKeysUnfetched, 401, "invalid_client", naming: "was not fetched")
  }

  // MARK: Everywhere

  @Test("does so at every endpoint where clients authenticate")
  func endpoints() throws {
    try stage.show("app")
    let forms: [(path: String, form: [String: String])] = [
      ("introspect", ["token": "x"]), ("revoke", ["token": "x"]),
      ("device_authorization", ["scope": "openid"]),
      (
        "par",
        ["response_type": "code", "redirect_uri": StandardVisitor.callback, "scope": "openid"]
      ),
    ]
    for (path, form) in forms {
      let form = form.merging(["client_id": "by-name"]) { $1 }
      try stage.show("app").standard.post(path, form)
      #expect(stage.condition == nil && (200...201).contains(stage.status), "\(path)")
      try stage.show("plain").standard.post(path, form)
      try stage.expect(.certificateSubjectWrong, 401, "invalid_client")
      try stage.showNothing().standard.post(path, form)
      try stage.expect(.tlsMissing, 401, "invalid_client")
    }
  }

  @Test("redeems a code and refreshes")
  func codes() throws {
    try stage.redeem(as: "by-name", "app").expectSuccess()
    let refresh = try visitor.member("refresh_token")
    try stage.refresh(refresh, as: "by-name", nil)
    #expect(stage.condition == .certificateMissing)
    try stage.refresh(refresh, as: "by-name", "app").expectSuccess()
  }
}
