/// An endpoint while its fixture is read.
struct EndpointRule: Sendable {
  var name = ""
  var kind = EndpointKind.page
  var methods: [String] = []
  var routes: [Route] = []
  var page: String?
  var asks: String?
  var ticket: String?
  var ticketAfter: String?
  var next: String?
  var then: Int?
  var onFailure: Int?
  var condition: Condition?
  var conditions: [(value: String, condition: Condition)] = []
  var selector: String?
  var leaves: Endpoint.Leaves?
  var denied: Predicate?
  var table: String?
  var sets: [(parameter: String, field: String)] = []
  var service = Service()
}
