import Basics
import Testing

@testable import ProviderModel

extension Facts {
  /// What is known when someone has just asked, and nothing has been found out.
  static func plain(_ provider: Provider) throws -> Facts {
    let route = try #require(provider.endpoints.first?.routes.first)
    return Facts(
      provider: provider, base: Base(scheme: "http", authority: "127.0.0.1:8080", prefix: "/tiny"),
      variables: provider.variables.map(\.rule.fallback), route: route, now: 1_512_592_611,
      query: Parameters([]), form: Parameters([]),
      request: RequestFacts(method: "GET", path: "/d", rawQuery: ""),
      random: SeededGenerator(seed: 0))
  }

  /// The same at a provider that has nothing but these templates and bits.
  static func tiny(
    templates: [(String, String)] = [], bits: [(String, Int)] = []
  ) throws -> Facts {
    let parts = JSONObject(templates.map { .init($0.0, JSONValue(.string($0.1))) })
    let masks = JSONObject(bits.map { .init($0.0, JSONValue(.number(String($0.1)))) })
    let fixture: JSONValue = [
      "schema": 1, "id": "tiny", "title": "Tiny", "hosts": ["main": "tiny.test"],
      "scope": ["bits": JSONValue(.object(masks))], "templates": JSONValue(.object(parts)),
      "shapes": ["nothing": ["empty": true]], "errors": [:],
      "endpoints": ["d": ["kind": "document", "at": "main:/d/{x}", "answer": "nothing"]],
      "vars": ["x": ["table": "xs"]], "tables": ["xs": ["key": "id"]],
    ]
    var set = FixtureSet()
    try set.add(fixture.encoded(), name: "tiny.json")
    return try plain(set.resolve("tiny"))
  }
}

extension Template {
  /// A template read where no provider has declared anything.
  static func compiled(_ source: String, templates: [String] = []) throws -> Template {
    var vocabulary = Vocabulary()
    vocabulary.templates = templates
    let findings = Diagnostics()
    let template = vocabulary.template(JSONValue(.string(source)), "", findings)
    guard let template, findings.list.isEmpty else { throw FixtureError(findings.list) }
    return template
  }
}
