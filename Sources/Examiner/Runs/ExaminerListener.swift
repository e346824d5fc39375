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
  private let examiner: ExaminerServer

  private final class Comers: Sendable {
    let count = Atomic(0)
    /// The certificate that is shown in place of the check's.
    let proper = Mutex(TLSIdentity?.none)
  }

  init(_ tls: Check.TLS, to examiner: ExaminerServer) throws {
    let identity = try Self.identity(tls.fault, of: examiner)
    let comers = Comers()
    // A client that is offered an old version leaves before any certificate is shown.
    var https = MicroHTTPServer.HTTPS(port: 0) { _ in
      if let proper = comers.proper.withLock({ $0 }) { return proper }
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
    self.examiner = examiner
    do {
      _ = try server.start()
    } catch {
      throw Failure(text: "error: \(error)", code: 3)
    }
    port = server.httpsPort ?? 0
  }

  private static func identity(
    _ fault: TLSFault?, of examiner: ExaminerServer
  ) throws -> TLSIdentity {
    guard let authority = examiner.host.authority else {
      throw Failure(text: "error: the examiner has no CA", code: 3)
    }
    let leaf = try authority.leaf(
      for: ["localhost", "127.0.0.1", "::1"], fault: fault, at: ExaminerServer.clock())
    guard let identity = TLSIdentity(certificate: leaf.certificate, key: leaf.key) else {
      throw Failure(text: "error: the certificate can't be used", code: 3)
    }
    return identity
  }

  /// From now on the certificate is good.
  func showProperCertificate() {
    let identity = try? Self.identity(nil, of: examiner)
    comers.proper.withLock { $0 = identity }
  }

  var origin: String { "https://127.0.0.1:\(port)" }

  /// How many connections came so far as to see what is wrong.
  var handshakes: Int { comers.count.load(ordering: .relaxed) }

  func stop() { server.stop() }
}
