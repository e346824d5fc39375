import Basics
import Testing

@testable import Examiner

/// Made-up runs of a service that exchanges a token.
@Suite("Where an exchanged token is to be used")
struct ExchangeJudgeTests: RunMaking {
  private static let grant = "grant_type=urn:ietf:params:oauth:grant-type:token-exchange"

  @Test(
    "each exchange names a resource or an audience",
    arguments: [
      (["\(grant)&resource=http://a.example/"], "fine"),
      (["\(grant)&audience=a", "\(grant)&resource=http://a.example/"], "fine"),
      (
        ["\(grant)&audience=a", "\(grant)&scope=b"], "its request has neither resource nor audience"
      ),
      (["grant_type=client_credentials"], "unseen: it exchanged no token"),
      ([], "unseen: it exchanged no token"),
    ])
  func target(_ forms: [String], _ expected: String) throws {
    let judge = try #require(NamedJudges.find("exchange-names-target"))
    var run = CheckRun(check: "made-up")
    run.exchanges = forms.map { exchange("token", "/t", form: $0) }
    let found =
      switch judge(run, nil) {
      case .fine: "fine"
      case .wrong(let reason): reason
      case .unseen(let why), .hidden(let why): "unseen: \(why)"
      }
    #expect(found.hasPrefix(expected), "\(found)")
  }
}
