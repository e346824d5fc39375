import Basics
import Certificates
import Synchronization
import Transport

/// A port of its own that leads to the examiner's server over TLS, with a certificate and a version as one check wants them.
///
/// A name would do as well, but not every client resolves names that nobody has registered.
final class ExaminerListener: Sendable {
  let port: UInt16
  private let server: MicroHTTPServer
  private let comers: Comers

  private final class Comers: Sendable { let count = Atomic(0) }

  init(_ tls: Check.TLS, to examiner: ExaminerServer) throws {
    guard let authority = examiner.host.authority else {
      throw Failure(text: "error: the examiner has no CA", code: 3)
    }
    let leaf = try authority.leaf(
      for: ["localhost", "127.0.0.1", "::1"], fault: tls.fault, at: ExaminerServer.clock())
    guard let identity = TLSIdentity(certificate: leaf.certificate, key: leaf.key) else {
      throw Failure(text: "error: the certificate can't be used", code: 3)
    }
    let comers = Comers()
    // A client that is offered an old version leaves before any certificate is shown.
    var https = MicroHTTPServer.HTTPS(port: 0) { _ in
      if tls.version == nil { comers.count.add(1, ordering: .relaxed) }
      return identity
    }
    if tls.version == .old {
      https.versions = .outdated
      https.greeted = { comers.count.add(1, ordering: .relaxed) }
    }
    var limits = MicroHTTPServer.Limits()
    limits.drain = .zero
    server = MicroHTTPServer(
      addresses: ["127.0.0.1"], port: 0, threads: 1, limits: limits, https: https,
      replying: { examiner.reply(to: $0) })
    self.comers = comers
    do {
      _ = try server.start()
    } catch {
      throw Failure(text: "error: \(error)", code: 3)
    }
    port = server.httpsPort ?? 0
  }

  var origin: String { "https://127.0.0.1:\(port)" }

  /// How many connections came so far as to see what is wrong.
  var handshakes: Int { comers.count.load(ordering: .relaxed) }

  func stop() { server.stop() }
}
