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
    let own = provider.endpoint(.mcp)?.routes.last?.path.count ?? 0
    let rest = named == nil ? segments : Array(segments.dropFirst())
    let name = rest.count > own || (rest.count == 1 && text.first != "/") ? rest.last ?? "" : ""
    guard rest.count <= own + 1, name.isEmpty || ProtectedResource.isPath(name) else {
      throw FixtureError(
        saying: "--mcp-resource \(text): expected a name of at most 64 letters, digits, '-', '_' "
          + "and '.', or a path such as /\(provider.id)/mcp/calendar")
    }
    self.init(provider: provider.id, path: name)
  }
}
