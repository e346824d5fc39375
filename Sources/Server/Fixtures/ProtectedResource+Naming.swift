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
      throw FixtureError(
        saying: "--mcp-resource \(text): no provider has an endpoint of the kind mcp")
    }
    // What stands before the name in the address may be left out.
    var rest = named == nil ? segments[...] : segments.dropFirst()
    for case .literal(let literal) in provider.endpoint(.mcp)?.routes.last?.path ?? []
    where rest.first == literal { rest = rest.dropFirst() }
    let name = rest.first ?? ""
    guard rest.count <= 1, name.isEmpty || ProtectedResource.isPath(name) else {
      throw FixtureError(
        saying: "--mcp-resource \(text): expected a name of at most 64 letters, digits, '-', '_' "
          + "and '.', or a path such as /\(provider.id)/mcp/calendar")
    }
    self.init(provider: provider.id, path: name)
  }
}
