/// The one table of facts: their names, types and meanings, and where they can be used.
///
/// `Vocabulary` checks fixtures against it and finds the facts that templates name, `Facts` reads them, and the
/// reference of the fixture language is written from it.
package enum FactTable {
  /// What a template gets.
  package enum Kind: String, Sendable { case text, number, flag, list, record, any }

  /// Where a fact can be named.
  package enum Use: String, Sendable {
    case anywhere
    /// In `shapes`, `errors`, `pages` and `templates`.
    case answers
    /// In `pages`, and in `shapes` that show them.
    case labels
    /// In `pages` and `templates` alone.
    case pages
  }

  package struct Row: Sendable {
    /// `client.client_id`, or `req.*` where any name of a list may stand.
    package let path: String
    package let kind: Kind
    package let meaning: String
    package let place: Use
  }

  /// The names that stand below a root.
  enum Members: Sendable {
    /// The root stands alone.
    case alone(Fact)
    /// Known names, and those that the fixture declares elsewhere.
    case fixed(
      [(name: String, fact: Fact, kind: Kind, meaning: String)],
      more: (names: Declared, meaning: String)? = nil)
    /// What a client sends, or the engine finds: any name.
    case open(@Sendable (String) -> Fact)
    /// Names that the fixture declares elsewhere, each at its place there.
    case declared(Declared)
  }

  enum Declared: Sendable {
    case parameters, granted, variables, hosts, links, bound, people, clients, credentials, errors

    /// The member of a provider that declares the names.
    var pointer: String {
      switch self {
      case .parameters, .granted: "/parameters"
      case .variables: "/vars"
      case .hosts: "/hosts"
      case .links: "/links"
      case .bound: "/binds"
      case .people: "/claims"
      case .clients: "/clients"
      case .credentials: "/credentials"
      case .errors: "/errors"
      }
    }
  }

  struct Root: Sendable {
    let name: String
    let kind: Kind
    let meaning: String
    let place: Use
    let members: Members
  }

  static func root(_ name: String) -> Root? { byName[name] }
  private static let byName = Dictionary(roots.map { ($0.name, $0) }) { first, _ in first }

  /// Whether every provider has a fact of this name below a root.
  static func isFixed(_ name: String, below root: String) -> Bool {
    guard case .fixed(let members, _)? = self.root(root)?.members else { return false }
    return members.contains { $0.name == name }
  }

  /// Every fact, for the reference.
  package static var rows: [Row] {
    roots.flatMap { root -> [Row] in
      switch root.members {
      case .alone:
        [Row(path: root.name, kind: root.kind, meaning: root.meaning, place: root.place)]
      case .fixed(let members, let more):
        members.map {
          Row(
            path: "\(root.name).\($0.name)", kind: $0.kind, meaning: $0.meaning, place: root.place)
        }
          + (more.map {
            [Row(path: "\(root.name).*", kind: .any, meaning: $0.meaning, place: root.place)]
          } ?? [])
      case .open, .declared:
        [Row(path: "\(root.name).*", kind: root.kind, meaning: root.meaning, place: root.place)]
          + (ownRows[root.name] ?? [])
      }
    }
  }

  /// The members that some roots have beside the declared ones.
  private static var ownRows: [String: [Row]] {
    ["tok": credentialRows, "req": requestRows, "err": errorRows]
  }

  private static var errorRows: [Row] {
    [
      Row(
        path: "err.condition", kind: .text, meaning: "The name of the condition.", place: .answers),
      Row(
        path: "err.status", kind: .number, meaning: "The HTTP status of the response.",
        place: .answers),
    ]
  }

  static let requestMembers: [(name: String, fact: Fact, kind: Kind, meaning: String)] = [
    ("path", .requestPath, .text, "The path below the base, as sent."),
    ("raw_query", .rawQuery, .text, "The query, as sent."),
    ("method", .requestMethod, .text, "The method of the request."),
    ("authorization", .authorization, .text, "The Authorization header, where programs call."),
    (
      "headers.*", .header(""), .text,
      "A header, by its name in lower case; \(RequestFacts.secretHeaders.map { "`\($0)`" }.joined(separator: ", ")) can't be read."
    ),
    (
      "certificate", .clientCertificate, .text,
      "The SHA-256 of the certificate that the client showed, in base64url (RFC 8705 §3.1), at an endpoint with client_certificate."
    ),
  ]
  private static var requestRows: [Row] {
    requestMembers.map {
      Row(path: "req.\($0.name)", kind: $0.kind, meaning: $0.meaning, place: .anywhere)
    }
  }

  static let credentialMembers:
    [(name: String, fact: Fact.CredentialFact, kind: Kind, meaning: String)] = [
      ("value", .value, .text, "The code or token itself."),
      ("lifetime", .lifetime, .number, "Seconds for which it is good; 0 for ever."),
      ("issued", .issued, .number, "When it was made, in seconds since 1970."),
      ("ends", .ends, .number, "When it ends, in seconds since 1970; 0 for never."),
    ]
  private static var credentialRows: [Row] {
    credentialMembers.map {
      Row(path: "tok.*.\($0.name)", kind: $0.kind, meaning: $0.meaning, place: .anywhere)
    }
  }
}
