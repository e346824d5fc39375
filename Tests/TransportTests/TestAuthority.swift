import Certificates
import Foundation
import Transport

/// A CA of the test's own, and its certificate in a file, as clients take it.
final class TestAuthority: Sendable {
  let authority: CertificateAuthority
  let file: String

  init() throws {
    authority = try CertificateAuthority(
      at: Int(Date().timeIntervalSince1970), permitting: PermittedNames(["example", "vk.com"]))
    file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).pem").path
    try Data(authority.pem.utf8).write(to: URL(fileURLWithPath: file))
  }

  deinit { try? FileManager.default.removeItem(atPath: file) }

  func https(_ port: UInt16? = 0) -> MicroHTTPServer.HTTPS {
    let book = LeafBook(
      authority, options: .init(), now: { Int(Date().timeIntervalSince1970) },
      make: { TLSIdentity(certificate: $0.certificate, key: $0.key) })
    return MicroHTTPServer.HTTPS(port: port) { book.identity(for: $0) }
  }
}
