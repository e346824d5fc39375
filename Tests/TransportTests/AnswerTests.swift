import Basics
import CMicroHTTPD
import HTTPTypes
import TestSupport
import Testing

@testable import Transport

@Suite("An answer") struct AnswerTests {
  @Test("to HEAD has the length of the body and not the body")
  func head() throws {
    let stage = try TestServer()
    defer { stage.finish() }
    let port = stage.port
    let client = try RawClient(port: port)
    client.send("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n" + simple)
    #expect(try client.response(toHEAD: true)?.header("content-length") == "10")
    #expect(try client.response()?.body == "GET a / 0")
  }

  @Test("has a date, a length, and every Set-Cookie")
  func fields() throws {
    let stage = try TestServer(handler: { _ in
      var headers: Headers = [.location: "https://client.example/?a=b c"]
      headers.append(.setCookie, "a=1; Path=/vk")
      headers.append(.setCookie, "b=2; HttpOnly")
      return Answer(status: .found, headers: headers)
    })
    defer { stage.finish() }
    let port = stage.port
    let response = try #require(try exchange(port, simple))
    #expect(response.status == 302)
    #expect(response.all("set-cookie") == ["a=1; Path=/vk", "b=2; HttpOnly"])
    #expect(response.all("location") == ["https://client.example/?a=b c"])
    #expect(response.all("date").count == 1)
    #expect(response.all("content-length") == ["0"])
  }

  @Test("may name its own length, if it is the right one")
  func length() throws {
    let stage = try TestServer(handler: { request in
      let length = request.target.dropFirst()
      return Answer(
        status: .ok, headers: [.contentLength: String(length)], body: Array("four".utf8))
    })
    defer { stage.finish() }
    let port = stage.port
    let right = try exchange(port, "GET /4 HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(right?.all("content-length") == ["4"])
    let wrong = try exchange(port, "GET /5 HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(wrong?.status == 500)
  }

  @Test("without content has none")
  func empty() throws {
    let stage = try TestServer(handler: { _ in Answer(status: .noContent) })
    defer { stage.finish() }
    let port = stage.port
    let client = try RawClient(port: port)
    client.send(simple + simple)
    let first = try #require(try client.response())
    #expect(first.status == 204)
    #expect(first.header("content-length") == nil)
    #expect(try client.response()?.status == 204)
  }

  @Test("that cannot be sent is a 500 and a line in the log, never an omission")
  func unsendable() throws {
    let log = Lines()
    let stage = try TestServer(
      log: log,
      handler: { request in
        switch request.target.prefix(2) {
        case "/s": Answer(status: .continue)
        case "/l":
          Answer(status: .found, headers: [.location: String(repeating: "y", count: 40_000)])
        default: Answer(status: .found, headers: [.location: ""])
        }
      }
    )
    defer { stage.finish() }
    let port = stage.port
    for target in ["/e?code=secret", "/s", "/l"] {
      let response = try #require(
        try exchange(port, "GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n"))
      #expect(response.status == 500)
      #expect(response.body.contains("cannot be sent"))
    }
    #expect(log.all.contains { $0.contains("302 to GET /e ") && $0.contains("Location") })
    #expect(log.all.contains { $0.contains("100 to GET /s ") })
    #expect(log.all.contains { $0.contains("too many") })
    #expect(!log.all.contains { $0.contains("secret") })
  }

  @Test(
    "has no CR, LF or NUL in a header", arguments: ["a\r\nSet-Cookie: b=c", "a\n", "a\rb", "a\0b"])
  func splitting(_ value: String) throws {
    let response = try #require(MHD_create_response_from_buffer(0, nil, .RESPMEM_PERSISTENT))
    defer { MHD_destroy_response(response) }
    #expect(
      throws: ResponseWriter.Unsendable(why: "the value of header Location holds CR, LF or NUL.")
    ) {
      try ResponseWriter.add("Location", value, to: response)
    }
    #expect(MHD_get_response_header(response, "Location") == nil)
  }
}
