import Basics

extension RedirectURI {
  /// How a URI differs from the registered ones, where it differs from one of them in a single part: the sentence that helps
  /// somebody who compares two long addresses by eye. `nil` if it differs in more.
  package static func difference(
    of sent: String, from registered: [String], _ rule: RedirectRule
  ) -> String? {
    if let decoded = PercentCoding.decode(sent[...], plusIsSpace: false), decoded != sent,
      registered.contains(where: { ExactText.same($0, decoded) })
    {
      return "it is percent-encoded twice"
    }
    let trimmed = String(sent[...].trimmed)
    if trimmed != sent, registered.contains(where: { ExactText.same($0, trimmed) }) {
      return "there is white space around it"
    }
    return registered.lazy.compactMap { difference(of: sent, from: $0, rule) }.first
  }

  private static func difference(
    of sent: String, from registered: String, _ rule: RedirectRule
  ) -> String? {
    let (a, b) = (URIReference(sent), URIReference(registered))
    var found: [String] = []
    if !ExactText.same(a.scheme, b.scheme) {
      found.append("the scheme is \(a.scheme), not \(b.scheme)")
    }
    let hosts = [a, b].map { HostName.name(of: String($0.authority)) }
    if !ExactText.same(hosts[0], hosts[1]) {
      found.append("the host is \(hosts[0]), not \(hosts[1])")
    }
    let ports = [a, b].map { HostName.port(of: String($0.authority)).dropFirst() }
    if ports[0] != ports[1], !isPortFree(a, b, rule) {
      found.append("the port is \(named(ports[0])), not \(named(ports[1]))")
    }
    if !ExactText.same(a.path, b.path) { found.append(difference(ofPath: a.path, from: b.path)) }
    if a.query != b.query {
      found.append(
        b.query.map { "the query is \(a.query.map { "?\($0)" } ?? "missing"), not ?\($0)" }
          ?? "no query is registered")
    }
    if a.fragment != nil { found.append("a redirect URI has no fragment (RFC 6749 §3.1.2)") }
    return found.count == 1 ? found.first : nil
  }

  private static func named(_ port: Substring) -> String { port.isEmpty ? "missing" : String(port) }

  private static func difference(ofPath sent: Substring, from registered: Substring) -> String {
    if sent == registered + "/" { return "it ends with a slash" }
    if sent + "/" == registered { return "the slash at the end is missing" }
    if sent.lowercased() == registered.lowercased() {
      return "its path differs in upper and lower case"
    }
    return "the path is \(sent.isEmpty ? "missing" : sent), not \(registered)"
  }
}
