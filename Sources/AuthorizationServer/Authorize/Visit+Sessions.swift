import HTTPMessages
import HTTPTypes
import JSON
import ProviderModel

/// Cookies, and who is signed in by them.
extension Visit {
  func cookieName(_ rule: Provider.CookieRule) -> String? {
    var context = context
    return rule.name.flatMap { context.text($0) }
  }

  func cookie(_ rule: Provider.CookieRule, _ value: String?) -> SetCookie? {
    guard let name = cookieName(rule) else { return nil }
    return SetCookie(
      name: name, value: value, path: place.base.cookiePath,
      domain: rule.site ? place.base.site : nil)
  }

  func sessionKey(_ value: String) -> String? {
    cookieName(provider.sessionCookie).map { "\(provider.id) \($0)=\(value)" }
  }

  /// Who is signed in: by a cookie, or because an answer stands.
  var session: Session? {
    if let session = cookieSession { return session }
    return standingPerson.map { Session(person: $0.username, since: now, ends: now + 1) }
  }

  var cookieSession: Session? {
    guard let name = cookieName(provider.sessionCookie), let value = cookieValues[name],
      let key = sessionKey(value), let session = sandbox.state.sessions[key], session.ends > now,
      sandbox.cast.person(session.person) != nil
    else { return nil }
    return session
  }

  mutating func signIn(_ person: Cast.Person, _ generator: inout some RandomNumberGenerator) {
    let value = Self.draw(provider.sessionCookie.value, &generator)
    guard let key = sessionKey(value), let cookie = cookie(provider.sessionCookie, value) else {
      return
    }
    let ends = now + State.sessionLifetime
    sandbox.state.sessions[key] = Session(person: person.username, since: now, ends: ends)
    sandbox.state.expire(.session, key, at: ends)
    cookies.append(cookie)
    cookieValues[cookie.name] = value
  }

  mutating func signOut() {
    guard let name = cookieName(provider.sessionCookie) else { return }
    if let value = cookieValues[name], let key = sessionKey(value) {
      sandbox.state.sessions[key] = nil
    }
    if let cookie = cookie(provider.sessionCookie, nil) { cookies.append(cookie) }
  }

  static func draw(_ pattern: Pattern?, _ generator: inout some RandomNumberGenerator) -> String {
    if let pattern { return pattern.draw(using: &generator) }
    let digits = Array("0123456789abcdef")
    return String((0..<32).map { _ in digits[Int(UInt8.random(in: 0..<16, using: &generator))] })
  }
}
