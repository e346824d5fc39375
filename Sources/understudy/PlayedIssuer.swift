import Basics
import ProviderModel
import Server

/// An issuer of the user's own, and who answers there: `https://login.acme.test=keycloak`.
struct PlayedIssuer {
  /// Without a slash at its end.
  let url: String
  private let origin: PublicURL
  private let provider: String?

  init(_ text: String) throws {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      .map(String.init)
    let address = parts.first ?? ""
    let uri = URIReference(address)
    guard uri.fragment == nil else {
      throw Failure(
        text: "play \(text): an issuer has no fragment (RFC 8414 §2); leave out what begins with #")
    }
    guard let origin = PublicURL("\(uri.scheme)://\(uri.authority)"), uri.query == nil
    else {
      throw Failure(
        text: "play \(text): expected the URL of an issuer, such as https://login.acme.test, "
          + "and =PROVIDER where it is not standard")
    }
    let port = origin.authority.dropFirst(HostName.name(of: origin.authority).count + 1)
    guard port.isEmpty || (UInt16(port) ?? 0) > 0 else {
      throw Failure(text: "play \(text): expected a port from 1 to 65535, found \(port)")
    }
    guard parts.count < 2 || parts[1] != "" else {
      throw Failure(
        text: "play \(text): expected the ID of a provider behind =, such as \(address)=keycloak")
    }
    self.origin = origin
    url = "\(origin)" + String(uri.path).trimmed(from: "/")
    provider = parts.count > 1 ? parts[1] : nil
  }

  private var path: String { String(url.dropFirst(origin.description.count)) }

  /// Has the provider answer at the URL.
  func play(in options: inout ServerOptions) throws {
    guard path.isEmpty else {
      throw Failure(
        text:
          "play \(url): the provider \(provider ?? FixtureSet.root) has its own paths, so expected "
          + "an origin, \(origin); for an issuer with a path, add --from with its discovery document"
      )
    }
    if let other = options.atRoot {
      throw Failure(
        text: "play \(url) has a provider answer at the root, and --at-root \(other) too: "
          + "leave one of them out")
    }
    let host = HostName.name(of: origin.authority)
    guard !HostName.isLoopback(host) else {
      throw Failure(
        text: "play \(url): programs reach this machine without a proxy, so nothing would answer "
          + "there; start understudy serve --at-root \(provider ?? FixtureSet.root) with --port, or "
          + "with --https and the port of the URL")
    }
    let owner = BundledFixtures.index.first { $0.answers(at: host) }
    if let owner, owner.id != provider ?? FixtureSet.root {
      throw Failure(
        text: "play \(url): this is a host of the provider \(owner.id), which answers there by "
          + "itself: use understudy run, or another host for \(provider ?? FixtureSet.root)")
    }
    options.atRoot = provider ?? FixtureSet.root
    options.rootSource = "play \(url)=\(provider ?? FixtureSet.root)"
    options.publicURLs.insert("\(origin)", at: 0)
  }

  /// A provider that follows a discovery document, at this URL.
  func provider(from: String) throws -> NewProvider {
    if let provider {
      throw Failure(
        text:
          "play \(url)=\(provider): --from describes a provider of its own; leave =\(provider) out")
    }
    let source = try DiscoverySource(from)
    let id = String(
      HostName.name(of: origin.authority).map {
        $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-"
      }
      .drop { $0 == "-" }.prefix(40))
    var discovered = try DiscoveredProvider(
      id: id, source: source.name, moved(source.document))
    var provider = try discovered.provider()
    try provider.prune()
    return provider
  }

  /// The document of an issuer, as this issuer would have it.
  private func moved(_ document: JSONObject) -> JSONObject {
    guard let other = document["issuer"]?.stringValue else { return document }
    let their = URIReference(other)
    let places = [
      (other.trimmed(from: "/"), url), ("\(their.scheme)://\(their.authority)", "\(origin)"),
    ]
    var document = document
    for member in document {
      guard let text = member.value.stringValue else { continue }
      for (old, new) in places
      where text == old || text.hasPrefix(old + "/") || text == old + "/" {
        document[member.name] = JSONValue(.string(new + text.dropFirst(old.count)))
        break
      }
    }
    return document
  }
}

extension String {
  /// Without such characters at its end.
  fileprivate func trimmed(from end: Character) -> String {
    var text = self
    while text.last == end { text.removeLast() }
    return text
  }
}
