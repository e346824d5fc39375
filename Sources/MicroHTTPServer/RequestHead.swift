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

    /// The field came in several lines.
    ///
    /// 0.9.75 mends a folded line (`A: 1`, newline, ` b`) by joining it to the *name* (`Ab: 1`), in a new place behind
    /// the value; otherwise a name always stands before its value. RFC 9112 §5.2 lets a server refuse such lines.
    var isFolded: Bool {
      UInt(bitPattern: name.baseAddress) > UInt(bitPattern: value.baseAddress)
        && value.baseAddress != nil
    }
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
    Self.gather(handle, into: &fields)
  }

  private static func gather(_ handle: OpaquePointer, into fields: inout [Field]) {
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

  /// The head without method and target: all that its fields are judged by. Nil where that is not known.
  var tail: UnsafeRawBufferPointer? {
    let line = UInt(bitPattern: version.baseAddress) &- UInt(bitPattern: method.baseAddress)
    guard Self.keepsPlaces, line < UInt(bitPattern: size) else { return nil }
    return UnsafeRawBufferPointer(start: version.baseAddress, count: size - Int(bitPattern: line))
  }

  /// Each line begins where the one before it ends, and no byte of the head is left over.
  ///
  /// 0.9.75 overwrites colons and the ends of lines with NULs and then reads C strings. So a NUL of the client's ends
  /// a value, and a line that begins with one, or with a colon, ends the whole head; what stands behind is in nobody's
  /// sight, or is taken for the next request. The places of names and values in the read buffer show it: from a
  /// value's end to the next name there are the one or two bytes of a line's end, and behind the last value those of
  /// the empty line too, all of them NULs now. What looks the same passes for it.
  var isSeamless: Bool {
    guard Self.keepsPlaces else { return true }
    var end = UInt(bitPattern: version.baseAddress) &+ UInt(version.count)
    for field in fields {
      let gap = UInt(bitPattern: field.name.baseAddress) &- end
      guard gap == 1 || gap == 2 else { return false }
      end = UInt(bitPattern: field.value.baseAddress) &+ UInt(field.value.count)
    }
    let rest = UInt(bitPattern: method.baseAddress) &+ UInt(bitPattern: size) &- end
    guard let left = UnsafeRawPointer(bitPattern: end), (2...4).contains(rest) else { return false }
    return UnsafeRawBufferPointer(start: left, count: Int(rest)).allSatisfy { $0 == 0 }
  }

  /// From 1.0 on the parser is another one, which refuses such bytes itself, and keeps its strings as it likes.
  private static let keepsPlaces =
    MHD_get_version().map { String(cString: $0).hasPrefix("0.") } ?? false
}
