import Basics
import ProviderModel

/// Who is signed in: by a cookie, or because an answer stands.
enum Sessions {
  /// The name of a cookie here; some hold a fact.
  static func name(of rule: CookieRule, _ context: RequestContext) -> String? {
    guard let name = rule.name else { return nil }
    return name.literal ?? context.facts.textAside(name)
  }

  static func cookie(_ rule: CookieRule, _ value: String?, _ context: RequestContext) -> SetCookie?
  {
    guard let name = name(of: rule, context) else { return nil }
    return SetCookie(
      name: name, value: value, path: context.place.base.cookiePath,
      domain: rule.site ? context.place.base.site : nil, secure: context.place.base.isSecure)
  }

  private static func key(_ value: String, _ context: RequestContext) -> String? {
    name(of: context.provider.sessionCookie, context).map {
      "\(context.provider.id) \($0)=\(value)"
    }
  }

  static func current(_ context: RequestContext) -> Session? {
    if let session = byCookie(context) { return session }
    return context.standing.person.map {
      Session(person: $0.username, since: context.now, ends: context.now + 1)
    }
  }

  static func byCookie(_ context: RequestContext) -> Session? {
    // A program that sends cookies is nobody's browser.
    guard !context.endpoint.kind.isService,
      !context.state.sessions.isEmpty || !context.cookies.added.isEmpty
    else { return nil }
    guard let name = name(of: context.provider.sessionCookie, context),
      let value = context.cookies[name], let key = key(value, context),
      let session = context.state.sessions[key], session.ends > context.now,
      context.cast.person(session.person) != nil
    else { return nil }
    return session
  }

  static func signIn(_ person: Person, _ context: RequestContext) {
    let value = context.draw(context.provider.sessionCookie.value)
    guard let key = key(value, context),
      let cookie = cookie(context.provider.sessionCookie, value, context)
    else { return }
    let ends = context.now + State.sessionLifetime
    let session = Session(person: person.username, since: context.now, ends: ends)
    context.state.sessions.insert(session, for: key, ends: ends, bytes: key.utf8.count)
    context.cookies.append(cookie)
  }

  static func signOut(_ context: RequestContext) {
    guard let name = name(of: context.provider.sessionCookie, context) else { return }
    if let value = context.cookies[name], let key = key(value, context) {
      context.state.sessions.remove(key)
    }
    if let cookie = cookie(context.provider.sessionCookie, nil, context) {
      context.cookies.append(cookie)
    }
  }
}

extension RequestContext {
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
