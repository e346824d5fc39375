import Basics

/// Suggestions for misspelled names: "did you mean".
package enum Suggestion {
  /// Nothing is near a longer name, in bytes: a request may hold any.
  private static let longest = 512

  package static func nearest(to name: String, among names: some Sequence<String>) -> String? {
    guard name.utf8.count <= longest else { return nil }
    return names.compactMap { known in distance(name, near: known).map { (known, $0) } }
      .min { ($0.1, $0.0) < ($1.1, $1.0) }?.0
  }

  /// The distance of two names of which one may be a slip of the other; `nil` if they differ by too much.
  private static func distance(_ name: String, near known: String) -> Int? {
    let (wanted, known) = ownParts(name.lowercased(), known.lowercased())
    // Of one letter, every other one is as near as the next.
    let limit = min(max(1, wanted.count / 3), wanted.count - 1)
    // Names whose lengths differ by more are further away.
    guard limit >= 0, abs(wanted.count - known.count) <= limit else { return nil }
    let distance = distance(wanted, known)
    return distance <= limit ? distance : nil
  }

  /// Two names without the beginning that they share, up to a colon or slash: all grant types of the IETF and all addresses of a
  /// provider begin alike, and only the rest tells them apart.
  private static func ownParts(_ one: String, _ other: String) -> (String, String) {
    let shared = zip(one, other).prefix { $0 == $1 }.map(\.0)
    guard let end = shared.lastIndex(where: { $0 == ":" || $0 == "/" }) else { return (one, other) }
    return (String(one.dropFirst(end + 1)), String(other.dropFirst(end + 1)))
  }

  /// The name of which another one is a slip of one letter. Short names may be near by chance.
  package static func slip(of name: String, among names: Set<String>) -> String? {
    let length = name.utf8.count
    guard length < 64, name.count >= 6 else { return nil }
    return names.filter { abs($0.utf8.count - length) <= 4 }.sorted()
      .first { distance(name, $0) == 1 }
  }

  /// The nearest name, or the name that this language has for another word.
  private static func meant(by name: String, among names: some Collection<String>) -> String? {
    nearest(to: name, among: names)
      ?? synonyms.first { $0.key == name.lowercased() && names.contains($0.value) }?.value
  }

  /// Words of other tools and of the RFCs: kinds of endpoints, roots of placeholders, filters, members, and commands.
  private static let synonyms: KeyValuePairs = [
    "authorization": "authorize", "userinfo": "resource", "api": "resource",
    "jwks": "document", "keys": "document", "metadata": "document", "discovery": "document",
    "openid_configuration": "document", "revocation": "revoke", "introspection": "introspect",
    "par": "pushed_authorization", "device_code": "device_authorization",
    "end_session": "logout", "signout": "logout", "signin": "login", "approve": "consent",
    "user": "person", "account": "person", "claims": "person", "profile": "person",
    "request": "req",
    "params": "req", "headers": "req", "path": "vars", "route": "vars", "variables": "vars",
    "tokens": "tok", "credentials": "tok", "app": "client", "url": "base", "time": "now",
    "lowercase": "lower", "downcase": "lower", "urlencode": "encode", "escape": "encode",
    "substr": "prefix", "slice": "prefix", "truncate": "prefix", "capitalize": "title",
    "int": "number", "str": "string", "tostring": "string", "hash": "sha256", "concat": "join",
    "strftime": "date", "add": "plus", "subtract": "minus", "multiply": "times",
    "divide": "divided",
    "users": "people", "accounts": "people", "apps": "clients", "applications": "clients",
    "refuse": "condition", "error": "condition", "respond": "answer", "response": "answer",
    "status": "answer",
    "client_secret": "secret", "clientsecret": "secret", "id": "client_id",
    "callbacks": "redirect_uris", "callback_urls": "redirect_uris", "redirects": "redirect_uris",
    "callback_url": "redirect_uris", "gives": "issues", "id_token": "id", "access_token": "access",
    "refresh_token": "refresh", "code": "authorization_code", "authorization_code": "code",
    "scenario": "rules", "person": "sign_in", "remove": "drop", "list": "ls", "show": "ls",
    "sign_in": "answer", "alg": "signature", "exp": "shift", "path": "endpoint", "url": "endpoint",
    "deny": "denies", "denied": "denies", "decline": "denies", "refuse": "denies", "lock": "locked",
    "deny": "denied", "denies": "denied", "decline": "denied", "reject": "denied", "no": "denied",
    "allow": "granted", "allows": "granted", "allowed": "granted", "grant": "granted",
    "grants": "granted", "approve": "granted", "approved": "granted", "accept": "granted",
    "accepted": "granted", "yes": "granted",
    "examine": "conform", "examine": "examineClient", "conform": "examineClient",
  ]

  /// `; did you mean "x"?`, or nothing.
  package static func question(for name: String, among names: some Collection<String>) -> String {
    meant(by: name, among: names).map { "; did you mean \"\($0)\"?" } ?? ""
  }

  /// `; did you mean "x"?`, or the whole list where nothing is near and the list is short.
  package static func hint(for name: String, among names: some Collection<String>) -> String {
    let question = question(for: name, among: names)
    guard question.isEmpty else { return question }
    let known = Set(names)
    guard !known.isEmpty, known.count <= mostListed else { return "" }
    return "; known here: \(known.sorted().joined(separator: ", "))"
  }

  /// `; did you mean "x"? Known here: …`: the list, unless a name is near. Of a very long list it shows the names that share a
  /// word with this one, or else the first names.
  package static func list(for name: String, among names: some Collection<String>) -> String {
    guard !names.isEmpty else { return "" }
    let known = Set(names)
    let isEndless = known.count > mostAtAll
    let related: Set<String> = isEndless ? known.filter { hasCommonWord($0, name) } : []
    let shown = (related.isEmpty ? known : related).sorted()
      .prefix(isEndless ? mostListed : known.count)
    let list =
      "nown here: \(shown.joined(separator: ", "))"
      + (isEndless ? " and \(known.count - shown.count) more" : "")
    guard let near = meant(by: name, among: names) else { return "; k\(list)" }
    return "; did you mean \"\(near)\"?" + (known.count <= mostListed ? " K\(list)" : "")
  }

  /// More names than these are not listed after one that is near.
  static let mostListed = 16
  /// More names than these are never listed as a whole.
  private static let mostAtAll = 40

  /// Edit distance that counts a swap of neighbours as one step, on names of bounded length.
  static func distance(_ a: String, _ b: String) -> Int {
    let a = Array(a.unicodeScalars.prefix(64))
    let b = Array(b.unicodeScalars.prefix(64))
    var before = [Int](repeating: 0, count: b.count + 1)
    var last = Array(0...b.count)
    var row = before
    for i in a.indices {
      row[0] = i + 1
      for j in b.indices {
        let change = last[j] + (a[i] == b[j] ? 0 : 1)
        row[j + 1] = min(change, last[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          row[j + 1] = min(row[j + 1], before[j - 1] + 1)
        }
      }
      (before, last, row) = (last, row, before)
    }
    return last[b.count]
  }
}

extension Suggestion {
  /// The address that is meant by a path: one that ends as it does, however it begins; else one whose last segment has a
  /// word of its last segment; else the nearest by its letters.
  ///
  /// `/a/oauth2/token` is nearer to `/a/authorize` by its letters, and means `/a/token`.
  /// - Parameter preferred: Addresses that go before others which are as near, such as those of a discovery document.
  package static func nearest(
    toPath path: String, among addresses: [String], preferring preferred: Set<String> = []
  ) -> String? {
    guard path.utf8.count <= longest else { return nil }
    func segments(_ path: String) -> [String] {
      path.lowercased().split(separator: "/").map(String.init)
    }
    let wanted = segments(path)
    func best(_ score: ([String]) -> Int) -> String? {
      addresses.map { (address: $0, score: score(segments($0))) }.filter { $0.score > 0 }
        .min {
          let (one, other) = ($0.address, $1.address)
          let isLater = (preferred.contains(one) ? 0 : 1, preferred.contains(other) ? 0 : 1)
          return ($1.score, isLater.0, distance(path, one), one)
            < ($0.score, isLater.1, distance(path, other), other)
        }?.address
    }
    return best { known in
      let alike = zip(wanted.reversed(), known.reversed()).prefix { $0 == $1 }.count
      let akin = alike > 0 || shareWord(known.last ?? "", wanted.last ?? "")
      // What the path begins with says where one is, and not what one wants.
      return akin ? 1 + 2 * alike + zip(wanted, known).prefix { $0 == $1 }.count * 2 : 0
    } ?? nearest(to: path, among: addresses)
  }

  /// Whether half of the words of each of two segments stand in the other, or begin one there: `oauth_auth` and `authorize`.
  private static func shareWord(_ one: String, _ other: String) -> Bool {
    let (one, other) = (words(one), words(other))
    func isHalf(of words: Set<Substring>, in known: Set<Substring>) -> Bool {
      let shared = words.count { word in
        known.contains { $0.hasPrefix(word) || word.hasPrefix($0) }
      }
      return shared > 0 && 2 * shared >= words.count
    }
    return isHalf(of: one, in: other) && isHalf(of: other, in: one)
  }

  /// Whether a word of one name begins a word of the other.
  private static func hasCommonWord(_ one: String, _ other: String) -> Bool {
    guard other.utf8.count <= longest else { return false }
    let (one, other) = (words(one.lowercased()), words(other.lowercased()))
    return one.contains { word in
      other.contains { $0.hasPrefix(word) || word.hasPrefix($0) }
    }
  }

  private static func words(_ segment: String) -> Set<Substring> {
    // How a document is written says nothing of what it is.
    Set(segment.split { !$0.isLetter }.filter { $0.count > 2 && $0 != "json" })
  }
}
