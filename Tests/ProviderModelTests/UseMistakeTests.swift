import Basics
import Testing

@testable import ProviderModel

/// A small provider with one thing changed, and the beginning of what `check` says of it.
struct Unusable: Sendable, CustomTestStringConvertible {
  let patch: String
  let pointer: String
  let sentence: String
  var testDescription: String { "\(pointer): \(sentence)" }

  init(_ patch: String, _ pointer: String, _ sentence: String) {
    (self.patch, self.pointer, self.sentence) = (patch, pointer, sentence)
  }

  static let signIn = [
    Unusable(
      #"{"flow": {"stages": {"consent": {}}}}"#, "/flow/stages",
      "nobody can sign in: the flow has no stage of the kind login"),
    Unusable(
      #"{"flow": {"stages": {"login": {"when": false}}}}"#, "/flow/stages/login/when",
      "nobody can sign in: the stage \"login\" is skipped for every request"),
    Unusable(
      #"{"flow": {"stages": {"consent": {}, "login": {}}}}"#, "/flow/stages/consent",
      "nobody can sign in: the stage \"consent\" asks for consent before anybody has signed in"),
    Unusable(
      #"{"endpoints": {"login": {"kind": "login", "at": "main:/login", "methods": ["GET"]}}}"#,
      "/endpoints/login/methods",
      "nobody can sign in: the form of the page \"login\" is sent to \"login\" by POST"),
    Unusable(
      #"{"templates": {"login": "Not today."}}"#, "/templates/login",
      "nobody can sign in: the page \"login\" of the stage \"login\" has no form"),
    Unusable(
      #"{"pages": {"login": {"submit": "me"}}}"#, "/pages/login/submit",
      "nobody can sign in: the form of the page \"login\" goes to \"me\", an endpoint of the kind resource"
    ),
    Unusable(
      #"""
      {"hosts": {"other": "login.other.test"},
       "endpoints": {"login": {"kind": "login", "at": "other:/login"}}}
      """#, "/pages/login",
      "nobody can sign in: the form of the page \"login\" leads from shop.test to login.other.test, and the cookie"
    ),
    Unusable(
      #"{"flow": {"stages": {"login": {"enter": "login"}, "consent": {}}}}"#,
      "/endpoints/login/methods",
      "nobody can sign in: the browser is led to \"login\" by GET"),
    Unusable(
      #"""
      {"binds": {"realm": "{{vars.realm}}"}, "vars": {"realm": {}},
       "endpoints": {"authorize": {"at": "main:/{realm}/oauth"},
         "login": {"kind": "login", "at": "main:/login"},
         "consent": {"kind": "consent", "at": "main:/consent"}},
       "errors": {"token": {"realm_other": {"$same": "code_other_client"}}},
       "token": {"grants": {"authorization_code": {"must_match": {"realm": "realm_other"}}}}}
      """#, "/binds/realm",
      "nobody can sign in: every code is bound to {realm} of the last page's address"),
  ]

  static let tokens = [
    Unusable(
      #"{"answers": {}}"#, "/answers", "no token can be issued: no response type has an answer"),
    Unusable(
      #"{"answers": {"code": {"parameters": {"code": "{{tok.code.value?}}"}}}}"#,
      "/answers/code/issues", "no token can be issued: the answer \"code\" issues nothing"),
    Unusable(
      #"{"answers": {"code": {"issues": {"code": true}, "parameters": {"state": "{{req.state}}"}}}}"#,
      "/answers/code/parameters",
      "no token can be issued: the parameters of the answer \"code\" hold nothing that it issues"),
    Unusable(
      #"{"endpoints": {"token": {"read": {"form": false}}}}"#, "/endpoints/token/read",
      "no token can be issued: \"token\" reads no parameters"),
    Unusable(
      #"{"endpoints": {"token": {"methods": ["GET"]}}}"#, "/endpoints/token/methods",
      "no token can be issued: \"token\" reads a body, and its methods have none"),
    Unusable(
      #"{"token": {"grants": {}}}"#, "/token/grants",
      "no token can be issued: the token endpoint takes no grant"),
    Unusable(
      #"{"shapes": {"token": {"json": {"token_type": "bearer"}}}}"#, "/shapes/token",
      "no token can be issued: the answer \"token\" to the grant \"authorization_code\" holds no token"
    ),
    Unusable(
      #"{"token": {"grants": {"client_credentials": {}}}}"#, "/token/grants",
      "no token can be issued: the answer \"code\" issues a code that nobody can redeem"),
    Unusable(
      #"{"token": {"grants": {"authorization_code": {}, "refresh_token": {"issues": {"access": true}}}}, "credentials": {"code": {"value": "{{rand:[a-z]{32}}}", "lifetime": 60}, "access": {"value": "{{rand:[a-z]{32}}}", "lifetime": 60}, "refresh": {"value": "x"}}}"#,
      "/credentials/refresh/value", "people could get the same refresh token"),
  ]

  static let members = [
    Unusable(
      #"{"endpoints": {"me": {"ticket": "t"}}}"#, "/endpoints/me/ticket",
      "\"ticket\" says nothing here: it belongs to endpoints of the kinds"),
    Unusable(
      #"{"endpoints": {"token": {"answer": "me"}}}"#, "/endpoints/token/answer",
      "\"answer\" says nothing here"),
    Unusable(
      #"{"parameters": {"client_id": {"default": "x"}, "redirect_uri": {}, "response_type": {}, "scope": {}, "state": {}}}"#,
      "/parameters/client_id/default", "a default of client_id has no effect"),
    Unusable(
      #"{"token": {"parameters": {"grant_type": {}, "code": {}, "redirect_uri": {}, "code_verifier": {}, "client_secret": {}}}}"#,
      "/token/parameters", "a client names itself in the body by client_id, which is not read"),
    Unusable(
      #"{"shapes": {"me": {"json": {"a": "{{found.bogus}}"}}}}"#, "/shapes/me/json/a",
      "{{found.bogus}} is always empty"),
    Unusable(
      #"{"shapes": {"me": {"json": {"$if": {"eq": ["a", "b", "c"]}, "then": 1}}}}"#,
      "/shapes/me/json/$if/eq", "expected an array of two, found 3 elements"),
    Unusable(
      #"{"shapes": {"me": {"json": {"a": {"$null": false}}}}}"#, "/shapes/me/json/a/$null",
      "expected true"),
    Unusable(
      #"{"endpoints": {"me": {"read": {"form": -1}}}}"#, "/endpoints/me/read/form",
      "expected true or false, found a number"),
    Unusable(
      #"{"hosts": {"main": "shop.test "}}"#, "/hosts/main", "expected a host name"),
    Unusable(
      #"{"endpoints": {"me": {"at": "main:/me now"}}}"#, "/endpoints/me/at",
      "there is a character that has to be percent-encoded"),
    Unusable(
      #"{"endpoints": {"me": {"methods": ["get"]}}}"#, "/endpoints/me/methods",
      "unknown method \"get\"; did you mean \"GET\"?"),
    Unusable(
      #"{"shapes": {"me": {"headers": {"Content-Length": "3"}}}}"#,
      "/shapes/me/headers/Content-Length", "a shape can't set Content-Length"),
    Unusable(
      #"{"shapes": {"me": {"headers": {"X-A": "{{person.sub}}\r\nX-B: 1"}}}}"#,
      "/shapes/me/headers/X-A", "expected a text on one line"),
    Unusable(
      #"{"shapes": {"me": {"status": 204}}}"#, "/shapes/me/status",
      "a response with the status 204 has no content"),
    Unusable(
      #"{"shapes": {"me": {"content_type": "json"}}}"#, "/shapes/me/content_type",
      "expected a media type"),
    Unusable(
      #"{"cookies": {"session": {"name": "a b", "value": "[a-z]{32}"}}}"#, "/cookies/session/name",
      "expected the name of a cookie"),
    Unusable(
      #"{"templates": {"part": "{{> part}}"}}"#, "/templates/part",
      "the template \"part\" leads back to itself: part → part"),
    Unusable(
      #"{"people": {"sub": "{{rand:[0-9]{20}}}", "id": "{{person.nick}}", "nick": "{{person.id}}"}}"#,
      "/people/id",
      "the claim \"id\" leads back to itself: id → nick → id"),
    Unusable(
      #"{"errors": {"token": {"refresh_unknown": {"shape": "token-error", "code": "x"}}}}"#,
      "/errors/token/refresh_unknown",
      "no request leads to \"refresh_unknown\": there is no grant of the kind refresh"),
    Unusable(
      #"{"errors": {"token": {"secret_unexpected": {"shape": "token-error", "code": "x"}}}}"#,
      "/errors/token/secret_unexpected",
      "no request leads to \"secret_unexpected\": a secret that a client does not have is ignored; set token.secret_unexpected to true, or remove the entry"
    ),
    Unusable(
      #"{"code_challenge": {"check_form": false}, "errors": {"token": {"verifier_malformed": {"$same": "code_unknown"}, "code_unknown": {"shape": "token-error", "code": "x"}}}}"#,
      "/errors/token/verifier_malformed",
      "no request leads to \"verifier_malformed\": the form of challenges and verifiers is not checked"
    ),
    Unusable(
      #"{"code_challenge": {"check_verifier": false}, "errors": {"token": {"verifier_wrong": {"$same": "code_unknown"}, "code_unknown": {"shape": "token-error", "code": "x"}}}}"#,
      "/errors/token/verifier_wrong",
      "no request leads to \"verifier_wrong\": verifiers are not compared with their challenges"
    ),
    Unusable(
      #"{"token": {"grants": {"authorization_code": {}, "refresh_token": {"rotates": false, "issues": {"access": true, "refresh": true}}}}, "credentials": {"code": {"value": "{{rand:[a-z]{32}}}", "lifetime": 60}, "access": {"value": "{{rand:[a-z]{32}}}", "lifetime": 60}, "refresh": {"value": "{{rand:[a-z]{32}}}"}}}"#,
      "/token/grants/refresh_token/issues/refresh",
      "\"refresh\" has no effect: with \"rotates\": false"),
    Unusable(
      #"{"endpoints": {"logout": {"kind": "logout", "at": "main:/out", "methods": ["GET"], "asks": "sign-out", "page": "signed-out", "ticket": "ticket"}}}"#,
      "/endpoints/logout/asks",
      "the form of the page \"sign-out\" is sent to \"logout\" by POST, which does not answer"),
    Unusable(
      #"{"endpoints": {"me": {"token": {"header": ["Bearer"], "kinds": ["refresh"]}}}}"#,
      "/endpoints/me/token/kinds", "\"kinds\" has no effect here"),
    Unusable(
      #"{"endpoints": {"me": {"token": {"headers": ["Authorization"]}}}}"#,
      "/endpoints/me/token/headers/0", "the Authorization header has a scheme"),
    Unusable(
      #"{"endpoints": {"me": {"token": {"headers": ["X Token"]}}}}"#,
      "/endpoints/me/token/headers/0", "\"X Token\" is not a header name"),
    Unusable(
      #"{"shapes": {"me": {"form": "id={{person.sub}}", "json": null}}}"#, "/shapes/me/form",
      "expected an object of parameters"),
    Unusable(
      #"{"shapes": {"me": {"json": {"a": {"$use": "mee"}}}}}"#, "/shapes/me/json/a/$use",
      "there is no shape \"mee\"; did you mean \"me\"?"),
    Unusable(
      #"{"shapes": {"me": {"json": {"a": {"$use": "me"}}}}}"#, "/shapes/me/json/a/$use",
      "$use leads in a circle: me → me"),
    Unusable(
      #"{"shapes": {"own": {"json": {"c": 1}}, "me": {"json": {"a": {"$use": "own", "b": 1}}}}}"#,
      "/shapes/me/json/a/b", "unknown member \"b\""),
    Unusable(
      #"{"links": {"spare": {"to": "me"}}}"#, "/links/spare", "nothing uses the link \"spare\""),
    Unusable(#"{"tables": {"spare": {"key": "a"}}}"#, "/tables/spare", "nothing uses the table"),
    Unusable(
      #"{"pages": {"login": {"labels": {"spare": "x"}}}}"#, "/pages/login/labels/spare",
      "the template of the page \"login\" has no {{labels.spare}}"),
    Unusable(
      #"{"credentials": {"code": {"value": "{{rand:[a-z]{32}}}", "lifetime": 60}, "access": {"value": "{{rand:[a-z]{32}}}", "lifetime": 60}, "id": {"lifetime": 60, "jwt": {"header": {"alg": "ES256"}, "claims": {"iss": "{{base.first}}", "sub": "{{person.sub}}", "aud": "{{client.client_id}}", "exp": "{{tok.id.ends}}", "iat": "{{now}}"}, "alg": "RS256"}}}, "signing": {"RS256": {}}}"#,
      "/credentials/id/jwt/header/alg", "the header names ES256, and the token is signed with RS256"
    ),
  ]
}

@Suite("What check says of a provider that can't be used")
struct UseMistakeTests {
  @Test("the parameters that the engine acts on at the token endpoint are those of standard")
  func engineParameters() throws {
    let tree = try #require(Shipped.set().file("standard")).tree
    let names = tree["token"]?["parameters"]?.objectValue?.names ?? []
    #expect(ProviderReader.engineParameters == Set(names))
  }

  static let shop = """
    { "id": "shop", "title": "Shop", "extends": "standard", "hosts": { "main": "shop.test" },
      "endpoints": {
        "authorize": { "kind": "authorize", "at": "main:/oauth" },
        "token": { "kind": "token", "at": "main:/token" },
        "me": { "kind": "resource", "at": "main:/me" } },
      "shapes": { "me": { "json": { "id": "{{person.sub}}" } } } }
    """

  func check(_ text: String) throws -> [Diagnostic] {
    var set = try Shipped.set()
    try set.add(Array(text.utf8), name: "shop.json")
    return set.check("shop")
  }

  @Test("a provider of eight lines can be used") func fine() throws {
    #expect(try check(Self.shop).map(\.description) == [])
  }

  @Test("what can't be used is told once, with its cause", arguments: Unusable.all)
  func unusable(_ each: Unusable) throws {
    let found = try check(Merge.apply(json(each.patch), to: json(Self.shop)).text())
    #expect(found.map(\.pointer) == [each.pointer], "\(found)")
    #expect(found.first?.sentence.hasPrefix(each.sentence) == true, "\(found)")
  }

  @Test(
    "an entry that others have through it, or that a quirk leads to, has an effect",
    arguments: [
      #"{"errors": {"token": {"refresh_unknown": {"shape": "token-error", "code": "x"}, "code_unknown": {"$same": "refresh_unknown"}}}}"#,
      #"{"errors": {"token": {"secret_unexpected": {"shape": "token-error", "code": "x"}}}, "quirks": [{"id": "strict", "summary": "Strict.", "evidence": {"grade": "inferred", "source": "a test"}, "on": false, "patch": {"token": {"secret_unexpected": true}}}]}"#,
    ])
  func reachable(_ patch: String) throws {
    #expect(try check(Merge.apply(json(patch), to: json(Self.shop)).text()) == [])
  }

  @Test("the scope on which an inherited condition rests need not be read")
  func omission() throws {
    let found = try check(
      Self.shop.replacing(
        "\"hosts\"",
        with:
          #""parameters": { "client_id": {}, "redirect_uri": {}, "response_type": {}, "state": {} }, "scope": { "known": {} }, "hosts""#
      ))
    #expect(!found.contains { $0.pointer.hasPrefix("/redirect_uri") }, "\(found)")
  }

  @Test(
    "what is unusual and can be used is not told",
    arguments: Unusable.fine + Unusable.allowed + Unusable.used + Unusable.served
      + Unusable.kept + Unusable.unusual)
  func usable(_ patch: String) throws {
    let found = try check(Merge.apply(json(patch), to: json(Self.shop)).text())
    #expect(found.map(\.description) == [])
  }

  @Test("a file that inherits has a title of its own")
  func title() throws {
    let found = try check(Self.shop.replacing("\"title\": \"Shop\", ", with: ""))
    #expect(found.map(\.sentence) == ["expected a member \"title\", found none"])
  }

  @Test("a null that removes nothing is told")
  func nulls() throws {
    let found = try check(
      Self.shop.replacing("\"hosts\"", with: "\"answers\": { \"code\": null }, \"hosts\""))
    #expect(found.first?.pointer == "/answers/code")
    #expect(found.first?.sentence.hasPrefix("null removes what is inherited") == true)
  }

  @Test("people without a sub are told where it is named")
  func subjects() throws {
    let patch =
      #"{"people": {"id": "{{rand:[1-9][0-9]{8}}}"}, "shapes": {"me": {"json": {"id": "{{person.sub}}"}}}}"#
    let found = try check(Merge.apply(json(patch), to: json(Self.shop)).text())
    #expect(
      found.contains {
        $0.pointer == "/shapes/me/json/id" && $0.sentence.contains("person has no sub")
      }, "\(found)")
  }
}
