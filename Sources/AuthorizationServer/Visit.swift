import HTTPMessages
import HTTPTypes
import JSON
import ProviderModel

/// One request at one endpoint: what its steps share.
struct Visit {
  var sandbox: Sandbox
  let provider: Provider
  let endpoint: Endpoint
  let place: Resolver.Place
  let request: Request
  let query: Parameters
  let form: Parameters
  let rawQuery: String
  let instants: Instants
  var context: Context
  var cookies: [SetCookie] = []
  /// Tokens that are to be signed when the answer is written.
  var unsigned: [UnsignedToken] = []
  var browser: String?
  /// The authorization request that this visit is about.
  var asking: AuthorizationRequest?
  /// The rule that this exchange has fired, and the condition that it orders.
  var rule: Rule?
  var ordered: String?
  var hasDeparted = false
  /// What would have matched.
  var near: [String] = []
  /// A code or token that is not known here, by the ledger's name for it.
  var missed: [String] = []
  var counted: [ActiveRules.Counted] = []
  /// Keys of what was handed out.
  var issued: [String] = []
  var cookieValues: [String: String] = [:]

  init(
    sandbox: Sandbox, place: Resolver.Place, request: Request, target: RequestTarget,
    at instants: Instants
  ) {
    self.sandbox = sandbox
    self.place = place
    self.request = request
    self.instants = instants
    provider = place.provider
    endpoint = place.match.endpoint
    rawQuery = target.query ?? ""
    query = Parameters(formEncoded: rawQuery[...])
    let isForm = request.method == .post && !endpoint.kind.isService
    form = isForm ? Parameters(formEncoded: request.body) : Parameters()
    context = Context(
      bits: Dictionary(provider.scope.bits.map { ($0.name, $0.bit) }) { first, _ in first },
      parts: provider.templates)
    for header in request.headers[values: .cookie] {
      for (name, value) in Cookies.read(header) where cookieValues[name] == nil {
        cookieValues[name] = value
      }
    }
  }

  /// The ledger's time: the sandbox's, and by how much all that was issued has been aged.
  var now: Int { instants.sandbox + sandbox.state.aged }

  /// An instant of the ledger as the world outside sees it.
  func shown(_ instant: Int) -> Int { instant - sandbox.state.aged }

  mutating func decide(using generator: inout some RandomNumberGenerator) -> Decision {
    prepare(&generator)
    if let name = cookieName(provider.browserCookie) { browser = cookieValues[name] }
    var decision: Decision
    do {
      try lookUp()
      if let answer = try arrive() {
        decision = answer
      } else {
        decision = try step(&generator)
      }
    } catch {
      decision = refuse(error)
    }
    return finish(decision)
  }

  /// What templates may look at in every answer.
  mutating func prepare(_ generator: inout some RandomNumberGenerator) {
    context.random = SeededGenerator(seed: generator.next())
    fillContext()
    showRate()
  }

  /// What the writer needs beside the decision itself, and what the log shows.
  func finish(_ decided: Decision) -> Decision {
    var decision = decided
    decision.provider = provider
    decision.base = place.base
    decision.variables = place.variables
    decision.route = place.match.route
    decision.cookies += cookies
    decision.unsigned = unsigned
    decision.accept = request.headers[values: .accept].joined(separator: ",")
    decision.origin = request.headers[.origin]
    decision.endpoint = endpoint
    decision.rule = rule
    if hasDeparted, let rule, let answer = rule.effect.answer {
      decision.outcome = .raw(answer)
      decision.log.outcome = "by rule \(rule.id)"
    }
    decision.missed = missed
    decision.counted = counted
    decision.issued = issued
    decision.log.provider = provider.id
    decision.log.endpoint = endpoint.name
    decision.log.rule = rule?.id
    decision.log.near += near
    decision.log.client = context.roots["client"]?["client_id"]?.stringValue
    decision.log.person = context.roots["person"]?["username"]?.stringValue
    if !endpoint.kind.isService {
      decision.log.person = decision.log.person ?? session?.person
    } else if decision.log.client == nil || decision.log.condition != nil {
      // A code or token that is refused is somebody's all the same.
      let owner = owner()
      decision.log.client = decision.log.client ?? owner.client
      decision.log.person = decision.log.person ?? owner.person
    }
    if outcome(of: decision.log.person) == .slow { decision.delay = Self.slowness }
    return decision
  }

  /// How long people take whose provider is slow, in milliseconds.
  private static let slowness = 3000

  private mutating func step(
    _ generator: inout some RandomNumberGenerator
  ) throws(Refusal) -> Decision {
    switch endpoint.kind {
    case .authorize: try authorize(&generator)
    case .login: try login(&generator)
    case .consent: try consent(&generator)
    case .grant: try grant(&generator)
    case .deny: try deny()
    case .choose: try choose(&generator)
    case .hop: try hop(&generator)
    case .logout: logout()
    case .token: try token(&generator)
    case .resource: try resource()
    case .introspect: try introspect()
    case .revoke: try revoke()
    case .document: make(.answered(endpoint.service.answer ?? ""), "answered")
    case .page: make(.page(endpoint.page ?? "", message: nil), "page")
    }
  }

  private mutating func fillContext() {
    func object(_ parameters: Parameters) -> JSONValue {
      var object = JSONObject()
      for parameter in parameters.list {
        object[parameter.name] = JSONValue(.string(parameter.value))
      }
      return JSONValue(.object(object))
    }
    func object(_ pairs: [(String, String)]) -> JSONValue {
      JSONValue(.object(JSONObject(pairs.map { .init($0.0, JSONValue(.string($0.1))) })))
    }
    context.roots["query"] = object(query)
    context.roots["form"] = object(form)
    context.roots["vars"] = object(place.variables.sorted { $0.key < $1.key })
    context.roots["hosts"] = object(
      provider.hosts.map { ($0.name, HostPattern.fill($0.pattern, provider, place.variables)) })
    context.roots["provider"] = object([("id", provider.id), ("title", provider.title)])
    context.roots["now"] = JSONValue(.number(String(instants.sandbox)))
    context.roots["req"] = object(requestFacts)
    context.roots["base"] = object([
      ("path", place.base.path(provider, host: 0, place.variables)),
      ("first", place.base.url(provider, host: 0, place.variables)),
      ("root", place.base.root),
      ("here", place.base.url(provider, host: place.match.route.host, place.variables)),
    ])
  }

  var requestFacts: [(String, String)] {
    let facts = [
      ("path", place.path), ("raw_query", rawQuery), ("method", request.method.rawValue),
    ]
    guard endpoint.kind.isService, let header = request.headers[.authorization] else {
      return facts
    }
    return facts + [("authorization", header)]
  }

  /// Variables of the address that the cast has to know.
  mutating func lookUp() throws(Refusal) {
    var found = JSONObject()
    for (name, rule) in provider.variables {
      let value = place.variables[name] ?? ""
      // An endpoint that has no place for a variable does not miss it.
      guard rule.table != nil || rule.among != nil,
        endpoint.routes.contains(where: { $0.variables.contains(name) })
      else { continue }
      if let table = rule.table, let shape = provider.tables[table] {
        let record = sandbox.cast.tables[provider.id]?[table]?.first { record in
          ([shape.key] + shape.also).contains { key in
            let text = record[key]?.stringValue ?? ""
            return shape.folds ? text.lowercased() == value.lowercased() : text == value
          }
        }
        found[name] = record
      } else if let among = rule.among {
        context.roots["found"] = JSONValue(.object(found))
        let list = context.value(.text(among))?.arrayValue ?? []
        found[name] = list.first {
          ($0.stringValue ?? "").lowercased() == value.lowercased()
        }
      }
      context.roots["found"] = JSONValue(.object(found))
      guard found[name] == nil, !rule.condition.isEmpty else { continue }
      throw Refusal(
        condition: rule.condition, facts: ["value": value, "param": name],
        sentence: "\(provider.id) knows no \(name) \"\(value)\"", clause: "the cast's tables",
        remedy: "add it to \"tables\".\"\(provider.id)\" of a cast")
    }
  }

  // MARK: Decisions

  func make(_ outcome: Decision.Outcome, _ said: String) -> Decision {
    var decision = Decision(provider: provider, outcome: outcome, context: context)
    decision.log.outcome = said
    return decision
  }

  mutating func refuse(_ found: Refusal) -> Decision {
    var refusal = found
    if refusal.target != nil, let asking {
      do throws(Refusal) { try depart(asking) } catch { refusal = error }
    }
    let values = refusal.facts.sorted { $0.key < $1.key }.map {
      JSONObject.Member($0.key, JSONValue(.string($0.value)))
    }
    context.roots["err"] = JSONValue(.object(JSONObject(values)))
    if let id = refusal.client, let client = sandbox.cast.client(id, at: provider.id) {
      context.roots["client"] = Authorization.value(client)
    }
    var decision = make(.refused(refusal), "refused: \(refusal.condition)")
    decision.log.condition = refusal.condition
    decision.log.near += refusal.near
    decision.log.why = refusal.sentence
    decision.log.remedy = refusal.remedy
    decision.log.clause = refusal.clause
    return decision
  }

  mutating func show(_ request: AuthorizationRequest) {
    asking = request
    context.roots["req"] = JSONValue(
      .object(
        JSONObject(
          Array(request.parameters)
            + requestFacts.compactMap { name, value in
              request.parameters[name] == nil ? .init(name, JSONValue(.string(value))) : nil
            })))
    context.roots["mode"] = JSONValue(.string(request.mode))
    let client =
      sandbox.cast.client(request.client, at: provider.id)
      ?? Cast.Client(
        provider: provider.id, id: request.client, name: request.client, redirectURIs: [])
    context.roots["client"] = Authorization.value(client)
  }
}
