import HTTPMessages
import JOSE
import JSON
import ProviderModel

/// A JSON Web Token that has been decided on and not been signed yet.
struct UnsignedToken: Sendable {
  enum Claims: Sendable {
    /// Known already: the ledger knows the token by them.
    case fixed(JSONValue)
    /// To be filled in once the tokens that they hash are signed.
    case later(Shape)
  }
  var name: String
  var algorithm: String
  var header: Shape
  var claims: Claims
}

/// Makes codes and tokens. All chance of theirs is drawn here.
extension Visit {
  /// Shows a grant to templates: what credentials and answers are made of.
  mutating func show(_ grant: Grant, _ id: Int, scopes: [String]) {
    context.roots["grant"] = [
      "id": JSONValue(.number(String(id))),
      "scope": JSONValue(.array(scopes.map { JSONValue(.string($0)) })),
      "type": JSONValue(.string(grant.type)),
      "issued": JSONValue(.number(String(shown(grant.issued)))),
      "auth_time": JSONValue(.number(String(shown(grant.authTime)))),
    ]
    context.roots["auth"] = JSONValue(.object(grant.parameters))
    context.roots["bound"] = JSONValue(.object(grant.bound))
    for (name, rule) in provider.lookups { lookUp(name, rule) }
  }

  /// A record whose key begins an element of a list, such as the API that a scope belongs to.
  private mutating func lookUp(_ name: String, _ rule: Provider.Lookup) {
    var found = context.roots["found"]?.objectValue ?? JSONObject()
    found[name] = nil
    let list = (context.value(.text(rule.list))?.arrayValue ?? []).compactMap(\.stringValue)
    let key = provider.tables[rule.table]?.key ?? ""
    for record in sandbox.cast.tables[provider.id]?[rule.table] ?? [] {
      let prefix = (record[key]?.stringValue ?? "") + "/"
      let rests = list.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
      guard !rests.isEmpty, var object = record.objectValue else { continue }
      object["names"] = JSONValue(.array(rests.map { JSONValue(.string($0)) }))
      found[name] = JSONValue(.object(object))
      break
    }
    context.roots["found"] = JSONValue(.object(found))
  }

  /// What the address binds a grant to.
  mutating func boundValues() -> JSONObject {
    var bound = JSONObject()
    for (name, template) in provider.binds {
      bound[name] = JSONValue(.string(context.text(template) ?? ""))
    }
    return bound
  }

  /// Hands out the credentials of a grant; their facts stand under `tok`.
  mutating func give(
    _ gives: [(credential: String, when: Predicate)], of id: Int, _ grant: Grant,
    scopes: [String], renewing kept: [String]? = nil,
    _ generator: inout some RandomNumberGenerator
  ) {
    show(grant, id, scopes: scopes)
    // What yields nothing that the ledger knows is of no use to anyone later.
    sandbox.state.expire(.grant, String(id), at: now)
    var tokens = JSONObject()
    for (name, when) in gives where context.holds(when) {
      guard let credential = provider.credentials[name] else { continue }
      context.random = SeededGenerator(seed: generator.next())
      let lifetime = lifetime(of: credential)
      // Some people's tokens come already expired.
      let isLate = outcome(of: grant.person) == .expired && ["access", "id"].contains(name)
      let made = isLate ? now - lifetime - 1 : now
      let ends: Int? = lifetime == 0 && !isLate ? nil : made + lifetime
      var facts = JSONObject()
      facts["lifetime"] = JSONValue(.number(String(lifetime)))
      facts["ends"] = JSONValue(.number(String(ends.map(shown) ?? 0)))
      facts["issued"] = JSONValue(.number(String(shown(made))))
      tokens[name] = JSONValue(.object(facts))
      context.roots["tok"] = JSONValue(.object(tokens))
      var issued = IssuedCredential(
        kind: name, grant: id, scopes: name == "refresh" ? kept ?? scopes : scopes, audience: nil,
        issued: made, ends: ends)
      var key: String?
      switch credential.form {
      case .text(let template):
        let value = context.secret(template, using: &generator)
        facts["value"] = JSONValue(.string(value))
        key = ledgerKey(name, value)
      case .jwt(let header, let shape, let algorithm):
        let claims: UnsignedToken.Claims
        if name == "id" {
          claims = .later(shape)
        } else {
          let value = context.value(shape) ?? [:]
          claims = .fixed(value)
          issued.audience = Filters.text(value["aud"])
          key = ledgerKey(name, payload: Base64URL.encode(Array(value.text().utf8)))
        }
        unsigned.append(
          UnsignedToken(
            name: name, algorithm: context.text(algorithm) ?? "RS256", header: header,
            claims: claims))
      }
      tokens[name] = JSONValue(.object(facts))
      context.roots["tok"] = JSONValue(.object(tokens))
      guard let key else { continue }
      self.issued.append(key)
      if let kept = sandbox.state.ledger.issue(issued, key) {
        sandbox.state.expire(.credential, key, at: kept)
        sandbox.state.expire(.grant, String(id), at: kept)
      }
    }
  }

  /// In seconds. A template may make any number of what a request holds: more than a century is one.
  private mutating func lifetime(of credential: Provider.Credential) -> Int {
    let seconds = context.value(credential.lifetime).flatMap { Int(Filters.text($0)) } ?? 0
    let most = Provider.Credential.mostSeconds
    return min(max(seconds, -most), most)
  }

  private func ledgerKey(_ kind: String, payload: String) -> String {
    "\(provider.id) \(kind) #" + Base64URL.encode(Digest.sha256(Array(payload.utf8)))
  }

  /// By which name the ledger knows a code or token that a client sends; `nil` for what can't be ours.
  func ledgerKey(_ kind: String, _ text: String) -> String? {
    guard case .jwt? = provider.credentials[kind]?.form else {
      return "\(provider.id) \(kind) \(ExactText.key(text))"
    }
    // A JWT is believed for its signature; what it says is looked up, not read.
    guard let token = try? JWS.parse(text), sandbox.options.keys.verifies(token) else { return nil }
    let payload = text.split(separator: ".", omittingEmptySubsequences: false)
    return payload.count == 3 ? ledgerKey(kind, payload: String(payload[1])) : nil
  }

  mutating func find(_ kind: String, _ text: String) -> (key: String, found: Ledger.Found) {
    guard let key = ledgerKey(kind, text) else { return ("", .unknown) }
    let found = sandbox.state.ledger.find(key, at: now)
    switch found {
    case .unknown: missed.append(key)
    // Whoever is struck from the cast takes their tokens along.
    case .live(let credential, let grant), .spent(let credential, let grant):
      if let person = grant.person, sandbox.cast.person(person) == nil {
        return (key, .revoked(credential))
      }
    default: break
    }
    return (key, found)
  }

  /// When a credential was made and when it ends, as facts of a refusal.
  func times(_ credential: IssuedCredential) -> [String: String] {
    [
      "issued_at": String(shown(credential.issued)),
      "expires_at": String(credential.ends.map(shown) ?? 0), "now": String(instants.sandbox),
    ]
  }
}
