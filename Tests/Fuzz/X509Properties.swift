import Basics
import JOSE
import ProviderModel

/// The certificate of a client is read with bounds; its subject, as a text, names the same subject.
enum X509Properties {
  static func check(_ bytes: [UInt8]) throws {
    let text = String(decoding: bytes, as: UTF8.self)
    try checkName(text)
    var certificates = (try? X509Certificate.list(pem: text)) ?? []
    if let certificate = X509Certificate(der: bytes) { certificates.append(certificate) }
    for certificate in certificates.prefix(3) { try check(certificate) }
    guard let jwk = try? JSONReader().read(bytes, file: "jwk").root else { return }
    let set = RegisteredCertificates(in: jwk)
    for certificate in certificates { _ = set.contains(certificate) }
    _ = RegisteredCertificates.flaw(of: jwk)
  }

  private static func check(_ certificate: X509Certificate) throws {
    try hold(certificate.der.count <= X509Certificate.most, "a certificate is too large")
    try hold(
      X509Certificate(der: certificate.der) == certificate, "a certificate is read as another one")
    try hold(certificate.thumbprint.utf8.count == 43, "a thumbprint has another length")
    for name in [certificate.subject, certificate.issuer] where !name.isEmpty {
      try checkName(name)
    }
    let subject = certificate.subject
    if DistinguishedNameText.flaw(of: subject) == nil {
      try hold(certificate.hasSubject(subject), "\(subject) is not its own name")
    }
    _ = SubjectNameKind.allCases.map { certificate.names($0) }
    _ = (certificate.isSelfSigned, certificate.isAuthority, certificate.isForClients)
    _ = (certificate.notBefore, certificate.notAfter, certificate.keyThumbprint)
  }

  private static func checkName(_ text: String) throws {
    guard let name = DistinguishedNameText(text) else { return }
    try hold(DistinguishedNameText(name.text) == name, "\(text) is written as another name")
    try hold(name.matches(text) && name.matches(name.text), "\(text) is not itself")
  }
}
