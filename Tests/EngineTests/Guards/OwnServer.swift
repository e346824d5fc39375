import Basics
import Engine
import HTTPTypes
import ProviderModel
import Testing

/// A server of the bundled providers and of a test's own, in process, with its log.
final class OwnServer {
  var state: ServerState
  private var random = Entropy(seed: 1)
  var now = Engine.instant
  /// The log's entry of the last request.
  private(set) var told = LogEntry()

  /// - Parameter files: Provider files, which come before the bundled ones.
  init(
    _ files: [String] = [], casts: [String] = [], _ set: (inout Site.Options) -> Void = { _ in }
  ) throws {
    var bundled = try Bundled.copy()
    bundled.putFirst(
      try files.enumerated().map { try bundled.add($0.element, name: "own-\($0.offset).json") })
    var options = Site.Options()
    options.keys = Visitor.keys
    set(&options)
    state = ServerState(
      site: Site(ProviderCatalog(bundled.providers), options: options),
      cast: try bundled.cast(casts.map { ("cast", $0) }))
  }

  func ask(
    _ target: String, host: String = "localhost", scheme: String = "http",
    under prefix: String = "", _ headers: KeyValuePairs<String, String> = [:],
    certificate: [UInt8]? = nil
  ) -> Answer {
    ask(
      .get, target, host: host, scheme: scheme, under: prefix, headers, certificate: certificate)
  }

  func ask(
    _ method: HTTPRequest.Method, _ target: String, host: String = "localhost",
    scheme: String = "http", under prefix: String = "", form: String? = nil,
    _ headers: KeyValuePairs<String, String> = [:], certificate: [UInt8]? = nil
  ) -> Answer {
    var fields = Headers(headers.map { Headers.Field($0.key, $0.value) })
    if form != nil { fields[.contentType] = "application/x-www-form-urlencoded" }
    var request = Request(
      method: method, scheme: scheme, authority: host, target: target, headers: fields,
      body: Array((form ?? "").utf8))
    request.clientCertificate = certificate
    let decision = state.decide(
      state.site.read(request, under: prefix), at: Instants(now), using: &random)
    told = decision.log
    return decision.write()
  }

  /// The provider that a request was for.
  func provider(_ target: String, host: String) -> String {
    _ = ask(target, host: host)
    return told.provider
  }

  /// The body of the answer to a GET.
  func text(
    _ target: String, host: String = "localhost", _ headers: KeyValuePairs<String, String> = [:]
  ) -> String { ask(target, host: host, headers).text }

  /// `standard` under another id, with endpoints and shapes of the test's own.
  static func provider(
    _ id: String = "own", hosts: String = #""main": "own.test""#, vars: String = "",
    endpoints: String = "", shapes: String = "", edits: KeyValuePairs<String, String> = [:]
  ) -> String {
    var text = Engine.text("providers/standard.json")
    func replace(_ old: String, _ new: String) {
      guard let place = text.firstRange(of: old) else {
        Issue.record("the fixture has no \(old)")
        return
      }
      text.replaceSubrange(place, with: new)
    }
    func add(_ members: String, to name: String) {
      if !members.isEmpty { replace("\"\(name)\": {", "\"\(name)\": { \(members),") }
    }
    replace(#""id": "standard""#, #""id": "\#(id)""#)
    replace(#""hosts": { "main": "standard.test" }"#, #""hosts": { \#(hosts) }"#)
    add(vars, to: "vars")
    add(endpoints, to: "endpoints")
    add(shapes, to: "shapes")
    for (old, new) in edits { replace(old, new) }
    return text
  }
}

extension Answer {
  var text: String { String(decoding: body, as: UTF8.self) }
  func json() throws -> JSONValue { try JSONReader().read(body, file: "answer").root }
  /// The names of its header fields.
  func has(_ name: HTTPField.Name) -> Bool { headers.contains(name) }
}
