import Basics
import Testing

@testable import ProviderModel

/// A grant of token exchange needs its parts.
@Suite("A token exchange with a mistake")
struct ExchangeMistakeTests {
  private static let grant = "urn:ietf:params:oauth:grant-type:token-exchange"
  private static let place = "/token/grants/\(grant)"
  private static let access = "urn:ietf:params:oauth:token-type:access_token"
  private static let jag = "urn:ietf:params:oauth:token-type:id-jag"
  private static let id = "urn:ietf:params:oauth:token-type:id_token"

  @Test(
    "is told which part is missing or wrong",
    arguments: [
      (
        #"{"exchange": null}"#,
        "\(place): a grant of the kind exchange needs the member \"exchange\""
      ),
      (
        #"{"exchange": {"requested_token_types": {"\#(access)": null, "\#(id)": null, "\#(jag)": null}}}"#,
        "\(place): the exchange issues nothing; add \"requested_token_types\" or \"issues\""
      ),
      (
        #"{"exchange": {"issuer": null}}"#,
        "\(place): an ID token is taken of no issuer; add \"issuer\" to exchange"
      ),
      (
        #"{"exchange": {"actor_token_types": {"x": ["idd"]}}}"#,
        "\(place)/exchange/actor_token_types/x/0: expected one of access, refresh, id, trusted, found"
      ),
      (
        #"{"exchange": {"actor_token_types": {"x": "id"}}}"#,
        "\(place)/exchange/actor_token_types/x: expected an array with some of access, refresh, id, trusted, found"
      ),
      (
        #"{"exchange": {"requested_token_types": {"x": {"issues": "acess"}}}}"#,
        "there is no credential \"acess\" to issue; did you mean \"access\"?"
      ),
    ])
  func told(grant: String, sentence: String) throws {
    let found = try Shipped.findings("{\"token\": {\"grants\": {\"\(Self.grant)\": \(grant)}}}")
    #expect(found.contains { $0.contains(sentence) }, "\(found)")
  }

  @Test("is told which parameter is not read")
  func parameters() throws {
    for (name, sentence) in [
      ("subject_token", "needs the parameter subject_token, which is not read"),
      ("actor_token", "the token endpoint reads no actor_token"),
    ] {
      let found = try Shipped.findings("{\"token\": {\"parameters\": {\"\(name)\": null}}}")
      #expect(found.contains { $0.contains(sentence) }, "\(found)")
    }
  }
}
