import HTTPTypes
import ProviderModel
import Testing

/// Which bodies an endpoint reads, and what it makes of the same name in two places.
@Suite("A call's body")
struct BodyReaderTests {
  /// An endpoint that anyone may call, and that says which parameters it was sent.
  private static func echo(_ name: String, _ reads: String) -> String {
    """
    "\(name)": { "kind": "resource", "at": "main:/\(name)", "methods": ["GET", "POST"],
      "read": { \(reads) }, "token": {}, "answer": "echo" }
    """
  }

  static func patch(repeats: String) -> String {
    let endpoints = [
      echo(
        "all",
        """
        "query": true, "form": true, "multipart": true, "json": true,
        "xml": { "user": "UserID", "pin": "PIN" }
        """), echo("query", #""query": true"#), echo("form", #""form": true"#),
      echo("later", #""form": true, "query": true"#), echo("json", #""json": true"#),
      echo("untyped", #""form": true, "untyped": true"#),
    ]
    return """
      { "repeats": "\(repeats)", "endpoints": { \(endpoints.joined(separator: ", ")) },
        "shapes": { "echo": { "json": {
          "read": { "$each": "{{params}}", "value": "{{item.key}}={{item.value}}" } } } } }
      """
  }

  private static let form = "application/x-www-form-urlencoded"

  /// What was read, or the refusal.
  private func read(
    _ target: String, _ type: String? = form, _ body: String = "",
    by method: HTTPRequest.Method = .post, repeats: String = "last"
  ) throws -> String {
    let visitor = try Visitor(patching: Self.patch(repeats: repeats))
    try visitor.call(
      method, "/standard/" + target, type.map { [("Content-Type", $0)] } ?? [],
      body: Array(body.utf8))
    guard let condition = visitor.condition else {
      #expect(visitor.status == 200)
      return try visitor.member("read")
    }
    #expect(visitor.status == 400)
    return "\(condition.name): \(visitor.told.why ?? "")"
  }

  private static let unsupported = "content_type_unsupported: the Content-Type is "

  @Test(
    "is read by its type",
    arguments: [
      ("all", form, "a=1&b=2", #"["a=1","b=2"]"#),
      ("all", form + "; charset=utf-8", "a", #"["a="]"#),
      ("all", form.uppercased(), "a=1", #"["a=1"]"#),
      ("all", "application/json", #"{"a": 1, "b": "x"}"#, #"["a=1","b=x"]"#),
      ("all", "application/json", "[1]", "[]"),
      (
        "all", "multipart/form-data; boundary=B",
        "--B\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--B--\r\n", #"["a=1"]"#
      ),
      ("all", "application/xml", "<UserID>bob</UserID>", #"["user=bob"]"#),
      ("all", "text/xml", "<PIN>1</PIN>", #"["pin=1"]"#),
      ("json", "application/json", #"{"a":"b=c"}"#, #"["a=b=c"]"#),
      ("json", form, "a=1", unsupported + form),
      ("form", "text/plain", "a", unsupported + "text/plain"),
      ("form", "application/json", "{}", unsupported + "application/json"),
      ("query", "text/plain", "a=1", "[]"), ("query", form, "a=1", "[]"),
    ])
  func type(_ target: String, _ type: String, _ body: String, _ read: String) throws {
    #expect(try self.read(target, type, body) == read)
  }

  @Test(
    "that can't be read is refused",
    arguments: [
      ("all", "application/json", "{", "body_unreadable"),
      ("all", form, "a=%FF", "body_unreadable"),
      ("all", "multipart/form-data; boundary=B", "a=1", "body_unreadable"),
      ("untyped", nil, "a=%FF", "body_unreadable"),
    ])
  func unreadable(_ target: String, _ type: String?, _ body: String, _ condition: String) throws {
    #expect(try read(target, type, body).hasPrefix(condition + ": "))
  }

  @Test("without a type is refused, and one of no bytes is none")
  func untyped() throws {
    let missing = "content_type_unsupported: the request has a body and no Content-Type"
    #expect(try read("all", nil, "a=1") == missing)
    #expect(try read("all", nil, "") == "[]")
    #expect(try read("all?q=1", nil, "") == #"["q=1"]"#)
  }

  @Test(
    "without a type is a form where the endpoint says so, if it has no control characters",
    arguments: [
      (nil, "a=1&b=2", #"["a=1","b=2"]"#), (nil, "a=b c", #"["a=b c"]"#),
      (nil, "a=1\n", "content_type_unsupported: the request has a body and no Content-Type"),
      (nil, "a=1\u{1F}", "content_type_unsupported: the request has a body and no Content-Type"),
      ("text/plain", "a=1", unsupported + "text/plain"),
    ])
  func untypedForm(_ type: String?, _ body: String, _ read: String) throws {
    #expect(try self.read("untyped", type, body) == read)
  }

  @Test("of a GET or HEAD means nothing, whatever it is", arguments: ["text/plain", form])
  func get(_ type: String) throws {
    #expect(try read("all?q=1", type, "a=1", by: .get) == #"["q=1"]"#)
    #expect(try read("all", type, "a=%FF", by: .head) == "[]")
    #expect(try read("form?q=1", type, "a=1", by: .get) == "[]")
  }

  @Test(
    "of XML yields the text of the first element of a name, with any prefix",
    arguments: [
      ("<UserID>bob</UserID>", #"["user=bob"]"#), ("<n:UserID> bob </n:UserID>", #"["user=bob"]"#),
      ("<UserIDType>a</UserIDType><UserID>b</UserID>", #"["user=b"]"#),
      (#"<a><UserID kind="x">bob</UserID></a>"#, #"["user=bob"]"#),
      ("<UserID>a</UserID><UserID>b</UserID>", #"["user=a"]"#),
      ("<OtherUserID>a</OtherUserID><UserID>b</UserID>", #"["user=b"]"#),
      ("UserID><UserID>b</UserID>", #"["user=b"]"#), ("UserID>a<", "[]"),
      ("</UserID>a<UserID>b</UserID>", #"["user=b"]"#), ("<UserID>b", "[]"), ("<UserID", "[]"),
      ("<PIN>2</PIN><UserID>b</UserID>", #"["user=b","pin=2"]"#), ("<userid>b</userid>", "[]"),
    ])
  func elements(_ body: String, _ read: String) throws {
    #expect(try self.read("all", "text/xml", body) == read)
  }

  // MARK: Beside the query

  @Test(
    "comes before or after the query, as the endpoint says, and the first place of a name counts",
    arguments: [
      ("all", #"["a=1","b=2","c=4"]"#), ("later", #"["a=3","c=4","b=2"]"#),
      ("form", #"["a=3","c=4"]"#),
      ("query", #"["a=1","b=2"]"#),
    ])
  func places(_ target: String, _ read: String) throws {
    #expect(try self.read(target + "?a=1&b=2", Self.form, "a=3&c=4") == read)
  }

  @Test("a query that the endpoint does not read is nothing, and may be anything")
  func unread() throws {
    #expect(try read("form?a=1") == "[]")
    #expect(try read("form?a=1", by: .get) == "[]")
    #expect(try read("form?a=%FF", by: .get) == "[]")
    #expect(try read("all?a=%FF", by: .get) == "body_unreadable: the query is not UTF-8")
    #expect(try read("later?a=%FF", Self.form, "a=1") == "body_unreadable: the query is not UTF-8")
  }

  @Test(
    "of a name that stands twice in one place the first or the last counts",
    arguments: [
      ("last", "", "a=1&a=2&b=3", #"["a=2","b=3"]"#),
      ("first", "", "a=1&a=2&b=3", #"["a=1","b=3"]"#),
      ("last", "?z=0", "b=1&b=2&b=3", #"["z=0","b=3"]"#),
      ("first", "?z=0", "b=1&b=2&b=3", #"["z=0","b=1"]"#),
      ("last", "?a=1&a=2", "a=3&a=4", #"["a=2"]"#), ("first", "?a=1&a=2", "a=3&a=4", #"["a=1"]"#),
    ])
  func repeats(_ rule: String, _ query: String, _ body: String, _ read: String) throws {
    #expect(try self.read("all" + query, Self.form, body, repeats: rule) == read)
  }
}
