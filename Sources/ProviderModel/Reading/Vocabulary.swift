import Basics

/// The names that templates may use at their place, and the facts that they name.
///
/// It is made from a fixture's declarations before the rest of the fixture is read.
struct Vocabulary {
  /// The canonical names of all parameters; those of the authorization request alone.
  var parameters: [String] = []
  var authorizeParameters: [String] = []
  /// The allowed values of those that have only some.
  var valuesOfParameters: [String: [String]] = [:]
  var variables: [String] = []
  /// The variables of the addresses, whether `vars` has them or not.
  var addressVariables: Set<String> = []
  var hosts: [String] = []
  var links: [String] = []
  var bound: [String] = []
  var credentials: [String] = []
  /// The grant types and the response types.
  var grants: [String] = []
  var templates: [String] = []
  /// The texts of templates, for short parts.
  var textOfTemplates: [String: String] = [:]
  var shapes: [String] = []
  /// The JSON of shapes, for `$use`, and the shapes whose JSON is being read.
  var jsonOfShapes: [String: JSONValue] = [:]
  var uses: [String] = []
  let useBudget = UseBudget()
  var endpoints: [String] = []
  var pages: [String] = []
  var tables: [String] = []
  /// The prefixes of addresses that several endpoints share.
  var bases: [String: [String]] = [:]
  /// The claims that people may have.
  var claims: [String] = []
  /// The types of the claims that are the same at every provider.
  var kindsOfClaims: [String: FactTable.Kind] = [:]
  /// The members of the provider's own clients, with the types of their values.
  var clients: [String] = []
  var kindsOfClients: [String: FactTable.Kind] = [:]
  /// The names below `err`; `nil` outside refusals.
  var errors: [String]?
  /// Whether comparisons are checked. A bundled provider is compiled without that.
  var isChecking = true
  var hasLabels = false
  var isPage = false
  /// The kind of element that `item` is.
  var item = Item.any
  /// The roots that templates may use; `nil` for all.
  var onlyRoots: Set<String>?

  /// The same names in a shape, which may also use facts of refusals.
  func inAnswers(errors: [String] = ErrorFacts.all) -> Vocabulary {
    var vocabulary = self
    vocabulary.errors = errors
    vocabulary.hasLabels = true
    return vocabulary
  }
  func inPages() -> Vocabulary {
    var vocabulary = inAnswers()
    vocabulary.isPage = true
    return vocabulary
  }
  func inErrors(_ facts: [String]) -> Vocabulary {
    var vocabulary = self
    vocabulary.errors = facts
    return vocabulary
  }

  private func isHere(_ root: FactTable.Root) -> Bool {
    if let onlyRoots, !onlyRoots.contains(root.name) { return false }
    return switch root.place {
    case .anywhere: true
    case .answers: errors != nil
    case .labels: hasLabels
    case .pages: isPage
    }
  }

  private var roots: [String] { FactTable.roots.filter(isHere).map(\.name) }

  // MARK: Facts

  struct Unknown: Error {
    var sentence: String
    /// The member that declares what may be named there.
    var cause: String?
  }

  /// The fact that a path names, and what is below it.
  /// - Parameter mayLack: whether a person need not have what is named.
  func fact(_ path: [String], mayLack: Bool) throws(Unknown) -> (fact: Fact, rest: [String]) {
    let whole = path.joined(separator: ".")
    guard let name = path.first, let root = FactTable.root(name), isHere(root) else {
      throw Unknown(
        sentence: "the placeholder {{\(whole)}} can't be resolved here"
          + Suggestion.hint(for: path.first ?? "", among: roots))
    }
    func unknown(_ parent: String, _ member: String, _ known: [String]) -> Unknown {
      Unknown(
        sentence: "the placeholder {{\(whole)}} can't be resolved: \(parent) has no \(member)"
          + Suggestion.hint(for: member, among: known))
    }
    guard path.count > 1 else {
      switch root.members {
      case .alone(let fact): return (fact, [])
      case .declared(.people): return (.person(nil), [])
      case .fixed, .open, .declared:
        throw Unknown(
          sentence: "the placeholder {{\(whole)}} names a group: put a dot and a member behind it"
            + memberHint(root))
      }
    }
    let member = path[1]
    let rest = Array(path.dropFirst(2))
    switch root.members {
    case .alone(let fact):
      if fact == .item, let known = membersOfItem, !known.contains(member) {
        var unknown = unknown(name, member, known)
        if known.isEmpty { unknown.sentence += "; each element of this list is a text" }
        throw unknown
      }
      return (fact, [member] + rest)
    case .open(let make): return (make(member), rest)
    case .fixed(let members, let more):
      if let found = members.first(where: { $0.name == member }) { return (found.fact, rest) }
      let declared = more.map { names($0.names) } ?? []
      guard let more, let slot = declared.firstIndex(of: member) else {
        var unknown = unknown(name, member, members.map(\.name) + declared)
        unknown.cause = more?.names.pointer
        throw unknown
      }
      return (fact(more.names, slot, member), rest)
    case .declared(.people):
      guard mayLack || claims.contains(member) else {
        var unknown = unknown(name, member, claims)
        if Suggestion.nearest(to: member, among: claims) == nil {
          unknown.sentence =
            "the placeholder {{\(whole)}} can't be resolved: person has no \(member) here; add \"\(member)\" to people, or to claims if a cast gives it"
        }
        throw unknown
      }
      return (.person(member), rest)
    case .declared(.credentials):
      let kind = CredentialKind(rawValue: member)
      // An optional one that the provider does not have is empty.
      guard credentials.contains(member) || mayLack && CredentialKind.all.contains(kind) else {
        throw unknown(name, member, credentials)
      }
      guard let part = rest.first else { return (.credential(kind, .whole), []) }
      guard let found = FactTable.credentialMembers.first(where: { $0.name == part }) else {
        throw unknown("tok.\(member)", part, FactTable.credentialMembers.map(\.name))
      }
      return (.credential(kind, found.fact), Array(rest.dropFirst()))
    case .declared(let declared):
      let names = names(declared)
      guard let slot = names.firstIndex(of: member) else {
        if declared == .parameters, member == "headers" {
          return (.header(try header(rest, whole)), [])
        }
        if declared == .parameters,
          let own = FactTable.requestMembers.first(where: { $0.name == member })
        {
          return (own.fact, rest)
        }
        let dotted = path.dropFirst().joined(separator: ".")
        if rest.isEmpty == false, names.contains(dotted) {
          throw Unknown(
            sentence:
              "the placeholder {{\(whole)}} can't be resolved: the name \(dotted) has a dot; write \(name).\"\(dotted)\""
          )
        }
        // An optional link to an endpoint that the provider does not have is empty.
        if declared == .links, mayLack, Suggestion.nearest(to: member, among: names) == nil {
          return (.link(-1), rest)
        }
        var unknown = unknown(
          name, member,
          names + (declared == .parameters ? FactTable.requestMembers.map(\.name) : []))
        if declared == .variables, addressVariables.contains(member) {
          unknown.sentence =
            "the placeholder {{\(whole)}} can't be resolved: {\(member)} is in an address and has no rule; add \"\(member)\": {} to vars"
        }
        unknown.cause = declared.pointer
        throw unknown
      }
      return (fact(declared, slot, member), rest)
    }
  }

  /// The name of a header of the request.
  private func header(_ rest: [String], _ whole: String) throws(Unknown) -> String {
    guard let name = rest.first, rest.count == 1, HeaderText.isName(name), name == name.lowercased()
    else {
      throw Unknown(
        sentence:
          "the placeholder {{\(whole)}} can't be resolved: expected the name of a header in lower case, as in req.headers.user-agent"
      )
    }
    guard !RequestFacts.secretHeaders.contains(name) else {
      throw Unknown(
        sentence:
          "the placeholder {{\(whole)}} can't be resolved: the header \(name) holds secrets and can't be read"
      )
    }
    return name
  }

  private func names(_ declared: FactTable.Declared) -> [String] {
    switch declared {
    case .parameters: parameters
    case .granted: authorizeParameters
    case .variables: variables
    case .hosts: hosts
    case .links: links
    case .bound: bound
    case .people: claims
    case .clients: clients
    case .credentials: credentials
    case .errors: errors ?? []
    }
  }

  private func fact(_ declared: FactTable.Declared, _ slot: Int, _ name: String) -> Fact {
    switch declared {
    case .parameters: .parameter(slot)
    case .granted: .granted(parameters.firstIndex(of: name) ?? slot)
    case .variables: .variable(slot)
    case .hosts: .host(slot)
    case .links: .link(slot)
    case .bound: .bound(name)
    case .people: .person(name)
    case .clients: .clientMember(name)
    case .credentials: .credential(CredentialKind(rawValue: name), .whole)
    case .errors: .error(name)
    }
  }

  private func memberHint(_ root: FactTable.Root) -> String {
    switch root.members {
    case .fixed(let members, _):
      "; known here: " + members.map(\.name).sorted().joined(separator: ", ")
    default: ""
    }
  }
}
