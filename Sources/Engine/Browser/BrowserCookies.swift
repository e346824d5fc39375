import Basics

/// The cookies of a browser: those that it sent, and those that the answer sets.
struct BrowserCookies: Sendable {
  private let sent: [(name: String, value: String)]
  private(set) var added: [SetCookie] = []
  /// The value of the cookie by which a browser is known again; `nil` for a browser that has none yet.
  var browser: String?

  init(_ request: Request) {
    sent =
      request.headers.contains(.cookie)
      ? request.headers[values: .cookie].flatMap(Cookies.read) : []
  }

  /// Most requests of programs have none, and the first one of a browser.
  var isEmpty: Bool { sent.isEmpty && added.isEmpty }

  /// The value of a cookie that was sent; of several with one name the first counts.
  func sent(_ name: String) -> String? { sent.first { $0.name == name }?.value }

  /// The value of a cookie: one that the answer sets counts before one that was sent.
  subscript(name: String) -> String? { added.last { $0.name == name }?.value ?? sent(name) }

  mutating func append(_ cookie: SetCookie) { added.append(cookie) }
}
