import CMicroHTTPD
import CMicroHTTPDShim

/// A request's line and header fields as bytes in libmicrohttpd's memory, before anyone has judged them.
///
/// They are valid during the callback that brought them, and are looked at in place: copying them cost more than all
/// the judging does.
struct RequestHead {
  struct Field {
    var name: UnsafeRawBufferPointer
    var value: UnsafeRawBufferPointer
  }

  let method: UnsafeRawBufferPointer
  /// A NUL cut the method short.
  let methodIsCut: Bool
  /// A copy: libmicrohttpd has decoded it in place since.
  let target: [UInt8]
  /// A NUL cut the target short.
  let targetIsCut: Bool
  let isHTTP10: Bool
  /// In the order in which they came.
  var fields: [Field]
  /// Bytes of line and fields together.
  let size: Int
  private let version: UnsafeRawBufferPointer
  private let handle: OpaquePointer

  /// - Parameter room: an empty array whose storage may be used.
  init(
    _ handle: OpaquePointer, method: UnsafePointer<CChar>, version: UnsafePointer<CChar>,
    target: [UInt8], targetAddress: UInt, room: consuming [Field]
  ) {
    self.method = UnsafeRawBufferPointer(method)
    self.version = UnsafeRawBufferPointer(version)
    self.target = target
    // libmicrohttpd hands out C strings. In the request line the version follows the target after one space, so a
    // greater distance shows that a NUL hides the target's end. (A version kept elsewhere is far away: no finding.)
    let expected = targetAddress &+ UInt(target.count) &+ 1
    let distance = UInt(bitPattern: version) &- expected
    targetIsCut = distance > 0 && distance < 1 << 16
    // Behind the method stands the NUL that was its space, and then whatever spaces there were.
    let gap = targetAddress &- UInt(bitPattern: method) &- UInt(self.method.count)
    methodIsCut =
      Self.keepsPlaces && gap < 1 << 16
      && UnsafeRawBufferPointer(start: method + self.method.count, count: Int(gap)).dropFirst()
        .contains { $0 != UInt8(ascii: " ") }
    isHTTP10 = self.version.isSame(asLowercase: "http/1.0")
    fields = room
    size = mhd_shim_header_bytes(handle)
    self.handle = handle
  }

  /// Takes over the fields that libmicrohttpd has read.
  mutating func gather() {
    withUnsafeMutablePointer(to: &fields) { fields in
      _ = MHD_get_connection_values_n(
        handle, .HEADER_KIND,
        { context, _, name, nameSize, value, valueSize in
          guard let fields = context?.assumingMemoryBound(to: [Field].self), let name else {
            return .NO
          }
          fields.pointee.append(
            Field(
              name: UnsafeRawBufferPointer(start: name, count: nameSize),
              value: UnsafeRawBufferPointer(start: value, count: value == nil ? 0 : valueSize)))
          return .YES
        },
        fields)
    }
  }

  /// Bytes behind the request line, as libmicrohttpd has counted them.
  var fieldBytes: Int {
    let line = UInt(bitPattern: version.baseAddress) &- UInt(bitPattern: method.baseAddress)
    return size - Int(bitPattern: line) - version.count - 2
  }

  /// Each line begins where the line before it ends, and no byte of the head is left over.
  ///
  /// 0.9.75 overwrites colons and the ends of lines with NULs and then reads C strings. So a client's NUL ends a value, a
  /// line that begins with a NUL or a colon ends the whole head, and a folded line is joined to the *name* of the field
  /// before. The places of names and values show most of that: a value's end and the next name are the two bytes of a
  /// CRLF apart, and the last value is followed by two of them. A bare LF behind a NUL or a colon looks the same.
  var isSeamless: Bool {
    guard Self.keepsPlaces else { return true }
    var end = UInt(bitPattern: version.baseAddress) &+ UInt(version.count)
    for field in fields {
      guard UInt(bitPattern: field.name.baseAddress) &- end == 2 else { return false }
      end = UInt(bitPattern: field.value.baseAddress) &+ UInt(field.value.count)
    }
    let rest = UInt(bitPattern: method.baseAddress) &+ UInt(bitPattern: size) &- end
    guard let left = UnsafeRawPointer(bitPattern: end), rest == 4 else { return false }
    return UnsafeRawBufferPointer(start: left, count: 4).allSatisfy { $0 == 0 }
  }

  /// Since 1.0 another parser refuses such bytes itself, and keeps its strings anywhere.
  static let keepsPlaces =
    MHD_get_version().map { String(cString: $0).hasPrefix("0.") } ?? false
}

/// The memory pool in which libmicrohttpd 0.9.75 keeps a connection's unread bytes.
///
/// The library tells where a request's target is, but not how many bytes it has read behind the target. Memory that it
/// has not filled yet is zero. Reading behind the target is safe up to the pool's end, which follows from three facts: the
/// pool begins at a page, the first request begins at most as many bytes behind that as the client has sent, and each
/// later request begins where the pool does.
struct PoolMemory {
  private let size: Int
  private var start: UInt?

  /// The smallest size of a page on any system, and a divisor of the others.
  private static let page: UInt = 4096

  init(size: Int) { self.size = size }

  var isLocated: Bool { start != nil }

  /// Returns the count of bytes that may be read from a place in the pool on.
  /// - Parameter received: bytes that the client has sent on this connection, or 0 where that is not known.
  func readable(from place: UInt, received: UInt64) -> Int {
    // A page is in the pool as a whole.
    let page = Int(Self.page - place % Self.page)
    if let start, place >= start { return max(size - Int(place - start), page) }
    guard received > 0 else { return page }
    return max(size - Int(clamping: received), page)
  }

  /// Finds the pool's start, if no other place is possible.
  /// - Parameters:
  ///   - target: the place of a request's target, behind its method.
  ///   - following: bytes that the client has sent from there on, at least.
  mutating func locate(target: UInt, following: Int, received: UInt64) {
    guard received >= UInt64(following), received - UInt64(following) < UInt64(Self.page) else {
      return
    }
    start = (target - 1) / Self.page * Self.page
  }
}
