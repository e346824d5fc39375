import Basics
import Engine
import Fetcher
import Foundation
import Server
import Testing

@testable import UserAgent

/// Fetching from servers that behave well, and from others.
@Suite("A fetched document")
struct WebDocumentFetcherTests {
  private func fetch(
    _ address: String, _ hosts: FetchHosts = FetchHosts([]), patience: Duration = .seconds(5)
  ) -> FetchedDocument.Result {
    let done = DispatchSemaphore(value: 0)
    let kept = Lock<FetchedDocument?>(nil)
    WebDocumentFetcher(hosts, patience: patience) { "allow \($0)" }.fetch(address) { document in
      kept.withLock { $0 = document }
      done.signal()
    }
    done.wait()
    return kept.withLock { $0?.result } ?? .failed(.unreached, why: "", remedy: "")
  }

  private func fetch(served answer: String) throws -> FetchedDocument.Result {
    let server = try RawServer(answer)
    return fetch("http://127.0.0.1:\(server.port)/client.json")
  }

  private static func content(_ result: FetchedDocument.Result) -> FetchedDocument.Content? {
    if case .content(let content) = result { content } else { nil }
  }

  private static func failure(
    _ result: FetchedDocument.Result
  ) -> (kind: FetchedDocument.Failure, why: String, remedy: String)? {
    if case .failed(let kind, let why, let remedy) = result { (kind, why, remedy) } else { nil }
  }

  private func answer(_ body: String, _ fields: String = "") -> String {
    "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\(fields)Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
  }

  @Test("has its status, type, cache control and body")
  func good() throws {
    let server = try RawServer(answer("{}", "Cache-Control: max-age=9\r\n"))
    let result = fetch("http://127.0.0.1:\(server.port)/a?b=c")
    let content = try #require(Self.content(result))
    #expect(content.status == 200)
    #expect(content.type == "application/json")
    #expect(content.cacheControl == "max-age=9")
    #expect(content.body == Array("{}".utf8))
    let request = try #require(server.requests.first)
    #expect(request.hasPrefix("GET /a?b=c HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n"))
    #expect(request.contains("Accept: application/json\r\n"))
    #expect(!request.contains("Cookie") && !request.contains("Authorization"))
  }

  @Test("is not looked for elsewhere when it is redirected")
  func redirect() throws {
    let result = try fetch(
      served: "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/x\r\nContent-Length: 0\r\n\r\n")
    let content = try #require(Self.content(result))
    #expect(content.status == 302)
  }

  @Test("has at most 64 KiB")
  func size() throws {
    let most = String(repeating: "x", count: 64 << 10)
    let content = try #require(Self.content(try fetch(served: answer(most))))
    #expect(content.body.count == 64 << 10)
    let failure = try #require(Self.failure(try fetch(served: answer(most + most))))
    #expect(failure.kind == .tooLarge)
    #expect(failure.why.contains("64 KiB"))
  }

  @Test("is missing where nothing answers, or something else than HTTP does")
  func unreached() throws {
    for answer in ["", "hello\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nshort"] {
      let failure = try #require(Self.failure(try fetch(served: answer)))
      #expect(failure.kind == .unreached)
      #expect(!failure.remedy.isEmpty)
    }
  }

  @Test(
    "comes from no host that is not allowed, and the remedy names it",
    arguments: [
      "https://app.example/x", "https://10.0.0.1/x", "https://169.254.169.254/x",
      "https://127.0.0.1.app.example/x", "https://[fd00::1]/x",
    ])
  func refused(_ address: String) throws {
    let failure = try #require(Self.failure(fetch(address)))
    let host = try #require(WebAddress(address)).host
    #expect(failure.kind == .refusedHost)
    #expect(failure.why.contains(host))
    #expect(failure.remedy == "allow \(host)")
  }

  @Test(
    "comes from no loopback name that leads elsewhere, and from no allowed name that is link-local")
  func addresses() {
    let hosts = FetchHosts(["App.example", "169.254.1.2", "fe80::1"])
    #expect(hosts.allows("app.example"))
    #expect(hosts.allows("[fe80::1]"))
    #expect(!hosts.allows("b.app.example"))
    #expect(!hosts.allows(""))
    #expect(hosts.allows("localhost") && hosts.allows("a.localhost") && hosts.allows("[::1]"))
    #expect(hosts.admits([127, 0, 0, 1], for: "localhost"))
    #expect(hosts.admits([UInt8](repeating: 0, count: 15) + [1], for: "localhost"))
    #expect(!hosts.admits([10, 0, 0, 1], for: "localhost"))
    #expect(!hosts.admits([UInt8](repeating: 0, count: 16), for: "localhost"))
    #expect(hosts.admits([10, 0, 0, 1], for: "app.example"))
    #expect(hosts.admits([93, 184, 216, 34], for: "app.example"))
    #expect(hosts.admits([127, 0, 0, 1], for: "app.example"))
    #expect(hosts.admits([169, 254, 1, 2], for: "169.254.1.2"))
    let mapped = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF, 169, 254, 169, 254]
    let linkLocal = [0xFE, 0x80] + [UInt8](repeating: 1, count: 14)
    for address in [
      [169, 254, 169, 254], [0, 0, 0, 0], [224, 0, 0, 1], [255, 255, 255, 255], mapped, linkLocal,
      [0xFF] + [UInt8](repeating: 2, count: 15), [UInt8](repeating: 0, count: 16), [],
    ] {
      #expect(!hosts.admits(address, for: "app.example"), "\(address)")
    }
    #expect(hosts.admits([0xFE, 0xC0] + [UInt8](repeating: 1, count: 14), for: "app.example"))
  }

  @Test("comes from the loopback of a server on a network only when it is named")
  func network() {
    #expect(!FetchHosts([], takesLoopback: false).allows("127.0.0.1"))
    #expect(FetchHosts(["localhost"], takesLoopback: false).allows("localhost"))
    let hosts = FetchHosts(["localhost", "vm", "127.0.0.2"], takesLoopback: false)
    let mapped = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF, 127, 0, 0, 1]
    for address in [[127, 0, 0, 1], mapped, [UInt8](repeating: 0, count: 15) + [1]] {
      #expect(!hosts.admits(address, for: "vm"))
      #expect(hosts.admits(address, for: "localhost"))
    }
    #expect(hosts.admits([10, 0, 0, 1], for: "vm"))
    #expect(hosts.admits([127, 0, 0, 2], for: "127.0.0.2"))
  }

  @Test(
    "takes no longer than its patience, however slowly the server drips", .timeLimit(.minutes(15)),
    arguments: ["http", "https"])
  func slow(_ scheme: String) throws {
    // The head of a TLS record of 16 KiB, which is no HTTP either.
    let server = try RawServer(
      "\u{16}\u{3}\u{3}\u{40}" + String(repeating: "\0", count: 16_385), end: .drip)
    let result = fetch(
      "\(scheme)://127.0.0.1:\(server.port)/x", patience: .milliseconds(200))
    let failure = try #require(Self.failure(result))
    #expect(failure.kind == .unreached)
    #expect(failure.why.hasSuffix("no complete response before the time limit"))
  }

  @Test("is not connected to when its time is over")
  func over() throws {
    let server = try RawServer(answer("{}"))
    let address = "http://127.0.0.1:\(server.port)/x"
    #expect(Self.failure(fetch(address, patience: .zero)) != nil)
    #expect(server.requests.isEmpty)
  }

  @Test("is one of at most sixteen at once, and the next one has room when they end")
  func most() throws {
    let server = try RawServer("", end: .keepOpen)
    let address = "http://127.0.0.1:\(server.port)/x"
    let fetcher = WebDocumentFetcher(FetchHosts([]), patience: .seconds(1)) { $0 }
    let done = DispatchSemaphore(value: 0)
    let seen = Lock<[String]>([])
    func begin() {
      fetcher.fetch(address) { document in
        seen.withLock { $0.append(Self.failure(document.result)?.why ?? "") }
        done.signal()
      }
    }
    for _ in 0..<16 { begin() }
    #expect(seen.withLock { $0.isEmpty })
    begin()
    #expect(seen.withLock { $0 } == ["was not fetched: 16 others are being fetched"])
    for _ in 0..<17 { done.wait() }
    begin()
    done.wait()
    #expect(seen.withLock { $0.count { $0.contains("others") } } == 1)
  }

  @Test("has a remedy for the server, without options of other commands")
  func remedies() throws {
    let server = try RawServer("HTTP/1.1 400 X\r\n\r\n", end: .drip)
    let failure = try #require(Self.failure(fetch("https://127.0.0.1:\(server.port)/x")))
    #expect(failure.why.contains("no TLS with 127.0.0.1"))
    #expect(failure.remedy == "use a certificate that the system trusts")
    let unnamed = try #require(
      Self.failure(fetch("https://none.invalid/x", FetchHosts(["none.invalid"]))))
    for failure in [failure, unnamed] { #expect(!failure.why.contains("--")) }
    let error = HTTPClient.Failure("a reason", hint: "--option helps")
    #expect("\(error)" == "a reason; --option helps")
  }

  @Test("is fetched from the very address that was judged")
  func judged() throws {
    let server = try RawServer(answer("{}"))
    let seen = Lock<[[UInt8]]>([])
    var client = HTTPClient()
    client.timeout = 5
    client.admits = { address in
      seen.withLock { $0.append(address) }
      return false
    }
    let address = try #require(WebAddress("http://127.0.0.1:\(server.port)/x"))
    do {
      _ = try client.send(Request(authority: "a.test", target: "/x"), to: address)
      Issue.record("the address was refused")
    } catch let failure as HTTPClient.Failure {
      #expect(failure.isRefusedAddress)
    }
    #expect(seen.withLock { $0 } == [[127, 0, 0, 1]])
    #expect(server.requests.isEmpty)
  }
}
