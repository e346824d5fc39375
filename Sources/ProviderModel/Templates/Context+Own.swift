import JSON

extension Context {
  /// `{{x|own}}`: the path of an address on one of the provider's own hosts, whatever they are called here and
  /// whichever port they have; `nil` for everybody else's.
  func ownPath(_ address: String) -> String? {
    let parts = RedirectURI.parts(address)
    guard ["http", "https"].contains(parts.scheme.lowercased()) else { return nil }
    let host = Self.host(parts.authority)
    let own = roots["hosts"]?.objectValue?.compactMap(\.value.stringValue) ?? []
    if own.contains(where: { Self.host($0[...]) == host }) { return String(parts.path) }
    // Under a prefix the provider's first host is a path of this server.
    let base = RedirectURI.parts(roots["base"]?["first"]?.stringValue ?? "")
    guard !base.authority.isEmpty, base.authority == parts.authority,
      parts.path.hasPrefix(base.path + "/")
    else { return nil }
    return String(parts.path.dropFirst(base.path.count))
  }

  /// Small letters, and no port.
  private static func host(_ authority: Substring) -> String {
    let port = authority.lastIndex(of: ":").map { authority[$0...].dropFirst() }
    guard let port, port.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return authority.lowercased()
    }
    return authority.dropLast(port.count + 1).lowercased()
  }
}
