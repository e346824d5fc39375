// `array` and `object` (RFC 8259 §4 and §5).

extension JSONParser {
  /// Why a value should stand at the cursor. Put into words only once none does.
  enum Expectation {
    case root, firstElement, element, memberValue
  }

  func words(for expectation: Expectation) -> String {
    switch expectation {
    case .root: "a value"
    case .firstElement: "a value or ']'"
    case .element: "a value after ','"
    case .memberValue: "a value for the member \(quoted(open.last?.name ?? ""))"
    }
  }

  /// The container that starts at the cursor, if one does.
  func container() -> OpenContainer? {
    switch cursor.next {
    case ASCII.openBracket: OpenContainer(.array, start: here)
    case ASCII.openBrace: OpenContainer(.object, start: here)
    default: nil
    }
  }

  /// Moves past a container's bracket and the space behind it.
  mutating func enter(_ container: OpenContainer) throws(JSONSyntaxError) {
    guard open.count < maximumDepth else {
      throw JSONSyntaxError(
        origin: here,
        sentence: "expected at most \(maximumDepth) levels of nesting, found one more")
    }
    cursor.advance()
    cursor.skipSpace()
  }

  /// Opens a container that is not empty, and reads up to its first value.
  /// - Returns: what is expected at the cursor.
  mutating func beforeFirst(in container: OpenContainer) throws(JSONSyntaxError) -> Expectation {
    open.append(container)
    guard container.kind == .object else { return .firstElement }
    return try name(expected: "a member name or '}'")
  }

  /// Puts a value where it belongs and closes what closes behind it.
  /// - Parameter next: what is expected at the cursor, if another value is.
  /// - Returns: the root, once it is complete.
  mutating func ended(
    _ value: JSONValue, next: inout Expectation
  ) throws(JSONSyntaxError) -> JSONValue? {
    var value = value
    while let last = open.indices.last {
      open[last].add(value)
      cursor.skipSpace()
      if take(open[last].end) {
        value = open.removeLast().closed
        continue
      }
      guard take(ASCII.comma) else { throw neitherCommaNorEnd(of: open[last]) }
      cursor.skipSpace()
      next =
        open[last].kind == .array ? .element : try name(expected: "a member name after ','")
      return nil
    }
    return value
  }

  /// A member's name and colon, in the innermost container.
  /// - Returns: what is expected at the cursor.
  private mutating func name(expected: String) throws(JSONSyntaxError) -> Expectation {
    guard let last = open.indices.last else { return .root }
    let origin = here
    guard cursor.next == ASCII.quote else {
      throw unexpected(expected, hint: hintForName(start: open[last].start))
    }
    let name = try string()
    open[last].name = name
    open[last].nameOrigin = origin
    let earlier = open[last].members.nameOrigin(name)
    open[last].isNameNew = earlier == nil
    if let earlier {
      let first = open[last].firsts[ExactText(name)] ?? earlier
      open[last].firsts[ExactText(name)] = first
      report(name, at: origin, first: first)
    }
    cursor.skipSpace()
    guard take(ASCII.colon) else {
      throw unexpected("':' after the member name \(quoted(name))", hint: hintForColon())
    }
    cursor.skipSpace()
    return .memberValue
  }

  private func neitherCommaNorEnd(of container: OpenContainer) -> JSONSyntaxError {
    let hint = hintAfterItem(of: container.kind.rawValue, start: container.start)
    return switch container.kind {
    case .array:
      unexpected(
        "',' or ']' after element \(container.elements.count - 1) of the array", hint: hint)
    case .object:
      unexpected("',' or '}' after the member \(quoted(container.name))", hint: hint)
    }
  }

  private mutating func report(_ name: String, at origin: Origin, first: Origin) {
    guard pointerBytesLeft > 0 else { return }
    let pointer = open.reduce(into: "") { $1.extend(&$0) }
    pointerBytesLeft -= pointer.utf8.count
    duplicates.append(Duplicate(name: name, origin: origin, first: first, pointer: pointer))
  }
}

/// An array or object whose end has not been read yet.
struct OpenContainer {
  enum Kind: String {
    case array, object
  }

  let kind: Kind
  /// Its bracket or brace.
  let start: Origin
  /// The bracket or brace that ends it.
  let end: UInt8
  var elements: [JSONValue] = []
  var members = JSONObject()
  /// The name of the member being read.
  var name = ""
  var nameOrigin: Origin?
  /// Whether no member before it has this name.
  var isNameNew = true
  /// Where repeated names stood first: `members` keeps only the last of each.
  var firsts: [ExactText: Origin] = [:]

  init(_ kind: Kind, start: Origin) {
    self.kind = kind
    self.start = start
    end = kind == .array ? ASCII.closeBracket : ASCII.closeBrace
  }

  /// Makes the pointer to this container one to the value being read in it.
  func extend(_ pointer: inout String) {
    pointer += "/"
    pointer += kind == .array ? String(elements.count) : JSONPointer.escape(name)
  }

  mutating func add(_ value: consuming JSONValue) {
    switch kind {
    case .array: elements.append(value)
    case .object:
      let member = JSONObject.Member(name, value, nameOrigin: nameOrigin)
      if isNameNew { members.append(member) } else { members.put(member) }
    }
  }

  var closed: JSONValue {
    JSONValue(kind == .array ? .array(elements) : .object(members), origin: start)
  }
}
