import JSON
import ProviderModel

extension Provider.Check {
  /// What a failed check comes to, in the fixture's own words.
  func refusal(_ context: Context, at place: String) -> Refusal {
    var context = context
    return Refusal(
      condition: fail, sentence: why.flatMap { context.text($0) } ?? "the check \(name) failed",
      clause: clause ?? "\(place).\(name) of its fixture",
      remedy: remedy.flatMap { context.text($0) } ?? "")
  }
}

extension Visit {
  /// The fixture's own checks of an endpoint or a grant.
  mutating func judge(_ checks: [Provider.Check]) throws(Refusal) {
    for check in checks where context.holds(check.when) {
      throw check.refusal(context, at: "\(endpoint.name).checks")
    }
  }
}
