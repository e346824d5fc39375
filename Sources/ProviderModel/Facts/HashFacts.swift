/// Halves of hashes for an id token (OpenID Connect Core §3.3.2.11).
public struct HashFacts: Sendable {
  public var access = ""
  public var code = ""
  public var state = ""
  public init() {}
}
