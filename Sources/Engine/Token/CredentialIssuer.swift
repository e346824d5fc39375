import Basics
import JOSE
import ProviderModel

/// Makes codes and tokens. All chance of theirs is drawn here.
enum CredentialIssuer {
  /// Shows a grant to templates: what credentials and answers are made of.
  /// - Parameter id: 0 while it has not been opened.
  static func show(
    _ grant: Grant, id: Int, scopes: [String], resources: [String], details: JSONValue?,
    _ context: RequestContext
  ) {
    context.facts.grant = facts(
      of: grant, id: id, scopes: scopes, resources: resources, details: details, context)
    context.facts.consent = ConsentFacts(
      isAsked: grant.consent.isAsked, isFirst: grant.consent.isFirst,
      scopes: ConsentStep.granted(grant, context))
    Variables.follow(context)
  }

  static func facts(
    of grant: Grant, id: Int, scopes: [String], resources: [String], details: JSONValue?,
    _ context: RequestContext
  ) -> GrantFacts {
    GrantFacts(
      id: id, type: grant.type, scopes: scopes, resources: resources, details: details,
      issued: context.shown(grant.issued),
      authTime: context.shown(grant.authTime), arguments: grant.arguments, bound: grant.bound,
      actor: grant.actor, session: grant.session, acr: grant.acr,
      methods: context.provider.levels.first { $0.name == grant.acr }?.methods ?? [])
  }

  /// The values to which a new grant is bound: what its address says, and what is drawn for it.
  static func newBoundValues(_ context: RequestContext) -> [(name: String, value: String)] {
    let mints = context.provider.mints
    guard !mints.isEmpty else { return boundValues(context) }
    let drawn = mints.map { ($0.name, $0.pattern.draw(using: &context.random)) }
    return boundValues(context).filter { bound in !mints.contains { $0.name == bound.name } }
      + drawn
  }

  /// What the address binds a grant to.
  static func boundValues(_ context: RequestContext) -> [(name: String, value: String)] {
    context.provider.binds.map { ($0.name, context.facts.text($0.value) ?? "") }
  }

  /// Makes the credentials of a grant.
  /// - Parameter kept: what a new refresh token is good for, where that is more.
  static func issue(
    _ rules: [IssuanceRule], of grant: Grant, scopes: [String], resources: [String],
    details: JSONValue?, renewing kept: [String]? = nil, _ context: RequestContext
  ) -> IssuedCredentials {
    var issued = IssuedCredentials()
    context.state.ledger.open(grant)
    show(
      grant, id: grant.number, scopes: scopes, resources: resources, details: details, context)
    context.facts.credentials = []
    for issuance in rules where context.facts.holds(issuance.when) {
      let kind = issuance.kind
      guard let rule = context.provider.rule(for: kind), context.provider.mayIssue(kind) else {
        continue
      }
      if context.provider.base(of: kind) == .refresh, !mayRefresh(grant, context) { continue }
      let own = rule.scope.map { self.scopes($0, context) }
      let usual = context.provider.base(of: kind) == .refresh ? kept ?? scopes : scopes
      make(kind, rule, of: grant, scopes: own ?? usual, &issued, context)
    }
    return issued
  }

  /// Whether the client of a grant may use a refresh token. Without the grant type, it would be refused with it (RFC 7591 §2).
  private static func mayRefresh(_ grant: Grant, _ context: RequestContext) -> Bool {
    guard !grant.isMinted, let client = context.client(grant.client),
      let types = client.grantTypes
    else { return true }
    let names = context.provider.token.grants.filter { $0.rule.kind == .refresh }.map(\.name)
    guard !names.isEmpty, !names.contains(where: types.contains) else { return true }
    context.note =
      context.note ?? (
        "the client \(client.id) gets no refresh token: its grant_types lack \(names.joined(separator: ", "))",
        "RFC 7591 §2", .say("add it to grant_types of this client in \(client.source)")
      )
    return false
  }

  /// The scopes of a credential that has its own.
  private static func scopes(_ shape: Shape, _ context: RequestContext) -> [String] {
    let value = context.facts.value(of: shape) ?? .none
    return (value.texts ?? context.provider.scope.split(value.text)).unique
  }

  private static func make(
    _ kind: CredentialKind, _ rule: CredentialRule, of grant: Grant, scopes: [String],
    _ issued: inout IssuedCredentials, _ context: RequestContext
  ) {
    let base = context.provider.base(of: kind)
    context.facts.random = SeededGenerator(seed: context.random.next())
    var lifetime = lifetime(of: rule, context)
    // A device code always ends (RFC 8628 §3.2).
    if kind == .deviceCode { lifetime = max(lifetime, 1) }
    // Some people's tokens come already expired.
    let isLate = context.fate(of: grant.person) == .expired && (base == .access || kind == .id)
    let made = isLate ? context.now - lifetime - 1 : context.now
    let ends = lifetime == 0 && !isLate ? Credential.never : made + lifetime
    var facts = CredentialFacts(
      kind: kind, value: nil, lifetime: lifetime, issued: context.shown(made),
      ends: ends == Credential.never ? 0 : context.shown(ends))
    context.facts.set(facts)
    var audience: [String] = []
    let text: String
    switch form(of: rule, kind, context) {
    case .opaque(let value):
      text = context.facts.secret(value, using: context.random)
      facts.value = text
      context.facts.set(facts)
      if base == .access { audience = context.facts.grant?.resources ?? [] }
    case .signed(let form):
      let (header, claims) = (form.header, form.claims)
      let name = context.facts.text(form.algorithm) ?? "RS256"
      // An ID token holds hashes of tokens that are not signed yet. The ledger keeps neither it nor an assertion for another
      // server.
      guard CredentialKind.kept.contains(kind) else {
        context.state.noteUnkept(at: context.instants.sandbox)
        issued.unsigned.append(
          UnsignedToken(kind: kind, algorithm: name, header: header, claims: .later(claims)))
        return
      }
      let payload = context.facts.json(claims)
      issued.unsigned.append(
        UnsignedToken(kind: kind, algorithm: name, header: header, claims: .fixed(payload)))
      let named = (try? JSONReader().read(payload, file: ""))?.root["aud"]
      audience = (named?.arrayValue ?? [named].compactMap(\.self)).compactMap(\.stringValue)
      text = RequestContext.digest(of: Array(Base64URL.encode(payload).utf8))
    }
    // A new refresh token is good for all that was granted: narrowing an access token does not narrow it.
    let granted = context.facts.grant?.details
    let details = base == .access && granted != grant.details ? granted : nil
    let (key, keptUntil) = context.state.ledger.issue(
      base, named: base == kind ? nil : kind.rawValue, text, grant, scopes: scopes,
      audience: audience, details: details,
      binding: TokenBinding.binding(of: base, grant, context), issued: made, ends: ends)
    issued.keys.append(key)
    if let keptUntil { context.state.bury(key, at: keptUntil) }
  }

  private enum Form {
    case opaque(Shape)
    case signed(CredentialRule.SignedForm)
  }

  private static func form(
    of rule: CredentialRule, _ kind: CredentialKind, _ context: RequestContext
  ) -> Form {
    switch rule.form {
    case .text(let value): .opaque(value)
    case .jwt(let form): .signed(form)
    case .either(let form, let when, let otherwise):
      // A rule that forges tokens of this kind means those that can be forged.
      context.facts.holds(when)
        || context.fired.change?.tokens.contains { $0.kind == kind } == true
        ? .signed(form) : .opaque(otherwise)
    }
  }

  /// In seconds. A template may make any number of what a request holds: more than a century is one.
  static func lifetime(of rule: CredentialRule, _ context: RequestContext) -> Int {
    let seconds = context.facts.value(of: rule.lifetime).flatMap { Int($0.text) } ?? 0
    let most = CredentialRule.mostSeconds
    return min(max(seconds, -most), most)
  }
}
