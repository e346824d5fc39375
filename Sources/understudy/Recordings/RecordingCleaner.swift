import Basics
import Engine
import HTTPTypes
import JOSE
import Server

/// Replaces the secrets of a recording.
///
/// A secret has the same replacement wherever it occurs, so that the recording can still be played: a code that a response
/// gave is the code that the next request sends. Pages, scripts and pictures are left out, since they may hold secrets that
/// no name announces.
struct RecordingCleaner {
  private var replacements: [String: String] = [:]
  /// The challenges of verifiers that were replaced.
  private var challenges: [String: String] = [:]
  private let names = SecretNames()

  /// How many secrets were found.
  var count: Int { replacements.count }

  /// Begins each replacement.
  static let mark = "cleaned-"

  // MARK: Exchanges

  mutating func clean(_ exchange: inout Recording.Exchange) {
    exchange.request.target = address(exchange.request.target)
    exchange.request.headers = headers(exchange.request.headers)
    exchange.request.body = body(exchange.request.body, exchange.request.headers)
    exchange.answer.headers = headers(exchange.answer.headers)
    exchange.answer.body = body(exchange.answer.body, exchange.answer.headers)
  }

  private mutating func headers(_ headers: Headers) -> Headers {
    Headers(headers.map { .init($0.name, field($0.name, $0.value)) })
  }

  mutating func field(_ name: String, _ value: String) -> String {
    switch name.lowercased() {
    case "authorization", "proxy-authorization": authorization(value)
    case "cookie": cookies(value)
    case "set-cookie": setCookie(value)
    case "location", "referer": address(value)
    default: SecretNames.isSecret(field: name) ? replacement(for: value) : value
    }
  }

  private mutating func authorization(_ value: String) -> String {
    guard let space = value.firstIndex(of: " ") else { return replacement(for: value) }
    let scheme = value[..<space]
    let rest = String(value[space...].drop { $0 == " " })
    guard scheme.lowercased() == "basic", let pair = BasicCredentials(rest) else {
      return "\(scheme) \(replacement(for: rest))"
    }
    let secret = replacement(for: pair.secret)
    return "\(scheme) \(BasicCredentials(id: pair.id, secret: secret).text)"
  }

  private mutating func cookies(_ value: String) -> String {
    value.split(separator: ";").map { pair -> String in
      guard let sign = pair.firstIndex(of: "=") else { return String(pair) }
      let secret = String(pair[pair.index(after: sign)...])
      return pair[...sign] + replacement(for: secret)
    }.joined(separator: ";")
  }

  private mutating func setCookie(_ value: String) -> String {
    guard let sign = value.firstIndex(of: "=") else { return value }
    let end = value.firstIndex(of: ";") ?? value.endIndex
    guard sign < end else { return value }
    let secret = String(value[value.index(after: sign)..<end])
    return value[...sign] + replacement(for: secret) + value[end...]
  }

  // MARK: Texts

  /// The parameters behind `?` and `#` are cleaned.
  mutating func address(_ text: String, depth: Int = 0) -> String {
    guard depth < 4, let mark = text.firstIndex(where: { $0 == "?" || $0 == "#" }) else {
      return text
    }
    let rest = text[text.index(after: mark)...]
    let parts = rest.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    return text[...mark]
      + parts.map { pairs($0, depth: depth) }.joined(separator: "#")
  }

  mutating func pairs(_ text: Substring, depth: Int = 0) -> String {
    text.split(separator: "&", omittingEmptySubsequences: false).map { pair -> String in
      guard let sign = pair.firstIndex(of: "="),
        let name = PercentCoding.decode(pair[..<sign], plusIsSpace: true),
        let value = PercentCoding.decode(pair[sign...].dropFirst(), plusIsSpace: true)
      else { return String(pair) }
      let cleaned =
        isSecret(name, value) ? replacement(of: name, value) : address(value, depth: depth + 1)
      guard cleaned != value else { return String(pair) }
      return pair[...sign] + QueryStyle(safe: "-_.~").encode(cleaned)
    }.joined(separator: "&")
  }

  mutating func json(_ tree: JSONValue, name: String = "", depth: Int = 0) -> JSONValue {
    guard depth < 32 else { return tree }
    if let object = tree.objectValue {
      let members = object.map { member in
        JSONObject.Member(member.name, json(member.value, name: member.name, depth: depth + 1))
      }
      return JSONValue(.object(JSONObject(members)))
    }
    if let array = tree.arrayValue {
      return JSONValue(.array(array.map { json($0, name: name, depth: depth + 1) }))
    }
    guard let text = tree.stringValue else { return tree }
    // An error's name is no code.
    let isWord = name == "code" && text.allSatisfy { $0.isLowercase || $0 == "_" }
    if isSecret(name, text), !isWord { return .init(.string(replacement(of: name, text))) }
    // JSON in a text of JSON.
    if text.first == "{" || text.first == "[",
      let inner = try? JSONReader().read(Array(text.utf8), file: "").root
    {
      let cleaned = json(inner, depth: depth + 1)
      return cleaned == inner ? tree : .init(.string(cleaned.text()))
    }
    return .init(.string(text.contains("://") ? address(text) : text))
  }

  mutating func body(_ bytes: [UInt8], _ headers: Headers) -> [UInt8] {
    switch Structure(bytes, headers) {
    case .none: return bytes
    case .page: return []
    case .json(let tree):
      let cleaned = json(tree)
      return cleaned == tree ? bytes : cleaned.encoded()
    case .form: return Array(pairs(String(decoding: bytes, as: UTF8.self)[...]).utf8)
    case .text(let text):
      if NamedSecrets.isToken(text) { return Array(replacement(for: text).utf8) }
      return NamedSecrets.hidden(bytes, as: .beginning)
    }
  }

  // MARK: Secrets

  /// A logout token grants nothing. The state of a session tells people apart.
  mutating func isSecret(_ name: String, _ value: String) -> Bool {
    if name == "logout_token" { return false }
    return names.contains(name) || name == "session_state" || NamedSecrets.isToken(value)
  }

  /// The replacement of a secret of this name.
  mutating func replacement(of name: String, _ secret: String) -> String {
    name == "code_verifier" ? verifier(for: secret) : replacement(for: secret)
  }

  /// The challenge is made from the verifier (RFC 7636 §4.2): it is replaced with it, so that the recording can be played.
  private mutating func verifier(for secret: String) -> String {
    guard replacements[secret] == nil, !secret.hasPrefix(Self.mark) else {
      return replacement(for: secret)
    }
    let mark = "\(Self.mark)\(replacements.count + 1)-"
    let new = mark + String(repeating: "0", count: max(0, 43 - mark.utf8.count))
    replacements[secret] = new
    func challenge(_ verifier: String) -> String {
      Base64URL.encode(Digest.sha256(Array(verifier.utf8)))
    }
    challenges[challenge(secret)] = challenge(new)
    return new
  }

  /// The replacement of a secret. A JWT loses its signature only: its claims matter, and prove nothing without it.
  mutating func replacement(for secret: String) -> String {
    let parts = secret.split(separator: ".", omittingEmptySubsequences: false)
    let isToken = NamedSecrets.isToken(secret)
    guard !secret.isEmpty, !(isToken ? parts[2] : secret[...]).hasPrefix(Self.mark) else {
      return secret
    }
    if let known = replacements[secret] { return known }
    let mark = "\(Self.mark)\(replacements.count + 1)"
    let new = isToken ? "\(parts[0]).\(parts[1]).\(mark)" : mark
    replacements[secret] = new
    return new
  }

  /// Replaces the secrets that were found, wherever else they stand.
  func everywhere(_ text: [UInt8]) -> [UInt8] {
    let table = Dictionary(
      uniqueKeysWithValues: (replacements.filter { Self.looksSecret($0.key) } + challenges)
        .map { (Array($0.key.utf8), Array($0.value.utf8)) })
    return KnownSecrets(table.keys, as: .replacements(table)).hidden(text)
  }

  /// Whether a text is a secret wherever it stands: cookies have values such as `true` and `en-US`.
  private static func looksSecret(_ text: String) -> Bool {
    text.utf8.count >= 16 && text.contains(where: \.isNumber) && text.contains(where: \.isLetter)
      && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } && !text.contains("://")
  }
}

/// The user and the password of `Authorization: Basic` (RFC 7617), form-encoded as RFC 6749 §2.3.1 has them.
struct BasicCredentials {
  let id: String
  let secret: String

  init(id: String, secret: String) { (self.id, self.secret) = (id, secret) }

  init?(_ text: String) {
    guard let bytes = Base64.decode(text) else { return nil }
    let pair = String(decoding: bytes, as: UTF8.self)
    guard let colon = pair.firstIndex(of: ":") else { return nil }
    func plain(_ part: Substring) -> String {
      PercentCoding.decode(part, plusIsSpace: true) ?? String(part)
    }
    id = plain(pair[..<colon])
    secret = plain(pair[colon...].dropFirst())
  }

  var text: String {
    let style = QueryStyle(safe: "-_.~")
    return Base64.encode(Array("\(style.encode(id)):\(style.encode(secret))".utf8))
  }
}
