// Adds a socket to `Understudy`: for tests of apps that run in another process, or in a browser.
import Basics
import Fetcher
public import Foundation
import Server
import Transport
import UnderstudyKit

/// A listening server and its origin.
private struct Listener: Sendable {
  let server: MicroHTTPServer
  let url: URL
}

extension Understudy {
  /// Listens on a free port of the loopback: for an app in another process, or in a simulator.
  ///
  /// ```swift
  /// let base = try understudy.listen()  // http://127.0.0.1:53124
  /// defer { understudy.stop() }
  /// ```
  /// - Returns: The origin, without a path. It stays the same until ``stop()``.
  /// - Throws: An error that says why the socket could not be opened.
  @discardableResult
  public func listen() throws -> URL {
    if let listener = listener.withLock({ $0 as? Listener }) { return listener.url }
    // Documents that the test has handed in count alone.
    if self.server.sandboxes.fetcher == nil {
      self.server.sandboxes.fetcher = WebDocumentFetcher(FetchHosts([])) { _ in
        "serve the document on the loopback, or hand it in: Understudy(documents:)"
      }
    }
    let server = MicroHTTPServer(
      addresses: ["127.0.0.1"], port: 0, refusing: MockServer.refusing,
      replying: { [mockServer = self.server, clock] in mockServer.respond(to: $0, at: clock()) })
    let port = try server.start()
    guard let url = URL(string: "http://127.0.0.1:\(port)") else { throw URLError(.badURL) }
    listener.withLock { $0 = Listener(server: server, url: url) }
    return url
  }

  /// Stops listening; what is in flight is answered. The sandboxes stay.
  public func stop() {
    let listening = listener.withLock { listener in
      defer { listener = nil }
      return listener as? Listener
    }
    listening?.server.stop()
  }
}

extension Sandbox {
  /// Listens on a free port of the loopback.
  ///
  /// ```swift
  /// let base = try sandbox.listen()
  /// let discovery = base.appending(path: "standard/.well-known/openid-configuration")
  /// ```
  /// - Returns: The part before `/PROVIDER/…` of this sandbox's addresses.
  /// - Throws: An error that says why the socket could not be opened.
  public func listen() throws -> URL {
    let base = try understudy.listen()
    return path.isEmpty ? base : base.appending(path: path)
  }
}
