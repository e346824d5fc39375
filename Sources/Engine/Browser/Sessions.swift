import Basics
import JOSE
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
      "\(context.provider.id) \($0)=\(Cookies.unquoted(value))"
    }
  }

  static func current(_ context: RequestContext) -> Session? {
    if let session = byCookie(context) { return session }
    guard let person = context.standing.person else { return nil }
    if let known = context.standingSession { return known }
    var session = Session(
      provider: context.provider.id, person: person.username, since: context.now,
      ends: context.now + 1)
    session.acr = StepUp.attained(context)
    context.standingSession = session
    return session
  }

  static func byCookie(_ context: RequestContext) -> Session? {
    // A program that sends cookies is nobody's browser.
    guard context.endpoint.kind.isForBrowsers, !context.cookies.isEmpty else { return nil }
    guard let key = cookieKey(context), let session = context.state.sessions[key],
      session.ends > context.now,
      context.person(session.person) != nil
    else { return nil }
    return session
  }

  static func signIn(_ person: Person, _ context: RequestContext) {
    let old = byCookie(context)
    let oldKey = cookieKey(context)
    let value = context.draw(context.provider.sessionCookie.value)
    guard let key = key(value, context),
      let cookie = cookie(context.provider.sessionCookie, value, context)
    else { return }
    let ends = context.now + State.sessionLifetime
    var session = Session(
      provider: context.provider.id, person: person.username, since: context.now, ends: ends)
    if let old, old.person == person.username {
      // The same person again: for the clients the session goes on.
      session = old.renewed(since: context.now, ends: ends)
      if let oldKey { context.state.sessions.remove(oldKey) }
    } else {
      session.id = newID(key, context)
    }
    session.acr = StepUp.attained(context)
    keep(session, for: key, context)
    context.cookies.append(cookie)
    FedCMSession.tell(.loggedIn, cookie, context)
  }

  /// Ends the session of the browser.
  /// - Returns: the session, if there was one.
  @discardableResult
  static func signOut(_ context: RequestContext) -> Session? {
    let session = byCookie(context)
    if let key = cookieKey(context) { context.state.sessions.remove(key) }
    if let cookie = cookie(context.provider.sessionCookie, nil, context) {
      context.cookies.append(cookie)
      FedCMSession.tell(.loggedOut, cookie, context)
    }
    return session
  }

  /// Ends the session with this ID if no browser has its cookie: that of a standing answer.
  static func endStanding(_ id: String, _ context: RequestContext) -> Session? {
    guard let found = find(id, context),
      found.key == standingKey(found.entry.person, context)
    else { return nil }
    context.state.sessions.remove(found.key)
    return found.entry
  }

  static func isLive(_ id: String, _ context: RequestContext) -> Bool { find(id, context) != nil }

  private static func find(
    _ id: String, _ context: RequestContext
  ) -> (key: String, entry: Session)? {
    context.state.sessions.first {
      $0.id == id && $0.provider == context.provider.id && $0.ends > context.now
    }
  }

  private static func cookieKey(_ context: RequestContext) -> String? {
    (FedCMSession.cookieName(context) ?? name(of: context.provider.sessionCookie, context))
      .flatMap { context.cookies[$0] }.flatMap { key($0, context) }
  }

  // MARK: The clients of a session

  /// Notes that a client is granted something in the current session. A person who is signed in by a standing answer has
  /// one session without a cookie, which can be ended, too.
  /// - Returns: the session ID; `nil` if nobody is signed in.
  static func join(_ client: String, _ context: RequestContext) -> String? {
    let browser = byCookie(context)
    guard var session = browser ?? context.standing.person.map({ standing($0, context) }),
      let key = browser == nil ? standingKey(session.person, context) : cookieKey(context)
    else { return nil }
    let isNew = session.id.isEmpty
    if isNew { session.id = newID(key, context) }
    let hasJoined = session.join(
      Session.Participant(
        client: client, base: context.place.base, variables: context.place.variables))
    if isNew || hasJoined { keep(session, for: key, context) }
    return session.id
  }

  private static func standing(_ person: Person, _ context: RequestContext) -> Session {
    let kept = context.state.sessions[standingKey(person.username, context)]
    if let kept, kept.ends > context.now { return kept }
    return Session(
      provider: context.provider.id, person: person.username, since: context.now,
      ends: context.now + State.sessionLifetime)
  }

  private static func standingKey(_ person: String, _ context: RequestContext) -> String {
    // The key of a cookie has a `=`, and never this start.
    "\(context.provider.id) \u{0} \(ExactText.key(person))"
  }

  private static func keep(_ session: Session, for key: String, _ context: RequestContext) {
    context.state.sessions.insert(
      session, for: key, ends: session.ends, bytes: key.utf8.count + session.bytes)
  }

  /// A session ID tells nothing about the cookie that it is made from, and is never used twice in a sandbox.
  private static func newID(_ key: String, _ context: RequestContext) -> String {
    context.state.lastSession += 1
    let text = "\(key) \(context.state.lastSession) \(context.now)"
    return String(Base64URL.encode(Digest.sha256(Array(text.utf8))).prefix(22))
  }
}

extension RequestContext {
  /// A secret text of a fixture's pattern, or 32 digits.
  func draw(_ pattern: Pattern?) -> String {
    if let pattern { return pattern.draw(using: &random) }
    return (0..<32).map { _ in String(UInt8.random(in: 0..<16, using: &random), radix: 16) }
      .joined()
  }

  /// Who is signed in.
  var session: Session? { Sessions.current(self) }

  /// Shows who is signed in to templates.
  func show(_ session: Session) { show(person: session.person, since: session.since) }
}
