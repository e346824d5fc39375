import CertificateAuthority
import HTTPMessages
import MicroHTTPServer
import Synchronization

/// A port of its own that leads to the examiner's server over TLS, with a certificate as one check wants it.
///
/// A name would do as well, but not every client resolves names that nobody has registered.
final class Door: Sendable {
  let port: UInt16
  private let server: MicroHTTPServer
  private let comers: Comers

  private final class Comers: Sendable { let count = Atomic(0) }

  /// - Parameter fault: what is wrong with the certificate; `nil` where nothing is.
  init(_ fault: TLSFault?, to examiner: ExaminerServer) throws {
    guard let authority = examiner.running.authority else {
      throw Failure(text: "error: the examiner has no CA", code: 3)
    }
    let leaf = try authority.leaf(
      for: ["localhost", "127.0.0.1", "::1"], fault: fault, at: RunningServer.now())
    guard let identity = TLSIdentity(certificate: leaf.certificate, key: leaf.key) else {
      throw Failure(text: "error: the certificate can't be used", code: 3)
    }
    let comers = Comers()
    let https = MicroHTTPServer.HTTPS(port: 0) { _ in
      comers.count.add(1, ordering: .relaxed)
      return identity
    }
    var limits = MicroHTTPServer.Limits()
    limits.drain = .zero
    server = MicroHTTPServer(
      addresses: ["127.0.0.1"], port: 0, threads: 1, limits: limits, https: https,
      watching: { examiner.recorder.watch($0, $1) }, replying: { examiner.reply(to: $0) })
    self.comers = comers
    do {
      _ = try server.start()
    } catch {
      throw Failure(text: "error: \(error)", code: 3)
    }
    port = server.httpsPort ?? 0
  }

  var origin: String { "https://127.0.0.1:\(port)" }

  /// How many connections were shown the certificate.
  var handshakes: Int { comers.count.load(ordering: .relaxed) }

  func stop() { server.stop() }
}
