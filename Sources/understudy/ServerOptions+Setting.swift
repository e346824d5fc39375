import Basics
import Engine
import ProviderModel
import Server

/// What the options come to, with all that can be wrong with them.
extension ServerOptions {
  func staging() throws -> LoadedFixtures {
    try fixtures.loaded(quirks)
  }

  func set(_ setting: inout MockServer.Setting) throws {
    try checkReach()
    setting.site.acceptsAnyClient = acceptAnyClient
    try Self.checkHosts(allowHost, "--allow-host", such: "mock.example")
    setting.site.allowedHosts = (allowHost + (host.map { [$0] } ?? [])).map(HostName.bracketed)
    setting.site.root = atRoot
    setting.site.isPlain = plain
    setting.site.version = UnderstudyTool.version
    setting.site.advice = .commandLine
    setting.house.showsPasswords = beyondLoopback == nil
    setting.site.publicURLs = try Self.origins(publicURLs, "--public-url")
    if let maxSandboxes { setting.sandboxes.most = Int(clamping: maxSandboxes) }
    setting.site.internalURLs = try Self.origins(internalURLs, "--internal-url")
  }

  /// - Throws: where nobody has the root.
  func checkRoot(_ providers: ProviderCatalog) throws {
    guard let atRoot, providers.provider(atRoot) == nil else { return }
    throw Failure(
      text: "\(rootSource): there is no provider \"\(atRoot)\""
        + Suggestion.list(for: atRoot, among: providers.entries.map(\.id)))
  }

  /// All ways by which this server is reached.
  func origins() throws -> [PublicURL] {
    try Self.origins(publicURLs, "--public-url") + Self.origins(internalURLs, "--internal-url")
  }

  private static func origins(_ texts: [String], _ option: String) throws -> [PublicURL] {
    try texts.map { text in
      if let url = PublicURL(text) { return url }
      throw Failure(
        text: "\(option) \(text): expected an origin without a path, such as "
          + "https://mock.example or http://mock.example:8400")
    }
  }

  /// Who signs in from the start, if that was asked for.
  func standing(_ cast: Cast) throws -> StandingAnswer {
    let answers = ["granted", "denied"]
    if let consent, !answers.contains(consent) {
      throw Failure(
        text: "--consent \(consent): expected granted or denied"
          + Suggestion.question(for: consent, among: answers))
    }
    guard let signIn else {
      if consent == nil { return StandingAnswer() }
      throw Failure(text: "--consent says whether the person of --sign-in consents: give both")
    }
    guard cast.person(signIn) != nil else {
      let names = cast.people.map(\.username)
      throw Failure(
        text: "--sign-in \(signIn): there is no person \"\(signIn)\""
          + (fixtures.noBundled && names.isEmpty
            ? "; --no-bundled leaves the bundled people out"
            : Suggestion.hint(for: signIn, among: names)))
    }
    return StandingAnswer(person: signIn, consent: consent == "denied" ? .denied : .granted)
  }

  /// - Parameter say: Takes the warnings.
  func rules(
    _ providers: ProviderCatalog, _ cast: Cast, _ say: (String) -> Void
  ) throws -> [Rule] {
    let rules = try scenarios.flatMap { name in
      let reader = RuleReader(
        providers: providers, scenarios: BundledFixtures.scenarios, cast: cast)
      do {
        if let bytes = BundledFixtures.scenario(name) {
          return try reader.scenario(bytes, name: "bundled:scenarios/\(name).json")
        }
        let bytes = try Files.read(name)
        do throws(FixtureError) {
          let rules = try reader.scenario(bytes, name: name)
          for warning in reader.warnings { say(warning.description) }
          return rules
        } catch {
          throw FixtureFileKind.mistake(bytes, name: name, expected: .scenario) ?? error
        }
      } catch let error as FixtureError {
        throw Failure(text: error.description)
      } catch let failure as Failure {
        let known = BundledFixtures.scenarios.map(\.id)
        throw Failure(text: failure.text + Suggestion.list(for: name, among: known))
      }
    }
    guard rules.count <= Rule.most else {
      throw Failure(
        text: "--scenario: expected at most \(Rule.most) rules in all, found \(rules.count)")
    }
    return rules
  }
}
