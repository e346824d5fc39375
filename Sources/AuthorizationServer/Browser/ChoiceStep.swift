import HTTPMessages
import HTTPTypes
import JSON
import ProviderModel

/// A choice among the records of a table, before anything else is asked.
enum ChoiceStep {
  static func decide(_ turn: Turn) throws(Refusal) -> Outcome {
    guard let (id, ticket) = Tickets.sent(turn), var request = ticket.request else {
      return Tickets.refused(turn)
    }
    turn.show(request)
    turn.facts.ticket = id
    let table = turn.endpoint.table ?? ""
    let records = turn.cast.records(table, of: turn.provider.id)
    let key = turn.provider.tables[table]?.key ?? "id"
    let page = turn.endpoint.page ?? "choose"
    turn.facts.found = [("choices", JSONValue(.array(records)))]
    guard turn.request.method == .post else {
      Tickets.bind(id, turn)
      return turn.page(page)
    }
    let chosen = turn.reading.form.first("choice") ?? ""
    guard let record = records.first(where: { $0[key]?.stringValue == chosen }) else {
      return turn.page(page, message: "choose one of the list")
    }
    take(record, turn.endpoint, &request)
    turn.state.tickets.remove(id)
    return try BrowserFlow.proceed(request, turn)
  }

  private static func take(
    _ record: JSONValue, _ endpoint: Endpoint, _ request: inout AuthorizationRequest
  ) {
    var arguments = request.arguments
    for (parameter, field) in endpoint.sets { arguments[parameter] = Value(record[field]) }
    request = request.with(arguments)
  }

  /// The first record, where nobody is there to choose.
  static func takeFirst(_ request: inout AuthorizationRequest, _ turn: Turn) -> Bool {
    guard let (endpoint, record) = first(turn) else { return false }
    take(record, endpoint, &request)
    turn.show(request)
    return true
  }

  /// As if whoever signed in had taken the first of what there is to choose from.
  static func firstChoice(_ turn: Turn) -> Arguments {
    var arguments = Arguments(turn.provider.names)
    guard let (endpoint, record) = first(turn) else { return arguments }
    for (parameter, field) in endpoint.sets { arguments[parameter] = Value(record[field]) }
    return arguments
  }

  private static func first(_ turn: Turn) -> (Endpoint, JSONValue)? {
    guard let endpoint = turn.provider.endpoint(.choose),
      let record = turn.cast.records(endpoint.table ?? "", of: turn.provider.id).first
    else { return nil }
    return (endpoint, record)
  }
}
