import Basics

/// A socket that is bound and listens.
///
/// We bind ourselves, because libmicrohttpd reports a failure only as a line of text:
/// here a busy port and a missing address can be told apart, and no daemon starts before every address is ours.
struct ListeningSocket: Sendable {
  let descriptor: Int32
  /// As the user named it.
  let address: String
  let port: UInt16

  private enum Failure: Error {
    case busy(String)
    case absent(String)
    case broken(String)
  }

  /// One socket for each address, all on one port.
  static func bindAll(_ names: [String], port: UInt16) throws(MicroHTTPServer.StartError)
    -> [ListeningSocket]
  {
    // With port 0 the system picks a port that is free on the first address; the second may find it taken.
    var attempts = port == 0 ? 16 : 1
    while true {
      attempts -= 1
      do throws(Failure) {
        return try bindOnce(names, port: port)
      } catch {
        switch error {
        case .busy where attempts > 0: continue
        case .busy(let address): throw .addressInUse(address: address, port: port)
        case .absent(let why): throw .addressUnavailable(why)
        case .broken(let why): throw .other(why)
        }
      }
    }
  }

  private static func bindOnce(_ names: [String], port: UInt16) throws(Failure) -> [ListeningSocket]
  {
    var bound: [ListeningSocket] = []
    var absent = "There is no address to listen at."
    var seen: [SocketAddress] = []
    do throws(Failure) {
      for name in names {
        guard let resolved = SocketAddress.resolve(name), !resolved.isEmpty else {
          throw Failure.absent("\(name) is neither an IP address nor a name that resolves to one")
        }
        for var address in resolved where !seen.contains(address) {
          seen.append(address)
          address.port = bound.first?.port ?? port
          do throws(Failure) {
            bound.append(try ListeningSocket(name, address))
          } catch .absent(let why) {
            // A machine without IPv6 is an ordinary machine: what counts is that one address works.
            absent = why
          }
        }
      }
      guard !bound.isEmpty else { throw Failure.absent(absent) }
      return bound
    } catch {
      for one in bound { one.close() }
      throw error
    }
  }

  private init(_ name: String, _ address: SocketAddress) throws(Failure) {
    #if canImport(Glibc)
      let stream = Int32(SOCK_STREAM.rawValue)
    #else
      let stream = SOCK_STREAM
    #endif
    let socket = socket(address.family, stream, 0)
    guard socket >= 0 else { throw Self.failure(errno, name, address.port) }
    do throws(Failure) {
      _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
      // Who hangs up before we accept must not keep us waiting.
      _ = fcntl(socket, F_SETFL, O_NONBLOCK)
      // Without it a restart would have to wait for the old connections' TIME_WAIT to pass.
      Self.enable(SO_REUSEADDR, at: SOL_SOCKET, of: socket)
      if address.family == AF_INET6 {
        // So that 0.0.0.0 and :: can stand side by side on one port.
        Self.enable(IPV6_V6ONLY, at: Int32(IPPROTO_IPV6), of: socket)
      }
      let bound = address.withSockaddr { bind(socket, $0, $1) }
      guard bound == 0 else { throw Self.failure(errno, name, address.port) }
      guard listen(socket, SOMAXCONN) == 0 else { throw Self.failure(errno, name, address.port) }
      guard let actual = SocketAddress(of: socket) else {
        throw Self.failure(errno, name, address.port)
      }
      descriptor = socket
      self.address = name
      port = actual.port
    } catch {
      System.close(socket)
      throw error
    }
  }

  func close() { System.close(descriptor) }

  private static func enable(_ option: Int32, at level: Int32, of socket: Int32) {
    var on: Int32 = 1
    setsockopt(socket, level, option, &on, socklen_t(MemoryLayout<Int32>.size))
  }

  private static func failure(_ code: Int32, _ name: String, _ port: UInt16) -> Failure {
    switch code {
    case EADDRINUSE: .busy(name)
    case EADDRNOTAVAIL, EAFNOSUPPORT:
      .absent("This machine has no address \(name): \(System.message(code)).")
    case EACCES:
      .broken(
        "Port \(port) on \(name) needs privileges that this process lacks. Choose one above 1023.")
    default: .broken("Listening on \(name), port \(port), failed: \(System.message(code)).")
    }
  }
}
