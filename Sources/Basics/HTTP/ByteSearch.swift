/// Substring search over bytes: what a client sends is compared as it was sent, and never as characters.
package enum ByteSearch {
  /// The first place of `needle` in `hay`; `nil` if there is none, or if `needle` is empty.
  package static func position(of needle: [UInt8], in hay: ArraySlice<UInt8>) -> Int? {
    guard let first = needle.first, hay.count >= needle.count else { return nil }
    return hay.withUnsafeBufferPointer { bytes in
      needle.withUnsafeBufferPointer { needle in
        let last = bytes.count - needle.count
        var at = 0
        while at <= last {
          var length = 0
          if bytes[at] == first {
            length = 1
            while length < needle.count, bytes[at + length] == needle[length] { length += 1 }
          }
          if length == needle.count { return hay.startIndex + at }
          at += 1
        }
        return nil
      }
    }
  }
}
