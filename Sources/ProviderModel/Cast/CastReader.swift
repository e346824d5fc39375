import Basics

/// The knowledge with which people, clients and records are read: from a cast file, from the control API.
final class CastReader {
  let findings = Diagnostics()
  let providers: any ProviderLookup
  /// IDs of providers that are available but not served. A cast may name them.
  let others: [String]
  /// Whether an unknown provider is allowed: other runs that read the file may have it.
  let mayLackProviders: Bool
  /// Whether the text was checked before.
  let isTrusted: Bool
  /// The name of the file.
  let file: String
  /// The usernames that may sign in for a client.
  var people: [String] = []
  /// A sentence for each person, client and record that was replaced.
  var replaced: [String] = []

  init(
    providers: any ProviderLookup, others: [String] = [], mayLackProviders: Bool = false,
    isTrusted: Bool = false, file: String = ""
  ) {
    self.providers = providers
    self.others = others
    self.mayLackProviders = mayLackProviders
    self.isTrusted = isTrusted
    self.file = file
  }

  /// The IDs of all available providers, each once.
  private var known: [String] { providers.ids + others.filter { !providers.ids.contains($0) } }

  /// Reads a person or a client. Returns `nil` if it lacks its names.
  func read<Part: CastPart>(_ value: JSONValue, _ pointer: String = "") -> Part? {
    let part = Part.declaration.read(value, pointer, findings, self)
    return Part.declaration.hasRequiredTexts(value) ? part : nil
  }

  /// Returns what was read, without a mistake.
  func checked<Value>(_ value: Value?) throws(FixtureError) -> Value {
    guard let value, findings.errors.isEmpty else { throw FixtureError(findings.errors.sorted()) }
    return value
  }

  // MARK: Providers

  /// Returns whether a provider is available. An unknown provider that is not a misspelling may belong to another run
  /// of the server.
  func isKnown(_ provider: String, _ value: JSONValue?, _ pointer: String) -> Bool {
    let known = self.known
    guard !isTrusted, !known.contains(provider) else { return true }
    let sentence = "there is no provider \"\(provider)\""
    if !mayLackProviders || Suggestion.nearest(to: provider, among: known) != nil {
      findings.error(value, pointer, sentence + Suggestion.hint(for: provider, among: known))
    } else {
      findings.add(
        Diagnostic(
          .warning, at: value?.origin, pointer,
          sentence + " here; what is said of it is left out"
            + Suggestion.hint(for: provider, among: known)))
    }
    return false
  }

  /// Reports a client of a provider that is not served: a warning, unless the name is misspelled.
  func reportMissing(_ provider: String, _ reader: FixtureReader) {
    let value = reader.value["provider"]
    guard !provider.isEmpty else {
      return findings.error(
        value, reader.at("provider"), "expected the ID of a provider, found an empty text")
    }
    let isElsewhere = others.contains(provider)
    let near = Suggestion.nearest(to: provider, among: known)
    let sentence = "there is no provider \"\(provider)\""
    guard mayLackProviders, isElsewhere || near == nil else {
      findings.error(
        value, reader.at("provider"),
        sentence + Suggestion.hint(for: provider, among: providers.ids))
      return
    }
    findings.add(
      Diagnostic(
        .warning, at: value?.origin, reader.at("provider"),
        (isElsewhere ? "\(provider) is not served here" : sentence + " here")
          + "; this client is left out"))
  }

  /// Reports a name that appears twice in a file: the second entry would silently replace the first.
  func checkAlone(
    _ value: JSONValue, _ pointer: String, _ names: [String], _ what: String,
    _ seen: inout [[ExactText]: JSONValue]
  ) {
    let key = names.compactMap { value[$0]?.stringValue.map(ExactText.init) }
    guard key.count == names.count, let last = names.last, let name = key.last?.text else { return }
    guard let first = seen[key]?[last] else {
      seen[key] = value
      return
    }
    let place = first.origin.map { " at line \($0.line)" } ?? " above"
    findings.error(
      value[last], JSONPointer.appending(last, to: pointer),
      "the \(what) \"\(name)\" appears twice in this file; first\(place)")
  }
}

/// A part of a cast that the fixture language declares.
protocol CastPart: Declared where Context == CastReader {}

extension CastPart {
  typealias Declaration = ObjectDeclaration<Self, CastReader>
}
