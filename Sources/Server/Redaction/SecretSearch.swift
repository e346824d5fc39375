import Basics
import Engine
import HTTPTypes

/// Finds secrets by their names, wherever a request or an answer may carry them: also where a client has put them
/// by mistake, for that is what a journal is read for.
///
/// Here the syntax is known, so each text is read as its recipient reads it. `NamedSecrets` guesses the syntax of a text.
package struct SecretSearch {
  private let names: SecretNames
  package private(set) var found: Set<[UInt8]> = []
  /// Whether there are more secrets than anybody sends in earnest. The search ends then, and the whole content is hidden.
  private(set) var isOverfull = false

  /// Shorter texts would also match where they are not secret.
  private static let shortest = 4
  /// An address within a parameter of an address, and once more.
  private static let deepest = 3
  private static let most = 64

  package init(_ names: SecretNames = SecretNames()) { self.names = names }

  package mutating func look(at request: Request) {
    address(request.target)
    look(at: request.headers)
    let type = request.headers[.contentType] ?? ""
    if type.lowercased().hasPrefix("multipart/"),
      let parts = Multipart.read(request.body, contentType: type)
    {
      for part in parts.list where names.contains(part.name) { note(part.value) }
    } else if !json(request.body) {
      pairs(String(decoding: request.body, as: UTF8.self)[...])
    }
  }

  package mutating func look(at answer: Answer) {
    look(at: answer.headers)
    if answer.headers[.contentType]?.hasPrefix("text/html") == true {
      html(answer.body)
    }
    // A rule may call it something else, or put something before it.
    if !json(answer.body) { raw(answer.body) }
  }

  private mutating func look(at fields: Headers) {
    for field in fields {
      if field.isNamed(.authorization) || field.isNamed(.proxyAuthorization) {
        // A journal that is read again has marks, and a mark has no scheme.
        guard SecretMark.length(Array(field.value.utf8)[...]) == 0 else { continue }
        // A token that stands there alone is one too.
        note(field.value)
        note(field.value.drop { $0 != " " }.drop { $0 == " " })
      } else if field.isNamed(.cookie) {
        for (_, value) in Cookies.read(field.value) { note(value) }
      } else if field.isNamed(.setCookie) {
        let pair = field.value.prefix { $0 != ";" }
        if let value = pair.split(separator: "=", maxSplits: 1).last { note(value) }
      } else if field.isNamed(.referer) || field.isNamed(.location) {
        address(field.value)
      } else if SecretNames.isSecret(field: field.name) || names.contains(field.name.lowercased()) {
        note(field.value)
      }
    }
  }

  /// - Parameter depth: how many addresses the text stands within; it is noted as it is written in each.
  private mutating func note(_ text: some StringProtocol, _ depth: Int = 0) {
    guard text.utf8.count >= Self.shortest, !isOverfull else { return }
    found.insert(Array(text.utf8))
    isOverfull = found.count > Self.most
    guard depth > 0 else { return }
    note(QueryStyle.rfc3986.encode([(name: "", value: String(text))]).dropFirst(), depth - 1)
  }

  private mutating func pairs(_ text: Substring, _ depth: Int = 0) {
    for piece in text.split(separator: "&") where !isOverfull {
      let halves = piece.split(separator: "=", maxSplits: 1)
      guard halves.count == 2 else { continue }
      let plain = PercentCoding.decode(halves[1], plusIsSpace: true)
      // In an attribute of a page an ampersand is written as an entity.
      let key = halves[0].hasPrefix("amp;") ? halves[0].dropFirst(4) : halves[0]
      let name = PercentCoding.decode(key, plusIsSpace: true) ?? String(key)
      // A logout token grants nothing, and a reader wants to see its claims.
      let mayBeToken = name != "logout_token"
      if names.contains(name) || (mayBeToken && plain.map(NamedSecrets.isToken) == true) {
        note(halves[1], depth)
        if let plain { note(plain, depth) }
      } else if let plain, depth < Self.deepest {
        address(plain, depth + 1)
      }
    }
  }

  private mutating func address(_ text: String, _ depth: Int = 0) {
    for part in text.split(whereSeparator: { $0 == "?" || $0 == "#" }).dropFirst() {
      pairs(part, depth)
    }
  }

  /// - Returns: whether it is JSON.
  private mutating func json(_ bytes: [UInt8]) -> Bool {
    guard let first = bytes.first(where: { !Self.blanks.contains($0) }),
      first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    else { return false }
    raw(bytes)
    // What only begins like JSON may be a form.
    guard let tree = try? JSONReader().read(bytes, file: "").root else { return false }
    members(tree)
    return true
  }

  /// `"name": "text"` as it stands there: with its escapes, and also where the whole is no JSON.
  private mutating func raw(_ bytes: [UInt8]) {
    let quote = UInt8(ascii: "\"")
    var name: String?
    var index = bytes.startIndex
    while !isOverfull, let start = bytes[index...].firstIndex(of: quote) {
      var end = start + 1
      while end < bytes.endIndex, bytes[end] != quote {
        end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
      }
      end = min(end, bytes.endIndex)
      let text = String(decoding: bytes[(start + 1)..<end], as: UTF8.self)
      // Between a name and its value stands a colon: another value, such as a number, makes the next text a name.
      let isValue = bytes[index..<start].allSatisfy {
        $0 == UInt8(ascii: ":") || Self.blanks.contains($0)
      }
      if isValue, let known = name, names.contains(known) { note(text) }
      let next = bytes[end...].dropFirst().first { !Self.blanks.contains($0) }
      name = next == UInt8(ascii: ":") ? text : nil
      index = min(end + 1, bytes.endIndex)
    }
  }

  private static let blanks: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D]

  private mutating func members(_ value: JSONValue, _ depth: Int = 0) {
    guard depth < 8 else { return }
    for member in value.objectValue ?? JSONObject() {
      if names.contains(member.name), let text = member.value.stringValue { note(text) }
      members(member.value, depth + 1)
    }
    for element in value.arrayValue ?? [] { members(element, depth + 1) }
    if let text = value.stringValue { address(text) }
  }

  /// Hidden fields of a form that posts itself, and addresses in attributes.
  private mutating func html(_ bytes: [UInt8]) {
    var isSecretPicture = false
    for tag in bytes.split(separator: UInt8(ascii: "<")) {
      if tag.starts(with: "svg".utf8) {
        isSecretPicture = tag.firstRange(of: Array(" data-secret".utf8)) != nil
      }
      var name = ""
      var value = ""
      let pieces = tag.prefix { $0 != UInt8(ascii: ">") }
        .split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
      for (attribute, text) in zip(pieces, pieces.dropFirst()) {
        if attribute.hasSuffix(" name=") { name = text }
        if attribute.hasSuffix(" value=") { value = text }
        if attribute.hasSuffix("=") { address(text) }
        // A QR code shows an address with a secret.
        if isSecretPicture, attribute.hasSuffix(" d=") { note(text) }
      }
      if names.contains(name) || NamedSecrets.isToken(value) { note(value) }
    }
  }
}
