import Basics

/// The certificates that a server shows, by the name that a client asks for (SNI, RFC 6066 §3): made when one is first
/// asked for, and made anew before they expire.
///
/// `Identity` is what the transport makes of a leaf.
package final class LeafBook<Identity: Sendable>: Sendable {
  package struct Options: Sendable {
    /// The names of the certificate for a client that names no host, or a host that is not ours.
    package var usual = ["localhost", "127.0.0.1", "::1"]
    /// Whether a host, in small letters, is one of ours.
    package var knows: @Sendable (String) -> Bool = { _ in true }
    /// What is wrong with the certificate of a host.
    package var fault: @Sendable (String) -> TLSFault? = { TLSFault(host: $0) }
    /// Where the list of revoked certificates is.
    package var list: @Sendable () -> String? = { nil }
    /// Gets a name that is not ours, once.
    package var unknown: @Sendable (String) -> Void = { _ in }
    /// Gets a name of ours that the CA may not sign for, once.
    package var forbidden: @Sendable (String) -> Void = { _ in }
    /// Is called once when the CA has expired.
    package var lapsed: @Sendable () -> Void = {}
    package init() {}
  }

  private struct Key: Hashable, Sendable {
    let name: String
    let fault: TLSFault?
  }

  private struct State: Sendable {
    /// Each leaf with the seconds in which it is shown again.
    var kept: [Key: (identity: Identity, during: Range<Int>)] = [:]
    var told: Set<String> = []
  }

  private let authority: CertificateAuthority
  private let options: Options
  private let now: @Sendable () -> Int
  private let make: @Sendable (Leaf) -> Identity?
  private let state = Lock(State())

  /// A client that asks for ever new names must not fill the memory.
  private static var most: Int { 256 }

  /// - Parameter now: the wall clock, in seconds since 1970.
  package init(
    _ authority: CertificateAuthority, options: Options, now: @escaping @Sendable () -> Int,
    make: @escaping @Sendable (Leaf) -> Identity?
  ) {
    self.authority = authority
    self.options = options
    self.now = now
    self.make = make
  }

  /// - Parameter asked: the host that the client names.
  package func identity(for asked: String?) -> Identity? {
    let host = asked.flatMap(Self.judged)
    let isOurs = host.map(options.knows) ?? false
    let isPermitted = host.map(authority.permitted.permits) ?? false
    if let host, !isOurs { tell(host, options.unknown) }
    if let host, isOurs, !isPermitted { tell(host, options.forbidden) }
    let fault = host.flatMap(options.fault)
    // A client says of another name's certificate what is wrong; one that the CA may not sign has it puzzled.
    let key = Key(name: isOurs && isPermitted ? host ?? "" : "", fault: fault)
    let instant = now()
    if instant > authority.notAfter { tell("") { _ in options.lapsed() } }
    if let kept = state.withLock({ $0.kept[key] }), kept.during.contains(instant) {
      return kept.identity
    }
    let names = key.name.isEmpty ? options.usual : [key.name]
    // Made outside of the lock: of two that are made at once one is kept.
    guard
      let leaf = try? authority.leaf(for: names, fault: fault, list: options.list(), at: instant),
      let identity = make(leaf)
    else { return nil }
    // After the wall clock has changed, a sound leaf may not be valid yet, and a faulty one may have become sound.
    let half = CertificateAuthority.day / 2
    let until = fault == nil ? max(leaf.notAfter - half, instant) : instant + half
    state.withLock { state in
      if state.kept.count >= Self.most { state.kept.removeAll() }
      state.kept[key] = (identity, instant..<until)
    }
    return identity
  }

  private func tell(_ host: String, _ hearer: (String) -> Void) {
    let isNew = state.withLock { state in
      state.told.count < Self.most && state.told.insert(host).inserted
    }
    if isNew { hearer(host) }
  }

  /// In small letters; nil for what no host name is, as it would stand in a certificate.
  private static func judged(_ name: String) -> String? {
    let isName = name.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) && byte < 0x80
        || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }
    return isName && !name.isEmpty && name.utf8.count <= 253 ? name.lowercased() : nil
  }
}

/// A server's certificate with its key, as TLS libraries take them.
package struct Leaf: Sendable {
  /// DER. Only the leaf: who trusts our CA has it, and who has not is told so by its own name.
  package let certificate: [UInt8]
  /// DER, as PKCS #8 has it.
  package let key: [UInt8]
  /// In seconds since 1970.
  package let notAfter: Int
}
