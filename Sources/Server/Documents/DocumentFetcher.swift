import Basics
import Engine

/// Fetches documents from the web. The engine decides without I/O, so a document is fetched before the decision.
package protocol DocumentFetcher: Sendable {
  /// Fetches a document without blocking the caller's thread.
  /// - Parameter finish: is called once, on any thread, within `Fetching.patience`.
  func fetch(_ address: String, _ finish: @escaping @Sendable (FetchedDocument) -> Void)

  /// Sends a request with POST, under the same limits.
  /// - Parameter finish: is called once, with the answer, whatever its status.
  func send(_ call: ClientCall, _ finish: @escaping @Sendable (FetchedDocument) -> Void)
}

extension DocumentFetcher {
  package func send(_ call: ClientCall, _ finish: @escaping @Sendable (FetchedDocument) -> Void) {
    finish(
      FetchedDocument(
        call.address,
        .failed(.unreached, why: "was not called: this server calls nobody", remedy: "")))
  }
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
