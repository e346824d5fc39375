import HTTPMessages
import JSON
import ProviderModel

/// Who is signed in: by a cookie, or because an answer stands.
enum Sessions {
  /// The name of a cookie here; some hold a fact.
  static func name(of rule: CookieRule, _ turn: Turn) -> String? {
    guard let name = rule.name else { return nil }
    return name.literal ?? turn.facts.textAside(name)
  }

  static func cookie(_ rule: CookieRule, _ value: String?, _ turn: Turn) -> SetCookie? {
    guard let name = name(of: rule, turn) else { return nil }
    return SetCookie(
      name: name, value: value, path: turn.place.base.cookiePath,
      domain: rule.site ? turn.place.base.site : nil, secure: turn.place.base.isSecure)
  }

  private static func key(_ value: String, _ turn: Turn) -> String? {
    name(of: turn.provider.sessionCookie, turn).map { "\(turn.provider.id) \($0)=\(value)" }
  }

  static func current(_ turn: Turn) -> Session? {
    if let session = byCookie(turn) { return session }
    return turn.standingPerson.map {
      Session(person: $0.username, since: turn.now, ends: turn.now + 1)
    }
  }

  static func byCookie(_ turn: Turn) -> Session? {
    guard !turn.state.sessions.isEmpty || !turn.setCookies.isEmpty else { return nil }
    guard let name = name(of: turn.provider.sessionCookie, turn),
      let value = turn.cookie(name), let key = key(value, turn),
      let session = turn.state.sessions[key], session.ends > turn.now,
      turn.cast.person(session.person) != nil
    else { return nil }
    return session
  }

  static func signIn(_ person: Person, _ turn: Turn) {
    let value = turn.draw(turn.provider.sessionCookie.value)
    guard let key = key(value, turn),
      let cookie = cookie(turn.provider.sessionCookie, value, turn)
    else { return }
    let ends = turn.now + State.sessionLifetime
    let session = Session(person: person.username, since: turn.now, ends: ends)
    turn.state.sessions.insert(session, for: key, ends: ends, bytes: key.utf8.count)
    turn.setCookies.append(cookie)
  }

  static func signOut(_ turn: Turn) {
    guard let name = name(of: turn.provider.sessionCookie, turn) else { return }
    if let value = turn.cookie(name), let key = key(value, turn) { turn.state.sessions.remove(key) }
    if let cookie = cookie(turn.provider.sessionCookie, nil, turn) {
      turn.setCookies.append(cookie)
    }
  }
}

extension Turn {
  /// The value of a cookie: one that this turn has set counts before one that was sent.
  func cookie(_ name: String) -> String? {
    setCookies.last { $0.name == name }?.value ?? cookies[name]
  }

  /// A secret text of a fixture's pattern, or 32 digits.
  func draw(_ pattern: Pattern?) -> String {
    if let pattern { return pattern.draw(using: &random) }
    let digits = Array("0123456789abcdef")
    return String((0..<32).map { _ in digits[Int(UInt8.random(in: 0..<16, using: &random))] })
  }

  /// Who is signed in.
  var session: Session? { Sessions.current(self) }

  /// Shows who is signed in to templates.
  func show(_ session: Session) { show(person: session.person, since: session.since) }
}
