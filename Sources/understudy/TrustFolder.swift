import Basics
import Certificates

/// The files by which programs trust the server's CA, in the forms that they want: there as long as a command runs.
struct TrustFolder: Sendable {
  let path: String
  /// The CA's certificate alone.
  let authority: String
  /// It, and what the system trusts.
  let bundle: String
  private let javaStore: String
  /// A file of settings for wget; nil where the user has one, which it would take the place of.
  private let wgetSettings: String?

  private static let names = ["ca.pem", "bundle.pem", "trust.jks", "understudy.ini", "wgetrc"]

  /// Where systems keep the certificates that they trust.
  private static let systemBundles = [
    "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem",
  ]

  /// What names a file that takes the place of a client's own list.
  private static let bundles = [
    "SSL_CERT_FILE", "CURL_CA_BUNDLE", "REQUESTS_CA_BUNDLE", "GIT_SSL_CAINFO", "HTTPLIB2_CA_CERTS",
    "PERL_LWP_SSL_CA_FILE",
  ]

  init(_ certificate: CertificateAuthority) throws {
    self = try Files.temporaryFolder { try TrustFolder(certificate, in: $0) }
  }

  private init(_ certificate: CertificateAuthority, in path: String) throws {
    let own = certificate.pem
    let system = Self.system()
    func write(_ text: String, _ name: String) throws -> String {
      try Files.write(text, to: "\(path)/\(name)")
      return "\(path)/\(name)"
    }
    let roots = JavaTrustStore.certificates(pem: system).enumerated().map {
      (name: "system-\($0.offset)", der: $0.element)
    }
    let store = JavaTrustStore.bytes(
      [(name: "understudy", der: certificate.der)] + roots, at: RunningServer.now())
    javaStore = "\(path)/trust.jks"
    try Files.write(store, to: javaStore)
    bundle = try write(own + system, "bundle.pem")
    // PHP's curl knows no variable for it.
    _ = try write("curl.cainfo = \(bundle)\nopenssl.cafile = \(bundle)\n", "understudy.ini")
    let home = getenv("HOME").map { String(cString: $0) } ?? ""
    let hasOwn = getenv("WGETRC") != nil || access("\(home)/.wgetrc", F_OK) == 0
    let wget = try write("ca_certificate = \(bundle)\n", "wgetrc")
    wgetSettings = hasOwn ? nil : wget
    authority = try write(own, "ca.pem")
    self.path = path
  }

  /// What is trusted besides: the proxy may pass on other hosts.
  private static func system() -> String {
    let given = getenv("SSL_CERT_FILE").map { [String(cString: $0)] } ?? []
    for file in given + systemBundles {
      if let bytes = try? Files.read(file) { return String(decoding: bytes, as: UTF8.self) }
    }
    return ""
  }

  /// The variables by which a command that knows nothing of Understudy trusts it.
  /// - Parameter java: what Java is told besides.
  func variables(java: [String] = []) -> [(name: String, value: String)] {
    let store = [
      "-Djavax.net.ssl.trustStore=\(javaStore)",
      "-Djavax.net.ssl.trustStorePassword=\(JavaTrustStore.password)",
    ]
    return Self.bundles.map { ($0, bundle) } + [
      ("NODE_EXTRA_CA_CERTS", authority), ("DENO_CERT", authority),
      // With nothing before the colon PHP reads its usual folder too.
      ("PHP_INI_SCAN_DIR", "\(Inherited["PHP_INI_SCAN_DIR"]):\(path)"),
      ("JAVA_TOOL_OPTIONS", Inherited.lengthened("JAVA_TOOL_OPTIONS", store + java)),
      ("UNDERSTUDY_CA_FILE", authority),
    ] + (wgetSettings.map { [("WGETRC", $0)] } ?? [])
  }

  func remove() {
    for name in Self.names { unlink("\(path)/\(name)") }
    rmdir(path)
  }
}
