import Basics
import HTTPTypes
import TestSupport
import Testing

@testable import Transport

/// What was told of each target's answer, in order.
private final class Fates: Sendable {
  private let told = Lock<[String: [DeliveryStatus]]>([:])

  /// Waits for a number of reports: they come on the server's threads, after the client has its response.
  func all(_ target: String, count: Int) throws -> [DeliveryStatus] {
    for _ in 0..<10_000 {
      let fates = told.withLock { $0[target] ?? [] }
      if fates.count >= count { return fates }
      System.pause(milliseconds: 1)
    }
    throw RawClient.Failure(description: "nothing was told of \(target) within 10 s")
  }

  private final class Observer: DeliveryObserver {
    let fates: Fates
    let target: String

    init(_ fates: Fates, _ target: String) { (self.fates, self.target) = (fates, target) }

    func delivery(is status: DeliveryStatus) {
      fates.told.withLock { $0[target, default: []].append(status) }
    }
  }

  func observer(of request: Request) -> (any DeliveryObserver)? {
    request.target == "/unwatched" ? nil : Observer(self, request.target)
  }
}

private func get(_ target: String) -> String { "GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n" }

@Suite("What becomes of an answer") struct FateTests {
  private let fates = Fates()

  private func stage(
    _ change: @escaping @Sendable (inout Answer) -> Void = { _ in }
  ) throws -> TestServer {
    try TestServer(
      handler: { [fates] request in
        var answer = echo(request)
        answer.observer = fates.observer(of: request)
        change(&answer)
        return answer
      })
  }

  @Test("is told once it is sent, and again when the client asks for the next thing")
  func read() throws {
    let stage = try stage()
    defer { stage.finish() }
    let client = try RawClient(port: stage.port)
    client.send(get("/first"))
    #expect(try client.response()?.status == 200)
    #expect(try fates.all("/first", count: 1) == [.sent])
    client.send(get("/unwatched"))
    #expect(try client.response()?.status == 200)
    #expect(try fates.all("/first", count: 2) == [.sent, .read])
    client.send(get("/last"))
    #expect(try client.response()?.status == 200)
    #expect(try fates.all("/last", count: 1) == [.sent])
  }

  @Test(
    "is broken where the connection was made to break",
    arguments: [Delivery.Ending.truncated(after: 3), .reset, .closed])
  func broken(_ ending: Delivery.Ending) throws {
    let stage = try stage { $0.delivery.ending = ending }
    defer { stage.finish() }
    let client = try RawClient(port: stage.port)
    client.send(get("/fault"))
    _ = try client.rest()
    #expect(try fates.all("/fault", count: 1) == [.broken])
  }

  @Test("is broken where the client left before it came, small as it is")
  func left() throws {
    let stage = try stage { $0.delivery.delay = 50 }
    defer { stage.finish() }
    var client: RawClient? = try RawClient(port: stage.port)
    client?.send(get("/late"))
    client = nil
    #expect(try fates.all("/late", count: 1) == [.broken])
  }

  @Test("is sent to a client that has only finished sending")
  func halfClosed() throws {
    let stage = try stage()
    do {
      defer { stage.finish() }
      for number in 1...50 {
        let client = try RawClient(port: stage.port)
        client.send(get("/half/\(number)"))
        client.finishSending()
        let fate = try client.response() == nil ? DeliveryStatus.broken : .sent
        #expect(try fates.all("/half/\(number)", count: 1).first == fate)
      }
    }
    for number in 1...50 {
      let all = try fates.all("/half/\(number)", count: 1)
      #expect(all != [.sent, .broken] && all.count <= 2, "\(all)")
    }
  }

  #if os(Linux)
    @Test("is read by who hangs up in order, and not by who leaves it unread")
    func hungUp() throws {
      let stage = try stage()
      defer { stage.finish() }
      for number in 1...50 {
        var client: RawClient? = try RawClient(port: stage.port)
        client?.send(get("/unread/\(number)"))
        #expect(try fates.all("/unread/\(number)", count: 1) == [.sent])
        client = nil
        #expect(try fates.all("/unread/\(number)", count: 2) == [.sent, .broken])
        client = try RawClient(port: stage.port)
        client?.send(get("/read/\(number)"))
        #expect(try client?.response()?.status == 200)
        #expect(try fates.all("/read/\(number)", count: 1) == [.sent])
        client = nil
        #expect(try fates.all("/read/\(number)", count: 2) == [.sent, .read])
      }
    }
  #endif
}
