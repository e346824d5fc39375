import Basics
import CMicroHTTPDShim

extension MicroHTTPServer {
  /// Limits on what a client may send. The response to a request beyond a limit names the limit.
  package struct Limits: Sendable {
    /// Bytes of a request body; more is answered by 413.
    package var maximumBody = 64 << 10
    /// Bytes that are read and thrown away behind a refusal so that the client gets to read it:
    /// a socket closed over unread bytes is reset, and the answer may be lost with it.
    package var maximumDiscard = 1 << 20
    /// Bytes of request line and header fields; more is answered by 431 or 414. libmicrohttpd's memory pool is
    /// twice as large, because the header of the answer must fit into it too. It clears all of that, and a half of it
    /// twice, for each request: about 1 µs of 64 KiB. Half as much would save a half, and refuse what OAuth clients
    /// do send in a query: a signed request, a long state that comes back in a redirect.
    package var maximumHeaderBytes = 32 << 10
    /// Header fields; more is answered by 431.
    package var maximumHeaders = 100
    /// From the start of a connection to the end of its first request's head.
    package var headerDeadline: Duration = .seconds(10)
    /// From the end of a request's head to the end of its body.
    package var bodyDeadline: Duration = .seconds(30)
    /// Silence on a connection, rounded up to whole seconds. A drip of bytes resets it: hence the two deadlines.
    package var idleTimeout: Duration = .seconds(30)
    /// How long `stop` waits for requests in flight.
    package var drain: Duration = .seconds(2)
    /// How many connections the proxy passes on at once; more are answered by 503.
    package var tunnels = 256
    /// How long a connection that the proxy passes on may be idle.
    package var tunnelIdle: Duration = .seconds(120)
    /// Connections on all addresses together; nil derives it from the process's limit of open files.
    package var connections: Int?

    package init() {}

    /// Bytes of libmicrohttpd's memory pool for each connection. Below 32 KiB, and near a page's size, the library would
    /// take memory that is not zeroed and begins anywhere: `PoolMemory`.
    var poolBytes: Int {
      max(maximumHeaderBytes * 2, 33 << 10, 2 * Int(sysconf(Int32(_SC_PAGESIZE))))
    }
  }
}

extension Duration {
  var nanoseconds: UInt64 {
    // 136 years are as good as no limit, and can be added to the clock's time without overflow.
    let (seconds, attoseconds) = min(max(self, .zero), .seconds(1 << 32)).components
    return UInt64(seconds) * 1_000_000_000 + UInt64(attoseconds / 1_000_000_000)
  }
}

extension MicroHTTPServer {
  /// HTTPS beside plain HTTP.
  package struct HTTPS: Sendable {
    /// Nil for no port: only tunnels of the proxy lead here. 0 for any free port.
    package var port: UInt16?
    /// Returns the identity for a host (SNI; nil if the client names none). Called for each handshake, on the server's
    /// threads.
    package var identity: @Sendable (_ host: String?) -> TLSIdentity?
    /// Whether a client that asks for this host is asked for a certificate of its own.
    package var asksClient: @Sendable (_ host: String?) -> Bool = { _ in false }

    package var versions = Versions.current
    /// Told of each connection on which a client begins a handshake, on the server's threads.
    package var greeted: @Sendable () -> Void = {}

    package enum Versions: Sendable {
      /// TLS 1.2 and 1.3.
      case current
      /// TLS 1.0 alone, which no client may speak any more (RFC 8996): for the tests of clients.
      case outdated
    }

    package init(port: UInt16?, identity: @escaping @Sendable (_ host: String?) -> TLSIdentity?) {
      self.port = port
      self.identity = identity
    }

    /// TLS 1.2 and 1.3, forward secrecy and authenticated encryption only: what every client of the last ten years
    /// speaks (RFC 9325). The curves stand in the order in which clients guess them: a wrong guess costs a round trip.
    private static let current: StaticString =
      "SECURE128:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2:-KX-ALL:+ECDHE-ECDSA:-CIPHER-ALL:+AES-256-GCM:+AES-128-GCM:+CHACHA20-POLY1305:-MAC-ALL:+AEAD:-GROUP-ALL:+GROUP-X25519:+GROUP-SECP256R1:+GROUP-SECP384R1:%SERVER_PRECEDENCE"

    /// By the same key, what was spoken in 1999 with the curves that came later.
    private static let outdated: StaticString =
      "NORMAL:-VERS-ALL:+VERS-TLS1.0:-KX-ALL:+ECDHE-ECDSA:-CIPHER-ALL:+AES-128-CBC:+AES-256-CBC:-MAC-ALL:+SHA1"

    /// The versions and algorithms, as a priority string of GnuTLS.
    var priorities: StaticString { versions == .current ? Self.current : Self.outdated }
  }
}

/// A certificate with its key, in the form that GnuTLS uses. Each connection that shows it keeps it alive.
package final class TLSIdentity: @unchecked Sendable {
  let pointer: OpaquePointer

  /// - Parameters:
  ///   - certificate: DER.
  ///   - key: DER, as PKCS #8 has it.
  package init?(certificate: [UInt8], key: [UInt8]) {
    let made = mhd_shim_identity_make(certificate, certificate.count, key, key.count)
    guard let made else { return nil }
    pointer = made
  }

  deinit { mhd_shim_identity_free(pointer) }
}

extension MicroHTTPServer {
  /// A port at which the server is an HTTP proxy (RFC 9110 §7.2, §9.3.6). It answers for its own hosts itself.
  package struct Proxy: Sendable {
    package enum Way: Sendable, Equatable {
      /// Answered here.
      case here
      /// Passed on to the host.
      case pass
      /// Refused with a sentence for the client.
      case refused(String)
    }

    /// 0 for any free one.
    package var port: UInt16
    /// Whether the proxy may pass connections on to this machine.
    package var passesLoopback = true
    /// Where a host (in small letters, an IPv6 address in brackets) and port lead. Called on a thread of the server's; it must not wait.
    package var way: @Sendable (_ host: String, _ port: UInt16) -> Way

    package init(
      port: UInt16, way: @escaping @Sendable (_ host: String, _ port: UInt16) -> Way
    ) {
      self.port = port
      self.way = way
    }
  }
}

extension MicroHTTPServer {
  /// Why the server could not start.
  package enum StartError: Error, Sendable, Equatable, CustomStringConvertible {
    case addressInUse(address: String, port: UInt16)
    /// None of the addresses exists on this machine, or a name does not resolve.
    case addressUnavailable(String)
    case other(String)

    static var exhausted: StartError {
      .other("the system refuses another thread or pipe: \(System.lastError)")
    }

    package var description: String {
      switch self {
      case .addressInUse(let address, 0):
        "no port is free on \(address) and on the other addresses at once"
      case .addressInUse(let address, let port):
        "port \(port) is already in use on \(address); stop what listens there, or choose another port (0: any free one)"
      case .addressUnavailable(let why), .other(let why):
        why
      }
    }
  }
}
