import Basics
import Crypto
import HTTPTypes
import Synchronization

/// What the website remembers of each browser, by a cookie that says nothing itself.
final class Sessions: Sendable {
  /// A sign-in that was begun in this browser.
  struct Pending: Sendable {
    var flow: Flow
    var client: Client
  }

  /// Somebody who is signed in.
  struct Visit: Sendable {
    var signIn: SignIn
    var session: Session
  }

  private struct Entry: Sendable {
    var pending: [String: Pending] = [:]
    var visit: Visit?
    /// The state of the flow that led here.
    var state = ""
  }

  private static let name = "website"
  /// So many sign-ins may be begun in one browser.
  private static let mostPending = 20
  static let gone = "\(name)=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0"

  private let entries = Mutex<[String: Entry]>([:])
  /// Of mutants alone.
  private let counter = Atomic(0)
  private let last = Mutex<Visit?>(nil)
  private let settings: Settings

  init(_ settings: Settings) { self.settings = settings }

  /// Remembers a flow in the browser's session, or in a new one; returns the cookie.
  func begin(_ pending: Pending, _ request: Request) -> String {
    let known = id(request)
    return entries.withLock { entries in
      let id = known.flatMap { entries[$0] == nil ? nil : $0 } ?? Chance.text()
      if entries[id, default: Entry()].pending.count >= Self.mostPending {
        entries[id]?.pending.removeAll()
      }
      entries[id, default: Entry()].pending[pending.flow.state] = pending
      return cookie(id)
    }
  }

  /// The flow that this browser began, once.
  func take(_ state: String, _ request: Request) -> Pending? {
    if settings.has("any-browser") {
      return entries.withLock { entries in
        for id in entries.keys {
          if let found = entries[id]?.pending.removeValue(forKey: state) { return found }
        }
        return nil
      }
    }
    guard let id = id(request) else { return nil }
    return entries.withLock { $0[id]?.pending.removeValue(forKey: state) }
  }

  /// Of a mutant alone.
  var pendingOfAnybody: Pending? {
    entries.withLock { $0.values.lazy.compactMap { $0.pending.values.first }.first }
  }

  /// A flow that this browser began.
  func begun(_ request: Request) -> Flow? {
    guard let id = id(request) else { return nil }
    return entries.withLock { $0[id]?.pending.values.first?.flow }
  }

  /// Its state.
  func pending(_ request: Request) -> String? { begun(request)?.state }

  /// Starts a new session after a sign-in, so that an id from before it is worthless. Returns the cookie.
  func open(_ visit: Visit, _ state: String, _ request: Request) -> String {
    let old = id(request)
    return entries.withLock { entries in
      var entry = Entry()
      entry.visit = visit
      let isAgain = old.flatMap { entries[$0]?.visit } != nil
      if let old, settings.has("keeps-first-user"), let first = entries[old]?.visit {
        entry.visit = first
      }
      if let old { entry.pending = entries.removeValue(forKey: old)?.pending ?? [:] }
      entry.state = state
      let id = settings.has("session-id-is-the-state") ? state : newID(after: old, isAgain, visit)
      entries[id] = entry
      if let old, settings.has("old-session-id-stays") { entries[old] = entry }
      last.withLock { $0 = visit }
      return cookie(id)
    }
  }

  private func newID(after old: String?, _ isAgain: Bool, _ visit: Visit) -> String {
    if settings.has("same-session-id") || isAgain && settings.has("session-id-for-the-next-user") {
      return old ?? Chance.text()
    }
    if settings.has("session-ids-count-up") {
      return "session-\(100 + counter.add(1, ordering: .relaxed).newValue)"
    }
    guard settings.has("session-id-of-the-user"), let subject = visit.signIn.subject else {
      return Chance.text()
    }
    let digest = Insecure.MD5.hash(data: Array(subject.utf8))
    return digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// Of a mutant alone: the user, in a cookie that is believed without a session.
  static func naming(_ signIn: SignIn) -> String {
    let user = Value.object(["sub": .text(signIn.subject ?? "")]).written
    return "user=\(Base64.url(user.utf8)); Path=/; HttpOnly; SameSite=Lax"
  }

  private func named(_ request: Request) -> Visit? {
    guard settings.has("user-in-a-cookie") || settings.has("unverified-jwt-in-a-cookie"),
      let cookie = Self.cookie("user", request),
      // Of a JWT, its payload.
      let bytes = cookie.split(separator: ".").suffix(2).first.flatMap({ Base64.read(String($0)) }),
      let subject = (try? ValueReader.read(bytes))?["sub"]?.text
    else { return nil }
    return entries.withLock { entries in
      entries.values.compactMap(\.visit).first { $0.signIn.subject == subject }
    }
  }

  func end(_ request: Request) {
    guard let id = id(request) else { return }
    entries.withLock { _ = $0.removeValue(forKey: id) }
  }

  func visit(_ request: Request) -> Visit? {
    guard let id = id(request) else { return named(request) }
    return entries.withLock { entries in
      let own = entries[id]?.visit
      return own != nil && settings.has("one-user-for-all") ? last.withLock { $0 } ?? own : own
    }
  }

  /// Who signed in by the flow with that state, in whatever browser.
  func visit(from state: String) -> Visit? {
    entries.withLock { $0.values.first { $0.state == state }?.visit }
  }

  // MARK: Signing out

  private static let leaving = "leaving"
  static let left = "\(leaving)=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0"

  /// The state that a browser took along to the provider's sign-out.
  static func leaving(_ request: Request) -> String? {
    cookie(leaving, request).flatMap { $0.isEmpty ? nil : $0 }
  }

  static func leaves(_ state: String) -> String {
    "\(leaving)=\(state); Path=/; HttpOnly; SameSite=Lax"
  }

  private func id(_ request: Request) -> String? { Self.cookie(Self.name, request) }

  private static func cookie(_ name: String, _ request: Request) -> String? {
    request.headers[.cookie].flatMap { line in
      Cookies.read(line).first { $0.name == name }?.value
    }
  }

  private func cookie(_ id: String) -> String {
    let parts = [
      "\(Self.name)=\(id)", "Path=/", settings.has("cookie-for-scripts") ? nil : "HttpOnly",
      settings.has("cookie-for-all-sites") ? nil : "SameSite=Lax",
    ]
    return parts.compactMap(\.self).joined(separator: "; ")
  }
}
