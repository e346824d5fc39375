import Basics
import Engine

/// One fetch with a limit of time. A fetcher that never answers must not keep a connection waiting.
package final class Fetching: Sendable {
  /// The limit, in milliseconds.
  package static let patience = 5000

  private let address: String
  private let ticker: Ticker
  /// What is done with the document; `nil` once it is done.
  private let open = Lock<Finish?>(nil)

  private struct Finish: Sendable {
    let act: @Sendable (FetchedDocument) -> Void
  }

  init(of address: String, _ ticker: Ticker) {
    self.address = address
    self.ticker = ticker
  }

  /// - Parameter finish: is called once, with the document or with the reason why it did not come.
  func start(
    with fetcher: any DocumentFetcher, _ finish: @escaping @Sendable (FetchedDocument) -> Void
  ) {
    start({ [address] in fetcher.fetch(address, $0) }, finish)
  }

  /// - Parameter act: begins the fetch, and calls what it is handed.
  func start(
    _ act: (@escaping @Sendable (FetchedDocument) -> Void) -> Void,
    _ finish: @escaping @Sendable (FetchedDocument) -> Void
  ) {
    open.withLock { $0 = Finish(act: finish) }
    act { [self] in end($0) }
    // A fetcher may have answered already.
    guard open.withLock({ $0 != nil }) else { return }
    ticker.after(milliseconds: Self.patience) { [self] in
      end(
        FetchedDocument(
          address,
          .failed(
            .unreached, why: "did not arrive within \(Self.patience / 1000) seconds",
            remedy: "serve it faster")))
    }
  }

  private func end(_ document: FetchedDocument) {
    let finish = open.withLock { finish in
      defer { finish = nil }
      return finish
    }
    finish?.act(document)
  }
}
