import Testing

@testable import ProviderModel

@Suite("The defaults of a provider")
struct ProviderDefaultsTests {
  /// The members of a provider that name something of a kind.
  private func members(naming kind: String) -> Set<String> {
    let all = ObjectSchema.provider.reached.flatMap(\.members).filter { member in
      if case .name(kind) = member.type { true } else { false }
    }
    return Set(all.map(\.name))
  }

  @Test("keep every inherited page and shape that a member can name")
  func names() {
    #expect(members(naming: "page") == NamedInTree.pageMembers)
    #expect(members(naming: "shape") == NamedInTree.shapeMembers)
  }
}
