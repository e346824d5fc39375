import Basics

/// Clients as a provider knows them: the members that it declares in `clients`.
extension Evaluation {
  /// A member as the cast has it, or as the provider makes it up.
  func member(_ name: String, of client: Client) -> Value {
    if let value = client.members[name] { return Value(value) }
    let members = facts.provider.clientMembers
    // One may be made of those before it, so none is made of itself.
    let known = members.prefix(knownMembers ?? members.count)
    guard let index = known.firstIndex(where: { $0.name == name }) else { return .none }
    if case .constant(let value, _) = members[index].value { return Value(value) }
    var inner = self
    inner.draws = Draws(SeededGenerator(seed: Self.seed(client.id, name)))
    inner.knownMembers = index
    return inner.value(of: members[index].value) ?? .none
  }

  /// The same owner has the same value at every visit, so it is drawn from the owner's name; not from the provider's, which
  /// is all that a provider under another name may differ in.
  static func seed(_ owner: String, _ name: String) -> UInt64 {
    "\(owner) \(name)".utf8.reduce(14_695_981_039_346_656_037) {
      ($0 ^ UInt64($1)) &* 1_099_511_628_211
    }
  }
}
