import HTTPMessages

/// The verdict on a head's fields, and what it was passed on: clients send the same fields with each request of a
/// connection, and need not be judged, nor turned into strings, again.
struct JudgedFields {
  /// Where a name or a value stands behind the version, in bytes.
  private struct Place: Equatable {
    var start: Int
    var count: Int

    init(_ bytes: UnsafeRawBufferPointer, from origin: UInt) {
      start = Int(bitPattern: UInt(bitPattern: bytes.baseAddress) &- origin)
      count = bytes.count
    }
  }

  private(set) var headers = Headers()
  private(set) var host = ""
  private(set) var hasBody = false
  private var places: [(name: Place, value: Place)] = []
  /// From the version to the end of the head; empty when nothing is remembered.
  private var bytes: [UInt8] = []

  /// More is judged anew each time, as connections may be many.
  private static let most = 1024

  /// All that the verdict was passed on: the same bytes, cut into the same fields at the same places.
  func isOn(_ head: RequestHead) -> Bool {
    guard !bytes.isEmpty, places.count == head.fields.count,
      let tail = head.tail, bytes.withUnsafeBytes({ $0.isSame(as: tail) })
    else { return false }
    let origin = UInt(bitPattern: tail.baseAddress)
    return zip(places, head.fields).allSatisfy { place, field in
      place.name == Place(field.name, from: origin)
        && place.value == Place(field.value, from: origin)
    }
  }

  mutating func set(_ headers: Headers, host: String, hasBody: Bool, on head: RequestHead) {
    self.headers = headers
    self.host = host
    self.hasBody = hasBody
    places.removeAll(keepingCapacity: true)
    bytes.removeAll(keepingCapacity: true)
    guard let tail = head.tail, tail.count <= Self.most else { return }
    let origin = UInt(bitPattern: tail.baseAddress)
    for field in head.fields {
      places.append((Place(field.name, from: origin), Place(field.value, from: origin)))
    }
    bytes.append(contentsOf: tail)
  }
  /// Drops what cannot be used again, between two requests.
  mutating func tidy() {
    guard bytes.isEmpty else { return }
    headers = Headers()
    host = ""
  }
}
