import Basics
import JOSE
import ProviderModel
import Server

/// A provider that follows a discovery document (OpenID Connect Discovery 1.0 §3, RFC 8414 §2).
struct DiscoveredProvider {
  let id: String
  /// Where the document comes from.
  let source: String
  let document: JSONObject
  private(set) var hosts: [(name: String, host: String)] = []
  private(set) var endpoints = JSONObject()
  private(set) var notes: [String] = []
  private(set) var steps: [NewProvider.Step] = []
  /// The links that stand in the document in the place of addresses.
  private(set) var links: [String: String] = [:]
  /// The members of the document that the provider acts on.
  private(set) var used: Set<String> = ["issuer"]
  let standard: JSONValue

  /// The members of a document that are addresses of endpoints, with the names and the kinds of these.
  static let known: [(member: String, name: String, kind: EndpointKind)] = [
    ("authorization_endpoint", "authorize", .authorize), ("token_endpoint", "token", .token),
    ("userinfo_endpoint", "userinfo", .resource), ("revocation_endpoint", "revoke", .revoke),
    ("introspection_endpoint", "introspect", .introspect),
    ("device_authorization_endpoint", "device_authorization", .deviceAuthorization),
    ("pushed_authorization_request_endpoint", "par", .pushedAuthorization),
    ("end_session_endpoint", "logout", .logout), ("registration_endpoint", "register", .register),
    ("jwks_uri", "jwks", .document),
  ]

  /// - Throws: `Failure` if the document names no endpoint that a provider could begin with.
  init(id: String, source: String, _ document: JSONObject) throws {
    (self.id, self.source, self.document) = (id, source, document)
    standard = BundledFixtures.providers().file(FixtureSet.root)?.tree ?? [:]
    guard ["authorization_endpoint", "token_endpoint"].contains(where: { text($0) != nil }) else {
      let found = document.names.prefix(6).joined(separator: ", ")
      throw Failure(
        text: "\(source): error: expected a discovery document with authorization_endpoint or "
          + "token_endpoint, found " + (found.isEmpty ? "an empty object" : "the members \(found)"))
    }
  }

  mutating func provider() throws -> NewProvider {
    addHosts()
    addEndpoints()
    guard endpoints["authorize"] != nil || endpoints["token"] != nil else {
      throw Failure(
        text: "\(source): error: expected absolute https addresses of endpoints, found "
          + "\(text("authorization_endpoint") ?? text("token_endpoint") ?? "none")")
    }
    var tree: JSONObject = [
      "id": .init(.string(id)), "title": .init(.string(NewProvider.title(id))),
      "as_of": NewProvider.month(), "extends": "standard",
      "sources": [.init(.string(shownSource))],
    ]
    var inferred: [String] = []
    if endpoints["device"] != nil { inferred.append("/endpoints/device/at") }
    tree["inferred"] = inferred.isEmpty ? nil : Self.list(inferred)
    tree["hosts"] = JSONValue(
      .object(JSONObject(hosts.map { .init($0.name, JSONValue(.string($0.host))) })))
    let rules = rules()
    let metadata = metadata()
    let idle = idle()
    if !idle.isEmpty {
      tree["absent"] = [
        .init(
          .string(
            "the discovery document has these members, and the provider only shows them: "
              + idle.joined(separator: ", ")))
      ]
      notes.append("played as text only, without effect: " + idle.joined(separator: ", "))
    }
    tree["endpoints"] = JSONValue(.object(endpoints))
    for member in rules { tree[member.name] = member.value }
    tree["shapes"] = ["metadata": ["json": JSONValue(.object(metadata))]]
    var provider = NewProvider(
      id: id, tree: JSONValue(.object(tree)), steps: steps + Self.further,
      authorize: authorize, notes: notes)
    let scopes = Set(texts("scopes_supported") ?? [])
    provider.scopes = ["openid", "profile", "email"].filter(scopes.contains)
    provider.isPublic = texts("token_endpoint_auth_methods_supported") == ["none"]
    return provider
  }

  /// A file's folder is nobody else's business.
  private var shownSource: String {
    source.contains("://") ? source : String(source.split(separator: "/").last ?? "")
  }

  private static let further: [NewProvider.Step] = [
    .init(
      member: "shapes.userinfo",
      advice: "the members of a user, as the real endpoint answers; without it, those of standard"),
    .init(member: "credentials", advice: "the form and the lifetime of codes and tokens"),
    .init(member: "scope.known", advice: "a sentence for the consent page for each scope"),
    .init(member: "errors", advice: "how the provider refuses, one condition at a time"),
    .init(member: "quirks", advice: "departures from the RFCs, each with its evidence"),
  ]

  // MARK: The document

  func text(_ member: String) -> String? {
    guard let text = document[member]?.stringValue, !text.isEmpty else { return nil }
    return text
  }

  func texts(_ member: String) -> [String]? {
    document[member]?.arrayValue?.compactMap(\.stringValue)
  }

  /// The texts of a member, which counts as used.
  mutating func take(_ member: String) -> [String]? {
    guard let list = texts(member) else { return nil }
    used.insert(member)
    return list
  }

  mutating func used(_ members: [String]) { used.formUnion(members) }
  mutating func note(_ text: String) { notes.append(text) }
  mutating func step(_ member: String, _ advice: String) {
    steps.append(.init(member: member, advice: advice))
  }

  static func list(_ texts: [String]) -> JSONValue {
    JSONValue(.array(texts.map { JSONValue(.string($0)) }))
  }

  // MARK: Hosts

  /// The host of an address as a provider has it. A port and a host of this machine belong to no provider.
  private func host(of address: String) -> String? {
    let uri = URIReference(address)
    guard ["https", "http"].contains(uri.scheme.lowercased()), let host = uri.host, !host.isEmpty
    else { return nil }
    let name = host.lowercased()
    let isAddress = name.hasPrefix("[") || name.allSatisfy { $0.isNumber || $0 == "." }
    return HostName.isLoopback(name) || isAddress ? "\(id).test" : name
  }

  /// The issuer's host is the first one.
  private mutating func addHosts() {
    let addresses = [text("issuer")] + Self.known.map { text($0.member) }
    for address in addresses.compactMap(\.self) {
      guard let host = host(of: address) else { continue }
      if URIReference(address).host?.lowercased() != host {
        remark("\(URIReference(address).authority) is played as \(host)")
      } else if URIReference(address).authority.lowercased() != host {
        remark("\(URIReference(address).authority) is played without its port")
      }
      guard !hosts.contains(where: { $0.host == host }) else { continue }
      let label = String(host.prefix { $0 != "." })
      let isName =
        !label.isEmpty && !hosts.contains { $0.name == label } && label != "main"
        && label.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }
      let name = hosts.isEmpty ? "main" : isName ? label : "host\(hosts.count + 1)"
      hosts.append((name, host))
    }
  }

  private mutating func remark(_ text: String) {
    if !notes.contains(text) { notes.append(text) }
  }

  // MARK: Endpoints

  /// An address as `HOST:/path`.
  private func place(_ address: String) -> String? {
    guard let host = host(of: address), let known = hosts.first(where: { $0.host == host }) else {
      return nil
    }
    let uri = URIReference(address)
    let path = uri.path.isEmpty ? "/" : String(uri.path)
    return "\(known.name):\(path)" + (uri.query.map { "?\($0)" } ?? "")
  }

  /// The authorization endpoint at its real host.
  private var authorize: String? {
    guard endpoints["authorize"] != nil, let address = text("authorization_endpoint"),
      let host = host(of: address)
    else { return nil }
    let uri = URIReference(address)
    return "https://\(host)\(uri.path)" + (uri.query.map { "?\($0)" } ?? "")
  }

  private mutating func addEndpoints() {
    for (member, name, kind) in Self.known {
      guard let value = document[member] else { continue }
      guard let address = value.stringValue, let at = place(address) else {
        note("\(member) is left out: expected an absolute https address, found \(value.text())")
        continue
      }
      var endpoint: JSONObject = [
        "kind": .init(.string(kind.rawValue)), "at": .init(.string(at)),
      ]
      switch name {
      case "logout":
        endpoint["next"] = "post_logout_redirect_uri"
        endpoint["leaves"] = "registered"
        endpoint["page"] = "signed-out"
      case "jwks" where signing.isEmpty: continue
      default: break
      }
      endpoints[name] = JSONValue(.object(endpoint))
      links[member] = "{{links.\(name)}}"
      used.insert(member)
    }
    if endpoints["device_authorization"] != nil {
      // An address that the document does not have.
      let taken = Set(endpoints.compactMap { $0.value["at"]?.stringValue })
      let page =
        ["main:/device", "main:/activate", "main:/device-page"].first { !taken.contains($0) }
        ?? "main:/device"
      endpoints["device"] = [
        "kind": "device", "at": .init(.string(page)), "page": "user-code",
        "asks": "user-code-confirm",
        "then": "device_connected", "on_failure": "device_denied",
      ]
      endpoints["device_connected"] = [
        "kind": "page", "at": .init(.string(page + "/connected")), "page": "device-connected",
      ]
      endpoints["device_denied"] = [
        "kind": "page", "at": .init(.string(page + "/denied")), "page": "device-denied",
      ]
      step("endpoints.device.at", "the address where a person types the code of a device")
    }
    let own = source.contains("/.well-known/") ? place(source) : nil
    endpoints["metadata"] = [
      "kind": "document", "at": .init(.string(own ?? "main:" + wellKnown)), "answer": "metadata",
    ]
  }

  private var wellKnown: String {
    let path = text("issuer").map { String(URIReference($0).path) } ?? ""
    let issuer = path.hasSuffix("/") ? String(path.dropLast()) : path
    return issuer + "/.well-known/openid-configuration"
  }

  /// The issuer as a template: the address of the first host, and its path.
  var issuer: String {
    guard let text = text("issuer"), host(of: text) != nil else { return "{{base.first}}" }
    return "{{base.first}}\(URIReference(text).path)"
  }

  // MARK: The document again

  /// The algorithms that sign, of those that the document names.
  var signing: [String] {
    let named = texts("id_token_signing_alg_values_supported")
    let known = Set(SignatureAlgorithm.allCases.map(\.rawValue))
    return (named ?? (document["jwks_uri"] == nil ? [] : ["RS256"])).filter(known.contains)
  }

  /// The document as it is, with our addresses in the place of its own.
  private mutating func metadata() -> JSONObject {
    var metadata = JSONObject()
    for member in document {
      if member.name == "issuer" {
        metadata["issuer"] = .init(.string(issuer))
      } else if let link = links[member.name] {
        metadata[member.name] = .init(.string(link))
      } else if member.name.hasPrefix("$") || member.value.text().contains("{{")
        || member.value.text().contains("\"$")
      {
        note("\(member.name) is left out: the fixture language would read it as a placeholder")
        used.insert(member.name)
      } else if !member.value.isNull {
        metadata[member.name] = member.value
      }
    }
    if metadata["issuer"] == nil { note("the document has no issuer") }
    return metadata
  }

  /// The members that nothing acts on.
  private func idle() -> [String] { document.names.filter { !used.contains($0) } }
}
