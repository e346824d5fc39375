import Basics
import Engine

/// Fetches documents from the web. The engine decides without I/O, so a document is fetched before the decision.
package protocol DocumentFetcher: Sendable {
  /// Fetches a document without blocking the caller's thread.
  /// - Parameter finish: is called once, on any thread, within `Fetching.patience`.
  func fetch(_ address: String, _ finish: @escaping @Sendable (FetchedDocument) -> Void)
}

/// Documents that a test hands in.
package struct GivenDocuments: DocumentFetcher {
  private let document: @Sendable (String) -> String?

  /// - Parameter document: returns the JSON at an address; `nil` if nothing is there.
  package init(_ document: @escaping @Sendable (String) -> String?) { self.document = document }

  package func fetch(_ address: String, _ finish: @escaping @Sendable (FetchedDocument) -> Void) {
    guard let text = document(address) else {
      return finish(
        FetchedDocument(
          address,
          .failed(
            .unreached, why: "is not among the documents that the test has handed in",
            remedy: "hand it in as well")))
    }
    finish(
      FetchedDocument(
        address, .content(.init(status: 200, type: "application/json", body: Array(text.utf8)))))
  }
}
