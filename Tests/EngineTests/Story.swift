import Basics
import Foundation
import HTTPTypes
import Testing

/// One story of a provider: steps in JSON, as they are told by a visitor.
struct Story: Sendable, CustomTestStringConvertible {
  let provider: String
  let name: String
  let with: [String]
  let without: [String]
  let steps: [JSONValue]

  var testDescription: String { "\(provider), \(name)" }
  /// A server at a socket has one time.
  var waits: Bool { steps.contains { $0["wait"] != nil } }

  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Stories")

  static func read(_ file: URL) throws -> [Story] {
    let root = try JSONReader().read(Array(Data(contentsOf: file)), file: file.lastPathComponent)
      .root
    let provider = try #require(root["provider"]?.stringValue, "\(file) has no provider")
    let stories = try #require(root["stories"]?.objectValue, "\(file) has no stories")
    return stories.map { story in
      // Steps alone, or steps with quirks.
      let steps = story.value.arrayValue ?? story.value["steps"]?.arrayValue ?? []
      func names(_ member: String) -> [String] {
        (story.value[member]?.arrayValue ?? []).compactMap(\.stringValue)
      }
      return Story(
        provider: provider, name: story.name, with: names("with"), without: names("without"),
        steps: steps)
    }
  }

  func tell() throws -> Visitor {
    let visitor = try Visitor(provider, with: with, without: without)
    var kept: [String: String] = [:]
    for (place, step) in steps.enumerated() {
      try Step(json: step, place: "step \(place + 1) of \(testDescription)").take(visitor, &kept)
    }
    return visitor
  }
}

extension Story {
  struct Step {
    let json: JSONValue
    let place: String

    func take(_ visitor: Visitor, _ kept: inout [String: String]) throws {
      let members = json.objectValue ?? JSONObject()
      let verb = try #require(
        members.names.first { Self.verbs.contains($0) }, "\(place) does nothing: \(json.text())")
      let unknown = members.names.filter { !Self.verbs.contains($0) && !Self.more.contains($0) }
      #expect(unknown == [], "\(place)")
      switch verb {
      case "open": visitor.open(try filled(text(verb), kept))
      case "submit":
        visitor.submit(try form(verb, kept).reduce(into: [:]) { $0[$1.name] = $1.value })
      case "cancel": try refuse(visitor)
      case "wait": visitor.now += members["wait"]?.integerValue ?? 0
      case "keep": try keep(visitor, &kept)
      default: try call(verb, visitor, kept)
      }
      if let status = members["status"]?.integerValue {
        #expect(visitor.status == status, "\(place): \(visitor.page)")
      }
      if let told = members["says"]?.stringValue {
        #expect(visitor.page.contains(told) || visitor.location.contains(told), "\(place)")
      }
    }

    private static let verbs = [
      "open", "submit", "cancel", "wait", "keep", "get", "post", "put", "patch", "delete",
    ]
    private static let more = ["form", "json", "headers", "status", "says"]

    private func call(_ verb: String, _ visitor: Visitor, _ kept: [String: String]) throws {
      var headers: [(String, String)] = []
      for header in json["headers"]?.objectValue ?? JSONObject() {
        headers.append((header.name, try filled(header.value.stringValue ?? "", kept)))
      }
      var body: [UInt8] = []
      if json["form"] != nil {
        headers.append(("Content-Type", "application/x-www-form-urlencoded"))
        body = Array(QueryStyle().encode(try form("form", kept)).utf8)
      } else if let value = json["json"] {
        headers.append(("Content-Type", "application/json"))
        body = Array(try filled(value.text(), kept).utf8)
      }
      let method = try #require(HTTPRequest.Method(rawValue: verb.uppercased()))
      try visitor.call(method, filled(text(verb), kept), headers, body: body)
    }

    /// By the page's link, or by its button that is not the usual one.
    private func refuse(_ visitor: Visitor) throws {
      if visitor.page.contains("id=\"cancel\"") {
        visitor.cancel()
        return
      }
      let form = visitor.page.components(between: "<form", and: "</form>").first ?? ""
      let button = try #require(
        form.components(between: "<button class=\"plain\" ", and: ">").first,
        "\(place): nothing on the page denies")
      let name = try #require(button.components(between: "name=\"", and: "\"").first)
      visitor.submit([name: button.components(between: "value=\"", and: "\"").first ?? ""])
    }

    private func keep(_ visitor: Visitor, _ kept: inout [String: String]) throws {
      for kind in json["keep"]?.objectValue ?? JSONObject() {
        let words = (kind.value.stringValue ?? "").split(separator: " ").map(String.init)
        let name = try #require(words.last, "\(place): \(kind.name)")
        switch words.first {
        case "parameter": kept[kind.name] = try visitor.parameter(name)
        case "member": kept[kind.name] = try member(name.split(separator: "."), of: visitor)
        default: Issue.record("\(place): \(kind.name) is kept from nowhere")
        }
      }
    }

    private func member(_ path: [Substring], of visitor: Visitor) throws -> String {
      var value = try JSONReader().read(Array(visitor.page.utf8), file: "the answer").root
      for name in path {
        value = try #require(
          Int(name).flatMap { index in value.arrayValue?.dropFirst(index).first }
            ?? value[String(name)],
          "\(place): \(visitor.page) has no \(name)")
      }
      return value.stringValue ?? value.text()
    }

    private func text(_ member: String) throws -> String {
      try #require(json[member]?.stringValue, "\(place): \(member) is no text")
    }

    private func form(
      _ member: String, _ kept: [String: String]
    ) throws -> [(name: String, value: String)] {
      try (json[member]?.objectValue ?? JSONObject()).map { field in
        (field.name, try filled(field.value.stringValue ?? field.value.text(), kept))
      }
    }

    /// A text with what was kept in the places of `${name}`.
    private func filled(_ text: String, _ kept: [String: String]) throws -> String {
      var result = ""
      var rest = text[...]
      while let open = rest.firstRange(of: "${") {
        result += rest[..<open.lowerBound]
        rest = rest[open.upperBound...]
        let end = try #require(rest.firstIndex(of: "}"), "\(place): ${ without }")
        let name = String(rest[..<end])
        result += try #require(kept[name], "\(place): nothing was kept as \(name)")
        rest = rest[rest.index(after: end)...]
      }
      return result + rest
    }
  }
}

extension Visitor {
  /// The transcript without the signatures that an elliptic curve makes another of each time.
  var transcriptOfStory: String {
    transcript.replacing(/(\.eyJ[A-Za-z0-9_-]+)\.[A-Za-z0-9_-]{86}(?![A-Za-z0-9_-])/) {
      "\($0.output.1).…"
    }
  }
}
