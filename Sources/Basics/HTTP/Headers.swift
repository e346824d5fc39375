import HTTPTypes

/// Header fields in the order in which they came, or go out.
///
/// Not `HTTPFields`: that one makes a canonical name and checks each value again for every field of every request,
/// which costs more than the whole decision about it. The names of `HTTPTypes` stay the vocabulary.
package struct Headers: Sendable, Equatable, Codable {
  package struct Field: Sendable, Equatable, Codable {
    /// As it was sent, or is to be sent.
    package var name: String
    package var value: String

    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }

    package func isNamed(_ name: HTTPField.Name) -> Bool { Headers.same(self.name, name) }
  }

  @usableFromInline var fields: [Field]

  @inlinable package init(_ fields: [Field] = []) { self.fields = fields }

  /// The value; of several fields of one name all values, in a list (RFC 9110 §5.3). Setting puts one field in the
  /// place of all of that name; `nil` removes them.
  package subscript(name: HTTPField.Name) -> String? {
    get {
      guard let first = fields.firstIndex(where: { $0.isNamed(name) }) else { return nil }
      let more = fields[(first + 1)...].filter { $0.isNamed(name) }
      guard !more.isEmpty else { return fields[first].value }
      // Cookies are the one field whose list has a separator of its own (RFC 6265 §5.4).
      let separator = name == .cookie ? "; " : ", "
      return more.reduce(fields[first].value) { $0 + separator + $1.value }
    }
    set {
      let place = fields.firstIndex { $0.isNamed(name) }
      if let place, let newValue {
        fields[place].value = newValue
        if fields.count > place + 1 {
          fields[(place + 1)...].removeAll { $0.isNamed(name) }
        }
      } else if let newValue {
        fields.append(Field(name.rawName, newValue))
      } else if place != nil {
        fields.removeAll { $0.isNamed(name) }
      }
    }
  }

  /// The values of all fields of this name, one for each field.
  package subscript(values name: HTTPField.Name) -> [String] {
    get { fields.filter { $0.isNamed(name) }.map(\.value) }
    set {
      fields.removeAll { $0.isNamed(name) }
      fields += newValue.map { Field(name.rawName, $0) }
    }
  }

  /// The value of the first field of this name: for fields that stand once.
  package func first(_ name: HTTPField.Name) -> String? {
    fields.first { $0.isNamed(name) }?.value
  }

  package func contains(_ name: HTTPField.Name) -> Bool { fields.contains { $0.isNamed(name) } }

  /// The media type of the body, in small letters and without parameters (RFC 9110 §8.3.1); empty without a Content-Type.
  package var mediaType: String { Self.mediaType(self[.contentType] ?? "") }

  package static func mediaType(_ value: some StringProtocol) -> String {
    Substring(value.prefix { $0 != ";" }).trimmed.lowercased()
  }

  package mutating func append(_ field: Field) { fields.append(field) }
  package mutating func append(_ name: HTTPField.Name, _ value: String) {
    fields.append(Field(name.rawName, value))
  }
  package mutating func reserveCapacity(_ count: Int) { fields.reserveCapacity(count) }

  /// Names know no case (RFC 9110 §5.1), and are ASCII.
  private static func same(_ name: String, _ other: HTTPField.Name) -> Bool {
    let canonical = other.canonicalName
    return name.utf8.count == canonical.utf8.count && CaseFolding.same(name, asLowercase: canonical)
  }
}

extension Headers: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral elements: (HTTPField.Name, String)...) {
    fields = elements.map { Field($0.0.rawName, $0.1) }
  }
}

// Inlinable, as a loop over another module's collection is generic code, and slow, without it.
extension Headers: RandomAccessCollection {
  @inlinable package var startIndex: Int { fields.startIndex }
  @inlinable package var endIndex: Int { fields.endIndex }
  @inlinable package subscript(position: Int) -> Field { fields[position] }
}

extension HTTPField.Name {
  package static let contentTypeOptions = named("X-Content-Type-Options")
  package static let pragma = named("Pragma")
  package static let referrerPolicy = named("Referrer-Policy")
  /// How a client came to a proxy (RFC 7239), and what they sent before there was a standard.
  package static let forwarded = named("Forwarded")
  package static let xForwardedProto = named("X-Forwarded-Proto")
  /// Which rule has made an answer.
  package static let understudyRule = named("Understudy-Rule")
  /// The number of the journal's entry about an exchange.
  package static let understudyExchange = named("Understudy-Exchange")
  /// Says `stale` if the store can't be reached, and the answer comes from memory.
  package static let understudyStore = named("Understudy-Store")
  /// Which sandbox is meant.
  package static let understudySandbox = named("Understudy-Sandbox")
  /// The ID that a balancer gives a request. If it sends one again, the ID is the same.
  package static let understudyRequest = named("Understudy-Request")
  /// In the log of a sandbox: what was set for all sandboxes when the request came.
  package static let understudyConfiguration = named("Understudy-Configuration")

  /// A proof of possession (RFC 9449 §4.1).
  package static let dPoP = named("DPoP")
  package static let dPoPNonce = named("DPoP-Nonce")
  /// FedCM: what a request is for, and whether somebody is signed in.
  package static let secFetchDest = named("Sec-Fetch-Dest")
  package static let setLogin = named("Set-Login")
  /// The Model Context Protocol over streamable HTTP.
  package static let mcpProtocolVersion = named("MCP-Protocol-Version")
  package static let mcpSessionID = named("Mcp-Session-Id")
  package static let mcpMethod = named("Mcp-Method")
  package static let mcpName = named("Mcp-Name")

  /// These are names: that it can fail is for what comes from outside.
  private static func named(_ text: String) -> HTTPField.Name { HTTPField.Name(text) ?? .server }
}

extension Substring {
  /// Without spaces, tabs and line breaks at either end (RFC 9110 §5.6.3).
  package var trimmed: Substring {
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
    // By bytes: `dropLast()` counts all characters that are left, each time.
    guard let first = utf8.firstIndex(where: { !isBlank($0) }),
      let last = utf8.lastIndex(where: { !isBlank($0) })
    else { return self[endIndex...] }
    return self[first..<utf8.index(after: last)]
  }
}
