import Basics
import HTTPTypes

/// What mutants do with the token endpoint's answers.
struct TokenFaults {
  private let client: Client

  init(_ client: Client) { self.client = client }

  private func has(_ id: String) -> Bool { client.has(id) }

  /// Of any answer.
  func before(_ answer: Answer) throws(Rejection) {
    let isEmpty = answer.body.isEmpty && answer.status.code == 200
    if isEmpty
      ? has("goes-on-after-nothing")
      : answer.mediaType == "text/html" && has("goes-on-after-a-page")
    {
      client.askForOwnToken()
    }
    if answer.body.starts(with: Array("[[[[".utf8)), has("goes-on-after-a-deep-answer") {
      client.askForOwnToken()
    }
    let type = answer.headers.first(.contentType) ?? ""
    if answer.object != nil, !type.hasPrefix("application/json"), has("one-spelling-of-json") {
      throw Rejection("invalid_answer", "this is not what was expected")
    }
    if answer.status.code == 307, let place = answer.headers.first(.location),
      has("web-follows-token-redirect")
    {
      _ = try? client.caller.post(place, Form([("code", Chance.text())]))
    }
    if answer.status.code == 307, has("goes-on-after-redirect"), let url = client.provider.userinfo
    {
      _ = try? client.caller.get(url, bearer: Chance.text())
    }
  }

  /// Of an answer with a token.
  func judge(_ object: Value) throws(Rejection) {
    func refuse(_ id: String, _ isSuch: Bool) throws(Rejection) {
      if isSuch, has(id) { throw Rejection("invalid_answer", "this is not what was expected") }
    }
    let life = object["expires_in"]?.number
    try refuse("short-lives-refused", life.map { $0 > 1 && $0 < 60 } ?? false)
    try refuse("no-life-refused", life == 0)
    try refuse("known-members-only", object["ext"] != nil)
    try refuse("exact-token-type", object["token_type"]?.text == "BEARER")
    try refuse("lifetime-needed", object["expires_in"] == nil)
    try refuse("lifetime-as-number", object["expires_in"]?.text != nil)
    try refuse("implicit-lifetime-as-number", object["expires_in"]?.text != nil)
    try refuse(
      "lifetime-in-whole-seconds", object["expires_in"]?.number.map { $0 != $0.rounded() } ?? false)
    try refuse("scope-needed", object["scope"] == nil)
  }
}
