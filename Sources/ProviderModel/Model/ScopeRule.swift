/// What may be asked for.
public struct ScopeRule: Sendable {
  /// Each of these separates scopes.
  public var split = " "
  public var fallback: [String] = []
  public var required = false
  public var known: [(name: String, title: String)] = []
  public var patterns: [Pattern] = []
  /// The client's own id is a scope.
  public var clientID = false
  public var table: (name: String, prefix: String, names: String)?
  public var bits: [(name: String, bit: Int)] = []
  public var any = false

  /// The scopes in a text.
  public func split(_ text: String) -> [String] {
    let marks = split
    return text.utf8.split(whereSeparator: { marks.utf8.contains($0) }).map {
      String(Substring($0))
    }
  }
}
