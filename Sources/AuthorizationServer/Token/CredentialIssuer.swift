import JOSE
import JSON
import ProviderModel

/// Makes codes and tokens. All chance of theirs is drawn here.
enum CredentialIssuer {
  /// Shows a grant to templates: what credentials and answers are made of.
  /// - Parameter id: 0 while it has not been opened.
  static func show(
    _ grant: Grant, id: Int, scopes: [String], resources: [String], _ turn: Turn
  ) {
    turn.facts.grant = facts(of: grant, id: id, scopes: scopes, resources: resources, turn)
    if !turn.provider.lookups.isEmpty { Variables.follow(turn) }
  }

  static func facts(
    of grant: Grant, id: Int, scopes: [String], resources: [String], _ turn: Turn
  ) -> GrantFacts {
    GrantFacts(
      id: id, type: grant.type, scopes: scopes, resources: resources,
      issued: turn.shown(grant.issued),
      authTime: turn.shown(grant.authTime), arguments: grant.arguments, bound: grant.bound)
  }

  /// What the address binds a grant to.
  static func boundValues(_ turn: Turn) -> [(name: String, value: String)] {
    guard !turn.provider.binds.isEmpty else { return [] }
    return turn.provider.binds.map { ($0.name, turn.facts.text($0.value) ?? "") }
  }

  /// Hands out the credentials of a grant.
  /// - Parameter kept: what a new refresh token is good for, where that is more.
  static func give(
    _ gives: [GiftRule], of grant: Grant, scopes: [String], resources: [String],
    renewing kept: [String]? = nil, _ turn: Turn
  ) {
    turn.state.ledger.open(grant)
    show(grant, id: grant.number, scopes: scopes, resources: resources, turn)
    turn.facts.credentials = []
    for gift in gives where gift.when.isAlways || turn.facts.holds(gift.when) {
      guard let rule = turn.provider.credentials[gift.kind] else { continue }
      make(
        gift.kind, rule, of: grant, scopes: gift.kind == .refresh ? kept ?? scopes : scopes, turn)
    }
  }

  private static func make(
    _ kind: CredentialKind, _ rule: CredentialRule, of grant: Grant, scopes: [String],
    _ turn: Turn
  ) {
    turn.facts.random = SeededGenerator(seed: turn.random.next())
    let lifetime = lifetime(of: rule, turn)
    // Some people's tokens come already expired.
    let isLate = turn.fate(of: grant.person) == .expired && (kind == .access || kind == .id)
    let made = isLate ? turn.now - lifetime - 1 : turn.now
    let ends = lifetime == 0 && !isLate ? Credential.never : made + lifetime
    var facts = CredentialFacts(
      kind: kind, value: nil, lifetime: lifetime, issued: turn.shown(made),
      ends: ends == Credential.never ? 0 : turn.shown(ends))
    turn.facts.set(facts)
    var audience: [String] = []
    let text: String
    switch form(of: rule, kind, turn) {
    case .opaque(let template):
      text = turn.facts.secret(template, using: &turn.random)
      facts.value = text
      turn.facts.set(facts)
      if kind == .access { audience = turn.facts.grant?.resources ?? [] }
    case .signed(let form):
      let (header, claims) = (form.header, form.claims)
      let name = turn.facts.text(form.algorithm) ?? "RS256"
      // An ID token holds hashes of tokens that are not signed yet, and comes back to no endpoint.
      guard kind != .id else {
        turn.unsigned.append(
          UnsignedToken(kind: kind, algorithm: name, header: header, claims: .later(claims)))
        return
      }
      let payload = turn.facts.json(claims)
      turn.unsigned.append(
        UnsignedToken(kind: kind, algorithm: name, header: header, claims: .fixed(payload)))
      let named = (try? JSONReader().read(payload, file: ""))?.root["aud"]
      audience = (named?.arrayValue ?? [named].compactMap(\.self)).compactMap(\.stringValue)
      text = Turn.digest(of: Array(Base64URL.encode(payload).utf8))
    }
    let (key, keptUntil) = turn.state.ledger.issue(
      kind, text, grant, scopes: scopes, audience: audience, issued: made, ends: ends)
    turn.issued.append(key)
    if let keptUntil { turn.state.bury(key, at: keptUntil) }
  }

  private enum Form {
    case opaque(Template)
    case signed(CredentialRule.SignedForm)
  }

  private static func form(
    of rule: CredentialRule, _ kind: CredentialKind, _ turn: Turn
  ) -> Form {
    switch rule.form {
    case .text(let template): .opaque(template)
    case .jwt(let form): .signed(form)
    case .either(let form, let when, let otherwise):
      // A rule that forges tokens of this kind means those that can be forged.
      turn.facts.holds(when)
        || turn.rule?.effect.change?.tokens.contains { $0.kind == kind } == true
        ? .signed(form) : .opaque(otherwise)
    }
  }

  /// In seconds. A template may make any number of what a request holds: more than a century is one.
  private static func lifetime(of rule: CredentialRule, _ turn: Turn) -> Int {
    let seconds = turn.facts.value(of: rule.lifetime).flatMap { Int($0.text) } ?? 0
    let most = CredentialRule.mostSeconds
    return min(max(seconds, -most), most)
  }
}
