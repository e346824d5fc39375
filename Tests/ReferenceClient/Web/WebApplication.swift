import HTTPMessages
import HTTPTypes
import Synchronization

/// A website that people sign in to with OpenID Connect.
final class WebApplication: Sendable {
  let settings: Settings
  let sessions = Sessions()
  let tickets = Tickets()
  private let callbackPath: String
  /// The provider's keys, kept from one sign-in to the next.
  private let rings = Mutex<[String: KeyRing]>([:])

  init(_ settings: Settings, callback: String) {
    self.settings = settings
    callbackPath = callback
  }

  func respond(_ request: Request) -> Answer {
    let target = RequestTarget(request.target)
    let query = Form(reading: target.query ?? "")
    do throws(Rejection) {
      switch (request.method, target.path) {
      case (.get, "/login"): return try login(request, query)
      case (.get, callbackPath): return try callback(request, query)
      case (.post, callbackPath): return try posted(request)
      case (.get, callbackPath + "/posted"): return try taken(request, query)
      case (.get, "/me"): return me(request)
      case (.get, "/logout"), (.post, "/logout"): return logout(request)
      case (.get, "/"): return home(request)
      case (_, "/login"), (_, callbackPath), (_, "/me"), (_, "/logout"), (_, "/"):
        return Markup.page(405, "Not by this method", "")
      default: return Markup.page(404, "Nothing here", "")
      }
    } catch {
      return refused(error)
    }
  }

  /// What the user sees when it did not work: the error's code, and what the server says about it.
  func refused(_ error: Rejection, _ description: String? = nil) -> Answer {
    let words = description.map { "<p>\(Markup.escaped($0))</p>" } ?? ""
    return Markup.page(400, "Not signed in", "<p>\(Markup.escaped(error.error))</p>" + words)
  }

  /// The server as it is today: its metadata is read for each sign-in.
  func client() throws(Rejection) -> Client {
    let provider = try Provider.discover(settings, Caller(settings))
    let ring = rings.withLock { rings in
      let url = provider.keys ?? ""
      let ring = rings[url] ?? KeyRing(provider.keys, Caller(settings))
      rings[url] = ring
      return ring
    }
    return Client(settings, provider, ring)
  }

  // MARK: Pages

  private func home(_ request: Request) -> Answer {
    guard let signIn = sessions.signIn(request) else {
      return Markup.page(200, "Welcome", "<p><a href=\"/login\">Sign in</a></p>")
    }
    let name = signIn.claims["name"]?.text ?? signIn.subject ?? ""
    var body = "<p>\(Markup.escaped(name))</p>"
    if let picture = signIn.claims["picture"]?.text, picture.lowercased().hasPrefix("https://") {
      body += "<p><a href=\"\(Markup.escaped(picture))\">picture</a></p>"
    }
    return Markup.page(200, "Signed in", body)
  }

  private func me(_ request: Request) -> Answer {
    guard let signIn = renewed(request) else {
      return Self.json(401, .object(["error": .text("not signed in")]))
    }
    return Self.json(200, .object(signIn.claims))
  }

  private func logout(_ request: Request) -> Answer {
    sessions.end(request)
    var answer = Markup.redirect("/")
    answer.headers.append(.setCookie, Sessions.gone)
    return answer
  }

  static func json(_ status: Int, _ value: Value) -> Answer {
    Answer(
      status: .init(code: status),
      headers: [
        .contentType: "application/json", .cacheControl: "no-store",
        .referrerPolicy: "no-referrer", .contentTypeOptions: "nosniff",
      ], body: Array(value.written.utf8))
  }
}
