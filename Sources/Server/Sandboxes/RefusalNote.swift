import Basics
import Engine
import ProviderModel

/// A note on a page on which a provider refuses a browser's request: why, how to fix it, and a link to the journal's entry.
struct RefusalNote {
  let log: LogEntry
  /// The number of the entry, and its sandbox.
  let entry: Int
  let sandbox: String

  /// Adds the note to a page for a person. Programs get the provider's own page: a browser says that it accepts HTML.
  func add(to answer: inout Answer, for request: Request) {
    guard log.condition != nil, Self.isWanted(by: request),
      Headers.mediaType(answer.headers[.contentType] ?? "") == "text/html",
      let place = Self.place(in: answer.body)
    else { return }
    answer.body.insert(contentsOf: html.utf8, at: place)
  }

  /// Whether the request is a browser's, which reaches the console at the same address.
  static func isWanted(by request: Request) -> Bool {
    HostName.isLoopback(HostName.name(of: request.authority))
      && (request.headers[.accept] ?? "").lowercased().contains("text/html")
  }

  private var html: String {
    // A suggestion ends with its own question mark.
    let lines = [("Why", log.why), ("To fix it", log.remedy)].map { head, text in
      text.map { "\(head): \($0)" + ($0.hasSuffix("?") ? "" : ".") }
    }
    let address = "\(Control.prefix)#/\(sandbox)/journal/\(entry)"
    return "<aside aria-label=\"Understudy\"><hr>"
      + lines.compactMap { $0 }.map { "<p><small>\(Markup.escape($0))</small></p>" }.joined()
      + "<p><small><a href=\"\(Markup.escape(address))\">Exchange \(entry) in Understudy's console</a></small></p></aside>"
  }

  /// Where the page's content ends.
  private static func place(in body: [UInt8]) -> Int? {
    for end in ["</main>", "</body>"] {
      let end = Array(end.utf8)
      var start = body.count - end.count
      while start >= 0 {
        if body[start...].starts(with: end) { return start }
        start -= 1
      }
    }
    return nil
  }
}
