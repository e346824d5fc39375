/// The result of fetching a document from the web, as an input of a decision.
package struct FetchedDocument: Sendable {
  /// The kind of a failure.
  package enum Failure: String, Sendable {
    /// The server may not fetch from this host.
    case refusedHost
    /// No answer arrived, or one that is no document.
    case unreached
    case tooLarge
  }

  package struct Content: Sendable {
    package let status: Int
    package let type: String
    /// The `Cache-Control` field.
    package let cacheControl: String
    package let body: [UInt8]

    package init(status: Int, type: String, cacheControl: String = "", body: [UInt8]) {
      self.status = status
      self.type = type
      self.cacheControl = cacheControl
      self.body = body
    }
  }

  package enum Result: Sendable {
    case content(Content)
    /// - Parameters:
    ///   - why: the rest of a sentence that starts with the document.
    ///   - remedy: what the caller can do.
    case failed(Failure, why: String, remedy: String)
  }

  package let address: String
  package let result: Result

  package init(_ address: String, _ result: Result) {
    self.address = address
    self.result = result
  }

  /// The largest document, in bytes.
  package static let mostBytes = 64 << 10
}
