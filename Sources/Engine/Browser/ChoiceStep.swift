import Basics
import HTTPTypes
import ProviderModel

/// A choice among the records of a table, before anything else is asked.
enum ChoiceStep {
  static func decide(_ context: RequestContext) throws(Refusal) -> Outcome {
    guard let (id, ticket) = Tickets.sent(context), var request = ticket.request else {
      return Tickets.refused(at: context.endpoint)
    }
    try context.resume(request)
    context.facts.ticket = id
    let records = context.cast.records(context.endpoint.table ?? "", of: context.provider.id)
    let key = key(context.endpoint, context)
    let page =
      context.endpoint.page ?? context.provider.flow.first(.choose)?.page ?? "choose"
    offer(at: context.endpoint, context)
    guard context.request.method == .post else {
      Tickets.bind(id, context)
      return context.page(page)
    }
    let chosen = context.reading.form.first("choice") ?? ""
    guard let record = records.first(where: { $0[key]?.stringValue == chosen }) else {
      return context.page(page, message: "choose one of the list")
    }
    take(record, context.endpoint, &request)
    context.state.tickets.remove(id)
    return try BrowserFlow.proceed(request, context)
  }

  private static func take(
    _ record: JSONValue, _ endpoint: Endpoint, _ request: inout AuthorizationRequest
  ) {
    var arguments = request.arguments
    for (parameter, field) in endpoint.sets { arguments[parameter] = Value(record[field]) }
    request = request.choosing(arguments)
  }

  private static func key(_ endpoint: Endpoint, _ context: RequestContext) -> String {
    context.provider.tables[endpoint.table ?? ""]?.key ?? "id"
  }

  /// Shows the records to the page that asks.
  static func offer(at endpoint: Endpoint, _ context: RequestContext) {
    let key = key(endpoint, context)
    let records = context.cast.records(endpoint.table ?? "", of: context.provider.id)
    let shown = records.map { record -> JSONValue in
      var members = record.objectValue ?? JSONObject()
      let value = record[key] ?? .null
      members["value"] = value
      members["title"] = record["title"] ?? record["name"] ?? value
      return JSONValue(.object(members))
    }
    context.facts.setFound("choices", JSONValue(.array(shown)))
  }

  /// The first record, where nobody is there to choose.
  static func takeFirst(_ request: inout AuthorizationRequest, _ context: RequestContext) -> Bool {
    guard let (endpoint, record) = first(context.provider, context.cast) else { return false }
    take(record, endpoint, &request)
    context.show(request)
    return true
  }

  /// Takes the first choice, as if the person had chosen it.
  static func firstChoice(_ provider: Provider, _ cast: Cast) -> CanonicalParameters {
    var arguments = CanonicalParameters(provider.names)
    guard let (endpoint, record) = first(provider, cast) else { return arguments }
    for (parameter, field) in endpoint.sets { arguments[parameter] = Value(record[field]) }
    return arguments
  }

  private static func first(_ provider: Provider, _ cast: Cast) -> (Endpoint, JSONValue)? {
    guard let endpoint = provider.endpoint(.choose),
      let record = cast.records(endpoint.table ?? "", of: provider.id).first
    else { return nil }
    return (endpoint, record)
  }
}
