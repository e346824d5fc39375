import Basics
import ProviderModel

extension ProtectedResource {
  /// The resource that a name or a path means: `calendar`, `/mcp/calendar` or `/standard/mcp/calendar`.
  init(naming text: String, _ providers: ProviderCatalog) throws(FixtureError) {
    let segments = text.split(separator: "/").map(String.init)
    let named = segments.count > 1 ? segments.first.flatMap { providers.provider($0) } : nil
    guard let provider = named ?? providers.all.first(where: { $0.mcpServer != nil }),
      provider.mcpServer != nil
    else {
      let who = named.map { "\($0.id) has no" } ?? "no provider has an"
      throw FixtureError(saying: "--mcp-resource \(text): \(who) endpoint of the kind mcp")
    }
    var rest = named == nil ? segments[...] : segments.dropFirst()
    // What stands before the name in the address may be left out. A word without a slash is a name.
    if text.contains("/") {
      for case .literal(let literal) in provider.endpoint(.mcp)?.routes.last?.path ?? []
      where rest.first == literal { rest = rest.dropFirst() }
    }
    let name = rest.first ?? ""
    let isNamed = text.isEmpty || !segments.isEmpty
    guard rest.count <= 1, isNamed, name.isEmpty || ProtectedResource.isPath(name) else {
      throw FixtureError(
        saying: "--mcp-resource \(text): expected a name of at most 64 letters, digits, '-', '_' "
          + "and '.', or a path such as /\(provider.id)/mcp/calendar")
    }
    self.init(provider: provider.id, path: name)
  }
}
