import Basics
import ProviderModel
import Testing

@testable import Engine

/// Pushed requests as a part of a sandbox.
@Suite("A pushed request in a sandbox")
struct PushedStateTests {
  private static let now = Instants(1_600_000_000)

  private func respond(
    _ state: inout ServerState, _ target: String, form: String? = nil, seed: UInt64 = 1
  ) -> Answer {
    var random = Entropy(seed: seed)
    var headers = Headers()
    if form != nil { headers[.contentType] = "application/x-www-form-urlencoded" }
    return state.respond(
      to: Request(
        method: form == nil ? .get : .post, authority: "localhost", target: target,
        headers: headers, body: Array((form ?? "").utf8)), at: Self.now, using: &random)
  }

  private func push(_ state: inout ServerState, _ more: String = "") throws -> String {
    let answer = respond(
      &state, "/standard/par",
      form: "client_id=native&response_type=code&scope=openid&redirect_uri=http://127.0.0.1/cb"
        + "&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256"
        + more)
    let tree = try JSONReader().read(answer.body, file: "").root
    return try #require(tree["request_uri"]?.stringValue, "\(tree.text())")
  }

  private func use(_ uri: String, _ state: inout ServerState) -> Bool {
    respond(&state, "/standard/authorize?client_id=native&request_uri=\(uri)").status != 400
  }

  @Test("is part of a copy of the state, which a checkpoint is, and of no other sandbox")
  func copied() throws {
    var state = try Visitor.stage("standard")
    var other = state
    let uri = try push(&state)
    var kept = state
    #expect(use(uri, &state) && !use(uri, &state))
    #expect(use(uri, &kept))
    #expect(!use(uri, &other))
  }

  @Test("ages with the sandbox")
  func aged() throws {
    var state = try Visitor.stage("standard")
    let uri = try push(&state)
    state.age(by: 59, at: 0)
    var later = state
    later.age(by: 1, at: 0)
    #expect(use(uri, &state) && !use(uri, &later))
  }

  @Test("is known at its provider alone")
  func provider() throws {
    let standard = try StandardVisitor()
    try standard.post(
      "par", ["response_type": "code", "redirect_uri": StandardVisitor.callback],
      StandardVisitor.credentials("web"))
    let uri = try standard.visitor.member("request_uri")
    let state = standard.visitor.sandbox.state
    let found = try #require(state.pushes[uri])
    let moved = PushedRequest(
      provider: "vk", client: found.client, uri: uri, parameters: found.parameters,
      issued: found.issued, ends: found.ends)
    state.pushes.change(uri) { $0 = moved }
    standard.visitor.open("/standard/authorize?client_id=web&request_uri=\(uri)")
    standard.expectPage(.requestURIUnknown)
  }

  @Test("takes the place of the oldest one beyond 10,000, and beyond 16 MiB")
  func bounds() {
    let request = PushedRequest(
      provider: "p", client: "c", uri: "u", parameters: Parameters([]), issued: 0, ends: 10)
    let state = State()
    for number in 0...10_000 {
      state.pushes.insert(request, for: "\(number)", ends: 10, bytes: 0)
      if number == 9_999 { #expect(state.pushes["0"] != nil) }
    }
    #expect(state.pushes.count == 10_000 && state.pushes["0"] == nil)
    for more in [0, 1] {
      let state = State()
      state.pushes.insert(request, for: "first", ends: 10, bytes: 0)
      state.pushes.insert(request, for: "last", ends: 10, bytes: 16 * 1024 * 1024 - 512 + more)
      #expect((state.pushes["first"] == nil) == (more == 1))
    }
  }

  @Test("has a lifetime of at least a second")
  func shortest() throws {
    let own = try StandardVisitor(
      patch: #"{"credentials": {"request_uri": {"lifetime": "{{now|plus:-1600000000}}"}}}"#)
    try own.post(
      "par", ["response_type": "code", "redirect_uri": StandardVisitor.callback],
      StandardVisitor.credentials("web"))
    #expect(try own.visitor.member("expires_in") == "1")
  }
}
