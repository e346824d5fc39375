import ArgumentParser
import Examiner
import ProviderModel

/// Which checks are done.
struct CheckSelection: ParsableArguments {
  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "These checks alone, and their controls: separated by commas.", valueName: "ids"))
  var only: [String] = []
  @Option(
    parsing: .singleValue,
    help: ArgumentHelp("All checks but these: separated by commas.", valueName: "ids"))
  var skip: [String] = []
  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "What the client can do beyond its profile, such as refresh: separated by commas.",
      valueName: "abilities"))
  var with: [String] = []
  @Option(
    parsing: .singleValue,
    help: ArgumentHelp("What it can't do: separated by commas.", valueName: "abilities"))
  var without: [String] = []
  @Flag(help: "What only SHOULD be is asked for too.")
  var strict = false

  static func profile(_ id: String, at provider: String? = nil, _ catalogue: Catalogue) throws
    -> Profile
  {
    if let found = catalogue.profile(id) {
      guard let provider else { return found }
      if let dialect = found.at(provider) { return dialect }
      throw Failure(
        text: "conform: the profile \(id) is not run in the dialect of \"\(provider)\""
          + Suggestion.list(for: provider, among: found.providers))
    }
    let known = catalogue.profiles.map(\.id)
    throw Failure(
      text: "conform: there is no profile \"\(id)\"" + Suggestion.list(for: id, among: known))
  }

  private static func words(_ list: [String]) -> [String] {
    list.flatMap { $0.split(separator: ",").map { String($0) } }
  }

  func plan(_ profile: Profile, _ catalogue: Catalogue, _ client: ClientPlan) throws
    -> Examination.Plan
  {
    let (only, skip) = (Self.words(only), Self.words(skip))
    let passive = catalogue.passive.filter { profile.passive.contains($0.id) }
    let known = (profile.checks + passive).map(\.id)
    for id in only + skip where !known.contains(id) {
      let elsewhere = catalogue.check(id) == nil ? "" : " in the profile \(profile.id)"
      throw Failure(
        text: "conform: there is no check \"\(id)\"\(elsewhere)"
          + Suggestion.list(for: id, among: known))
    }
    let abilities = Set(profile.checks.flatMap(\.needs) + profile.assumes + profile.may)
    for word in Self.words(with) + Self.words(without) where !abilities.contains(word) {
      throw Failure(
        text: "conform: no check of \(profile.id) asks for the ability \"\(word)\""
          + Suggestion.list(for: word, among: abilities.sorted()))
    }
    func isWanted(_ check: Check) -> Bool {
      (only.isEmpty || only.contains(check.id)) && !skip.contains(check.id)
    }
    let own = profile.checks.filter { $0.isRun(at: profile.provider) }
    let wanted = own.filter(isWanted)
    // A verdict needs its controls in the same run. Passive checks need a run to look at.
    var needed = Set(wanted.flatMap { [$0] + profile.controls(of: $0) }.map(\.id))
    let looks = passive.filter(isWanted)
    if needed.isEmpty, !looks.isEmpty,
      let first = own.first(where: { $0.control == nil })
    {
      // Some compare several sign-ins.
      let more = own.filter { $0.control == first.id && $0.expect == .accepted && $0.needs.isEmpty }
      needed.formUnion(([first] + more.prefix(3)).map(\.id))
    }
    return Examination.Plan(
      profile: profile, checks: own.filter { needed.contains($0.id) }, passive: looks,
      provider: profile.provider, client: client, record: profile.client,
      abilities: Set(profile.assumes).union(Self.words(with)).subtracting(Self.words(without)),
      mayShow: Set(profile.may).subtracting(Self.words(with)).subtracting(Self.words(without)),
      isStrict: strict)
  }
}
