import Basics
import ProviderModel

/// A list that a fixture keeps for someone: shown, added to, or taken from.
enum Collections {
  static func handle(_ use: Service.CollectionUse, _ context: RequestContext) throws(Refusal) {
    let owner = context.facts.text(use.owner) ?? ""
    let key = "\(context.provider.id) \(use.name) \(owner)"
    var items = context.state.collections[key] ?? []
    switch use.deed {
    case .list: break
    case .add:
      let item = context.facts.value(of: use.item)?.json ?? [:]
      items.append(item)
      items = Array(items.suffix(use.most))
      context.state.collections[key] = items
      context.facts.service?.item = item
    case .remove:
      let id = use.id.flatMap { context.facts.text($0) } ?? ""
      guard let place = items.firstIndex(where: { Value.text(of: $0["id"] ?? $0["_id"]) == id })
      else {
        throw Refusal(
          .itemMissing, at: .resource, facts: [("value", id)], "there is no item \(id)",
          remedy: "list the items first")
      }
      context.facts.service?.item = items.remove(at: place)
      context.state.collections[key] = items
    }
    context.facts.service?.items = items
  }
}
