import TestSupport
import Testing

/// Files that lack what tells their kind, or nearly everything.
extension MistakenFileTests {
  @Test(
    "a file without its kind is told what to add",
    arguments: [
      (
        #"{"people": []}"#, "--cast",
        #"expected a member "kind", found none; for a cast, add "schema": 1, "kind": "cast""#
      ),
      (
        #"{"schema": 1, "clients": []}"#, "--cast",
        #"expected a member "kind", found none; for a cast, add "kind": "cast""#
      ),
      (
        #"{"people": {}}"#, "--cast",
        #"expected a member "kind", found none; for a cast, add "schema": 1, "kind": "cast""#
      ),
      (
        #"{"rules": []}"#, "--scenario",
        #"expected a member "kind", found none; for a scenario, add "schema": 1, "kind": "scenario""#
      ),
      (
        #"{"endpoints": {}}"#, "--provider",
        #"expected a member "id", found none; for a provider, add "id": "NAME""#
      ),
      (#"{"id": 7}"#, "--provider", #"expected a string as "id", found a number"#),
      (
        #"{"title": "x"}"#, "--provider",
        #"expected a member "id" (of a provider), or "kind": "cast" or "scenario"; found neither"#
      ),
      (
        #"{"knid": "cast", "people": []}"#, "--cast",
        #"expected a member "kind", found none; is "knid" meant to be it?"#
      ),
      (
        #"{"id": "acme", "title": "Acme"}"#, "--provider",
        #"expected the members "hosts", "endpoints", "errors", found none; add "extends": "standard", and the provider needs only"#
      ),
    ])
  func lacking(_ text: String, _ option: String, _ sentence: String) throws {
    let scratch = try Scratch()
    let file = try scratch.write(text, to: "file.json")
    let checked = try Tool.run("check", file)
    #expect(checked.status == 2)
    #expect(
      checked.output.split(separator: "\n").first?.contains("error: \(sentence)") == true,
      "\(checked.output)")
    let served = try Tool.run("serve", "--port", "0", option, file)
    #expect(served.status == 2 && served.errors.contains(sentence), "\(served.errors)")
  }

  @Test(
    "a section of another type is all that is told", arguments: ["shapes", "credentials", "errors"])
  func section(_ name: String) throws {
    let scratch = try Scratch()
    let file = try scratch.write(
      #"{"id": "acme", "title": "Acme", "extends": "standard", "\#(name)": []}"#, to: "acme.json")
    let lines = try Tool.run("check", file).output.split(separator: "\n")
    #expect(lines.count == 1 && lines[0].contains("expected an object"), "\(lines)")
  }

  @Test("the long list of a provider's members is a page of the documentation")
  func members() throws {
    let scratch = try Scratch()
    let file = try scratch.write(
      #"{"id": "acme", "title": "Acme", "extends": "standard", "colour": 7}"#, to: "acme.json")
    let output = try Tool.run("check", file).output
    let sentence = #"unknown member "colour"; docs/fixtures.md#provider lists the "#
    #expect(output.contains(sentence), "\(output)")
    #expect(!output.contains("absent, acr_values"), "\(output)")
  }

  @Test("check reads files that extend one another in any order, and tells of two with one ID")
  func order() throws {
    let scratch = try Scratch()
    let text = """
      { "id": "ID", "title": "Shop", "extends": "BASE", "hosts": { "main": "ID.shop.test" }, "endpoints": {
        "authorize": { "kind": "authorize", "at": "main:/oauth" }, "token": { "kind": "token", "at": "main:/token" } } }
      """
    func write(_ id: String, _ base: String, to name: String) throws -> String {
      try scratch.write(
        text.replacing("ID", with: id).replacing("BASE", with: base), to: name)
    }
    let base = try write("base", "standard", to: "base.json")
    let heir = try write("heir", "base", to: "heir.json")
    for files in [[base, heir], [heir, base]] {
      let result = try Tool(["check"] + files).finish()
      #expect(result.status == 0 && result.errors == "2 files checked, no errors\n", "\(result)")
    }
    let twin = try write("base", "standard", to: "twin.json")
    let result = try Tool.run("check", base, twin)
    #expect(result.status == 2)
    #expect(
      result.output
        == "\(twin):1:9: error: \(base) describes the provider \"base\", too; give one of them another ID (at /id)\n",
      "\(result)")
  }
}
