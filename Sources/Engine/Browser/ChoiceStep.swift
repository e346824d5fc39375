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
    let table = context.endpoint.table ?? ""
    let records = context.cast.records(table, of: context.provider.id)
    let key = context.provider.tables[table]?.key ?? "id"
    let page = context.endpoint.page ?? "choose"
    context.facts.found = [("choices", JSONValue(.array(records)))]
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
    request = request.with(arguments)
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
