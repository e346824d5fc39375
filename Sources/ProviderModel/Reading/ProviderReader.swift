import Basics

/// Reads a merged tree. Every mistake becomes a diagnostic, and reading continues.
struct ProviderReader {
  let findings: Diagnostics
  let tree: JSONValue
  var body = ProviderBody()
  var vocabulary: Vocabulary
  /// The fixture's own conditions, by the table of their errors; and the places that name them.
  var ownConditions: [String: Set<Condition>] = [:]
  var namedConditions: [(condition: Condition, table: String, pointer: String)] = []
  /// Misspelled names of other conditions of the same table.
  var misspelt: [String: Set<Condition>] = [:]
  /// Conditions of addresses and scopes, which can occur at every endpoint.
  var sharedConditions: Set<Condition> = []
  var isChecking = true

  /// - Parameter claims: The claims of people, in addition to those of the fixture.
  init(_ tree: JSONValue, claims: [String], _ findings: Diagnostics) {
    self.tree = tree
    self.findings = findings
    func names(_ member: String) -> [String] { tree[member]?.objectValue?.names ?? [] }
    var vocabulary = Vocabulary()
    let token = tree["token"]?["parameters"]?.objectValue?.names ?? []
    vocabulary.authorizeParameters = names("parameters")
    vocabulary.parameters = names("parameters") + token.filter { !names("parameters").contains($0) }
    vocabulary.variables = names("vars")
    vocabulary.hosts = names("hosts")
    vocabulary.links = names("links")
    vocabulary.bound = names("binds")
    vocabulary.credentials = names("credentials")
    vocabulary.templates = names("templates")
    vocabulary.shapes = names("shapes")
    vocabulary.endpoints = names("endpoints")
    vocabulary.pages = names("pages")
    vocabulary.tables = names("tables")
    let declared = tree["claims"]?.arrayValue?.compactMap(\.stringValue) ?? []
    vocabulary.claims = Self.usualClaims + names("people") + declared + claims
    self.vocabulary = vocabulary
  }

  /// The claims of a typical person.
  private static let usualClaims = [
    "username", "sub", "name", "given_name", "family_name", "email", "auth_time",
  ]

  /// - Parameter checking: Whether to check the parts against one another.
  mutating func read(checking: Bool = true) -> ProviderBody {
    isChecking = checking
    var reader = FixtureReader(tree, .provider, "", findings)
    reader.schema()
    body.id = reader.string("id", required: true) ?? ""
    if let pattern = try? Pattern("[a-z0-9][a-z0-9-]{0,40}"), !pattern.matches(body.id) {
      findings.error(
        tree["id"], "/id", "expected an id of small letters, digits and '-', found \"\(body.id)\"")
    }
    body.title = reader.string("title", required: true) ?? body.id
    body.asOf = reader.string("as_of") ?? ""
    body.names = CanonicalParameters.Names(vocabulary.parameters)
    _ = (reader.list("claims"), reader.list("absent"))
    body.claims = vocabulary.claims
    body.sources = reader.list("sources") ?? []
    body.inferred = reader.strings("inferred") ?? []
    // `FixtureSet` has read these.
    for name in ["extends", "quirks"] { _ = reader.member(name) }
    for pointer in body.inferred where tree.value(at: pointer) == nil {
      findings.add(
        Diagnostic(
          .warning, at: tree["inferred"]?.origin, "/inferred",
          "nothing stands at \"\(pointer)\", so nothing there is inferred"))
    }
    body.hosts = reader.map("hosts", required: true).compactMap { name, value, pointer in
      guard let text = value.stringValue else {
        findings.error(value, pointer, "expected a host name, found \(value.found)")
        return nil
      }
      let pattern = HostPattern(text)
      let variable = pattern.variable.flatMap { vocabulary.variables.firstIndex(of: $0) }
      return .init(name: name, pattern: pattern, variable: variable)
    }
    readAddresses(&reader)
    readProtocol(&reader)
    body.token = reader.value("token", as: TokenService.self, vocabulary) ?? .init()
    let inPages = vocabulary.inPages()
    body.templates = reader.entries("templates").map { entry in
      inPages.template(entry.value, entry.pointer, findings) ?? Template(literal: "")
    }
    body.pages = PageRule.read(&reader, vocabulary)
    body.tryOut = reader.value("try_out", as: TryOut.self, vocabulary) ?? .init()
    readErrors(&reader)
    reader.finish()
    if isChecking { check() }
    return body
  }
}

/// Checks of the whole provider, after everything has been read.
extension ProviderReader {
  func check() {
    checkConditions()
    checkScopes()
    checkTokenParameters()
    checkTickets()
    checkDenials()
  }

  /// Whether a value comes from the provider's own file: its author can't fix inherited values.
  func isOwn(_ value: JSONValue?) -> Bool {
    guard let file = value?.origin?.file else { return false }
    return file == tree["id"]?.origin?.file
  }
}
