import Basics
import Testing

@testable import ProviderModel

@Suite("Merging")
struct MergeTests {
  @Test(
    "a patch changes a tree so",
    arguments: [
      (#"{"a":1,"b":2}"#, #"{"b":3,"c":4}"#, #"{"a":1,"b":3,"c":4}"#),
      (#"{"a":{"x":1,"y":2}}"#, #"{"a":{"y":3}}"#, #"{"a":{"x":1,"y":3}}"#),
      (#"{"a":1,"b":2}"#, #"{"a":null}"#, #"{"b":2}"#),
      (#"{"a":1}"#, #"{"b":null}"#, #"{"a":1}"#),
      (#"{"a":1}"#, #"{"a":{"x":1}}"#, #"{"a":{"x":1}}"#),
      (#"{"a":{"x":1}}"#, #"{"a":1}"#, #"{"a":1}"#),
      (#"{}"#, #"{"a":{"x":1,"y":null}}"#, #"{"a":{"x":1}}"#),
      (#"{"a":1}"#, #"{}"#, #"{"a":1}"#),
      // Rule 1: a value of its own is replaced whole.
      (
        #"{"a":{"$if":true,"then":1,"else":2}}"#, #"{"a":{"$if":false,"then":3}}"#,
        #"{"a":{"$if":false,"then":3}}"#
      ),
      (#"{"a":{"x":1}}"#, #"{"a":{"$if":true,"then":1}}"#, #"{"a":{"$if":true,"then":1}}"#),
      (#"{"a":{"$if":true,"then":1}}"#, #"{"a":{"x":1}}"#, #"{"a":{"x":1}}"#),
      (#"{"a":1}"#, #"{"a":{"$null":true}}"#, #"{"a":{"$null":true}}"#),
      (#"{"a":{"$same":"b"}}"#, #"{"a":{"x":1}}"#, #"{"a":{"x":1}}"#),
      (#"{}"#, #"{"a":{"$if":true,"then":null}}"#, #"{"a":{"$if":true,"then":null}}"#),
      // Rule 2: so is an array.
      (#"{"a":[1,2,3]}"#, #"{"a":[4]}"#, #"{"a":[4]}"#),
      // Rule 3: an order is a member like any other.
      (
        #"{"a":{"x":1,"y":2}}"#, #"{"a":{"z":3,"$order":["z"]}}"#,
        #"{"a":{"x":1,"y":2,"z":3,"$order":["z"]}}"#
      ),
    ])
  func patches(_ target: String, _ patch: String, _ result: String) throws {
    #expect(try Merge.apply(json(patch), to: json(target)).text() == result)
  }

  @Test("a null on the wire is written as $null")
  func null() throws {
    let facts = try Facts.tiny()
    let shape = Vocabulary().shape(try json(#"{"a":{"$null":true}}"#), "", Diagnostics())
    #expect(String(decoding: facts.json(shape), as: UTF8.self) == #"{"a":null}"#)
    #expect(facts.value(of: shape)?.json?.text() == #"{"a":null}"#)
  }

  @Test(
    "an order names who goes first; the rest follow as they stand",
    arguments: [
      (#"{"a":1,"b":2,"c":3,"$order":["c","a"]}"#, "c a b"),
      (#"{"$order":["x","b"],"a":1,"b":2}"#, "b a"),
      (#"{"b":1,"a":2,"$order":[]}"#, "b a"),
      (#"{"b":1,"a":2}"#, "b a"),
    ])
  func order(_ text: String, _ names: String) throws {
    let facts = try Facts.tiny()
    let shape = Vocabulary().shape(try json(text), "", Diagnostics())
    #expect(facts.parameters(shape).map(\.name).joined(separator: " ") == names)
  }

  private func pair(_ child: String) throws -> (FixtureSet, FixtureSet.File) {
    var set = FixtureSet()
    let standard = """
      {"id": "standard", "hosts": {"main": "s.test"}, "repeats": "refuse",
       "answers": {"code": {"parameters": {"code": "c", "iss": "i"}}, "token": {"a": 1}},
       "errors": {"authorize": {"user_denied": {"shape": "redirect", "text": "no"}}},
       "pages": {"login": {"labels": {"title": "Sign in", "submit": "Go on"}}}}
      """
    try set.add(Array(standard.utf8), name: "standard.json")
    let file = try set.add(Array(child.utf8), name: "child.json")
    return (set, file)
  }

  @Test("a shape in a provider's body stands alone, and only quirks merge into it")
  func shapes() throws {
    let (set, file) = try pair(
      """
      {"id": "child", "extends": "standard", "answers": {"code": {"parameters": {"code": "d"}}},
       "errors": {"authorize": {"user_denied": {"shape": "refusal"}}},
       "pages": {"login": {"labels": {"title": "Log in"}}},
       "quirks": [{"id": "q", "summary": "s", "evidence": {"grade": "inferred", "source": "x"},
         "patch": {"answers": {"code": {"parameters": {"state": "e"}}}}}]}
      """)
    let base = set.base(file, Diagnostics())
    #expect(
      base["answers"]?.text() == #"{"code":{"parameters":{"code":"d"}}}"#,
      "response types are listed in one place")
    #expect(base["errors"]?["authorize"]?.text() == #"{"user_denied":{"shape":"refusal"}}"#)
    #expect(base["pages"]?["login"]?["labels"]?.text() == #"{"title":"Log in","submit":"Go on"}"#)
    #expect(base["repeats"] == "refuse")
    #expect(base["hosts"] == nil, "addresses are never inherited")
    let patched = set.tree(file, on: ["q"], Diagnostics())
    #expect(patched["answers"]?["code"]?.text() == #"{"parameters":{"code":"d","state":"e"}}"#)
  }

  @Test("a provider that extends what is not there says so")
  func orphan() throws {
    let (set, file) = try pair(#"{"id": "child", "extends": "standrad"}"#)
    let findings = Diagnostics()
    _ = set.base(file, findings)
    #expect(
      findings.list.map(\.description) == [
        "child.json:1:28: error: expected the ID of another provider, "
          + "found the string \"standrad\"; did you mean \"standard\"? (at /extends)"
      ])
  }

  @Test("an error entry is shared by naming the condition that holds it")
  func same() throws {
    let vk = try Shipped.set().resolve("vk")
    let facts = try Facts.plain(vk)
    for condition in [Condition.clientMissing, .clientUnknown] {
      let entry = try #require(vk.errors["authorize"]?.rule(condition)?.facts)
      let written = entry.map { "\($0.name)=\(facts.value(of: $0.value)?.text ?? "")" }
      #expect(written == ["code=invalid_request", "text=Security Error"])
    }
  }
}
