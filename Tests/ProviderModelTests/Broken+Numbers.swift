/// Numbers out of range. Without a bound, each of them would crash the server when it is used.
extension Broken {
  static let numbers: [Broken] = [
    number(
      "a lifetime that no clock reaches", "\"lifetime\": 3600 }", "9223372036854775807",
      "from 0 to 3155760000", "/credentials/code/lifetime"),
    number(
      "a lifetime that has ended before it begins", "\"lifetime\": 3600 }", "-98765",
      "from 0 to 3155760000", "/credentials/code/lifetime"),
    number(
      "a lifetime that no integer holds", "\"lifetime\": 3600 }", "92233720368547758070",
      "from 0 to 3155760000", "/credentials/code/lifetime"),
    number(
      "a lifetime in a branch", "\"then\": 0, \"else\": 86400 }", "3155760001",
      "from 0 to 3155760000", "/credentials/access/lifetime/else"),
    number(
      "a redirect that is none", "\"after_post\": 302", "307", "from 301 to 303", "/after_post"),
    number(
      "a shape's status that HTTP has not", "\"status\": 401", "1000", "from 200 to 599",
      "/shapes/refusal/status"),
    number(
      "a shape's status that announces an answer", "\"status\": 401", "100", "from 200 to 599",
      "/shapes/refusal/status"),
    added(
      "a page's status that HTTP has not", "\"consent\": {\n      \"template\"",
      "\"status\": -98765",
      "from 200 to 599", "/pages/consent/status"),
    added(
      "a grace that never ends", "\"authorization_code\": {",
      "\"reuse\": \"grace\", \"grace\": 9223372036854775807",
      "from 0 to 3155760000", "/token/grants/authorization_code/grace"),
    added(
      "a clock that may be off backwards", "\"client_auth\": {", "\"skew\": -98765",
      "from 0 to 86400",
      "/token/client_auth/signature/skew", inside: "signature"),
    added(
      "a clock that may be off for ever", "\"client_auth\": {", "\"skew\": 9223372036854775807",
      "from 0 to 86400", "/token/client_auth/signature/skew", inside: "signature"),
    number(
      "a window that never ends", "\"rate\": { \"most\": 3, \"seconds\": 1 }",
      "9223372036854775807",
      "from 1 to 3155760000", "/endpoints/users.get/rate/seconds", on: true),
    number(
      "less than no calls", "\"rate\": { \"most\": 3", "-98765", "from 1 to 1000000000",
      "/endpoints/users.get/rate/most", on: true),
    number(
      "a bit that is none", "\"notify\": 1", "-9223372036854775808",
      "from 1 to 4611686018427387904",
      "/scope/bits/notify"),
    Broken(
      "a scope's pattern that is none",
      [("\"split\": \" ,\",", "\"split\": \" ,\", \"patterns\": [\"(((){4096}){4096}){4096}\"],")],
      [
        Said(
          at: "\"(((",
          "the pattern is too large once its counts are written out (at /scope/patterns/0)")
      ]),
    Broken(
      "a prefix of less than nothing", [("{{person.id|number}}", "{{person.id|prefix:-1}}")],
      [
        Said(
          at: "\"{{person.id|prefix",
          "expected a whole number from 0 to 3155760000 after prefix:, found \"-1\" (at "
            + "/shapes/token/json/user_id)")
      ]),
  ]

  /// A passage's last number replaced by another.
  private static func number(
    _ name: String, _ passage: String, _ found: String, _ range: String, _ pointer: String,
    on: Bool = false
  ) -> Broken {
    let end = passage.lastIndex { $0.isNumber } ?? passage.startIndex
    let start = passage[..<end].lastIndex { !$0.isNumber } ?? passage.startIndex
    let changed = passage[...start] + found + passage[passage.index(after: end)...]
    // A quirk that is off is not looked at.
    let switched = (
      "\"on\": false,\n      \"patch\": { \"endpoints\"", "\"patch\": { \"endpoints\""
    )
    return Broken(
      name, [(passage, String(changed))] + (on ? [switched] : []),
      [Said(at: found, "expected a whole number \(range), found \(found) (at \(pointer))")])
  }

  /// A member that stands behind a passage.
  private static func added(
    _ name: String, _ passage: String, _ member: String, _ range: String, _ pointer: String,
    inside object: String? = nil
  ) -> Broken {
    let found = member.split(separator: " ").last.map(String.init) ?? ""
    let whole = object.map { "\"\($0)\": { \"scheme\": \"X\", \(member) }" } ?? member
    let brace = passage.firstIndex(of: "{") ?? passage.startIndex
    let changed = passage[...brace] + " \(whole)," + passage[passage.index(after: brace)...]
    return Broken(
      name, [(passage, String(changed))],
      [Said(at: found, "expected a whole number \(range), found \(found) (at \(pointer))")])
  }
}
