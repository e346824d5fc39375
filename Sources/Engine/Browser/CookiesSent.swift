import Basics

/// The cookies of a request; of several with one name the first counts.
struct CookiesSent: Sendable {
  private let pairs: [(name: String, value: String)]

  init(_ request: Request) {
    guard request.headers.contains(.cookie) else {
      pairs = []
      return
    }
    pairs = request.headers[values: .cookie].flatMap(Cookies.read)
  }

  subscript(name: String) -> String? { pairs.first { $0.name == name }?.value }
}
