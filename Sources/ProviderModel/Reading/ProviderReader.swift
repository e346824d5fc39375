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
  /// Whether to check the parts against one another.
  var isChecking: Bool {
    get { vocabulary.isChecking }
    set { vocabulary.isChecking = newValue }
  }

  /// - Parameter claims: The claims of people, in addition to those of the fixture.
  init(_ tree: JSONValue, claims: KnownClaims, _ findings: Diagnostics) {
    self.tree = tree
    self.findings = findings
    func names(_ member: String) -> [String] { tree[member]?.objectValue?.names ?? [] }
    var vocabulary = Vocabulary()
    let token = tree["token"]?["parameters"]?.objectValue?.names ?? []
    vocabulary.authorizeParameters = names("parameters")
    vocabulary.parameters = names("parameters") + token.filter { !names("parameters").contains($0) }
    for (name, rules) in [tree["parameters"], tree["token"]?["parameters"]]
      .flatMap({ $0?.objectValue.map(Array.init) ?? [] }).map({ ($0.name, $0.value) })
    {
      guard let values = rules["values"]?.arrayValue else { continue }
      vocabulary.valuesOfParameters[name, default: []] += values.compactMap(\.stringValue)
    }
    vocabulary.variables = names("vars")
    vocabulary.addressVariables = Self.addressVariables(tree)
    vocabulary.hosts = names("hosts")
    vocabulary.links = names("links")
    vocabulary.bound = names("binds") + names("mints")
    vocabulary.clients = names("clients")
    for member in tree["clients"]?.objectValue ?? JSONObject() {
      vocabulary.kindsOfClients[member.name] = KnownClaims.kind(ofGenerated: member.value)
    }
    vocabulary.credentials = names("credentials")
    vocabulary.grants = names("answers") + (tree["token"]?["grants"]?.objectValue?.names ?? [])
    vocabulary.templates = names("templates")
    for template in tree["templates"]?.objectValue ?? JSONObject() {
      vocabulary.textOfTemplates[template.name] = template.value.stringValue
    }
    vocabulary.shapes = names("shapes")
    for shape in tree["shapes"]?.objectValue ?? JSONObject() {
      vocabulary.jsonOfShapes[shape.name] = shape.value["json"]
    }
    vocabulary.endpoints = names("endpoints")
    vocabulary.pages = names("pages")
    vocabulary.tables = names("tables")
    for base in tree["bases"]?.objectValue ?? JSONObject() {
      vocabulary.bases[base.name] = base.value.arrayValue?.compactMap(\.stringValue)
    }
    let declared = tree["claims"]?.arrayValue?.compactMap(\.stringValue) ?? []
    let id = tree["id"]?.stringValue ?? ""
    vocabulary.claims = Self.usualClaims + names("people") + declared + claims.names(at: id)
    vocabulary.kindsOfClaims = claims.kinds(at: id, besides: names("people") + declared)
    let inCast = claims.names(at: id)
    for claim in tree["people"]?.objectValue ?? JSONObject() where !inCast.contains(claim.name) {
      vocabulary.kindsOfClaims[claim.name] = KnownClaims.kind(ofGenerated: claim.value)
    }
    self.vocabulary = vocabulary
  }

  /// Whether the kind of each endpoint is known.
  var knowsKinds: Bool {
    (tree["endpoints"]?.objectValue ?? JSONObject()).allSatisfy {
      $0.value["kind"]?.stringValue.flatMap(EndpointKind.init) != nil
    }
  }

  /// The variables in the addresses of endpoints and in the names of hosts.
  private static func addressVariables(_ tree: JSONValue) -> Set<String> {
    func texts(_ value: JSONValue?) -> [String] {
      value?.stringValue.map { [$0] } ?? value?.arrayValue?.compactMap(\.stringValue) ?? []
    }
    let at = (tree["endpoints"]?.objectValue ?? JSONObject()).flatMap { texts($0.value["at"]) }
    let others = ["hosts", "bases"].flatMap { name in
      (tree[name]?.objectValue ?? JSONObject()).flatMap { texts($0.value) }
    }
    return Set(
      (at + others).flatMap { text in
        text.split(separator: "{", omittingEmptySubsequences: false).dropFirst().compactMap {
          part in
          part.firstIndex(of: "}").map { String(part[..<$0]) }
        }
      })
  }

  /// The claims of a typical person.
  private static let usualClaims = [
    "username", "name", "given_name", "family_name", "email", "auth_time",
  ]

  /// - Parameter checking: Whether to check the parts against one another.
  mutating func read(checking: Bool = true) -> ProviderBody {
    isChecking = checking
    if tree["hosts"]?.objectValue?.isEmpty == true, !vocabulary.endpoints.isEmpty {
      findings.error(
        tree["hosts"], "/hosts",
        "expected a host for the addresses of endpoints, found none; add one, such as \"main\": \"login.example.test\""
      )
    }
    body = ProviderBody.declaration.read(tree, "", findings, vocabulary)
    // Whatever names a part of a section that can't be read would be wrong, too.
    let unread = findings.errors.filter { isSection($0.pointer) }
    if isChecking, !unread.isEmpty {
      findings.keep(only: unread)
      return body
    }
    for problem in RouteAmbiguity.all(body.endpoints) {
      let pointer = "/endpoints/\(problem.endpoint)/at"
      findings.add(
        Diagnostic(
          problem.sameHost ? .error : .warning, at: tree.value(at: pointer)?.origin, pointer,
          problem.sentence))
    }
    guard isChecking else {
      body.errorsLater = errorsLater()
      return body
    }
    readErrors()
    // What the rest needs depends on the kinds of all endpoints.
    if knowsKinds { check() }
    return body
  }

  /// Whether an error is about a whole section that should be an object.
  private func isSection(_ pointer: String) -> Bool {
    Self.sections.contains(pointer) && tree.value(at: pointer)?.objectValue == nil
  }

  /// The members whose parts others name.
  private static let sections: Set<String> = [
    "/answers", "/credentials", "/endpoints", "/errors", "/flow", "/flow/stages", "/hosts",
    "/links", "/pages", "/parameters", "/scope", "/shapes", "/signing", "/templates", "/token",
    "/token/grants", "/token/parameters", "/vars",
  ]

  /// Reading the errors takes a quarter of the time, and many programs never meet one.
  private func errorsLater() -> @Sendable () -> [String: ErrorTable] {
    let (tree, body) = (tree, body)
    return {
      var reader = ProviderReader(tree, claims: .none, Diagnostics())
      reader.isChecking = false
      reader.body = body
      reader.readErrors()
      return reader.body.errors
    }
  }
}

/// Checks of the whole provider, after everything has been read.
extension ProviderReader {
  func check() {
    checkConditions()
    checkScopes()
    checkTokenParameters()
    checkChallenge()
    checkSessionCookie()
    checkTokens()
    checkCredentials()
    checkLinks()
    checkPointers()
    checkAlgorithms()
    checkTickets()
    checkDenials()
    checkRegistration()
    checkDevices()
    checkPushes()
    checkFedCM()
    checkResponses()
    checkTrusts()
    checkExchanges()
    checkResources()
    checkLines()
    checkCycles()
    checkFound()
    checkHeaderNames()
    checkPeople()
    checkAnswerNames()
  }

  /// Checks whether the provider can be used, after `read`. One that can't is served all the same: it may be half written.
  func checkUse() {
    guard knowsKinds else { return }
    checkTicketsAndCookies()
    checkRequestNames()
    checkTokenPlaces()
    checkUserCodeChance()
    checkDeviceAnswer()
    checkLogouts()
    checkFactPlaces()
    checkShapePlaces()
    checkAnswersToPrograms()
    checkMetadata()
    checkIDTokens()
    checkClientView()
    checkAcceptedAudiences()
    checkErrorStatus()
    checkScopeTable()
    checkPublishedKeys()
    checkReachability()
  }

  /// Whether a value comes from the provider's own file: its author can't fix inherited values.
  func isOwn(_ value: JSONValue?) -> Bool {
    guard let file = value?.origin?.file else { return false }
    return file == tree["id"]?.origin?.file
  }
}
