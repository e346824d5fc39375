import Basics
import HTTPTypes

@testable import UserAgent

/// Pages by address. Keeps every request that the browser sends.
final class FakeSite {
  struct Unreachable: Error, CustomStringConvertible { var description = "no connection" }

  private let pages: [String: Answer]
  private(set) var requests: [Request] = []

  init(_ pages: [String: Answer]) { self.pages = pages }

  /// - Parameter page: what stands at `http://a.test/`.
  convenience init(_ page: String) { self.init(["http://a.test/": .page(page)]) }

  func answer(_ request: Request, _ address: WebAddress) throws -> Answer {
    requests.append(request)
    guard let page = pages[address.origin + address.path] else { throw Unreachable() }
    return page
  }

  /// The body of the last request that had one.
  var posted: String? {
    requests.last { $0.method == .post }.map { String(decoding: $0.body, as: UTF8.self) }
  }

  func browser(_ change: (inout Browser.Wish) -> Void = { _ in }) -> Browser {
    var wish = Browser.Wish()
    change(&wish)
    return Browser(wish, send: answer)
  }

  /// Visits the first page.
  func visit(
    _ url: String = "http://a.test/", _ change: (inout Browser.Wish) -> Void = { _ in }
  ) -> Browser.End {
    var browser = browser(change)
    return browser.visit(url)
  }
}

extension Answer {
  static func page(_ html: String, _ code: Int = 200) -> Answer {
    Answer(status: .init(code: code), body: Array(html.utf8))
  }

  static func redirect(_ location: String, _ code: Int = 302) -> Answer {
    Answer(status: .init(code: code), headers: [.location: location])
  }

  func setting(_ cookie: String) -> Answer {
    var copy = self
    copy.headers.append(.setCookie, cookie)
    return copy
  }
}

extension Browser.End {
  var why: String? { if case .stuck(let why) = self { why } else { nil } }
  var place: String? { if case .left(let places, _) = self { places.first } else { nil } }
  var body: String? { if case .left(_, let body) = self { body } else { nil } }
}
