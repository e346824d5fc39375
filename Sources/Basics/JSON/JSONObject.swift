/// A JSON object (RFC 8259 §4) whose members stay in the order in which they were written.
///
/// Names are unique and are compared byte by byte. `==` is order-sensitive and ignores origins.
/// Diagnostic a member takes the same time however many there are; removing one takes linear time.
package struct JSONObject: Sendable {
  /// A name and its value.
  package struct Member: Sendable {
    package var name: String
    package var value: JSONValue
    /// Where the name was written; nil for a member that was built.
    package var nameOrigin: Origin?

    package init(_ name: String, _ value: JSONValue, nameOrigin: Origin? = nil) {
      self.name = name
      self.value = value
      self.nameOrigin = nameOrigin
    }
  }

  private var members: [Member] = []
  /// Where each name is. Nil while the object is small: comparing a few names beats hashing one.
  private var places: [ExactText: Int]?
  private static let mostWithoutPlaces = 16

  package init() {}

  /// Of members with one name, the last gives the value and the first the place.
  package init(_ members: [Member]) {
    self.members.reserveCapacity(members.count)
    for member in members { put(member) }
  }

  /// The value of a member. Setting an existing one keeps its place and the origin of its name,
  /// setting a new one appends it, setting nil removes it.
  package subscript(name: String) -> JSONValue? {
    get {
      place(of: name).map { members[$0].value }
    }
    set {
      switch (place(of: name), newValue) {
      case (let place?, let value?): members[place].value = value
      case (nil, let value?): append(Member(name, value))
      case (let place?, nil): remove(at: place)
      case (nil, nil): break
      }
    }
  }

  /// The names, in written order.
  package var names: [String] {
    members.map(\.name)
  }

  /// Appends a member, or replaces the one of this name, origin included, at its place.
  /// - Returns: the member that was replaced.
  @discardableResult
  mutating func put(_ member: Member) -> Member? {
    guard let place = place(of: member.name) else {
      append(member)
      return nil
    }
    let replaced = members[place]
    members[place] = member
    return replaced
  }

  /// Where a member's name was written; nil if there is no such member, or if it was built.
  package func nameOrigin(_ name: String) -> Origin? {
    place(of: name).flatMap { members[$0].nameOrigin }
  }

  private func place(of name: String) -> Int? {
    guard let places else {
      return members.firstIndex { ExactText.same($0.name, name) }
    }
    return places[ExactText(name)]
  }

  /// Appends a member whose name no other member has.
  mutating func append(_ member: consuming Member) {
    if places != nil { places?[ExactText(member.name)] = members.count }
    members.append(member)
    if places == nil, members.count > Self.mostWithoutPlaces { findPlaces() }
  }

  private mutating func remove(at place: Int) {
    members.remove(at: place)
    if places != nil { findPlaces() }
  }

  private mutating func findPlaces() {
    guard members.count > Self.mostWithoutPlaces else {
      places = nil
      return
    }
    var found: [ExactText: Int] = [:]
    found.reserveCapacity(members.count)
    for (place, member) in members.enumerated() { found[ExactText(member.name)] = place }
    places = found
  }
}

extension JSONObject: Equatable {
  package static func == (left: JSONObject, right: JSONObject) -> Bool {
    left.members == right.members
  }
}

extension JSONObject.Member: Equatable {
  /// Name and value; where they were written does not count.
  package static func == (left: Self, right: Self) -> Bool {
    ExactText.same(left.name, right.name) && left.value == right.value
  }
}

extension JSONObject: RandomAccessCollection {
  package var startIndex: Int { members.startIndex }
  package var endIndex: Int { members.endIndex }
  package subscript(position: Int) -> Member { members[position] }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// Of members with one name, the last gives the value and the first the place.
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    self.init(elements.map { Member($0.0, $0.1) })
  }
}
