import Basics
import ProviderModel
import Testing

@testable import Engine

/// Requests of devices as a part of a sandbox.
@Suite("The request of a device")
struct DeviceStateTests {
  private static let now = Instants(1_600_000_000)

  private func start(_ state: inout ServerState, at now: Instants = now) throws -> String {
    var random = Entropy(seed: 1)
    let answer = state.respond(
      to: Request(
        method: .post, authority: "localhost", target: "/standard/device_authorization",
        headers: [.contentType: "application/x-www-form-urlencoded"],
        body: Array("client_id=native&scope=openid".utf8)), at: now, using: &random)
    let tree = try JSONReader().read(answer.body, file: "").root
    return try #require(tree["user_code"]?.stringValue)
  }

  @Test("is pending until a person decides, and then is decided")
  func decided() throws {
    var state = try Visitor.stage("standard")
    let code = try start(&state)
    #expect(state.device(code, at: Self.now)?.status == .pending)
    let result1 = state.approveDevice("nothing", as: "alice", scopes: nil, at: Self.now)
    #expect(!result1)
    let result2 = state.denyDevice("nothing", as: nil, at: Self.now)
    #expect(!result2)
    let result3 = state.approveDevice(code, as: "alice", scopes: [], at: Self.now)
    #expect(result3)
    let approved = state.device(code, at: Self.now)
    #expect(approved?.status == .approved && approved?.person == "alice" && approved?.scopes == [])
    let result4 = state.denyDevice(code, as: nil, at: Self.now)
    #expect(!result4)
    let result5 = state.approveDevice(code, as: "bob", scopes: nil, at: Self.now)
    #expect(!result5)
  }

  @Test("ends with the sandbox's clock, and by aging")
  func ends() throws {
    var state = try Visitor.stage("standard")
    let code = try start(&state)
    #expect(state.device(code, at: Instants(Self.now.sandbox + 599))?.status == .pending)
    #expect(state.device(code, at: Instants(Self.now.sandbox + 600))?.status == .expired)
    state.age(by: 600, at: Self.now)
    let aged = try #require(state.device(code, at: Self.now))
    #expect(aged.status == .expired)
    #expect(aged.issued == Self.now.sandbox - 600 && aged.ends == Self.now.sandbox)
    let result6 = state.approveDevice(code, as: "alice", scopes: nil, at: Self.now)
    #expect(!result6)
  }

  @Test("is part of a copy of the state, which a checkpoint is")
  func copied() throws {
    var state = try Visitor.stage("standard")
    let code = try start(&state)
    let kept = state
    let result7 = state.denyDevice(code, as: "bob", at: Self.now)
    #expect(result7)
    #expect(state.device(code, at: Self.now)?.status == .denied)
    #expect(kept.device(code, at: Self.now)?.status == .pending)
  }

  @Test("is revoked with its device code, and with the person who approved it")
  func revoked() throws {
    var state = try Visitor.stage("standard")
    let code = try start(&state)
    let token = try #require(state.tokens(at: Self.now).first { $0.kind == .deviceCode })
    let result8 = state.approveDevice(code, as: "alice", scopes: nil, at: Self.now)
    #expect(result8)
    state.cast.remove(person: "alice")
    #expect(state.device(code, at: Self.now)?.status == .revoked)
    let result9 = state.revokeToken(token.id, at: Self.now)
    #expect(result9)
    #expect(state.device(code, at: Self.now)?.status == .revoked)
  }

  @Test("is freed ten minutes after its end")
  func freed() throws {
    var state = try Visitor.stage("standard")
    let code = try start(&state)
    var random = Entropy(seed: 2)
    let later = Instants(Self.now.sandbox + 1201)
    _ = state.respond(
      to: Request(method: .get, authority: "localhost", target: "/standard/jwks"), at: later,
      using: &random)
    #expect(state.device(code, at: later) == nil)
  }

  @Test("is listed with the others, the oldest first")
  func listed() throws {
    var state = try Visitor.stage("standard")
    #expect(state.devices(at: Self.now).isEmpty)
    let first = try start(&state)
    var random = Entropy(seed: 3)
    _ = state.respond(
      to: Request(
        method: .post, authority: "localhost", target: "/standard/device_authorization",
        headers: [.contentType: "application/x-www-form-urlencoded"],
        body: Array("client_id=native".utf8)), at: Self.now, using: &random)
    let all = state.devices(at: Self.now)
    #expect(all.count == 2 && all.first?.userCode == first)
    #expect(all.first?.polled == nil && all.first?.interval == 5)
  }
}
