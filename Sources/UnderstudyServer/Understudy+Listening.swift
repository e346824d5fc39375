import Basics
// Adds a socket to `Understudy`: for tests of apps that run in another process, or in a browser.
import Server
import Transport
import UnderstudyKit

/// A server that listens, and where.
private struct Listener: Sendable {
  let server: MicroHTTPServer
  let url: String
}

extension Understudy {
  /// Listens on a free port of the loopback: for an app in another process, or in a simulator.
  ///
  /// ```swift
  /// let base = try understudy.listen()  // http://127.0.0.1:53124
  /// defer { understudy.stop() }
  /// ```
  /// - Returns: The address, without a slash at its end; the same one each time, until it stops.
  /// - Throws: Why there is no socket.
  @discardableResult
  public func listen() throws -> String {
    if let listener = listener.withLock({ $0 as? Listener }) { return listener.url }
    let (house, clock) = (house, clock)
    let server = MicroHTTPServer(
      addresses: ["127.0.0.1"], port: 0, refusing: MockServer.refusing,
      replying: { house.respond(to: $0, at: clock()) })
    let url = "http://127.0.0.1:\(try server.start())"
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
  /// let authorize = base + "/standard/authorize?client_id=native&response_type=code"
  /// ```
  /// - Returns: What stands before `/PROVIDER/…` in this sandbox's addresses.
  /// - Throws: Why there is no socket.
  public func listen() throws -> String { try understudy.listen() + path }
}
