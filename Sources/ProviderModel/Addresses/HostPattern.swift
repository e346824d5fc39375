/// A host name with at most one `{variable}`.
package struct HostPattern: Sendable, Equatable {
  /// As the fixture has it.
  package let text: String
  package let variable: String?
  /// Before and behind the variable, in small letters.
  private let head: String
  private let tail: String
  private let rawHead: Substring
  private let rawTail: Substring

  package init(_ text: String) {
    self.text = text
    guard let open = text.firstIndex(of: "{"), let close = text.firstIndex(of: "}"), open < close
    else {
      (variable, rawHead, rawTail) = (nil, text[...], "")
      (head, tail) = (text.lowercased(), "")
      return
    }
    variable = String(text[text.index(after: open)..<close])
    rawHead = text[..<open]
    rawTail = text[text.index(after: close)...]
    head = rawHead.lowercased()
    tail = rawTail.lowercased()
  }

  /// What is wrong with a host name (RFC 1123 §2.1); `nil` for nothing.
  static func flaw(of text: String) -> String? {
    if text.count(where: { $0 == "{" }) > 1 {
      return "expected at most one variable in a host name, found \"\(text)\""
    }
    if text.hasPrefix("{"), text.hasSuffix("}") {
      return
        "expected a domain behind the variable, such as \(text).example.test, found \"\(text)\"; "
        + "serve --at-root ID --public-url https://HOST plays a provider at any host"
    }
    var name = text
    while let open = name.firstIndex(of: "{"), let close = name[open...].firstIndex(of: "}") {
      name.replaceSubrange(open...close, with: "x")
    }
    let labels = name.split(separator: ".", omittingEmptySubsequences: false)
    if text.contains("{}") {
      return "expected a name in the braces, such as {tenant}.example.test, found \"\(text)\""
    }
    // No domain at the top begins with a digit.
    if labels.last?.first?.isNumber == true {
      return
        "expected the name of a host, found the IP address \"\(text)\"; providers are known by names"
    }
    if text.lowercased() == "localhost" {
      return "expected a host of the service, found \"\(text)\", which is this machine"
    }
    let isName = labels.allSatisfy { label in
      (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
        && label.unicodeScalars.allSatisfy {
          $0.isASCII
            && ($0.properties.isAlphabetic || ("0"..."9").contains($0)
              || "-_".unicodeScalars.contains($0))
        }
    }
    guard isName, name.utf8.count <= 253 else {
      return "expected a host name such as login.example.test, found \"\(text)\""
    }
    return nil
  }

  /// The name, with the variable's value in its place.
  func filled(_ value: String?) -> String {
    variable == nil ? text : rawHead + (value ?? "") + rawTail
  }

  /// What a host name in small letters binds: `nil` where it is another one, an empty text where there is no variable.
  package func match(_ host: String) -> String? {
    guard variable != nil else { return host == head ? "" : nil }
    guard host.hasPrefix(head), host.hasSuffix(tail),
      host.utf8.count > head.utf8.count + tail.utf8.count
    else { return nil }
    let value = host.dropFirst(head.count).dropLast(tail.count)
    return value.utf8.contains(UInt8(ascii: ".")) ? nil : String(value)
  }
}
