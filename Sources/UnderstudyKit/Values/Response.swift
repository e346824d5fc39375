package import Basics
internal import Engine
internal import HTTPTypes

extension Sandbox {
  /// A response: one that was just given, or one that the journal has kept.
  ///
  /// ```swift
  /// let response = sandbox.respond(to: .init("https://api.vk.com/method/users.get?v=5.52"))
  /// #expect(response.status == 200 && response.json?["error"] != nil)
  /// ```
  public struct Response: Sendable, Equatable, CustomStringConvertible {
    /// The status code; 0 where no answer was sent, as a rule would have it.
    public var status: Int
    /// The header fields.
    public var headers: Headers
    /// The body as text. The journal keeps 16 KiB of it.
    public var body: String

    package init(status: Int, headers: Headers, body: String) {
      self.status = status
      self.headers = headers
      self.body = body
    }

    package init(_ answer: Answer) {
      let seen = answer.asDelivered
      self.init(
        status: seen.status.code, headers: Headers(seen.headers),
        body: String(decoding: seen.body, as: UTF8.self))
    }

    /// Where a redirect leads to; `nil` for any other answer.
    public var location: String? { headers["Location"] }
    /// The body as JSON; `nil` if it is not JSON.
    public var json: JSON? { try? JSON(parsing: body) }
    /// The parameters that a redirect takes along, of its query and its fragment.
    public var parameters: [String: String] {
      let pieces = (location ?? "").split(separator: "#", maxSplits: 1)
      let query = pieces.first?.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
      let fragment = pieces.dropFirst().first ?? ""
      let list = [query, fragment].flatMap { Parameters(formEncoded: $0).list }
      return Dictionary(list.map { ($0.name, $0.value) }) { $1 }
    }
    /// The status, and where it leads or what it holds, in one line.
    public var description: String {
      guard status > 0 else { return "no answer" }
      let short = body.count > 100 ? body.prefix(100) + "…" : body[...]
      return "\(status) " + (location.map { "→ \($0)" } ?? LogEntry.oneLine(String(short)))
    }
  }
}
