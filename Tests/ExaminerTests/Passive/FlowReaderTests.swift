import Basics
import Testing

@testable import Examiner

@Suite("The authorization requests of a run")
struct FlowReaderTests {
  private static let redirect = "&redirect_uri=http%3A%2F%2F127.0.0.1%2Fcallback"
  private static let redeem = "grant_type=authorization_code&client_id=native&code=code-0000"

  private static func request(_ state: String, redirect: String = redirect) -> String {
    "response_type=code&client_id=native\(redirect)&state=\(state)"
  }

  private func flows(_ steps: (inout Trace) -> Void) -> [Flow] {
    FlowReader.flows(of: Trace.run(steps), at: 0, subject: Subject())
  }

  /// The code that came back for each.
  private func codes(_ steps: (inout Trace) -> Void) -> [String?] {
    flows(steps).map { $0.brought["code"] }
  }

  private func consent(_ brought: String, _ trace: inout Trace) {
    trace.add(
      "consent", "POST", "/consent", body: "allow=1",
      answer: Trace.answer(302, location: Trace.redirect + brought), byBrowser: true,
      outcome: "granted: code")
  }

  @Test("one that a browser loads again before it ended is one", arguments: [redirect, ""])
  func open(_ redirect: String) {
    let codes = codes { trace in
      for brought in [nil, nil, "?code=code-00001&state=A"] {
        trace.authorize(Self.request("A", redirect: redirect), brought: brought)
      }
      trace.token(Self.redeem + "1")
    }
    #expect(codes == ["code-00001"])
  }

  @Test("one that differs in a parameter that tells is another")
  func other() {
    let flows = flows { trace in
      trace.authorize(Self.request("A"))
      trace.authorize(Self.request("B"))
      trace.authorize(Self.request("B") + "&theme=dark")
    }
    #expect(flows.map { $0.value("state") } == ["A", "B"])
  }

  @Test("a token answer ends none")
  func tokens() {
    let codes = codes { trace in
      trace.authorize(Self.request("A"))
      trace.token("grant_type=client_credentials", outcome: "granted: client_credentials")
      trace.authorize(Self.request("A"), brought: "?code=code-00001&state=A")
      trace.token(Self.redeem + "1")
    }
    #expect(codes == ["code-00001"])
  }

  @Test("a grant that a page posts to the client ends one")
  func posted() {
    let codes = codes { trace in
      trace.add(
        "authorize", "GET", "/authorize?" + Self.request("A"), byBrowser: true,
        outcome: "granted: code")
      trace.authorize(Self.request("A"), brought: "?code=code-00002&state=A")
      trace.token(Self.redeem + "2")
    }
    #expect(codes == [nil, "code-00002"])
  }

  @Test("one that has ended stays as it ended")
  func ended() {
    let codes = codes { trace in
      trace.authorize(Self.request("A"), brought: "?code=code-00001&state=A")
      consent("?code=code-00002&state=A", &trace)
    }
    #expect(codes == ["code-00001"])
  }

  @Test(
    "a callback ends the one with its state, or else the last",
    arguments: [("&state=A", 0), ("&state=B", 1), ("", 1)])
  func state(_ state: String, _ place: Int) {
    let codes = codes { trace in
      trace.authorize(Self.request("A"))
      trace.authorize(Self.request("B"))
      consent("?code=code-00001" + state, &trace)
    }
    #expect(codes == (0..<2).map { $0 == place ? "code-00001" : nil })
  }

  @Test("a callback brings the parameters of query and fragment that have a value")
  func brought() {
    let brought = FlowReader.brought(by: "http://a.test/cb?code=&state=s&x=1#access_token=t&x=2")
    #expect(brought == ["state": "s", "access_token": "t", "x": "2"])
  }

  @Test("only the one that the client had opened counts, where that is known")
  func opened() {
    let flows = flows { trace in
      for state in ["A", "B"] { trace.authorize(Self.request(state)) }
      trace.authorize(Self.request("C"), byBrowser: false)
      trace.edit { $0.exchanges[0].isOpened = true }
    }
    #expect(flows.map { $0.value("state") } == ["A", "C"])
  }

  @Test(
    "one comes by GET, or as a form by POST",
    arguments: [("GET", "G"), ("POST", "P"), ("HEAD", nil), ("OPTIONS", nil)]
      as [(String, String?)])
  func methods(_ method: String, _ state: String?) {
    let flows = flows { trace in
      trace.add(
        "authorize", method, "/authorize?" + Self.request("G"),
        body: method == "POST" ? Self.request("P") : "", byBrowser: true)
    }
    #expect(flows.map { $0.value("state") } == (state.map { [$0] } ?? []))
  }

  @Test("a form on a page of the provider is none")
  func forms() {
    let flows = flows {
      $0.add("authorize", "POST", "/authorize", body: "username=alice", byBrowser: true)
    }
    #expect(flows.isEmpty)
  }

  @Test("one that came again after its end counts where the client used what it brought")
  func used() {
    func codes(_ more: (inout Trace) -> Void) -> [String?] {
      self.codes { trace in
        trace.authorize(Self.request("A"), brought: "?code=code-00001&state=A")
        trace.token(Self.redeem + "1")
        trace.authorize(Self.request("A"), brought: "?code=code-00002&state=A")
        more(&trace)
      }
    }
    #expect(codes { _ in } == ["code-00001"])
    #expect(codes { $0.token("grant_type=refresh_token&refresh_token=r") } == ["code-00001"])
    #expect(
      codes { $0.add("document", "GET", "/logo?code=code-00002", byBrowser: true) }
        == ["code-00001"])
    #expect(codes { $0.token(Self.redeem + "2") } == ["code-00001", "code-00002"])
  }

  @Test("a token that comes again and was used before is used no second time")
  func usedBefore() {
    let request = Self.request("A") + "&hint=access-token-0001"
    func count(_ more: (inout Trace) -> Void) -> Int {
      let flows = flows { trace in
        for _ in 1...2 {
          trace.authorize(
            request, brought: "#access_token=access-token-0001&state=A", byBrowser: false)
          if trace.episode.exchanges.count == 1 { trace.userinfo() }
        }
        more(&trace)
      }
      return flows.count
    }
    #expect(count { _ in } == 1)
    #expect(count { $0.userinfo() } == 2)
  }
}
