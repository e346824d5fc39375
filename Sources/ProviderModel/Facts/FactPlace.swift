/// The moments at which a fixture's own conditions are looked at, with the one table of the facts that are known then.
enum FactPlace: Sendable {
  /// The checks of an authorization request that run before its client is known.
  case address
  /// The other checks of the request, which run before anybody is asked.
  case request
  /// The question whether the first login is part of the flow.
  case login
  /// The checks that run when a person has answered everything, and the stages after the login.
  case session
  /// The early checks of an endpoint or of a grant.
  case early
  /// The checks of a grant.
  case grant
  /// The checks and the response of a resource that reads a token, and of one that reads none.
  case resource, open
  /// A document, which is the same for everybody.
  case document
  /// The response to a grant.
  case answer
  /// The response to a request that is refused.
  case refusal

  /// Facts that become known together.
  enum Group: Sendable {
    case client, person, session, consent
    /// The grant, the request behind it, and the values that it is bound to.
    case grant
    /// The token that was presented.
    case token
    /// What the response issues, with its signature and its hashes.
    case issued
    /// The answer of one feature alone.
    case exchange, mcp, registration, stepUp, device
    /// What a person sees, and what a browser is led by.
    case browser
    /// The identity of a workload.
    case workload
    /// The refusal.
    case error
    /// Known at every moment.
    case always
    /// Known or not: it depends on the request.
    case open
  }

  /// The groups of which nothing is known.
  private var missing: Set<Group> {
    switch self {
    case .address:
      [
        .client, .person, .session, .consent, .grant, .token, .issued, .exchange, .mcp,
        .registration, .stepUp,
      ]
    case .request, .login:
      [
        .person, .session, .consent, .grant, .token, .issued, .exchange, .mcp, .registration,
        .stepUp,
      ]
    case .session: [.grant, .token, .issued, .exchange, .mcp, .registration, .stepUp]
    case .early:
      [.client, .person, .session, .consent, .grant, .token, .issued, .exchange, .registration]
    case .grant: [.session, .issued, .mcp, .registration, .stepUp]
    case .resource:
      [
        .session, .issued, .exchange, .registration, .error, .mcp, .device, .browser, .workload,
        .stepUp,
      ]
    case .open:
      [
        .person, .session, .consent, .grant, .token, .issued, .exchange, .registration, .error,
        .mcp, .device, .browser, .workload, .stepUp,
      ]
    case .document:
      [
        .client, .person, .session, .consent, .grant, .token, .issued, .exchange, .mcp,
        .registration, .stepUp, .error, .device, .browser, .workload,
      ]
    case .answer: [.mcp, .registration, .stepUp, .error, .browser, .workload]
    case .refusal: [.issued, .registration]
    }
  }

  /// The reason why the facts of these groups are not known.
  var reason: String {
    switch self {
    case .address: "these checks run before the client is known, and before anybody has signed in"
    case .request: "these checks run before anybody has signed in"
    case .login: "nobody has signed in before this stage"
    case .session: "the grant is made after this"
    case .early: "an early check runs before the client has authenticated"
    case .grant: "the tokens are issued after these checks"
    case .resource: "this request presents a token, and no response of the token endpoint"
    case .open: "the endpoint reads no token"
    case .document: "a document is the same for everybody"
    case .answer: "this is the response to a grant"
    case .refusal: "a refusal issues nothing"
    }
  }

  /// Whether a fact is empty in every request.
  func lacks(_ fact: Fact) -> Bool { missing.contains(fact.group) }

  /// Whether a fact has a value in every request.
  func has(_ fact: Fact) -> Bool {
    switch (self, fact) {
    case (_, _) where fact.group == .always: true
    case (.request, .client(.id)), (.request, .client(.kind)), (.session, .client(.id)),
      (.session, .client(.kind)), (.grant, .client(.id)), (.grant, .client(.kind)):
      true
    case (.session, .person(nil)), (.session, .person("username")), (.session, .session): true
    case (.resource, .token(.value)), (.resource, .token(.active)), (.resource, .token(.kind)):
      true
    default: false
    }
  }

  /// The place of the checks in a phase of an authorization request.
  init(_ phase: CheckPhase) {
    switch phase {
    case .address: self = .address
    case .request, .scope: self = .request
    case .session: self = .session
    }
  }
}

extension Fact {
  fileprivate var group: FactPlace.Group {
    switch self {
    case .now, .providerID, .providerTitle, .requestPath, .requestMethod, .base(.first),
      .base(.here), .base(.root), .base(.service):
      .always
    case .client, .clientMember: .client
    case .person: .person
    case .account, .approvedClients, .mode, .ticket, .label, .field, .page: .browser
    case .workload: .workload
    case .session: .session
    case .consent: .consent
    case .grant, .granted, .bound: .grant
    case .token: .token
    case .credential, .key, .hash, .boundCertificate: .issued
    case .exchange: .exchange
    case .mcp: .mcp
    case .registration: .registration
    case .stepUp: .stepUp
    case .device: .device
    case .error: .error
    default: .open
    }
  }

  /// How a fixture writes it, as far as its place is concerned.
  var path: String {
    switch self {
    case .person(let name): name.map { "person.\($0)" } ?? "person"
    case .clientMember(let name): "client.\(name)"
    case .bound(let name): "bound.\(name)"
    case .credential(let kind, _): "tok.\(kind.rawValue)"
    case .granted: "auth"
    case .error(let name): "err.\(name)"
    case .workload(let name): "workload.\(name)"
    case .label(let name): "labels.\(name)"
    case .field(let name): "fields.\(name)"
    case .found(let name): "found.\(name)"
    case .query(let name): "query.\(name)"
    case .form(let name): "form.\(name)"
    case .body(let name): "body.\(name)"
    case .parameter: "req"
    case .variable: "vars"
    case .host: "hosts"
    case .link: "links"
    case .rates(let fact): "rates.\(fact.rawValue)"
    default:
      FactTable.path(of: self)
        ?? FactTable.requestMembers.first { $0.fact == self }.map { "req.\($0.name)" } ?? "this"
    }
  }
}

extension FactTable {
  /// The path of a fact that every provider has.
  static func path(of fact: Fact) -> String? {
    for root in roots {
      switch root.members {
      case .alone(fact): return root.name
      case .fixed(let members, _):
        if let found = members.first(where: { $0.fact == fact }) {
          return "\(root.name).\(found.name)"
        }
      default: break
      }
    }
    return nil
  }
}
