import Basics
import ProviderModel
import Server

/// The checks that an examination is asked for, and the abilities that the client is declared to have or to lack.
package struct CheckSelection {
  /// Only these checks and their controls; all where it is empty.
  package var only: [String] = []
  package var skip: [String] = []
  package var abilities: [String] = []
  package var lacking: [String] = []
  /// Whether a requirement that is only SHOULD counts.
  package var isStrict = false

  package init() {}

  /// - Throws: `Failure` where there is no such profile, or where it isn't run in the dialect of the provider.
  package static func profile(_ id: String, at provider: String? = nil, _ catalogue: Catalogue)
    throws -> Profile
  {
    if let found = catalogue.profile(id) {
      guard let provider else { return found }
      if let dialect = found.at(provider) { return dialect }
      guard BundledFixtures.index.contains(where: { $0.id == provider }) else {
        throw Failure(
          text: "conform: there is no provider \"\(provider)\""
            + Suggestion.list(for: provider, among: BundledFixtures.index.map(\.id)))
      }
      throw Failure(
        text: "conform: the profile \(id) is not run in the dialect of \"\(provider)\""
          + Suggestion.list(for: provider, among: found.providers))
    }
    let known = catalogue.profiles.map(\.id)
    throw Failure(
      text: "conform: there is no profile \"\(id)\"" + Catalogue.profileHint(for: id, among: known))
  }

  /// The number of sign-ins that a comparison gets: one may fail.
  private static let leastCompared = ProtectionJudges.least + 1

  /// - Throws: `Failure` where a check or an ability is unknown.
  package func plan(_ profile: Profile, _ catalogue: Catalogue, _ client: ClientPlan) throws
    -> Examination.Plan
  {
    let passive = catalogue.passive.filter { profile.passive.contains($0.id) }
    let known = (profile.checks + passive).map(\.id)
    for id in only + skip where !known.contains(id) {
      let elsewhere = catalogue.check(id) == nil ? "" : " in the profile \(profile.id)"
      throw Failure(
        text: "conform: there is no check \"\(id)\"\(elsewhere)"
          + Suggestion.list(for: id, among: known))
    }
    let nameable = Set(profile.checks.flatMap(\.needs) + profile.assumes + profile.may)
    for word in abilities + lacking where !nameable.contains(word) {
      throw Failure(
        text: "conform: no check of \(profile.id) asks for the ability \"\(word)\""
          + Suggestion.list(for: word, among: nameable.sorted()))
    }
    func isWanted(_ check: Check) -> Bool {
      (only.isEmpty || only.contains(check.id)) && !skip.contains(check.id)
    }
    let own = profile.checks.filter { $0.isRun(at: profile.provider) }
    let wanted = own.filter(isWanted)
    // A verdict needs its controls in the same run. Passive checks need a run to look at.
    var needed = Set(wanted.flatMap { [$0] + profile.controls(of: $0) }.map(\.id))
    let looks = passive.filter(isWanted)
    let compares = !only.isEmpty && looks.contains(where: \.comparesSignIns)
    var logins: (check: String, count: Int)?
    if needed.isEmpty && !looks.isEmpty || compares,
      let first = own.first(where: { $0.control == nil })
    {
      // Some compare several sign-ins.
      let more = own.filter { $0.control == first.id && $0.expect == .accepted && $0.needs.isEmpty }
      needed.formUnion(([first] + more.prefix(Self.leastCompared - 1)).map(\.id))
      // Only a server can be signed in to several times in one run.
      let signIns = own.count { needed.contains($0.id) && $0.expect == .accepted }
      if compares, profile.assumes.contains("server"), signIns < Self.leastCompared,
        !wanted.contains(where: { $0.control == first.id })
      {
        logins = (first.id, Self.leastCompared - signIns + 1)
      }
    }
    let checks = own.filter { needed.contains($0.id) }.map { check in
      var check = check
      if let logins, logins.check == check.id {
        check.agent.logins = max(check.agent.logins, logins.count)
      }
      return check
    }
    // Whether it ends the session at the provider too is another ability.
    let signsOut = client.logoutURL != nil && profile.may.contains("sign-out")
    let declared = abilities + (signsOut ? ["sign-out"] : [])
    var plan = Examination.Plan(
      profile: profile, checks: checks, passive: looks,
      provider: profile.provider, client: client, record: profile.client,
      abilities: Set(profile.assumes).union(declared).subtracting(lacking),
      mayShow: Set(profile.may).subtracting(declared).subtracting(lacking),
      isStrict: isStrict)
    plan.leftOut = only.isEmpty ? 0 : passive.count - looks.count
    return plan
  }
}
