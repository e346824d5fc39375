import Basics

/// What is known while one answer is made: what a template may look at.
///
/// The engine fills in what it finds out; templates read it through `Fact`, never by name.
///
/// A class, because it is large and every step gets it: a copy would count each reference in it. It is sendable because it
/// has one owner at a time, first the request's context and then the writer.
package final class Facts: @unchecked Sendable {
  package let provider: Provider
  package let base: Base
  /// A program asked: it is told by which ways browsers and programs come. A browser stays on its own.
  package let isForProgram: Bool
  /// The values of the address's variables, at their places in the provider's list.
  package let variables: [String?]
  /// The route by which the request came.
  package let route: Route
  /// The sandbox's time, in seconds since 1970.
  package let now: Int
  package let query: Parameters
  package let form: Parameters
  package let request: RequestFacts
  /// Draws `{{rand:…}}`: decoration, never a secret.
  package var random: SeededGenerator
  /// Draws `{{once:…}}`: the same for the whole answer.
  let seed: UInt64

  /// `req`: the canonical parameters, of the authorization request that a page is about or of this request.
  package var arguments: CanonicalParameters
  /// The authorization request that this request goes on with, if it is another one.
  package var origin: RequestFacts?
  package var mode = ""
  package var ticket = ""
  package var client: Client?
  package var registration: RegistrationFacts?
  package var person: PersonFacts?
  package var session: SessionFacts?
  package var grant: GrantFacts?
  package var consent: ConsentFacts?
  package var credentials: [CredentialFacts] = []
  package var error: [(name: String, value: Value)] = []
  package var found: [(name: String, value: JSONValue)] = []
  package var token: TokenFacts?
  package var service: ServiceFacts?
  package var rate: RateFacts?
  /// All limits that count the call, if it is the provider that counts.
  package var rates: [RateFacts] = []
  /// The protected resource that is called, or that a document describes.
  package var resource: ResourceFacts?
  package var mcp: MCPFacts?
  package var dpop = DPoPFacts()
  /// The clients that the person of a FedCM account has signed in to.
  package var approvedClients: [String] = []
  /// The sign-in that a resource needs, in the refusal of a token.
  package var stepUp: (levels: [String]?, oldest: Int?) = (nil, nil)
  /// The key and the certificate that the access token of this response is bound to.
  package var binding = KeyBinding.none
  package var signed: (client: String, timestamp: String, nonce: String)?
  package var key: (kid: String?, algorithm: String)?
  package var hashes = HashFacts()
  /// The public keys, in an answer that shows them.
  package var keys: [JSONValue] = []
  /// The member of a public key that rests on its certificate, by the key's ID and by name.
  package var certify: ((String, String) -> JSONValue?)?
  /// Signs a JWT with aggregated claims; `nil` while nothing is signed.
  package var signClaims: ((JSONObject) -> String?)?
  /// Whether the server asks clients for their certificates: where it does not, metadata announce none.
  package var asksForCertificates = true
  package var device: DeviceFacts?
  package var exchange: ExchangeFacts?
  /// The values of the workload whose ID token is issued.
  package var workload: [(name: String, value: String)] = []
  /// What `{{people}}` shows.
  package var cast: Cast?
  /// The person of the `id_token_hint`.
  package var hinted: String?
  /// The ID of the account of the person who is signed in, the same for all clients (FedCM).
  package var account: String?
  /// Scopes that the person has allowed the client before.
  package var agreed: Set<String>?
  package var page: PageFacts?
  /// The addresses that a page opens in frames, and the address to which it leads.
  package var frames: [String] = []
  package var onward: String?
  /// Links that have been written already, by their places: some draw letters, and may draw them once.
  var links: [String?]?

  package init(
    provider: Provider, base: Base, variables: [String?], route: Route, now: Int, query: Parameters,
    form: Parameters, request: RequestFacts, random: SeededGenerator, isForProgram: Bool = false,
    seed: UInt64? = nil
  ) {
    self.provider = provider
    self.base = base
    self.isForProgram = isForProgram
    self.variables = variables
    self.route = route
    self.now = now
    self.query = query
    self.form = form
    self.request = request
    self.random = random
    var first = random
    self.seed = seed ?? first.next()
    arguments = CanonicalParameters(provider.names)
  }

  /// The facts of the same request, before anything else was found out.
  package convenience init(ofRequestIn other: Facts) {
    self.init(
      provider: other.provider, base: other.base, variables: other.variables, route: other.route,
      now: other.now, query: other.query, form: other.form, request: other.request,
      random: other.random, isForProgram: other.isForProgram, seed: other.seed)
  }

  package func credential(_ kind: CredentialKind) -> CredentialFacts? {
    credentials.first { $0.kind == kind }
  }

  package func set(_ credential: CredentialFacts) {
    if let place = credentials.firstIndex(where: { $0.kind == credential.kind }) {
      credentials[place] = credential
    } else {
      credentials.append(credential)
    }
  }

  package func found(_ name: String) -> JSONValue? { found.first { $0.name == name }?.value }

  package func setFound(_ name: String, _ value: JSONValue?) {
    found.removeAll { $0.name == name }
    if let value { found.append((name, value)) }
  }
}

extension Facts {
  /// Nothing is known but the provider.
  package static func none(of provider: Provider) -> Facts {
    Facts(
      provider: provider, base: Base(scheme: "http", authority: "", prefix: "/\(provider.id)"),
      variables: provider.variables.map(\.rule.fallback), route: Route.none, now: 0,
      query: Parameters(), form: Parameters(),
      request: RequestFacts(method: "GET", path: "/", rawQuery: ""),
      random: SeededGenerator(seed: 0))
  }
}
