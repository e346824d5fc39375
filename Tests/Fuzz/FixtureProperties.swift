import Basics
import ProviderModel
import Server

/// Whatever `check` finds in a file has a place in it and a sentence; a provider that has no error is resolved; a cast and
/// a scenario that are read once are read twice.
enum FixtureProperties {
  static func check(_ bytes: [UInt8]) throws {
    let root = try? JSONReader().read(bytes, file: name).root
    var findings: [Diagnostic]
    do {
      if root?["kind"]?.stringValue == "scenario" || root?["rules"] != nil {
        findings = try checkScenario(bytes)
      } else if root?["kind"] != nil || root?["people"] != nil || root?["clients"] != nil {
        findings = try checkCast(bytes)
      } else {
        findings = try checkProvider(bytes)
      }
    } catch let error as FixtureError {
      try hold(!error.findings.isEmpty || error.sentence != nil, "a file is refused without a word")
      findings = error.findings
    }
    let lines = bytes.count { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") } + 1
    for finding in findings {
      let isLine = finding.description.unicodeScalars.allSatisfy {
        $0.properties.generalCategory != .control
      }
      try hold(!finding.sentence.isEmpty && isLine, "\(finding.description.shown) is no line")
      guard let origin = finding.origin, origin.file == name else { continue }
      try hold((1...lines).contains(origin.line), "line \(origin.line) is not there: \(finding)")
    }
  }

  private static let name = "seed.json"
  /// The bundled providers are read once.
  private static let bundled: FixtureSet = BundledFixtures.providers()
  private static let providers = Result {
    ProviderCatalog(try ["standard", "vk"].map { try bundled.resolve($0) })
  }

  private static func checkProvider(_ bytes: [UInt8]) throws -> [Diagnostic] {
    var set = bundled
    let file = try set.add(bytes, name: name)
    let findings = set.check(file.id)
    try hold(findings == findings.sorted(), "findings are not in order")
    if findings.allSatisfy({ $0.severity != .error }) {
      let provider: Provider
      do { provider = try set.resolve(file.id) } catch {
        throw Broken(
          description: "nothing is wrong with \(file.id), and it is not resolved: \(error)")
      }
      try hold(provider.id == file.id, "\(file.id) is resolved as \(provider.id)")
      try hold(set.check(file.id) == findings, "another look finds something else")
    }
    return findings
  }

  private static func checkCast(_ bytes: [UInt8]) throws -> [Diagnostic] {
    var cast = BundledFixtures.defaultCast
    let providers = try providers.get()
    let added = try cast.add(bytes, name: name, providers: providers, others: bundled.ids)
    let people = cast.people.map(\.username)
    // All people of the file exist now, so the same file adds nobody.
    let again = try cast.add(bytes, name: name, providers: providers, others: bundled.ids)
    try hold(cast.people.map(\.username) == people, "a cast that is read twice brings more people")
    try hold(again.warnings == added.warnings, "another look finds something else")
    return added.warnings
  }

  private static func checkScenario(_ bytes: [UInt8]) throws -> [Diagnostic] {
    func read() throws -> [Rule] {
      try RuleReader(
        providers: providers.get(), scenarios: BundledFixtures.scenarios,
        cast: BundledFixtures.defaultCast
      ).scenario(bytes, name: name)
    }
    let rules = try read()
    try hold(try read().map(\.id) == rules.map(\.id), "a scenario is read twice as another one")
    try hold(Set(rules.map(\.id)).count == rules.count, "two rules have one id: \(rules.map(\.id))")
    return []
  }
}
