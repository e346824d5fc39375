import Basics
import HTTPTypes

/// Finds secrets by their names, wherever a request or an answer may carry them: also where a client has put them
/// by mistake, for that is what a journal is read for.
struct SecretSearch {
  var names: Set<String>
  private(set) var found: Set<[UInt8]> = []
  /// Whether there are more secrets than anybody sends in earnest. The search ends then, and the whole content is hidden:
  /// to look for thousands of secrets everywhere would take longer than a request may.
  private(set) var isOverfull = false

  private static let usual: Set<String> = [
    "access_token", "assertion", "client_assertion", "client_secret", "code", "code_verifier",
    "id_token", "id_token_hint", "pass", "password", "refresh_token", "secret", "sig", "token",
  ]
  /// Shorter texts would also match where they are not secret.
  private static let shortest = 4
  /// An address within a parameter of an address, and once more.
  private static let deepest = 3
  private static let most = 64

  init(names: Set<String>) { self.names = names }

  func isSecret(_ name: String) -> Bool {
    Self.usual.contains(name.lowercased()) || names.contains(name)
  }

  mutating func look(at request: Request) {
    address(request.target)
    for field in request.headers {
      if field.isNamed(.authorization) || field.isNamed(.proxyAuthorization) {
        // A token that stands there alone is one too.
        note(field.value)
        note(field.value.drop { $0 != " " }.drop { $0 == " " })
      } else if field.isNamed(.cookie) {
        for (_, value) in Cookies.read(field.value) { note(value) }
      } else if field.isNamed(.referer) {
        address(field.value)
      } else {
        let name = field.name.lowercased()
        if ["token", "secret", "password", "api-key"].contains(where: name.contains) {
          note(field.value)
        }
      }
    }
    let type = request.headers[.contentType] ?? ""
    if type.lowercased().hasPrefix("multipart/"),
      let parts = Multipart.read(request.body, contentType: type)
    {
      for part in parts.list where isSecret(part.name) { note(part.value) }
    } else if !json(request.body) {
      pairs(String(decoding: request.body, as: UTF8.self)[...])
    }
  }

  mutating func look(at answer: Answer) {
    if let location = answer.headers[.location] { address(location) }
    for line in answer.headers[values: .setCookie] {
      if let value = line.split(separator: ";").first?.split(separator: "=", maxSplits: 1).last {
        note(value)
      }
    }
    if answer.headers[.contentType]?.hasPrefix("text/html") == true {
      html(answer.body)
    }
    // A rule may call it something else, or put something before it.
    if !json(answer.body) { raw(answer.body) }
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
      if isSecret(name) {
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
      if let known = name, isSecret(known) { note(text) }
      let next = bytes[end...].dropFirst().first { !Self.blanks.contains($0) }
      name = next == UInt8(ascii: ":") ? text : nil
      index = min(end + 1, bytes.endIndex)
    }
  }

  private static let blanks: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D]

  private mutating func members(_ value: JSONValue, _ depth: Int = 0) {
    guard depth < 8 else { return }
    for member in value.objectValue ?? JSONObject() {
      if isSecret(member.name), let text = member.value.stringValue { note(text) }
      members(member.value, depth + 1)
    }
    for element in value.arrayValue ?? [] { members(element, depth + 1) }
    if let text = value.stringValue { address(text) }
  }

  /// Hidden fields of a form that posts itself, and addresses in attributes.
  private mutating func html(_ bytes: [UInt8]) {
    for tag in bytes.split(separator: UInt8(ascii: "<")) {
      var name = ""
      var value = ""
      let pieces = tag.prefix { $0 != UInt8(ascii: ">") }
        .split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
      for (attribute, text) in zip(pieces, pieces.dropFirst()) {
        if attribute.hasSuffix(" name=") { name = text }
        if attribute.hasSuffix(" value=") { value = text }
        if attribute.hasSuffix("=") { address(text) }
      }
      if isSecret(name) { note(value) }
    }
  }
}
