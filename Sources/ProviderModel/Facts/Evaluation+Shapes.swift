import Basics

/// Shapes, written once into a buffer: literal bytes, and the places between them.
extension Evaluation {
  /// No list in an answer grows beyond this, whatever a client sends.
  private static let mostElements = 10_000

  /// Writes a shape as JSON behind what the buffer holds.
  /// - Returns: false where it comes to nothing, and the member that holds it is left out.
  func write(_ shape: Shape, _ style: JSONStyle, into buffer: inout [UInt8]) -> Bool {
    switch shape {
    case .constant(_, let bytes):
      buffer.append(contentsOf: bytes)
    case .single(let expression):
      guard let value = member(expression) else { return false }
      value.write(style, into: &buffer)
    case .text(let template):
      guard let text = text(template) else { return false }
      style.quote(text, into: &buffer)
    case .object(let members): write(members, style, &buffer)
    case .selected(let selection):
      let asked = value(of: selection.list).elements?.map(\.text) ?? []
      write(selection.members(asked), style, &buffer)
    case .array(let shapes):
      buffer.append(UInt8(ascii: "["))
      var isFirst = true
      for shape in shapes { element(shape, style, &isFirst, &buffer) }
      buffer.append(UInt8(ascii: "]"))
    case .when(let predicate, let then, let otherwise):
      if holds(predicate) { return write(then, style, into: &buffer) }
      guard let otherwise else { return false }
      return write(otherwise, style, into: &buffer)
    case .each(let list, let filter, let body):
      buffer.append(UInt8(ascii: "["))
      var isFirst = true
      var inner = self
      for one in (value(of: list).elements ?? []).prefix(Self.mostElements) {
        inner.item = one
        if let filter, !inner.holds(filter) { continue }
        inner.element(body, style, &isFirst, &buffer)
      }
      buffer.append(UInt8(ascii: "]"))
    case .claims: return false
    case .joined, .merged, .encoded:
      guard let value = value(of: shape) else { return false }
      value.write(style, into: &buffer)
    }
    return true
  }

  private func write(_ members: [Shape.Member], _ style: JSONStyle, _ buffer: inout [UInt8]) {
    buffer.append(UInt8(ascii: "{"))
    var isFirst = true
    for member in members {
      if case .claims(let selection) = member.shape {
        claims(selection) { name, value in
          if !isFirst { Self.comma(style, &buffer) }
          isFirst = false
          buffer.append(contentsOf: Shape.key(name, style))
          value.write(style, into: &buffer)
        }
        continue
      }
      let mark = buffer.count
      if !isFirst { Self.comma(style, &buffer) }
      buffer.append(contentsOf: member.key)
      if write(member.shape, style, into: &buffer) {
        isFirst = false
      } else {
        buffer.removeLast(buffer.count - mark)
      }
    }
    buffer.append(UInt8(ascii: "}"))
  }

  private func element(
    _ shape: Shape, _ style: JSONStyle, _ isFirst: inout Bool, _ buffer: inout [UInt8]
  ) {
    let mark = buffer.count
    if !isFirst { Self.comma(style, &buffer) }
    if write(shape, style, into: &buffer) {
      isFirst = false
    } else {
      buffer.removeLast(buffer.count - mark)
    }
  }

  private static func comma(_ style: JSONStyle, _ buffer: inout [UInt8]) {
    buffer.append(UInt8(ascii: ","))
    if style.space { buffer.append(UInt8(ascii: " ")) }
  }

  /// What a shape comes to, as a value; `nil` drops the member that holds it.
  func value(of shape: Shape) -> Value? {
    switch shape {
    case .constant(let value, _): return Value(value)
    case .single(let expression): return member(expression)
    case .text(let template): return text(template).map(Value.text)
    case .when(let predicate, let then, let otherwise):
      if holds(predicate) { return value(of: then) }
      return otherwise.flatMap { value(of: $0) }
    case .joined(let shapes):
      var elements: [JSONValue] = []
      for shape in shapes { elements += value(of: shape)?.json?.arrayValue ?? [] }
      return .json(JSONValue(.array(Array(elements.prefix(Self.mostElements)))))
    case .merged(let shapes):
      var object = JSONObject()
      for shape in shapes {
        for member in value(of: shape)?.json?.objectValue ?? JSONObject() {
          object[member.name] = member.value
        }
      }
      return .json(JSONValue(.object(object)))
    case .encoded(let inner):
      guard let value = value(of: inner) else { return nil }
      if case .text(let text) = value { return .text(Base64URL.encode(Array(text.utf8))) }
      return .text(Base64URL.encode(value.json?.encoded() ?? []))
    case .object, .array, .each, .selected: return tree(shape).map(Value.json)
    case .claims: return nil
    }
  }

  /// A shape as a tree: where an answer is changed, or kept, after it has been written.
  func tree(_ shape: Shape) -> JSONValue? {
    var buffer: [UInt8] = []
    guard write(shape, .compact, into: &buffer) else { return nil }
    return try? JSONReader(maximumDepth: 512, maximumBytes: .max).read(buffer, file: "").root
  }

  /// The JSON text of a shape; an empty object where it comes to nothing.
  func json(_ shape: Shape, _ style: JSONStyle = .compact) -> [UInt8] {
    var buffer: [UInt8] = []
    buffer.reserveCapacity(512)
    guard write(shape, style, into: &buffer) else { return Array("{}".utf8) }
    guard style.indent != nil else { return buffer }
    // Places are written without regard to their level.
    let tree = try? JSONReader(maximumDepth: 512, maximumBytes: .max).read(buffer, file: "").root
    return tree?.encoded(style) ?? buffer
  }

  /// The members of an object shape as texts, in order.
  func parameters(_ shape: Shape) -> [(name: String, value: String)] {
    guard case .object(let members) = shape else {
      let object = value(of: shape)?.json?.objectValue ?? JSONObject()
      return object.map { ($0.name, Value.text(of: $0.value)) }
    }
    var parameters: [(name: String, value: String)] = []
    parameters.reserveCapacity(members.count)
    for member in members {
      if case .claims(let selection) = member.shape {
        claims(selection) { parameters.append(($0, $1.text)) }
      } else if let value = value(of: member.shape) {
        parameters.append((member.name, value.text))
      }
    }
    return parameters
  }
}
