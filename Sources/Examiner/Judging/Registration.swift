import Basics
import HTTPTypes

/// A registration that a client asked for, and what it got (RFC 7591 §3).
struct Registration {
  let exchange: Exchange
  /// The metadata of the request; `nil` where it is no JSON object.
  let sent: JSONValue?
  /// The response, where the client was registered.
  let got: JSONValue?

  private init(_ exchange: Exchange) {
    self.exchange = exchange
    sent = Self.object(exchange.request.body)
    got =
      (200..<300).contains(exchange.answer.status.code) ? Self.object(exchange.answer.body) : nil
  }

  /// Those of a run, in order.
  static func all(_ run: CheckRun) -> [Registration] {
    run.own.filter { $0.kind == "register" }.map(Registration.init)
  }

  static func object(_ body: [UInt8]) -> JSONValue? {
    guard let root = try? JSONReader().read(body, file: "").root, root.objectValue != nil else {
      return nil
    }
    return root
  }

  var clientID: String? { got?["client_id"]?.stringValue }
  var secret: String? { got?["client_secret"]?.stringValue }

  /// A member of the response, or of the request where the response does not repeat it.
  func member(_ name: String) -> JSONValue? {
    let told = got?[name]
    return told == nil || told?.isNull == true ? sent?[name] : told
  }

  func texts(_ name: String) -> [String]? {
    member(name)?.arrayValue?.compactMap(\.stringValue)
  }

  /// RFC 7591 §2: `client_secret_basic` where neither side names a method.
  var method: String { member("token_endpoint_auth_method")?.stringValue ?? "client_secret_basic" }

  /// The newest registration of a run, as a client stands in a cast. How it authenticates is judged by checks of its
  /// profile.
  static func record(of run: CheckRun) -> JSONValue {
    guard let last = all(run).last(where: { $0.clientID != nil }) else { return [:] }
    var record = JSONObject()
    record["client_id"] = last.got?["client_id"]
    record["secret"] = last.got?["client_secret"]
    record["redirect_uris"] = last.member("redirect_uris")
    return JSONValue(.object(record))
  }
}

extension Exchange {
  /// The token behind `Authorization: Bearer`.
  var bearer: String? {
    guard let line = request.headers.first(.authorization),
      line.prefix(7).lowercased() == "bearer "
    else { return nil }
    return String(line.dropFirst(7).drop { $0 == " " })
  }
}
