import Basics
import Testing

@Suite("Switches of quirks")
struct SwitchTests {
  @Test(
    "that contradict one another are refused",
    arguments: [
      (["with": "vk.documented-denial"], "/with"), (["without": "vk.email-in-body"], "/without"),
      (["with": ["vk.email-in-body"], "without": ["vk.email-in-body"]], "/with/0"),
      (
        [
          "with": [
            "standard.jwt-access-tokens", "azure-ad-b2c.tasks-refusal-restify",
            "azure-ad-b2c.tasks-refusal-dotnet",
          ]
        ], "/with/1"
      ),
    ] as [(JSONValue, String)])
  func sandboxes(_ wish: JSONValue, _ pointer: String) throws {
    let site = try Site()
    let reply = try site.control("POST", "/sandboxes", wish)
    #expect(reply.status == 422, "\(reply.text)")
    #expect(reply.json["pointer"]?.stringValue == pointer, "\(reply.text)")
    #expect(try site.control("GET", "/sandboxes").json.arrayValue?.count == 1)
  }

  @Test("that contradict one another are refused later, too")
  func later() throws {
    let box = try Site().sandbox([:])
    let path = "/providers/vk/quirks"
    let before = try box.order("GET", "/providers/vk")
    let both: JSONValue = ["with": ["email-in-body"], "without": ["email-in-body"]]
    for (wish, pointer) in [
      (both, "/with/0"), (["with": "email-in-body"], "/with"),
      (["without": "email-in-body"], "/without"),
    ] {
      let reply = try box.control("PUT", path, wish)
      #expect(reply.status == 422, "\(reply.text)")
      #expect(reply.json["pointer"]?.stringValue == pointer, "\(reply.text)")
    }
    #expect(try box.order("GET", "/providers/vk") == before)
  }
}
