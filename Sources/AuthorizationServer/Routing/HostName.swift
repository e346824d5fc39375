/// What a `Host` header names.
public enum HostName {
  /// A host name without its port, in small letters.
  public static func name(of authority: String) -> String {
    if authority.hasPrefix("[") { return authority.prefix { $0 != "]" } + "]" }
    return String(authority.prefix { $0 != ":" }).lowercased()
  }

  /// An empty host is HTTP/1.0's: no browser sends it, so no rebinding comes that way.
  public static func isLoopback(_ host: String) -> Bool {
    host.isEmpty || host == "localhost" || host.hasSuffix(".localhost") || host == "[::1]"
      || (host.hasPrefix("127.") && host.split(separator: ".").count == 4)
  }
}
