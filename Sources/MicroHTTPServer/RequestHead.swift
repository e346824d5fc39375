import CMicroHTTPD
import CMicroHTTPDShim

/// A request's line and header fields as bytes, before anyone has judged them.
struct RequestHead {
  struct Field {
    var name: [UInt8]
    var value: [UInt8]
    /// The field came in several lines. See `RequestHead.gather`.
    var isFolded = false
  }

  var method: [UInt8]
  var target: [UInt8]
  /// A NUL cut the target short.
  var targetIsCut = false
  var isHTTP10: Bool
  var fields: [Field]
  /// Bytes of line and fields together.
  var size: Int
}

extension RequestHead {
  /// Copies what libmicrohttpd has parsed.
  init(
    _ handle: OpaquePointer, method: UnsafePointer<CChar>, version: UnsafePointer<CChar>,
    exchange: Exchange
  ) {
    self.method = method.bytes
    target = exchange.target
    // libmicrohttpd hands out C strings. In the request line the version follows the target after one space, so a
    // greater distance shows that a NUL hides the target's end. (A version kept elsewhere is far away: no finding.)
    let expected = exchange.targetAddress &+ UInt(exchange.target.count) &+ 1
    let distance = UInt(bitPattern: version) &- expected
    targetIsCut = distance > 0 && distance < 1 << 16
    isHTTP10 = version.bytes.elementsEqual("HTTP/1.0".utf8)
    fields = Self.gather(handle)
    size = mhd_shim_header_bytes(handle)
  }

  /// The header fields in the order in which they came.
  ///
  /// 0.9.75 mends a folded line (`A: 1`, newline, ` b`) by joining it to the *name* (`Ab: 1`), in a new place behind
  /// the value; otherwise a name always stands before its value. RFC 9112 §5.2 lets a server refuse such lines.
  private static func gather(_ handle: OpaquePointer) -> [Field] {
    var fields: [Field] = []
    fields.reserveCapacity(16)
    withUnsafeMutablePointer(to: &fields) { fields in
      _ = MHD_get_connection_values_n(
        handle, .HEADER_KIND,
        { context, _, name, nameSize, value, valueSize in
          guard let fields = context?.assumingMemoryBound(to: [Field].self), let name else {
            return .NO
          }
          let value = UnsafeRawBufferPointer(start: value, count: value == nil ? 0 : valueSize)
          fields.pointee.append(
            Field(
              name: [UInt8](UnsafeRawBufferPointer(start: name, count: nameSize)),
              value: [UInt8](value),
              isFolded: value.baseAddress.map { UnsafeRawPointer(name) > $0 } ?? false))
          return .YES
        },
        fields)
    }
    return fields
  }
}

extension UnsafePointer<CChar> {
  /// The bytes of the C string, without its NUL.
  var bytes: [UInt8] {
    var end = 0
    while self[end] != 0 { end += 1 }
    return [UInt8](UnsafeRawBufferPointer(start: self, count: end))
  }
}
