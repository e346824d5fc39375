import HTTPMessages
import HTTPTypes
import Synchronization

/// What the website remembers of each browser, by a cookie that says nothing itself.
final class Sessions: Sendable {
  /// A sign-in that was begun in this browser.
  struct Pending: Sendable {
    var flow: Flow
    var client: Client
  }

  private struct Entry: Sendable {
    var pending: [String: Pending] = [:]
    var signIn: SignIn?
    var client: Client?
    var came = 0.0
  }

  private static let name = "website"
  /// So many sign-ins may be begun in one browser.
  private static let mostPending = 20
  static let gone = "\(name)=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0"

  private let entries = Mutex<[String: Entry]>([:])

  /// Remembers a flow in the browser's session, or in a new one; returns the cookie.
  func begin(_ pending: Pending, _ request: Request) -> String {
    let known = id(request)
    return entries.withLock { entries in
      let id = known.flatMap { entries[$0] == nil ? nil : $0 } ?? Chance.text()
      if entries[id, default: Entry()].pending.count >= Self.mostPending {
        entries[id]?.pending.removeAll()
      }
      entries[id, default: Entry()].pending[pending.flow.state] = pending
      return Self.cookie(id)
    }
  }

  /// The flow that this browser began, once.
  func take(_ state: String, _ request: Request) -> Pending? {
    guard let id = id(request) else { return nil }
    return entries.withLock { $0[id]?.pending.removeValue(forKey: state) }
  }

  /// A new session for whoever has signed in: an id that was known before means nothing any more. Returns the cookie.
  func open(_ signIn: SignIn, _ client: Client, _ request: Request) -> String {
    let old = id(request)
    return entries.withLock { entries in
      var entry = Entry()
      if let old { entry.pending = entries.removeValue(forKey: old)?.pending ?? [:] }
      entry.signIn = signIn
      entry.client = client
      entry.came = Clock.steady
      let id = Chance.text()
      entries[id] = entry
      return Self.cookie(id)
    }
  }

  func end(_ request: Request) {
    guard let id = id(request) else { return }
    entries.withLock { _ = $0.removeValue(forKey: id) }
  }

  func signIn(_ request: Request) -> SignIn? {
    guard let id = id(request) else { return nil }
    return entries.withLock { $0[id]?.signIn }
  }

  /// Who is signed in, with what is needed to renew it, and whether it is time for that.
  func standing(_ request: Request) -> (signIn: SignIn, client: Client, isOver: Bool)? {
    guard let id = id(request) else { return nil }
    return entries.withLock { entries in
      guard let entry = entries[id], let signIn = entry.signIn, let client = entry.client else {
        return nil
      }
      let isOver = signIn.tokens.expiresIn.map { Clock.steady >= entry.came + $0 } ?? false
      return (signIn, client, isOver)
    }
  }

  func renew(_ signIn: SignIn, _ request: Request) {
    guard let id = id(request) else { return }
    entries.withLock { entries in
      entries[id]?.signIn = signIn
      entries[id]?.came = Clock.steady
    }
  }

  private func id(_ request: Request) -> String? {
    request.headers[.cookie].flatMap { line in
      Cookies.read(line).first { $0.name == Self.name }?.value
    }
  }

  private static func cookie(_ id: String) -> String {
    "\(name)=\(id); Path=/; HttpOnly; SameSite=Lax"
  }
}
