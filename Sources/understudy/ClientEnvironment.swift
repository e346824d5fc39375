import CertificateAuthority

/// The variables by which a command that knows nothing of Understudy comes to it: proxy, trusted CA, and where it is.
struct ClientEnvironment {
  /// Where things are while the command runs.
  struct Places {
    let url: String
    let httpsURL: String
    let proxyPort: UInt16
    let address: String
    /// The CA's certificate alone.
    let authority: String
    /// It, and what the system trusts.
    let bundle: String
    let javaStore: String
    let nodeHook: String
    /// A folder with a file of settings for PHP.
    let phpSettings: String
    /// A file of settings for wget; nil where the user has one, which it would take the place of.
    let wgetSettings: String?
  }

  /// In the order in which they are set.
  let variables: [(name: String, value: String)]

  /// - Parameter inherited: what a variable holds already: some are lengthened and not replaced.
  init(_ places: Places, inherited: (String) -> String?) {
    let proxy = "http://\(places.address):\(places.proxyPort)"
    // Who asks for the server itself, or answers for a callback, is on this machine anyway.
    let direct = "localhost,127.0.0.1,::1"
    func lengthened(_ name: String, _ more: String) -> (String, String) {
      let old = inherited(name) ?? ""
      return (name, old.isEmpty ? more : "\(old) \(more)")
    }
    variables =
      ["HTTPS_PROXY", "HTTP_PROXY", "https_proxy", "http_proxy"].map { ($0, proxy) }
      + ["NO_PROXY", "no_proxy"].map { ($0, direct) }
      + Self.bundles.map { ($0, places.bundle) } + [
        ("NODE_EXTRA_CA_CERTS", places.authority), ("DENO_CERT", places.authority),
        // With nothing before the colon PHP reads its usual folder too.
        ("PHP_INI_SCAN_DIR", "\(inherited("PHP_INI_SCAN_DIR") ?? ""):\(places.phpSettings)"),
        lengthened("NODE_OPTIONS", "--require=\(places.nodeHook)"),
        lengthened("JAVA_TOOL_OPTIONS", Self.java(places)),
        ("UNDERSTUDY_URL", places.url), ("UNDERSTUDY_HTTPS_URL", places.httpsURL),
        ("UNDERSTUDY_PROXY_URL", proxy), ("UNDERSTUDY_CA_FILE", places.authority),
      ] + (places.wgetSettings.map { [("WGETRC", $0)] } ?? [])
  }

  /// What names a file that takes the place of a client's own list.
  private static let bundles = [
    "SSL_CERT_FILE", "CURL_CA_BUNDLE", "REQUESTS_CA_BUNDLE", "GIT_SSL_CAINFO", "HTTPLIB2_CA_CERTS",
    "PERL_LWP_SSL_CA_FILE",
  ]

  private static func java(_ places: Places) -> String {
    let store = [
      "trustStore=\(places.javaStore)", "trustStorePassword=\(JavaTrustStore.password)",
    ]
    let proxies = ["https", "http"].flatMap {
      ["\($0).proxyHost=\(places.address)", "\($0).proxyPort=\(places.proxyPort)"]
    }
    let direct = "http.nonProxyHosts=localhost|127.*|[::1]"
    return (store.map { "-Djavax.net.ssl.\($0)" } + (proxies + [direct]).map { "-D\($0)" })
      .joined(separator: " ")
  }
}
