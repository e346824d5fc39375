import AuthorizationServer
import CertificateAuthority
import Composition
import ControlAPI
import HTTPMessages
import Locking
import MicroHTTPServer
import ProviderModel

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The CA of a server, and the certificates that it shows.
struct Certificates {
  let authority: CertificateAuthority
  /// Nil where the CA is this run's alone.
  private let folder: CertificateFolder?
  private let usual: [String]

  /// Nil where no TLS is to be spoken.
  init?(
    _ options: ServerOptions, _ ports: RunningServer.Ports, _ providers: Repertoire
  ) throws {
    guard ports.https != nil || ports.proxy != nil else {
      return nil
    }
    try Self.checkHosts(providers)
    let now = RunningServer.now()
    if options.caOnce {
      guard options.caDir == nil else {
        throw Failure(text: "--ca-once writes no CA, so --ca-dir has no use: give one of both")
      }
      folder = nil
      authority = try CertificateAuthority(at: now)
    } else {
      let folder = try Self.folder(options.caDir)
      self.folder = folder
      do {
        authority = try folder.authority(at: now)
      } catch {
        throw Failure(text: "error: \(error)")
      }
    }
    let own = (try options.origins()).map { HostName.name(of: $0.authority) }
    usual =
      ["localhost", "127.0.0.1", "::1"]
      + (options.allowHost + options.addresses + own).filter {
        CertificateAuthority.isAddress($0) && !["0.0.0.0", "::", "127.0.0.1", "::1"].contains($0)
      }
  }

  static func folder(_ given: String?) throws -> CertificateFolder {
    let usual = CertificateFolder.usual { getenv($0).map { String(cString: $0) } }
    guard let path = given ?? usual else {
      throw Failure(
        text: "error: there is no home folder to keep a CA in: give --ca-dir FOLDER, or --ca-once")
    }
    return CertificateFolder(path)
  }

  /// Over HTTPS hosts are reached by their own names: each can be played by one provider only.
  private static func checkHosts(_ providers: Repertoire) throws {
    var owners: [String: String] = [:]
    for provider in providers.entries {
      for host in provider.hosts {
        let name = host.text.lowercased()
        if let other = owners[name], other != provider.id {
          throw Failure(
            text: "error: \(host.text) is a host of both \(other) and \(provider.id), and by its "
              + "name only one can be played: leave one out (--no-bundled and --provider FILE)")
        }
        owners[name] = provider.id
      }
    }
  }

  /// What everybody may read: the certificate, for a client that can be told an address and no file, and the list of
  /// revoked ones.
  func publish(_ setting: inout Playhouse.Setting) {
    let authority = authority
    setting.house.documents[Self.certificatePath] = {
      ("application/x-pem-file", Array(authority.pem.utf8))
    }
    setting.house.documents[Self.listPath] = {
      let list = try? authority.revocationList(at: RunningServer.now())
      return ("application/pkix-crl", list ?? [])
    }
  }

  static let certificatePath = "/_understudy/ca.pem"
  static let listPath = "/_understudy/ca.crl"

  /// - Parameters:
  ///   - port: nil where only the proxy's tunnels lead to it.
  ///   - list: where the list of revoked certificates is.
  func https(
    _ port: UInt16?, _ house: Playhouse, _ log: Log, list: @escaping @Sendable () -> String?
  ) -> MicroHTTPServer.HTTPS {
    var options = LeafBook<TLSIdentity>.Options()
    options.usual = usual
    options.knows = { house.site.answers(to: $0) }
    options.list = list
    options.fault = { host in
      if let fault = TLSFault(host: host) { return fault }
      guard let (fault, rule) = house.handshake(with: host) else { return nil }
      log.say("TLS \(host) · \(fault.rawValue) certificate, by rule \(rule)")
      return fault
    }
    options.unknown = { host in
      log.say(
        "A TLS client asks for \(host), which is no host of a provider here: its certificate is "
          + "for another name. --allow-host \(host) adds it")
    }
    let book = LeafBook(authority, options: options, now: RunningServer.now) {
      TLSIdentity(certificate: $0.certificate, key: $0.key)
    }
    var https = MicroHTTPServer.HTTPS(port: port) { book.identity(for: $0) }
    https.asksClient = { house.site.asksCertificate(at: $0?.lowercased() ?? "localhost") }
    return https
  }

  /// Where clients find the CA's certificate.
  /// - Returns: the file, and the folder that goes with this run.
  func file() throws -> (path: String, temporary: String?) {
    if let folder { return (folder.certificateFile, nil) }
    let temporary = try Files.temporaryFolder()
    try Files.writeAtomically(authority.pem, to: "\(temporary)/ca.pem")
    return ("\(temporary)/ca.pem", temporary)
  }

  /// Takes away what was written for this run alone.
  static func forget(_ temporary: String?) {
    guard let temporary else { return }
    Files.remove("\(temporary)/ca.pem")
    rmdir(temporary)
  }
}
