import Basics
import Certificates
import Engine
import JOSE
import ProviderModel
import Server
import Transport

/// The CA of a server, and the certificates that it shows.
struct Certificates {
  let authority: CertificateAuthority
  /// Nil where the CA is this run's alone.
  private let folder: CertificateFolder?
  private let usual: [String]
  /// Whether clients are asked for certificates of their own.
  var asksClients = true
  /// A line about a change of the kept CA, which its users have to know.
  private(set) var change: String?
  /// A line about an end that is near.
  private(set) var notice: String?

  /// Nil where no TLS is to be spoken.
  init?(
    _ options: ServerOptions, _ ports: RunningServer.Ports, _ providers: ProviderCatalog
  ) throws {
    guard ports.https != nil || ports.proxy != nil else {
      return nil
    }
    try Self.checkHosts(providers)
    let now = RunningServer.now()
    let own = (try options.origins()).map { HostName.name(of: $0.authority) }
    let given = options.allowHost + options.addresses + own
    let hosts = given + providers.entries.flatMap { $0.hosts.map(\.text) }
    if options.caOnce {
      guard options.caDir == nil else {
        throw Failure(text: "--ca-once writes no CA, so --ca-dir has no use: use only one of them")
      }
      folder = nil
      authority = try CertificateAuthority(at: now, permitting: PermittedNames(hosts))
    } else {
      let folder = try Self.folder(options.caDir)
      self.folder = folder
      let kept = try Self.kept(in: folder, at: now, for: hosts)
      authority = kept.authority
      change = Self.change(kept, folder)
      notice = Self.notice(kept, folder)
    }
    usual =
      ["localhost", "127.0.0.1", "::1"]
      + given.filter {
        CertificateAuthority.isAddress($0) && !["0.0.0.0", "::", "127.0.0.1", "::1"].contains($0)
      }
  }

  static func folder(_ given: String?) throws -> CertificateFolder {
    let usual = CertificateFolder.usual { getenv($0).map { String(cString: $0) } }
    guard let path = given ?? usual else {
      throw Failure(
        text:
          "error: there is no home folder to keep a CA in: give --ca-dir FOLDER; a server also takes --ca-once"
      )
    }
    return CertificateFolder(path)
  }

  /// The CA of a folder, for these hosts and for those of all bundled providers: servers that play some of them share it.
  static func kept(
    in folder: CertificateFolder, at now: Int, for hosts: [String]
  ) throws -> CertificateFolder.Kept {
    do {
      return try folder.authority(at: now, permitting: names(hosts))
    } catch {
      throw Failure(text: "error: \(error)")
    }
  }

  static func names(_ hosts: [String]) -> PermittedNames {
    PermittedNames(BundledFixtures.index.flatMap(\.hosts) + hosts)
  }

  /// What its users have to know about a change.
  static func change(_ kept: CertificateFolder.Kept, _ folder: CertificateFolder) -> String? {
    kept.added.isEmpty
      ? nil
      : "The CA in \(folder.path) now also signs for \(kept.added.joined(separator: ", ")). Clients "
        + "that trusted it before refuse these hosts until they trust \(folder.certificateFile) again: "
        + "understudy ca says how"
  }

  static func notice(_ kept: CertificateFolder.Kept, _ folder: CertificateFolder) -> String? {
    kept.endsSoon
      ? "The CA in \(folder.path) is valid until \(WallTime.date(kept.authority.notAfter)) only. "
        + "understudy ca --renew makes a new one, which clients have to trust then" : nil
  }

  /// Over HTTPS hosts are reached by their own names: providers may share one if a request can tell them apart.
  private static func checkHosts(_ providers: ProviderCatalog) throws {
    var owners: [String: [ProviderCatalog.Entry]] = [:]
    for entry in providers.entries {
      for host in entry.hosts.map({ $0.text.lowercased() }) {
        for other in owners[host] ?? [] where other.id != entry.id {
          // A test looks at those that are bundled, so that they need not be compiled here.
          guard entry.isMade || other.isMade, let one = other.provider, let two = entry.provider,
            let address = one.addressShared(with: two, atHost: host)
          else { continue }
          throw Failure(
            text: "error: both \(one.id) and \(two.id) answer at \(host)\(address), and a request "
              + "there can mean only one of them: give one of the files the other's id, so that it "
              + "replaces the other, or leave one out (--no-bundled and --provider FILE)")
        }
        owners[host, default: []].append(entry)
      }
    }
  }

  /// What everybody may read: the certificate, for a client that can be told an address and no file, and the list of
  /// revoked ones.
  func publish(_ setting: inout MockServer.Setting) {
    let authority = authority
    setting.site.certificateAuthorities = [X509Certificate(der: authority.der)].compactMap(\.self)
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
    _ port: UInt16?, _ house: MockServer, _ log: Log, list: @escaping @Sendable () -> String?
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
        "A TLS client asks for \(host), which is not a host of a provider here: its certificate is "
          + "for another name. --allow-host \(host) adds it")
    }
    options.forbidden = { host in
      log.warn(
        "A TLS client asks for \(host), which the CA may not sign for: it gets a certificate for "
          + "another name. Start the server again, and the CA signs for it too")
    }
    options.lapsed = {
      log.warn("The CA has expired, so clients refuse its certificates. Run: understudy ca --renew")
    }
    let book = LeafBook(authority, options: options, now: RunningServer.now) {
      TLSIdentity(certificate: $0.certificate, key: $0.key)
    }
    var https = MicroHTTPServer.HTTPS(port: port) { book.identity(for: $0) }
    if asksClients {
      https.asksClient = { house.site.asksCertificate(at: $0?.lowercased() ?? "localhost") }
    }
    return https
  }

  /// Where clients find the CA's certificate.
  /// - Returns: the file, and the folder that goes with this run.
  func file() throws -> (path: String, temporary: String?) {
    if let folder { return (folder.certificateFile, nil) }
    return try Files.temporaryFolder { temporary in
      try Files.write(authority.pem, to: "\(temporary)/ca.pem")
      return ("\(temporary)/ca.pem", temporary)
    }
  }

  /// Takes away what was written for this run alone.
  static func forget(_ temporary: String?) {
    guard let temporary else { return }
    Files.removeFolder(temporary)
  }
}
