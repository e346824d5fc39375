import Basics
import HTTPTypes
import ProviderModel

/// An operation of the control API as a tool of the Model Context Protocol.
package struct ControlTool: Sendable {
  /// A request to the control API.
  package struct Order: Sendable {
    package var method: HTTPRequest.Method
    /// Below `/_understudy`, with its query.
    package var path: String
    package var body: JSONValue?
  }

  /// All operations except the two that describe the API itself.
  package static let all = Operation.all.filter { !["index", "describe"].contains($0.id) }
    .map(ControlTool.init)

  private static let usualSandbox = "default"
  private static let body = "body"

  private let operation: Operation

  package var name: String { operation.id }
  package var description: String { operation.summary }
  package var isReadOnly: Bool { operation.method == .get }
  package var isDestructive: Bool { operation.method == .delete || operation.id == "resetSandbox" }
  package var isIdempotent: Bool { [.get, .put, .delete].contains(operation.method) }

  /// The tools by which an agent sends the requests that a text names, as a line of its own; empty for none.
  package static func naming(requestsOf text: String) -> String {
    let words = text.split { " \n".contains($0) }
    let named = zip(words, words.dropFirst()).compactMap { method, path -> String? in
      let path = path.split { ",:;?\"\\".contains($0) }.first ?? ""
      let below =
        path.hasPrefix("…/")
        ? "/sandboxes/ID\(path.dropFirst())" : String(path.dropFirst(Control.root.count))
      guard path.hasPrefix(Control.root) || path.hasPrefix("…/") else { return nil }
      let operation = Operation.all.first {
        $0.method.rawValue == method && $0.match(below) != nil
      }
      return operation.map { "\(method) \(path) is the tool \($0.id)" }
    }
    return named.isEmpty ? "" : "\n" + named.joined(separator: ", ")
  }

  private var variables: [String] {
    operation.path.split(separator: "/").filter { $0.hasPrefix("{") }
      .map { String($0.dropFirst().dropLast()) }
  }

  // MARK: Arguments

  /// The JSON Schema of the arguments: the variables of the path, the parameters of the query, and the body.
  package var schema: JSONValue {
    var names: Set<String> = []
    var properties = variables.map { name -> (String, JSONValue) in
      name == "sandbox"
        ? Schemas.member(
          name, ["type": "string", "minLength": 1, "default": .init(.string(Self.usualSandbox))],
          "The sandbox's ID.")
        : (name, ["type": "string", "minLength": 1])
    }
    properties += operation.query.map { Schemas.member($0.name, $0.schema, $0.summary) }
    if let body = operation.body { properties.append((Self.body, Self.local(body, &names))) }
    var required = variables.filter { $0 != "sandbox" }
    if operation.body != nil, operation.needsBody { required.append(Self.body) }
    var schema = Schemas.object(properties, required: required)
    // A definition may name others.
    var definitions: [String: JSONValue] = [:]
    while let name = names.sorted().first(where: { definitions[$0] == nil }) {
      definitions[name] = Self.local(Schemas.all[name] ?? [:], &names)
    }
    if !definitions.isEmpty {
      let members = definitions.sorted { $0.key < $1.key }.map {
        JSONObject.Member($0.key, $0.value)
      }
      schema = Schemas.adding("$defs", JSONValue(.object(JSONObject(members))), to: schema)
    }
    return schema
  }

  /// The schema without what its members consist of, where that is much: a list of all tools is a part of each conversation
  /// with a model.
  package var outline: JSONValue? { SchemaOutline(schema).value }

  /// A schema whose references lead to `$defs` of the same document.
  /// - Parameter names: receives the names of the definitions.
  private static func local(_ schema: JSONValue, _ names: inout Set<String>) -> JSONValue {
    let prefix = "#/components/schemas/"
    if let list = schema.arrayValue {
      return JSONValue(.array(list.map { local($0, &names) }))
    }
    guard var object = schema.objectValue else { return schema }
    for member in object {
      if member.name == "$ref", let text = member.value.stringValue, text.hasPrefix(prefix) {
        let name = String(text.dropFirst(prefix.count))
        names.insert(name)
        object["$ref"] = JSONValue(.string("#/$defs/\(name)"))
      } else {
        object[member.name] = local(member.value, &names)
      }
    }
    return JSONValue(.object(object))
  }

  /// The request that a call asks for.
  package func order(_ arguments: JSONObject) throws(Failure) -> Order {
    var known = variables + operation.query.map(\.name)
    if operation.body != nil { known.append(Self.body) }
    if let other = arguments.names.first(where: { !known.contains($0) }) {
      let mayBeOfBody = operation.body != nil && Suggestion.nearest(to: other, among: known) == nil
      let hint = "; a member of the body goes into it: {\"body\": {\"\(other)\": …}}"
      throw Failure(
        text: "\(name) has no argument \"\(other)\"" + Suggestion.list(for: other, among: known)
          + (mayBeOfBody ? hint : ""))
    }
    var path = ""
    for segment in operation.path.split(separator: "/") {
      let isVariable = segment.hasPrefix("{")
      let value =
        isVariable
        ? try text(of: String(segment.dropFirst().dropLast()), arguments) : String(segment)
      path += "/" + (isVariable ? QueryStyle.rfc3986.encode(value) : value)
    }
    var query: [(name: String, value: String)] = []
    for parameter in operation.query {
      guard let value = arguments[parameter.name], !value.isNull else { continue }
      guard let text = value.stringValue ?? value.numberText ?? value.boolValue.map({ "\($0)" })
      else {
        throw Failure(
          text: "\(name): expected text or a number as \(parameter.name), found \(value.kindName)")
      }
      query.append((parameter.name, text))
    }
    if !query.isEmpty { path += "?" + QueryStyle.rfc3986.encode(query) }
    let body = arguments[Self.body]
    if body == nil, operation.body != nil, operation.needsBody {
      throw Failure(
        text: "\(name): expected the argument body, found none; the tool's schema describes it")
    }
    if body?.stringValue != nil {
      throw Failure(
        text: "\(name): expected an object as body, found a string; send the object, not its text")
    }
    return Order(method: operation.method, path: path, body: body)
  }

  private func text(of variable: String, _ arguments: JSONObject) throws(Failure) -> String {
    guard let value = arguments[variable] else {
      if variable == "sandbox" { return Self.usualSandbox }
      throw Failure(text: "\(name): expected the argument \(variable), found none")
    }
    guard let text = value.stringValue ?? value.numberText, !text.isEmpty else {
      throw Failure(
        text: "\(name): expected text as \(variable), found "
          + (value.stringValue == nil ? value.kindName : "an empty one"))
    }
    return text
  }
}
