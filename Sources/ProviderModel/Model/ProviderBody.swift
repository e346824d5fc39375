import Basics

/// A provider while its fixture is read. `Provider` is made from it.
struct ProviderBody: Sendable {
  var id = ""
  var title = ""
  var asOf = ""
  var sources: [String] = []
  var inferred: [String] = []
  var hosts: [Provider.Host] = []
  var variables: [(name: String, rule: VariableRule)] = []
  var foldsPaths = false
  var repeats = Provider.Repeats.last
  var tables: [String: TableRule] = [:]
  var endpoints: [Endpoint] = []
  var links: [LinkRule] = []
  var flow = Flow()
  var parameters: [(name: String, rule: ParameterRule)] = []
  var redirect = RedirectRule()
  var scope = ScopeRule()
  var answers: [(name: String, rule: AnswerRule)] = []
  var modes: [String] = []
  var styles: [String: QueryStyle] = [:]
  var credentials: [String: CredentialRule] = [:]
  var claims: [String] = []
  var people: [(name: String, value: Shape)] = []
  var clients: [(name: String, value: Shape)] = []
  var cookies: [String: CookieRule] = [:]
  var pages: [String: PageRule] = [:]
  var templates: [Template] = []
  var shapes: [AnswerShape] = []
  var headers: [(name: String, value: Template)] = []
  var contentTypes: [(content: String, type: String)] = []
  var unanswered = UnansweredRule()
  var errors: [String: ErrorTable] = [:]
  /// Reads the errors when something first asks for one; `nil` if they have been read.
  var errorsLater: (@Sendable () -> [String: ErrorTable])?
  var checks: [CheckPhase: [Check]] = [:]
  var ticket: Pattern?
  var afterPost = 302
  var challenge = ChallengePolicy()
  var token = TokenService()
  var registration: RegistrationRule?
  var clientDocuments: ClientDocumentRule?
  var requestObjects: RequestObjectRule?
  var authorizationDetails: AuthorizationDetailsRule?
  var dpop: DPoPRule?
  var encryption: EncryptionRule?
  var pairwise: PairwiseRule?
  var claimSources: ClaimSourceRule?
  var fedCM: FedCMRule?
  var levels: [AuthenticationLevel] = []
  var securityEvents: [(name: String, rule: SecurityEventRule)] = []
  var bindsToCertificates = false
  var workloads: [(name: String, rule: WorkloadRule)] = []
  var signing: [SigningRule] = []
  var lookups: [(name: String, rule: LookupRule)] = []
  var tryOut = TryOut()
  var binds: [(name: String, value: Template)] = []
  var mints: [(name: String, pattern: Pattern)] = []
  var names = CanonicalParameters.Names([])
}
