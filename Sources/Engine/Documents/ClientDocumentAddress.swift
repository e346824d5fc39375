import Basics
import ProviderModel

/// A client ID that is the address of the client's metadata (draft-ietf-oauth-client-id-metadata-document-02 §3).
package struct ClientDocumentAddress: Sendable {
  package let text: String
  /// The mistake in the address, as the rest of a sentence; `nil` if it is valid.
  package let flaw: String?

  /// The longest address, in bytes.
  private static let longest = 2048

  /// - Returns: `nil` if the ID is an ordinary one and not a web address.
  package init?(_ id: String) {
    guard id.utf8.starts(with: "https://".utf8) || id.utf8.starts(with: "http://".utf8) else {
      return nil
    }
    text = id
    flaw = Self.flaw(of: id)
  }

  private static func flaw(of id: String) -> String? {
    let reference = URIReference(id)
    let host = reference.host
    if id.utf8.count > longest { return "is longer than \(longest) bytes" }
    if !id.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) {
      return "has a character that an address has only percent-encoded"
    }
    if reference.fragment != nil { return "has a fragment" }
    if reference.authority.utf8.contains(UInt8(ascii: "@")) { return "has a user name" }
    guard let host else { return "has no host" }
    if !hasPort(String(reference.authority), host) { return "has an invalid port" }
    if reference.scheme == "http", !HostName.isLoopback(host) {
      return "has the scheme http, and its host is not the loopback"
    }
    let path = reference.path
    if path.isEmpty || path.utf8.elementsEqual("/".utf8) { return "has no path" }
    let segments = path.utf8.split(separator: UInt8(ascii: "/"))
    if segments.contains(where: isDots) { return "has a path with . or .. as a segment" }
    return nil
  }

  /// `.` and `..`, also percent-encoded (RFC 3986 §6.2.2.2).
  private static func isDots(_ segment: Substring.UTF8View.SubSequence) -> Bool {
    let plain = String(decoding: segment, as: UTF8.self).lowercased()
    let parts = plain.split(separator: "%2e", omittingEmptySubsequences: false)
    let joined = parts.joined(separator: ".")
    return joined == "." || joined == ".."
  }

  private static func hasPort(_ authority: String, _ host: String) -> Bool {
    let rest = authority.utf8.dropFirst(host.utf8.count)
    guard rest.first == UInt8(ascii: ":") else { return rest.isEmpty }
    return rest.dropFirst().allSatisfy { (0x30...0x39).contains($0) }
      && UInt16(Substring(rest.dropFirst())).map { $0 > 0 } == true
  }
}
