#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension MicroHTTPServer {
  /// What a client may ask of the server. Every limit that is hit is answered by a sentence that names it.
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
    /// How long `stop` waits for what is in flight.
    package var drain: Duration = .seconds(2)
    /// How many connections the proxy passes on at once; more are answered by 503.
    package var tunnels = 256
    /// How long nothing may move in a connection that is passed on.
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
    guard self > .zero else { return 0 }
    let (seconds, attoseconds) = components
    let (whole, overflow) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
    // Some 292 years are as good as no limit.
    return overflow || whole > UInt64.max / 4
      ? UInt64.max / 4 : whole + UInt64(attoseconds / 1_000_000_000)
  }
}
