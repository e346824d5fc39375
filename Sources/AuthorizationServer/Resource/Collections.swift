import JSON
import ProviderModel

/// A list that a fixture keeps for someone: shown, added to, or taken from.
enum Collections {
  static func handle(_ use: Service.CollectionUse, _ turn: Turn) throws(Refusal) {
    let owner = turn.facts.text(use.owner) ?? ""
    let key = "\(turn.provider.id) \(use.name) \(owner)"
    var items = turn.state.collections[key] ?? []
    switch use.deed {
    case .list: break
    case .add:
      let item = turn.facts.value(of: use.item)?.json ?? [:]
      items.append(item)
      items = Array(items.suffix(use.most))
      turn.state.collections[key] = items
      turn.facts.service?.item = item
    case .remove:
      let id = use.id.flatMap { turn.facts.text($0) } ?? ""
      guard let place = items.firstIndex(where: { Value.text(of: $0["id"] ?? $0["_id"]) == id })
      else {
        throw Refusal(
          .itemMissing, at: .resource, facts: [("value", id)], "there is no item \(id)",
          remedy: "list the items first")
      }
      turn.facts.service?.item = items.remove(at: place)
      turn.state.collections[key] = items
    }
    turn.facts.service?.items = items
  }
}
