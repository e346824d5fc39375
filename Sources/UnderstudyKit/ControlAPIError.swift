internal import Basics

extension Understudy {
  /// Why the control API refused: nothing was done (RFC 9457).
  ///
  /// ```swift
  /// #expect(throws: Understudy.ControlAPIError.self) { try sandbox.signIn(as: "nobody") }
  /// ```
  public struct ControlAPIError: Error, Sendable, Equatable, CustomStringConvertible {
    /// As in HTTP.
    public var status: Int
    /// The problem in a sentence.
    public var title: String
    /// What was expected, what was found, how to mend it.
    public var detail: String

    init(status: Int, title: String, detail: String) {
      self.status = status
      self.title = title
      self.detail = detail
    }

    init(_ answer: Answer) {
      let problem = try? JSONReader().read(answer.body, file: "problem").root
      self.init(
        status: answer.status.code,
        title: problem?["title"]?.stringValue ?? answer.status.reasonPhrase,
        detail: problem?["detail"]?.stringValue ?? String(decoding: answer.body, as: UTF8.self))
    }

    /// Status, title and detail.
    public var description: String { "\(status) \(title) \(detail)" }
  }
}
