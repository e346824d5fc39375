import AuthorizationServer
import CertificateAuthority

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The files that a command needs to come to the server: they are there as long as it runs.
struct RunFolder {
  let path: String
  let environment: ClientEnvironment

  /// Where systems keep the certificates that they trust.
  private static let systemBundles = [
    "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem",
  ]

  init(_ running: RunningServer) throws {
    let path = try Files.temporaryFolder()
    guard let authority = running.authority, let httpsURL = running.httpsURL,
      let ports = running.ports
    else { throw Failure(text: "error: the server speaks no HTTPS") }
    let own = authority.pem
    let system = Self.system()
    func write(_ text: String, _ name: String) throws -> String {
      try Files.writeAtomically(text, to: "\(path)/\(name)")
      return "\(path)/\(name)"
    }
    let roots = JavaTrustStore.certificates(pem: system).enumerated().map {
      (name: "system-\($0.offset)", der: $0.element)
    }
    let store = JavaTrustStore.bytes(
      [(name: "understudy", der: authority.der)] + roots, at: RunningServer.now())
    try Files.write(store, to: "\(path)/trust.jks")
    let bundle = try write(own + system, "bundle.pem")
    // PHP's curl knows no variable for it.
    _ = try write("curl.cainfo = \(bundle)\nopenssl.cafile = \(bundle)\n", "understudy.ini")
    let home = getenv("HOME").map { String(cString: $0) } ?? ""
    let hasOwn = getenv("WGETRC") != nil || access("\(home)/.wgetrc", F_OK) == 0
    let wget = try write("ca_certificate = \(bundle)\n", "wgetrc")
    let hosts = ClientHosts(running.staging)
    self.path = path
    environment = ClientEnvironment(
      ClientEnvironment.Places(
        url: "http://\(running.address):\(ports.plain)", httpsURL: httpsURL, proxyPort: ports.proxy,
        address: running.address,
        authority: try write(own, "ca.pem"), bundle: bundle,
        javaStore: "\(path)/trust.jks",
        nodeHook: try write(
          NodeHook(hosts, address: running.bareAddress, http: ports.plain, https: ports.https).text,
          "hosts.cjs"), phpSettings: path,
        wgetSettings: hasOwn ? nil : wget),
      inherited: { getenv($0).map { String(cString: $0) } })
  }

  /// What is trusted besides: the proxy may pass on other hosts.
  private static func system() -> String {
    let given = getenv("SSL_CERT_FILE").map { [String(cString: $0)] } ?? []
    for file in given + systemBundles {
      if let bytes = try? Files.read(file) { return String(decoding: bytes, as: UTF8.self) }
    }
    return ""
  }

  func remove() {
    for name in ["ca.pem", "bundle.pem", "trust.jks", "hosts.cjs", "understudy.ini", "wgetrc"] {
      unlink("\(path)/\(name)")
    }
    rmdir(path)
  }
}
