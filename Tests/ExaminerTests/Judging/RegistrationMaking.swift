import Basics
import HTTPTypes
import Testing

@testable import Examiner

/// Makes the runs of clients that register themselves.
protocol RegistrationMaking: RunMaking {}

extension RegistrationMaking {
  func finding(_ name: String, _ exchanges: [Exchange], output: String = "") throws
    -> String
  {
    let judge = try #require(NamedJudges.find(name))
    var run = CheckRun(check: "made-up")
    run.exchanges = exchanges
    run.output = output
    return switch judge(run, nil) {
    case .fine: "fine"
    case .wrong(let reason): reason
    case .unseen(let why), .hidden(let why): "unseen: \(why)"
    }
  }

  static var usual: String { #""redirect_uris": ["http://127.0.0.1/cb"]"# }

  func registering(
    _ sent: String = Self.usual, got: String = "", type: String = "application/json",
    bearer: String? = nil, at base: String = "/s"
  ) -> Exchange {
    var exchange = exchange(
      "register", "\(base)/register", status: 201, body: "{\"client_id\": \"id-1\"\(got)}")
    exchange.request.method = .post
    exchange.request.headers[.contentType] = type
    exchange.request.body = Array("{\(sent)}".utf8)
    if let bearer { exchange.request.headers[.authorization] = "Bearer \(bearer)" }
    return exchange
  }

  func managing(
    _ method: HTTPRequest.Method = .get, by token: String, sent: String = "", got: String = ""
  ) -> Exchange {
    var exchange = exchange("registration", "/s/register/id-1", body: got)
    exchange.request.method = method
    exchange.request.body = Array(sent.utf8)
    exchange.request.headers[.authorization] = "Bearer \(token)"
    return exchange
  }

  func redeeming(_ form: String, basic: String? = nil) -> Exchange {
    var exchange = exchange("token", "/s/token", form: form)
    if let basic {
      exchange.request.headers[.authorization] = "Basic \(Base64.encode(Array(basic.utf8)))"
    }
    return exchange
  }
}
