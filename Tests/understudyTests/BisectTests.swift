import ProviderModel
import Server
import Testing

@testable import understudy

@Suite("Quirks that break a client")
struct BisectTests {
  @Test(
    "are found with few runs",
    arguments: [["c"], ["a", "h"], ["d", "e", "f"], ["a", "b", "c", "d", "e", "f", "g", "h"]])
  func search(_ guilty: [String]) throws {
    let all = ["a", "b", "c", "d", "e", "f", "g", "h"]
    var runs = 0
    var search = QuirkSearch { on in
      runs += 1
      return on.isSuperset(of: guilty)
    }
    #expect(try search.smallest(of: all) == guilty)
    #expect(runs <= 64, "\(runs)")
  }

  @Test("are one of several that each suffice")
  func either() throws {
    var search = QuirkSearch { !$0.isDisjoint(with: ["b", "e"]) }
    #expect(try search.smallest(of: ["a", "b", "c", "d", "e"]).count == 1)
  }

  private static let provider = """
    {
      "id": "shop", "title": "Shop", "extends": "standard", "hosts": { "main": "shop.test" },
      "endpoints": { "authorize": { "kind": "authorize", "at": "main:/a" }, "news": { "kind": "document", "at": "main:/news" } },
      "shapes": { "news": { "json": { "a": 1, "b": 1, "c": 1, "d": 1 } } },
      "quirks": [QUIRKS]
    }
    """

  private static func write(_ scratch: Scratch) throws -> String {
    let quirks = ["a", "b", "c", "d"].map { name in
      """
      { "id": "\(name)-is-two", "summary": "\(name) is two.", "needs": [\(name == "d" ? "\"c-is-two\"" : "")],
        "evidence": { "grade": "observed", "source": "a test" }, "patch": { "shapes": { "news": { "json": { "\(name)": 2 } } } } }
      """
    }
    return try scratch.write(
      provider.replacing("QUIRKS", with: quirks.joined(separator: ", ")), to: "shop.json")
  }

  private static let get = "curl -s $UNDERSTUDY_URL/shop/news"

  @Test("are named, with a command line that fails because of them alone")
  func found() throws {
    let scratch = try Scratch()
    let file = try Self.write(scratch)
    let script = "! \(Self.get) | grep -q '\"a\":2.*\"d\":2'"
    let result = try Tool(["bisect", file, "--", "sh", "-c", script]).finish()
    #expect(result.status == 0, "\(result.errors)")
    #expect(
      result.output.hasPrefix(
        """
        The command fails because of these 2 quirks together:
          a-is-two: a is two.
            observed: a test
          d-is-two: d is two.
        """), "\(result.output)")
    let line = try #require(result.output.split(separator: "\n").last)
    let again = try Tool.shell(String(line).replacing("understudy run", with: "$tool run")).finish()
    #expect(again.status == 1, "\(line)")
    #expect(result.errors.contains("run 1, with no quirk…\nrun 1: passed\n"))
  }

  @Test("are not looked for where there are none")
  func none() throws {
    let scratch = try Scratch()
    let file = try Self.write(scratch)
    let broken = try Tool(["bisect", file, "--", "false"]).finish()
    #expect(broken.status == 1 && broken.errors.contains("fails without any quirk of shop too"))
    let fine = try Tool(["bisect", file, "--", "true"]).finish()
    #expect(fine.status == 1 && fine.errors.contains("passes with all 4 quirks of shop"))
    let missing = try Tool(["bisect", file, "--", "no-such-command"]).finish()
    #expect(missing.status == 127, "\(missing.errors)")
    let silent = try Tool(["bisect", file]).finish()
    #expect(silent.status == 2 && silent.errors.contains("there is no command"))
    let unknown = try Tool(["bisect", "vkk", "--", "true"]).finish()
    #expect(unknown.status == 2 && unknown.errors.contains("did you mean \"vk\"?"))
  }

  @Test("are all off at a strict provider, but for those that are wanted and what they need")
  func strict() throws {
    let scratch = try Scratch()
    let file = try Self.write(scratch)
    func news(_ options: String...) throws -> String {
      try Tool(
        ["run", "--provider", file] + options + ["--", "sh", "-c", Self.get]
      ).finish().output
    }
    #expect(try news() == #"{"a":2,"b":2,"c":2,"d":2}"#)
    #expect(try news("--strict", "shop") == #"{"a":1,"b":1,"c":1,"d":1}"#)
    #expect(
      try news("--strict", "shop", "--with", "shop.d-is-two") == #"{"a":1,"b":1,"c":2,"d":2}"#)
    let variable = try Tool(
      ["run", "--provider", file, "--", "sh", "-c", Self.get],
      environment: ["UNDERSTUDY_STRICT": "shop,vk"]
    ).finish()
    #expect(variable.output == #"{"a":1,"b":1,"c":1,"d":1}"#)
    let unknown = try Tool.run("serve", "--strict", "shopp", "--provider", file)
    #expect(
      unknown.status == 2
        && unknown.errors.hasPrefix(
          "--strict shopp: there is no provider \"shopp\"; did you mean \"shop\"?"),
      "\(unknown.errors)")
  }
}
