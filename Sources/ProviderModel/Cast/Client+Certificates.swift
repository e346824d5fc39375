import Basics
import JOSE

/// The members of a client that are about its certificates (RFC 8705).
extension Client {
  static let certificates: [Client.Declaration.Field] =
    CertificateSubject.Kind.allCases.map(subject) + [
      .init(
        Property(
          "tls_client_auth_ca", .text,
          "The CAs that may sign its certificates, for `tls_client_auth`: certificates in PEM. One of them has to sign a certificate itself, so intermediate CAs belong here, too.",
          or: "the CA of the server: `understudy ca client` issues certificates",
          example: "\"-----BEGIN CERTIFICATE-----\\nMIIB…\\n-----END CERTIFICATE-----\\n\""),
        from: \.certificateAuthoritiesPEM
      ) { client, reader, _ in
        guard let text = reader.string("tls_client_auth_ca") else { return false }
        client.certificateAuthoritiesPEM = text
        do throws(KeyError) {
          client.certificateAuthorities = try X509Certificate.list(pem: text)
        } catch {
          reader.findings.error(
            reader.value["tls_client_auth_ca"], reader.at("tls_client_auth_ca"), error.sentence)
        }
        return true
      },
      .init(
        Property(
          "tls_client_certificate_bound_access_tokens", .flag,
          "Whether its token requests need a certificate, to which its access tokens are bound (RFC 8705 §3.4).",
          or: "false"), from: \.bindsToCertificate
      ) { client, reader, _ in
        client.bindsToCertificate = reader.bool("tls_client_certificate_bound_access_tokens")
        return client.bindsToCertificate != nil
      },
    ]

  private static func subject(
    _ kind: CertificateSubject.Kind
  ) -> Client.Declaration.Field {
    .init(
      Property(kind.rawValue, .text, meaning(of: kind), example: example(of: kind)),
      write: { client in
        client.certificateSubjects.first { $0.kind == kind }.map { JSONValue(.string($0.text)) }
      },
      read: { client, reader, _ in
        guard let text = reader.string(kind.rawValue) else { return false }
        client.certificateSubjects.append(CertificateSubject(kind, text))
        return true
      })
  }

  private static func meaning(of kind: CertificateSubject.Kind) -> String {
    switch kind {
    case .name:
      "The subject of its certificates, as RFC 4514 writes it (RFC 8705 §2.1.2), for `tls_client_auth`. A client has one of the five members."
    case .dns: "The same by a host name among the alternative names of the certificate."
    case .uri: "The same by a URI among the alternative names."
    case .ip: "The same by an IP address among the alternative names."
    case .email: "The same by an email address among the alternative names."
    }
  }

  private static func example(of kind: CertificateSubject.Kind) -> String {
    switch kind {
    case .name: "\"CN=app,O=Example,C=GB\""
    case .dns: "\"app.example.test\""
    case .uri: "\"spiffe://example.test/app\""
    case .ip: "\"192.0.2.1\""
    case .email: "\"app@example.test\""
    }
  }
}

extension CastReader {
  /// Checks the members that are about certificates, and that they fit the method of authentication.
  func checkCertificates(_ client: Client, _ home: Provider, _ reader: FixtureReader) {
    let subjects = client.certificateSubjects
    for subject in subjects {
      guard let flaw = subject.flaw else { continue }
      let name = subject.kind.rawValue
      findings.error(reader.value[name], reader.at(name), "\"\(subject.text)\" \(flaw)")
    }
    if subjects.count > 1, let last = subjects.last?.kind.rawValue {
      findings.error(
        reader.value[last], reader.at(last),
        "\(last) appears together with \(subjects[0].kind.rawValue); a client has one subject (RFC 8705 §2.1.2)"
      )
    }
    let method = TokenService.Authentication.tls
    let isByCA = client.authentication == method.registeredName
    let names = subjects.map(\.kind.rawValue) + ["tls_client_auth_ca"]
    for name in names where !isByCA && reader.value[name] != nil {
      findings.error(
        reader.value[name], reader.at(name),
        "\(name) has no effect without \"token_endpoint_auth_method\": \"tls_client_auth\"")
    }
    let bound = "tls_client_certificate_bound_access_tokens"
    if client.hasCertificateBoundTokens, !home.bindsToCertificates {
      doubt(bound, "\(home.id) binds no tokens to certificates, so \(bound) has no effect", reader)
    }
    guard isByCA, home.token.authentication.contains(method), subjects.isEmpty else { return }
    findings.error(
      reader.value["token_endpoint_auth_method"], reader.at("token_endpoint_auth_method"),
      "tls_client_auth needs the subject of the client's certificate; add tls_client_auth_subject_dn or a tls_client_auth_san_… member"
    )
  }
}
