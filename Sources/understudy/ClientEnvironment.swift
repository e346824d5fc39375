/// The variables by which a command that knows nothing of Understudy comes to it: proxy, trusted CA, and where it is.
struct ClientEnvironment {
  /// In the order in which they are set.
  let variables: [(name: String, value: String)]

  /// - Parameters:
  ///   - address: where the proxy listens.
  ///   - nodeHook: a file that Node loads first.
  ///   - controlToken: what the control API asks for, if it asks.
  init(
    url: String, httpsURL: String, address: String, proxyPort: UInt16, trust: TrustFolder,
    nodeHook: String, controlToken: String?
  ) {
    let proxy = "http://\(address):\(proxyPort)"
    // Who asks for the server itself, or answers for a callback, is on this machine anyway.
    let direct = "localhost,127.0.0.1,::1"
    let java =
      ["https", "http"].flatMap {
        ["-D\($0).proxyHost=\(address)", "-D\($0).proxyPort=\(proxyPort)"]
      } + ["-Dhttp.nonProxyHosts=localhost|127.*|[::1]"]
    variables =
      ["HTTPS_PROXY", "HTTP_PROXY", "https_proxy", "http_proxy"].map { ($0, proxy) }
      + ["NO_PROXY", "no_proxy"].map { ($0, direct) }
      + trust.variables(java: java) + [
        // Perl's LWP looks at the proxy's variables only if this is set.
        ("PERL_LWP_ENV_PROXY", "1"),
        ("NODE_OPTIONS", Inherited.lengthened("NODE_OPTIONS", ["--require=\(nodeHook)"])),
        ("UNDERSTUDY_URL", url), ("UNDERSTUDY_HTTPS_URL", httpsURL),
        ("UNDERSTUDY_PROXY_URL", proxy),
      ] + (controlToken.map { [(Setting.controlToken.variable, $0)] } ?? [])
  }
}
