import Basics
import HTTPTypes
import ProviderModel

/// What a program sent: its parameters, wherever they stood, by the rules of one endpoint.
struct ServiceRequest: Sendable {
  /// In the order in which they came; the first place that the endpoint reads counts first.
  private(set) var parameters: [Parameters.Parameter] = []
  /// Those of their names. Most names that are looked for are not there.
  private(set) var digests = NameDigest.Union()
  private(set) var form = Parameters()
  private var query = Parameters()
  /// The body, if it is JSON.
  private(set) var document: JSONValue?
  /// Whether any name stood more than once in one place.
  private(set) var hasRepeats = false
  /// How many parameters came, if they are more than are read. None of them is then.
  private(set) var excess: Int?

  /// What can't be read.
  init() {}

  init(
    _ request: Request, _ query: Parameters, _ endpoint: Endpoint, _ provider: Provider
  ) throws(Refusal) {
    let reader = BodyReader(endpoint: endpoint)
    let readsQuery = endpoint.service.reads.contains(.query)
    if readsQuery {
      self.query = query
      guard query.unreadable.isEmpty else { throw reader.unreadable("the query is not UTF-8") }
    }
    guard let body = try reader.body(of: request) else {
      if readsQuery { take([query], provider.repeats) }
      return
    }
    let form = body.parameters
    self.form = form
    document = body.document
    // The same name in two places is one value: that of the place that counts first.
    let places =
      endpoint.service.reads.first == .query ? [query, form] : readsQuery ? [form, query] : [form]
    take(places, provider.repeats)
  }

  func first(_ name: String) -> String? {
    if digests.contains(NameDigest(name)) {
      for index in parameters.indices where parameters[index].isNamed(name) {
        return parameters[index].value
      }
    }
    return pointed(name).map { Value.text(of: $0) }
  }

  /// The value that a JSON Pointer leads to in a JSON body.
  private func pointed(_ name: String) -> JSONValue? {
    name.hasPrefix("/") ? document?.value(at: name) : nil
  }

  /// All values of a name, of the place that counts first.
  func all(_ name: String) -> [String] {
    if let list = pointed(name)?.arrayValue { return list.map { Value.text(of: $0) } }
    guard hasRepeats, let first = first(name) else { return first(name).map { [$0] } ?? [] }
    let places = [form, query].map { $0.values(name) }
    return places.first { $0.contains(first) } ?? [first]
  }

  /// How often a name stood in one place, at most.
  func count(_ name: String) -> Int {
    max(form.count(name), query.count(name))
  }

  private mutating func take(_ places: [Parameters], _ rule: Provider.Repeats) {
    let count = places.reduce(0) { $0 + $1.list.count }
    guard count <= Parameters.most else {
      excess = count
      return
    }
    for place in places { take(place, rule) }
    digests = NameDigest.Union(of: parameters)
  }

  private mutating func take(_ more: Parameters, _ rule: Provider.Repeats) {
    let known = parameters.count
    for parameter in more.list {
      guard let place = parameters.firstIndex(where: { $0.isNamed(parameter.name) }) else {
        parameters.append(parameter)
        continue
      }
      // A name of the place before this one counts there.
      guard place >= known else {
        if !hasRepeats { hasRepeats = more.count(parameter.name) > 1 }
        continue
      }
      hasRepeats = true
      if rule != .first { parameters[place].value = parameter.value }
    }
  }
}
