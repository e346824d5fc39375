// What a provider is, once its fixture is read: compiled, checked, and ignorant of any provider's name.
// It knows what a fixture can say, and how an answer is written from facts; it does not know how a request is decided.
import Basics

/// One real service at one time, as its fixture describes it with the quirks that are on.
///
/// Immutable: reading ends in it, requests only use it, and nothing of it is copied for one.
package final class Provider: Sendable {
  package let id: String
  package let title: String
  package let asOf: String
  /// The sources of the fixture.
  package let sources: [String]
  /// JSON Pointers to values that no source shows.
  package let inferred: [String]
  package let hosts: [Host]
  package let variables: [(name: String, rule: VariableRule)]
  package let repeats: Repeats
  package let tables: [String: TableRule]
  package let endpoints: [Endpoint]
  let links: [LinkRule]
  package let flow: Flow
  package let parameters: [(name: String, rule: ParameterRule)]
  /// The parameters of the authorization request and of the token request, in the order of the rules.
  package let parameterOutlines: [ParameterRule.Outline]
  package let tokenOutlines: [ParameterRule.Outline]
  /// With which names in a request each of them has to be looked at, in the same order.
  package let parameterDigests: [NameDigest.Union]
  package let tokenDigests: [NameDigest.Union]
  package let redirect: RedirectRule
  package let scope: ScopeRule
  /// The response types, as the fixture writes them.
  let responseTypes: [String]
  /// The responses by response type, with sorted words.
  package let answers: SmallDictionary<String, AnswerRule>
  package let modes: [String]
  package let styles: SmallDictionary<String, QueryStyle>
  package let credentials: SmallDictionary<CredentialKind, CredentialRule>
  package let people: [(name: String, value: Shape)]
  /// The members of its own clients, each with the value for a client without it.
  package let clientMembers: [(name: String, value: Shape)]
  /// The claims that people may have.
  let claims: [String]
  package let sessionCookie: CookieRule
  package let browserCookie: CookieRule
  /// The cookie of each redirect to an address of the provider whose query has its parameter.
  package let linkCookie: CookieRule?
  package let pages: [String: PageRule]
  /// The password fields of its forms.
  package let passwordFields: Set<String>
  let templates: [Template]
  package let shapes: [AnswerShape]
  /// The headers of all responses. An empty one stands for a header of the server that is not sent.
  package let headers: [(name: String, value: Template)]
  /// The responses to requests that no endpoint answers.
  package let unanswered: UnansweredRule
  /// The conditions of parts that the provider does not have.
  let unmetConditions: [Set<Condition>]
  private let errorTables: Lazily<SmallDictionary<String, ErrorTable>>
  package let checks: SmallDictionary<CheckPhase, [Check]>
  package let quirks: [Quirk]
  /// The format of a page's ticket: the hidden value that ties a form to its request.
  package let ticket: Pattern?
  /// The status of a redirect that answers a POST.
  package let afterPost: Int
  package let challenge: ChallengePolicy
  package let token: TokenService
  /// How clients register themselves; `nil` where they can't.
  package let registration: RegistrationRule?
  /// Clients whose ID is the address of their metadata; `nil` where the provider knows no such clients.
  package let clientDocuments: ClientDocumentRule?
  /// How authorization requests that are JWTs are read; `nil` if they are not.
  package let requestObjects: RequestObjectRule?
  /// How authorization details are read; `nil` if they are not.
  package let authorizationDetails: AuthorizationDetailsRule?
  /// How access tokens are bound to keys of clients; `nil` where they never are.
  package let dpop: DPoPRule?
  /// How ID tokens and responses are encrypted; `nil` where they never are.
  package let encryption: EncryptionRule?
  /// How subjects differ from one client to the next; `nil` where they never do.
  package let pairwise: PairwiseRule?
  /// How claims of other parties are sent; `nil` where they never are.
  package let claimSources: ClaimSourceRule?
  /// The rules of FedCM; `nil` if the provider does not support it.
  package let fedCM: FedCMRule?
  /// The levels of authentication, the lowest first.
  package let levels: [AuthenticationLevel]
  /// Whether clients can have tokens that are bound to their certificate.
  package let bindsToCertificates: Bool
  /// The kinds of workload identity whose ID tokens are issued by command.
  package let workloads: [(name: String, rule: WorkloadRule)]
  /// The kinds of event that are sent to receivers by command.
  package let securityEvents: [(name: String, rule: SecurityEventRule)]
  let tryOut: TryOut
  /// The built-in client for trying this provider. Only the landing page uses it.
  package let tryOutClient: Client
  package let signing: [SigningRule]
  /// Records of the cast's tables that a grant leads to.
  package let lookups: [(name: String, rule: LookupRule)]
  /// Values of the address that a grant is bound to, by name.
  package let binds: [(name: String, value: Template)]
  /// Values that are drawn for each grant, by name.
  package let mints: [(name: String, pattern: Pattern)]
  /// The canonical names of all parameters.
  package let names: CanonicalParameters.Names
  /// Where `claims` (OpenID Connect Core §5.5) and `resource` (RFC 8707) stand among them; `nil` where they are not read.
  package let claimsSlot: Int?
  package let resourceSlot: Int?
  /// How clients push authorization requests; `nil` where they can't.
  package let pushes: PushRule?
  package let clientParameters: ClientParameters
  /// The parameters whose names on the wire differ from the canonical ones: of the authorization request, and of the token
  /// request.
  private let renamed: [String: String]
  private let renamedInToken: [String: String]
  let routes: RouteTable
  /// Links in the order in which all of them are written, and whether one of them draws letters.
  let linkOrder: [Int]
  let linksDraw: Bool
  /// The shapes that say the same to everyone who asks at one address.
  private let keptShapes: Set<Int>

  init(_ body: ProviderBody, quirks: [Quirk]) {
    id = body.id
    title = body.title
    asOf = body.asOf
    sources = body.sources
    inferred = body.inferred
    // Variables without a rule count, too.
    let named =
      body.endpoints.flatMap { $0.routes.flatMap(\.variables) }
      + body.hosts.compactMap(\.pattern.variable)
    var variables = body.variables
    for name in named where !variables.contains(where: { $0.name == name }) {
      variables.append((name, VariableRule()))
    }
    hosts = body.hosts.map { host in
      Host(
        name: host.name, pattern: host.pattern,
        variable: variables.firstIndex { $0.name == host.pattern.variable })
    }
    self.variables = variables
    repeats = body.repeats
    tables = body.tables
    endpoints = body.endpoints
    links = body.links
    flow = body.flow
    parameters = body.parameters
    parameterOutlines = body.parameters.map(\.rule.outline)
    tokenOutlines = body.token.parameters.map(\.rule.outline)
    parameterDigests = parameterOutlines.map { $0.hasFallback ? .all : .init($0.digest) }
    tokenDigests = tokenOutlines.map {
      $0.hasFallback || $0.isPointer ? .all : .init($0.digest)
    }
    redirect = body.redirect
    scope = body.scope
    responseTypes = body.answers.map(\.name)
    let answers = Dictionary(body.answers.map { ($0.name, $0.rule) }) { $1 }
    self.answers = SmallDictionary(answers, key: AnswerRule.sorted)
    let signsResponses = body.credentials[CredentialKind.response.rawValue] != nil
    modes = body.modes.filter { signsResponses || !ResponseMode.isSigned($0) }
    styles = SmallDictionary(body.styles)
    credentials = SmallDictionary(body.credentials, key: CredentialKind.init)
    people = body.people
    clientMembers = body.clients
    claims = body.claims
    sessionCookie = body.cookies["session"] ?? CookieRule()
    browserCookie = body.cookies["browser"] ?? CookieRule()
    linkCookie = body.cookies[CookieRule.link]
    pages = body.pages
    passwordFields = Set(body.pages.values.compactMap { $0.field("password") })
    templates = body.templates
    shapes = body.shapes
    headers = body.headers
    unanswered = body.unanswered
    unmetConditions = body.partNeeds.filter { !$0.isMet }.map(\.conditions)
    errorTables =
      body.errorsLater.map { read in Lazily { SmallDictionary(read()) } }
      ?? Lazily(SmallDictionary(body.errors))
    checks = SmallDictionary(body.checks)
    self.quirks = quirks
    ticket = body.ticket
    afterPost = body.afterPost
    challenge = body.challenge
    token = body.token
    registration = body.registration
    clientDocuments = body.clientDocuments
    requestObjects = body.requestObjects
    authorizationDetails = body.authorizationDetails
    dpop = body.dpop
    encryption = body.encryption
    pairwise = body.pairwise
    claimSources = body.claimSources
    fedCM = body.fedCM
    levels = body.levels
    bindsToCertificates = body.bindsToCertificates
    workloads = body.workloads
    securityEvents = body.securityEvents
    tryOut = body.tryOut
    tryOutClient = body.tryOut.client(of: body.id, body.token)
    signing = body.signing
    lookups = body.lookups
    binds = body.binds
    mints = body.mints
    names = body.names
    claimsSlot = body.parameters.first { $0.name == "claims" }?.rule.slot
    resourceSlot =
      (body.parameters + body.token.parameters).first { $0.name == "resource" }?.rule.slot
    pushes = PushRule(body)
    clientParameters = ClientParameters(body.token)
    renamed = body.parameters.renamed
    renamedInToken = body.token.parameters.renamed
    routes = RouteTable(endpoints, folds: body.foldsPaths)
    linkOrder = body.links.indices.sorted { body.links[$0].name < body.links[$1].name }
    linksDraw = body.links.contains { $0.query.draws || $0.raw?.draws == true }
    keptShapes = Set(
      body.shapes.indices.filter { index in
        body.shapes[index].isKept
          && body.shapes[index].facts.allSatisfy { fact in
            guard case .link(let slot) = fact, body.links.indices.contains(slot) else {
              return true
            }
            return body.links[slot].isOfAddress
          }
      })
  }

  package enum Repeats: String, Sendable, CaseIterable { case first, last, refuse }

  package struct Host: Sendable {
    package let name: String
    /// `login.example.com`, or with one variable: `{tenant}.login.example.com`.
    package let pattern: HostPattern
    /// The variable of the pattern, as a place in `variables`.
    let variable: Int?
  }

  // MARK: Addresses

  package func variable(_ name: String) -> Int? { variables.firstIndex { $0.name == name } }

  package func hostName(_ host: Int, _ values: [String?]) -> String {
    guard hosts.indices.contains(host) else { return "" }
    let pattern = hosts[host].pattern
    guard let name = pattern.variable else { return pattern.text }
    let slot = hosts[host].variable
    let value = slot.flatMap { values.indices.contains($0) ? values[$0] : nil }
    return pattern.filled(value ?? slot.flatMap { variables[$0].rule.fallback } ?? name)
  }

  package func endpoint(named name: String) -> Endpoint? { endpoints.first { $0.name == name } }
  package func endpoint(_ kind: EndpointKind) -> Endpoint? { endpoints.first { $0.kind == kind } }
  package func shape(_ index: Int?) -> AnswerShape? {
    index.flatMap { shapes.indices.contains($0) ? shapes[$0] : nil }
  }
  /// Whether an answer of this shape can't differ between two requests to one address.
  package func isKept(_ shape: Int) -> Bool { keptShapes.contains(shape) }
  package func answer(to responseType: String) -> AnswerRule? { answers[responseType] }
  package func style(_ name: String) -> QueryStyle? { styles[name] }
  package func rule(for kind: CredentialKind) -> CredentialRule? { credentials[kind] }
  /// What a credential is: the kind of one that has a name of its own, else itself.
  package func base(of kind: CredentialKind) -> CredentialKind {
    rule(for: kind)?.role.map { CredentialKind(rawValue: $0.rawValue) } ?? kind
  }
  /// Whether a credential of a kind is useful: a refresh token needs a grant that redeems it.
  package func mayIssue(_ kind: CredentialKind) -> Bool {
    base(of: kind) != .refresh || token.grants.contains { $0.rule.kind == .refresh }
  }
  /// Whether some credentials of a kind are no JSON Web Tokens.
  package func hasText(_ kind: CredentialKind) -> Bool {
    rule(for: kind)?.isJWT != true
      || credentials.values.contains { $0.role?.rawValue == kind.rawValue }
  }
  package func checks(in phase: CheckPhase) -> [Check] { checks[phase] ?? [] }
  package var errors: SmallDictionary<String, ErrorTable> { errorTables.value }

  /// How the provider writes a refusal.
  /// - Parameter table: `authorize`, or the table that a service endpoint names.
  package func errorRule(_ condition: Condition, in table: String) -> ErrorRule? {
    errors[table]?.rule(condition)
  }

  /// The name of a parameter on the wire of an endpoint.
  package func wire(_ name: String, at kind: EndpointKind) -> String {
    // Most providers rename none, and a request asks often.
    let renamed = kind.readsTokenParameters ? renamedInToken : renamed
    return renamed.isEmpty ? name : renamed[name] ?? name
  }
}
