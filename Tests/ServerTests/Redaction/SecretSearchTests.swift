import Basics
import Engine
import HTTPTypes
import Testing

@testable import Server

@Suite("The search for secrets")
struct SecretSearchTests {
  private func found(_ names: Set<String> = [], _ change: (inout Request) -> Void) -> Set<String> {
    var request = Request(authority: "localhost", target: "/")
    change(&request)
    var search = SecretSearch(SecretNames(more: names))
    search.look(at: request)
    return texts(search)
  }

  private func found(inAnswer body: String, _ headers: Headers = [:]) -> Set<String> {
    var search = SecretSearch()
    search.look(at: Answer(status: .ok, headers: headers, body: Array(body.utf8)))
    return texts(search)
  }

  private func texts(_ search: SecretSearch) -> Set<String> {
    Set(search.found.map { String(decoding: $0, as: UTF8.self) })
  }

  @Test("goes by the usual names in any case, and by the provider's own as they stand")
  func names() {
    #expect(found { $0.target = "/?code=12345&CODE=abcde&state=54321" } == ["12345", "abcde"])
    #expect(found(["pin"]) { $0.target = "/?pin=12345&PIN=54321" } == ["12345"])
  }

  @Test(
    "goes by the end of a name, in each style",
    arguments: [
      "subject_token", "subjectToken", "API-KEY", "new-password", "device_code", "user_code", "sig",
      "software_statement",
    ])
  func endings(_ name: String) {
    #expect(found { $0.target = "/?\(name)=12345" } == ["12345"])
  }

  @Test(
    "takes what names a secret's kind, place or age for no secret",
    arguments: [
      "token_type", "token_endpoint", "expires_in", "code_challenge", "bearer", "-u",
      "progressToken", "pageToken", "next_page_token",
      // It is good for one sign-in page of one client, and connects the push and its use in the journal.
      "request_uri",
    ])
  func others(_ name: String) {
    #expect(found { $0.target = "/?\(name)=12345" } == [])
  }

  @Test("knows a JWT by its look, where its name says nothing")
  func tokens() {
    let token = "eyJhbGciOiJub25lIn0.e30.c2ln"
    #expect(found { $0.target = "/?response=\(token)" } == [token])
    #expect(
      found { $0.target = "/?response=eyJ.e30&a=eyJhbGciOiJub25lIn0.e30&b=eyJhbGci%20.e30.x" } == []
    )
    let form = "<form><input type=\"hidden\" name=\"response\" value=\"\(token)\"></form>"
    #expect(
      found(inAnswer: form, [.contentType: "text/html; charset=utf-8"]).contains(token))
  }

  @Test("passes over a text of fewer than four bytes")
  func short() {
    #expect(found { $0.target = "/?code=123&token=1234" } == ["1234"])
  }

  @Test("looks into the query and the fragment of an address, and not into its path")
  func address() {
    #expect(found { $0.target = "/code=12345" } == [])
    #expect(found { $0.target = "/a?x=1&code=12345#token=abcde" } == ["12345", "abcde"])
    #expect(found { $0.target = "/a?code&code=&=12345" } == [])
  }

  @Test("knows a text as it is written and as it is meant")
  func encoded() {
    #expect(found { $0.target = "/?code=ab%2Bcd" } == ["ab%2Bcd", "ab+cd"])
    #expect(found { $0.target = "/?c%6Fde=12345" } == ["12345"])
    #expect(found { $0.target = "/?a=1&amp;code=12345" } == ["12345"])
  }

  @Test("takes a body that begins like JSON and is none for a form too")
  func broken() {
    #expect(
      found { $0.body = Array("{\"code\": \"12345\"&token=abcde".utf8) } == ["12345", "abcde"])
    #expect(found { $0.body = Array("[a=1&client_secret=54321".utf8) } == ["54321"])
  }

  @Test("reads only a JSON object or array as JSON: any other text is a form")
  func form() {
    #expect(found { $0.body = Array(#""&code=12345&""#.utf8) } == ["12345"])
    #expect(found { $0.body = Array(#" [{"x":"a&code=12345&b"}]"#.utf8) } == [])
    #expect(
      found { request in
        request.headers[.contentType] = "application/x-www-form-urlencoded; boundary=b"
        request.body = Array("code=12345&x=--b--".utf8)
      } == ["12345"])
  }

  @Test("takes no name for the value of the name before it")
  func nextName() {
    let error = #"{"error": {"code": -32602, "message": "abcdef"}, "code" : "12345"}"#
    #expect(found { $0.body = Array(error.utf8) } == ["12345"])
  }

  @Test("takes a QR code of an address with a secret, and no other picture")
  func pictures() {
    let page =
      #"<svg data-secret role="img"><path d="M0 0h1v1z" fill="x"/></svg><svg><path d="M1 1h1v1z"/></svg>"#
    #expect(found(inAnswer: page, [.contentType: "text/html"]) == ["M0 0h1v1z"])
  }

  @Test("ends after 65 secrets, which are more than it hides one by one")
  func most() {
    for (count, isOverfull) in [(64, false), (65, true), (70, true)] {
      var request = Request(authority: "localhost", target: "/")
      request.headers[.cookie] = (1...count).map { "c\($0)=cookie-\($0)" }.joined(separator: "; ")
      var search = SecretSearch()
      search.look(at: request)
      #expect(search.isOverfull == isOverfull && search.found.count == min(count, 65))
    }
  }

  @Test("looks into an address within an address, three deep")
  func nested() {
    var target = "code=12345"
    var depths: [Bool] = []
    for _ in 0..<5 {
      depths.append(found { $0.target = "/?" + target }.contains("12345"))
      target = "next=" + QueryStyle.rfc3986.encode("http://a.test/?" + target)
    }
    #expect(depths == [true, true, true, true, false])
    let inner = QueryStyle.rfc3986.encode("http://a.test/?code=ab+cd")
    #expect(found { $0.target = "/?next=\(inner)" }.isSuperset(of: ["ab+cd", "ab cd", "ab%2Bcd"]))
  }

  @Test(
    "takes what authenticates, with its scheme and without",
    arguments: ["Authorization", "Proxy-Authorization"])
  func authorization(_ name: String) {
    #expect(
      found { $0.headers.append(.init(name, "Bearer  abcde")) } == ["Bearer  abcde", "abcde"])
    #expect(found { $0.headers.append(.init(name, "abcde")) } == ["abcde"])
  }

  @Test("takes the values of cookies, the parameters of a referrer, and fields named like secrets")
  func fields() {
    #expect(found { $0.headers[.cookie] = "a=12345; b=abcde" } == ["12345", "abcde"])
    #expect(found { $0.headers[.referer] = "http://a.test/?code=12345" } == ["12345"])
    for name in ["X-Token-1", "client-SECRET", "x-password", "X-API-Key", "DPoP", "Mcp-Session-Id"]
    {
      #expect(found { $0.headers.append(.init(name, "12345")) } == ["12345"])
    }
    #expect(found { $0.headers.append(.init("X-Other", "12345")) } == [])
  }

  @Test("takes the fields of a form, of a multipart form and of JSON")
  func bodies() {
    #expect(found { $0.body = Array("code=12345&x=abcde".utf8) } == ["12345"])
    let parts =
      "--b\r\nContent-Disposition: form-data; name=\"code\"\r\n\r\n12345\r\n"
      + "--b\r\nContent-Disposition: form-data; name=\"x\"\r\n\r\nabcde\r\n--b--\r\n"
    #expect(
      found { request in
        request.headers[.contentType] = "Multipart/form-data; boundary=b"
        request.body = Array(parts.utf8)
      } == ["12345"])
    for json in [#" {"code":"12345","x":"abcde"}"#, "\t\r\n" + #"[{"code": "12345"}]"#] {
      #expect(found { $0.body = Array(json.utf8) } == ["12345"])
    }
  }

  @Test("finds what stands in an address within JSON")
  func addresses() {
    let json = #"{"next":"https://a.test/cb?x=1&code=12345","all":["/b#access_token=abcde"]}"#
    #expect(found { $0.body = Array(json.utf8) } == ["12345", "abcde"])
  }

  @Test("knows a text of JSON as it is written and as it is meant, at eight levels")
  func json() {
    #expect(found { $0.body = Array(#"{"code":"ab\/cd"}"#.utf8) } == [#"ab\/cd"#, "ab/cd"])
    func nested(_ depth: Int) -> String {
      String(repeating: #"{"x":"#, count: depth) + #"{"\u0063ode":"12345"}"#
        + String(repeating: "}", count: depth)
    }
    #expect(found { $0.body = Array(nested(7).utf8) } == ["12345"])
    #expect(found { $0.body = Array(nested(8).utf8) } == [])
  }

  @Test(
    "finds members in what only looks like JSON, or is cut",
    arguments: [
      #"{"code" : "12345""#, #"x{"code":"12345"}"#, #"{"code":"12345"#,
      #"["a\"b", {"code":"12345"}"#,
    ])
  func raw(_ text: String) {
    #expect(found(inAnswer: text) == ["12345"])
  }

  @Test("takes no value for a name, and no member of another name")
  func values() {
    #expect(found(inAnswer: #"x["code","12345"],{"x":"code","y":"12345"}"#) == [])
  }

  @Test("looks into an answer's redirect and the cookies that it sets")
  func answer() {
    #expect(found(inAnswer: "", [.location: "/cb?code=12345"]) == ["12345"])
    #expect(found(inAnswer: "", [.setCookie: "k=ab=cd; Path=/"]) == ["ab=cd"])
  }

  @Test("looks into the hidden fields of a page, and into the addresses of its attributes")
  func page() {
    let html = [.contentType: "text/html; charset=utf-8"] as Headers
    let page =
      #"<p title="y=1"><input type="hidden" name="code" value="12345"><input name="x" value="abcde">"#
      + #"<a href="/b?token=54321">"#
    #expect(found(inAnswer: page, html) == ["12345", "54321"])
    #expect(found(inAnswer: #"<input value="12345" name="code">"#, html) == ["12345"])
    #expect(found(inAnswer: #"<input name="code"><input value="12345">"#, html) == [])
    #expect(found(inAnswer: #"<b title="/?code=12345""#, html) == ["12345"])
    #expect(found(inAnswer: #"<b "/?code=12345">"#, html) == [], "no attribute has this value")
    #expect(found(inAnswer: page, [.contentType: "text/plain"]) == [])
  }
}
