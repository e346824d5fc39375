import Encodings
import HTTPMessages
import HTTPTypes
import JSON
import ProviderModel

/// What a program sent: its parameters, wherever they stood, by the rules of one endpoint.
struct ServiceRequest: Sendable {
  /// In the order in which they came; the first place that the endpoint reads counts first.
  private(set) var parameters: [Parameters.Parameter] = []
  private(set) var form = Parameters()
  private var query = Parameters()
  /// How often a name stood in one place, where it was more than once.
  private var repeats: [(name: String, count: Int)] = []

  /// What can't be read.
  init() {}

  init(
    _ request: Request, _ query: Parameters, _ endpoint: Endpoint, _ provider: Provider
  ) throws(Refusal) {
    let service = endpoint.service
    let reader = BodyReader(service: service, catalogue: endpoint.kind.catalogue)
    let readsQuery = service.reads.contains(.query)
    if readsQuery {
      self.query = query
      guard query.unreadable.isEmpty else { throw reader.unreadable("the query is not UTF-8") }
    }
    guard let form = try reader.form(of: request) else {
      if readsQuery { take(query, provider.repeats) }
      return
    }
    self.form = form
    // The same name in two places is one value: that of the place that counts first.
    let places =
      service.reads.first == .query ? [query, form] : readsQuery ? [form, query] : [form]
    for place in places { take(place, provider.repeats) }
  }

  func first(_ name: String) -> String? {
    for index in parameters.indices where parameters[index].isNamed(name) {
      return parameters[index].value
    }
    return nil
  }

  /// All values of a name, of the place that counts first.
  func all(_ name: String) -> [String] {
    guard hasRepeats, let first = first(name) else { return first(name).map { [$0] } ?? [] }
    let places = [form, query].map { $0.values(name) }
    return places.first { $0.contains(first) } ?? [first]
  }

  /// Whether any name stood more than once in one place.
  var hasRepeats: Bool { !repeats.isEmpty }

  /// How often a name stood in one place, at most.
  func count(_ name: String) -> Int {
    if repeats.isEmpty { return first(name) == nil ? 0 : 1 }
    return repeats.first { ExactText.same($0.name, name) }?.count ?? (first(name) == nil ? 0 : 1)
  }

  private mutating func take(_ more: Parameters, _ rule: Provider.Repeats) {
    let known = parameters.count
    for parameter in more.list {
      guard let place = parameters.firstIndex(where: { $0.isNamed(parameter.name) }) else {
        parameters.append(parameter)
        continue
      }
      let isNew = place >= known
      count(parameter.name, in: more)
      if isNew, rule != .first { parameters[place].value = parameter.value }
    }
  }

  private mutating func count(_ name: String, in place: Parameters) {
    let count = place.list.count { $0.isNamed(name) }
    guard count > 1 else { return }
    if let index = repeats.firstIndex(where: { ExactText.same($0.name, name) }) {
      repeats[index].count = max(repeats[index].count, count)
    } else {
      repeats.append((name, count))
    }
  }
}
