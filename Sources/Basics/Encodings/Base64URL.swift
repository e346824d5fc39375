/// Base64 with the alphabet that is safe in URLs and file names (RFC 4648 §5), without padding, as
/// RFC 7515 §2 has it.
package enum Base64URL {
  package static func encode(_ bytes: [UInt8]) -> String {
    Base64Coding.url.encode(bytes)
  }

  /// Writes what `encode` gives behind what a buffer holds, without a string in between.
  package static func append(_ bytes: [UInt8], to buffer: inout [UInt8]) {
    bytes.withUnsafeBytes { Base64Coding.url.append($0, to: &buffer) }
  }

  /// The same for bytes that are no array. They must not be the buffer's own.
  package static func append(_ bytes: UnsafeRawBufferPointer, to buffer: inout [UInt8]) {
    Base64Coding.url.append(bytes, to: &buffer)
  }

  /// How many characters so many bytes become.
  package static func encodedCount(of count: Int) -> Int {
    Base64Coding.url.encodedCount(of: count)
  }

  /// The bytes; nil unless the text is what `encode` writes for them: no padding, no white space, no
  /// other alphabet, no stray bits at the end. So no two texts stand for the same bytes.
  package static func decode(_ text: String) -> [UInt8]? {
    Base64Coding.url.decode(text.utf8)
  }

  package static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
    Base64Coding.url.decode(text)
  }
}
