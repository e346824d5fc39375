import Basics
import ProviderModel

/// Wire names become canonical ones; repeats are refused or resolved as the provider does.
enum ParameterReading {
  /// - Parameter facts: gets the canonical parameters.
  /// - Returns: a parameter that was sent more than once; it is reported once the client is known.
  static func read(_ sent: Parameters, into facts: Facts) throws(Refusal) -> Refusal? {
    let provider = facts.provider
    var repeated: Refusal?
    let outlines = provider.parameterOutlines
    let digests = NameDigest.Union(of: sent.list)
    for place in outlines.indices where provider.parameterDigests[place].meets(digests) {
      var (value, count) = Self.value(outlines[place].wire, in: sent, at: provider)
      guard count > 0 || outlines[place].hasFallback else { continue }
      let (wire, slot) = (outlines[place].wire, provider.parameters[place].rule.slot)
      if outlines[place].isMany {
        facts.arguments[slot] = .texts(sent.values(wire))
        continue
      }
      if count > 1, provider.repeats == .refuse {
        let refusal = Refusal(
          .parameterRepeated, at: .authorize, facts: [("param", wire)],
          "the parameter \(wire) was sent \(count) times", remedy: "send it once")
        if RequestCarrier.isDecisive(provider.parameters[place].name, at: provider) {
          throw refusal
        }
        repeated = repeated ?? refusal
        continue
      }
      if value?.isEmpty ?? true, let fallback = provider.parameters[place].rule.fallback {
        value = facts.value(of: fallback)?.text
      }
      if let value { facts.arguments[slot] = .text(value) }
    }
    return repeated
  }

  /// Reads parameters that take the place of all that were read before.
  /// - Returns: a parameter that stands there more than once.
  static func replace(with parameters: Parameters, in facts: Facts) throws(Refusal) -> Refusal? {
    facts.arguments = CanonicalParameters(facts.provider.names)
    return try read(parameters, into: facts)
  }

  /// The value of a parameter, of which the first or the last one counts, and how often it was sent.
  static func value(
    _ wire: String, in sent: Parameters, at provider: Provider
  ) -> (value: String?, count: Int) {
    sent.only(wire, orLast: provider.repeats != .first)
  }
}

extension CanonicalParameters {
  /// A parameter as one text; empty where it was not sent.
  func text(_ name: String) -> String {
    if case .text(let text) = self[name] { text } else { "" }
  }
}

extension RequestContext {
  /// A canonical parameter as one text; empty where it was not sent.
  func parameter(_ name: String) -> String { facts.arguments.text(name) }
}
