import Basics
import JOSE
import ProviderModel

extension AnswerWriter {
  /// The parameters of an authorization response, as they are or within one signed JWT (JARM §2.1), as the mode wants it.
  /// - Parameters:
  ///   - original: the parameters of the provider.
  ///   - changed: the same after a rule has changed them.
  /// - Returns: `nil` if the response can't be signed.
  func enveloped(
    _ original: [(name: String, value: String)], _ changed: [(name: String, value: String)],
    _ mode: String
  ) -> [(name: String, value: String)]? {
    guard ResponseMode.isSigned(mode) else { return changed }
    return responseJWT(original, changed).flatMap { encrypted($0, .response) ?? $0 }
      .map { [("response", $0)] }
  }

  private func responseJWT(
    _ original: [(name: String, value: String)], _ changed: [(name: String, value: String)]
  ) -> String? {
    guard let facts, let rule = provider?.rule(for: .response), case .jwt(let form) = rule.form
    else { return nil }
    // It always ends (JARM §2.1).
    facts.begin(.response, rule)
    let algorithm = facts.text(form.algorithm) ?? "RS256"
    guard let key = key(algorithm, signing: .response) else { return nil }
    facts.key = (key.kid, algorithm)
    guard
      var claims = try? JSONReader().read(facts.json(form.claims), file: "").root.objectValue
    else { return nil }
    // A rule changes, removes or adds claims by the names of parameters.
    for (name, _) in original where !changed.contains(where: { $0.name == name }) {
      claims[name] = nil
    }
    for (place, (name, value)) in changed.enumerated()
    where !changed[..<place].contains(where: { $0.name == name }) {
      let isOriginal = original.contains { $0.name == name && $0.value == value }
      guard claims[name] == nil || !isOriginal else { continue }
      let isNumber = claims[name]?.numberText != nil && Int(value) != nil
      claims[name] = JSONValue(isNumber ? .number(value) : .string(value))
    }
    return key.compact(facts.json(form.header), JSONValue(.object(claims)).encoded())
  }
}
