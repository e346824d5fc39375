import Basics
import Testing

@Suite("A new sandbox")
struct NewSandboxTests {
  private static let shared = Result { try Site() }
  private let site: Site

  init() throws { site = try Self.shared.get() }

  @Test("shows its name if it has one, and its lifetime if it has one")
  func shown() throws {
    let names = ["id", "url", "created", "last_used", "now", "journal", "providers"]
    let plain = try site.sandbox([:]).order("GET", "")
    #expect(Set(plain.objectValue?.names ?? []) == Set(names + ["lifetime"]))
    #expect(plain["lifetime"] == "PT1H")
    let named = try site.sandbox(["name": "mine", "lifetime": 90]).order("GET", "")
    #expect(named["name"] == "mine" && named["lifetime"] == "PT1M30S")
    let standard = try site.control("GET", "/sandboxes/default").json
    #expect(Set(standard.objectValue?.names ?? []) == Set(names))
  }

  @Test("has a lifetime of a second or more, and not the id of the default sandbox")
  func refused() throws {
    for lifetime in [0, "PT0S"] as [JSONValue] {
      let reply = try site.control("POST", "/sandboxes", ["lifetime": lifetime])
      #expect(reply.status == 422 && reply.json["pointer"] == "/lifetime", "\(reply.text)")
      #expect(reply.text.contains("ends the sandbox at once; send a longer one"))
    }
    let taken = try site.control("POST", "/sandboxes", ["id": "default"])
    #expect(taken.status == 409)
    #expect(
      taken.json["detail"]
        == "The sandbox default is always there. Reset it by POST …/default/reset, or choose another id."
    )
  }

  @Test("takes the rules that come with it")
  func rules() throws {
    let box = try site.sandbox(["rules": [["id": "r", "then": ["delay": 1]]]])
    #expect(try box.order("GET", "/rules").arrayValue?.count == 1)
  }

  @Test("takes an object as its cast, of no other kind")
  func cast() throws {
    func reply(_ cast: JSONValue) throws -> Site.Reply {
      try site.control("POST", "/sandboxes", ["cast": cast])
    }
    let wrong: [(JSONValue, String)] = [
      ([], "/cast"), (5, "/cast"), (["kind": "provider"], "/cast/kind"),
      (["kind": 5], "/cast/kind"),
    ]
    for (cast, pointer) in wrong {
      let refused = try reply(cast)
      #expect(refused.status == 422 && refused.json["pointer"]?.stringValue == pointer, "\(cast)")
      #expect(refused.json["errors"]?.arrayValue?.count == 1, "\(refused.text)")
    }
    #expect(try reply(["kind": "cast"]).status == 201)
    #expect(try reply([:]).status == 201)
  }

  @Test("is found in a list whose pages have up to a thousand, after a place that a link names")
  func pages() throws {
    #expect(try site.control("GET", "/sandboxes?limit=1000").status == 200)
    for place in ["5", "x~default", "~", ""] {
      let reply = try site.control("GET", "/sandboxes?after=\(place)")
      #expect(reply.status == 400, "\(place)")
      #expect(
        reply.json["detail"]?.stringValue
          == "after has to be as the next link of the page before has it, found \"\(place)\".")
    }
  }

  @Test("takes a standing answer with any scope that somebody could be asked for")
  func scopes() throws {
    let box = try site.sandbox([:])
    let web = "11111111-2222-4333-8444-555555555555"
    func status(_ scope: String) throws -> Int {
      try box.control(
        "PUT", "/answer", ["sign_in": "alice", "scopes": [.init(stringLiteral: scope)]]
      )
      .status
    }
    #expect(try status("emial") == 422)
    try box.order(
      "PUT", "/clients/vk/777", ["redirect_uris": ["https://a.test/cb"], "scopes": ["emial"]])
    #expect(try status("emial") == 200, "a client has registered it")
    #expect(try status(web) == 200, "a client's id is a scope at Azure")
    #expect(try status("email") == 200)
    #expect(try status("books") == 200, "Auth0 takes any scope")
    let house = try House { $0.site.acceptsAnyClient = true }
    let answer = try house.send(
      .put, "/_understudy/sandboxes/default/answer", ["sign_in": "alice", "scopes": ["special"]])
    #expect(answer.status == .ok, "where any client is accepted, so is any scope")
  }

  @Test("tells only whether a client has a secret")
  func secrets() throws {
    let box = try site.sandbox([:])
    #expect(try box.order("GET", "/clients/standard/web")["has_secret"] == true)
    #expect(try box.order("GET", "/clients/standard/native")["has_secret"] == false)
    #expect(try box.order("GET", "/clients/standard/web")["secret"] == nil)
  }
}
