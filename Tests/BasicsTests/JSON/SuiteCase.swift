import Testing

/// A case of nst/JSONTestSuite's `test_parsing`, by name; the input is ours, from what the name says.
struct SuiteCase: Sendable, CustomTestStringConvertible {
  var name: String
  var bytes: [UInt8]
  /// The compact text of what is read; nil if the input must be refused.
  var reads: String?

  init(_ name: String, _ input: String, reads: String? = nil) {
    self.init(name, Array(input.utf8), reads: reads)
  }

  init(_ name: String, _ bytes: [UInt8], reads: String? = nil) {
    self.name = name
    self.bytes = bytes
    self.reads = reads
  }

  var testDescription: String { name }
}

/// Bytes in quotes in an array: what most cases about encodings are made of.
func inString(_ bytes: [UInt8]) -> [UInt8] {
  Array("[\"".utf8) + bytes + Array("\"]".utf8)
}
