import ProviderModel

extension Suggestion {
  /// `list`, as the end of a sentence: a suggestion ends with its own question mark.
  package static func sentence(for name: String, among names: some Collection<String>) -> String {
    let rest = list(for: name, among: names)
    return rest.hasSuffix("?") ? rest : rest + "."
  }
}
