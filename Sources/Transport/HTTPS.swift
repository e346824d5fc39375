extension MicroHTTPServer {
  /// HTTPS beside plain HTTP.
  package struct HTTPS: Sendable {
    /// Nil where no port of its own listens, and only tunnels of the proxy lead to it; 0 for any free one.
    package var port: UInt16?
    /// What is shown to a client that asks for this host (SNI); nil where it names none. Called for each handshake,
    /// on the server's threads.
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
    /// speaks (RFC 9325). The curves stand in the order in which clients guess them: who has guessed wrong is asked again.
    private static let current: StaticString =
      "SECURE128:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2:-KX-ALL:+ECDHE-ECDSA:-CIPHER-ALL:+AES-256-GCM:+AES-128-GCM:+CHACHA20-POLY1305:-MAC-ALL:+AEAD:-GROUP-ALL:+GROUP-X25519:+GROUP-SECP256R1:+GROUP-SECP384R1:%SERVER_PRECEDENCE"

    /// By the same key, what was spoken in 1999 with the curves that came later.
    private static let outdated: StaticString =
      "NORMAL:-VERS-ALL:+VERS-TLS1.0:-KX-ALL:+ECDHE-ECDSA:-CIPHER-ALL:+AES-128-CBC:+AES-256-CBC:-MAC-ALL:+SHA1"

    /// GnuTLS's words for what is spoken.
    var priorities: StaticString { versions == .current ? Self.current : Self.outdated }
  }
}
