import SwiftASN1
import X509

/// The host names and addresses that a CA may sign for: the critical extension of its certificate that other software
/// holds it to (RFC 5280 §4.2.1.10).
package struct PermittedNames: Sendable, Equatable {
  /// Each permits itself and every name below it. They are sorted, and none is below another.
  package let domains: [String]
  /// Each is an address and a mask, of 4 or of 16 bytes.
  let ranges: [[UInt8]]

  /// Names for tests (RFC 6761), which every CA of ours may sign for.
  private static let testDomains = ["localhost", "test"]
  /// 127.0.0.0/8 and ::1.
  private static let loopback: [[UInt8]] = [
    [127, 0, 0, 0, 255, 0, 0, 0],
    Array(repeating: 0, count: 15) + [1] + Array(repeating: 255, count: 16),
  ]

  /// - Parameter hosts: host names, patterns of them such as `{name}.b2clogin.com`, and IP addresses. Loopback and the names
  ///   for tests are permitted besides.
  package init(_ hosts: [String] = []) {
    let single = hosts.compactMap { LeafNames.address($0) }.filter { !$0.allSatisfy { $0 == 0 } }
    self.init(
      domains: Self.testDomains + hosts.compactMap { Self.domain(of: $0) },
      ranges: Self.loopback + single.map { $0 + Array(repeating: 255, count: $0.count) })
  }

  private init(domains: [String], ranges: [[UInt8]]) {
    let known = Set(domains)
    self.domains = known.filter { name in !Self.parents(of: name).contains(where: known.contains) }
      .sorted()
    var kept: [[UInt8]] = []
    for range in ranges where !kept.contains(where: { Self.range($0, contains: range) }) {
      kept.append(range)
    }
    self.ranges = kept
  }

  /// The names that a certificate's critical extension permits; nil where it permits every host or every address.
  init?(_ certificate: Certificate) {
    guard let found = certificate.extensions[oid: .X509ExtensionID.nameConstraints],
      found.critical, let constraints = try? NameConstraints(found)
    else { return nil }
    self.init(
      domains: constraints.permittedDNSDomains.map { $0.lowercased() },
      ranges: constraints.permittedIPRanges.map { Array($0.bytes) }.filter {
        [8, 32].contains($0.count)
      })
    // A kind of name that is not listed is not limited.
    if domains.isEmpty || domains.contains("") || ranges.isEmpty { return nil }
  }

  var constraints: NameConstraints {
    NameConstraints(
      permittedDNSDomains: domains,
      permittedIPRanges: ranges.map { ASN1OctetString(contentBytes: $0[...]) })
  }

  package func permits(_ host: String) -> Bool {
    if let address = LeafNames.address(host) {
      let single = address + Array(repeating: 255, count: address.count)
      return ranges.contains { Self.range($0, contains: single) }
    }
    let name = host.lowercased()
    return domains.contains(name) || Self.parents(of: name).contains(where: domains.contains)
  }

  package func union(_ other: PermittedNames) -> PermittedNames {
    PermittedNames(domains: domains + other.domains, ranges: ranges + other.ranges)
  }

  /// What these permit and the other ones do not.
  package func missing(in other: PermittedNames) -> [String] {
    domains.filter { !other.permits($0) }
      + ranges.filter { range in !other.ranges.contains { Self.range($0, contains: range) } }
      .map(Self.text)
  }

  /// For people: "a.example, localhost, test and all names below them, 127.0.0.0/8, ::1".
  package var text: String {
    let names =
      domains.isEmpty ? "" : domains.joined(separator: ", ") + " and all names below them, "
    return names + ranges.map(Self.text).joined(separator: ", ")
  }

  /// The same in one line, also with many names.
  package var summary: String {
    domains.count > 12
      ? "\(domains.count) host names and their subdomains, such as \(domains[0]), and loopback"
      : text
  }

  /// The domain that a host or a pattern of hosts is in. A variable has no dots, so the rest behind its label is left. Nil for
  /// an address, for a pattern that any name fits, and for text that could not be in a certificate.
  private static func domain(of host: String) -> String? {
    guard LeafNames.address(host) == nil else { return nil }
    let labels = host.lowercased().split(separator: ".", omittingEmptySubsequences: false)
    let rest = labels.suffix(while: { !$0.contains("{") && !$0.contains("}") })
    let isName = rest.allSatisfy { label in
      (1...63).contains(label.utf8.count)
        && label.utf8.allSatisfy { byte in
          (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte)
            || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
        }
    }
    let name = rest.joined(separator: ".")
    return isName && !name.isEmpty && name.utf8.count <= 253 ? name : nil
  }

  /// The names above: `b.c` and `c` of `a.b.c`.
  private static func parents(of name: String) -> [String] {
    let labels = name.split(separator: ".", omittingEmptySubsequences: false)
    return labels.indices.dropFirst().map { labels[$0...].joined(separator: ".") }
  }

  private static func range(_ outer: [UInt8], contains inner: [UInt8]) -> Bool {
    guard outer.count == inner.count else { return false }
    let half = outer.count / 2
    return (0..<half).allSatisfy { index in
      let mask = outer[half + index]
      return inner[half + index] & mask == mask && inner[index] & mask == outer[index] & mask
    }
  }

  private static func text(_ range: [UInt8]) -> String {
    let half = range.count / 2
    let address = LeafNames.text(of: Array(range.prefix(half)))
    let bits = range.suffix(half).reduce(0) { $0 + $1.nonzeroBitCount }
    return bits == half * 8 ? address : "\(address)/\(bits)"
  }
}

extension Array {
  /// The last elements, as long as they satisfy a condition.
  fileprivate func suffix(while isKept: (Element) -> Bool) -> ArraySlice<Element> {
    self[(lastIndex { !isKept($0) }.map { $0 + 1 } ?? startIndex)...]
  }
}
