extension MicroHTTPServer {
  /// A port at which the server is an HTTP proxy (RFC 9110 §7.2, §9.3.6): what is for its own hosts it answers.
  package struct Proxy: Sendable {
    package enum Way: Sendable, Equatable {
      /// Answered here.
      case here
      /// Passed on to where the name leads.
      case pass
      /// A sentence, for whoever asked.
      case refused(String)
    }

    /// 0 for any free one.
    package var port: UInt16
    /// Whether what is passed on may lead to this machine, by whatever name.
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
