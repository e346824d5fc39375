// This module owns signed tokens as such: digests and HMAC, keys in their
// written forms (PEM, JWK), JWS in its compact form, and its verification. It does not know what OAuth
// or OpenID are, what a claim means or which time it is, and it opens no files.
import Encodings

/// In what JWS and PEM write bytes: of a module of their own, as those need it who know nothing of keys.
public typealias Base64 = Encodings.Base64
public typealias Base64URL = Encodings.Base64URL

/// Why a key is refused, or could not be made or used.
public struct KeyError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What was expected, what was found and how to mend it, without a full stop:
  /// `expected a private key, found the certificate of one; give the file with its key`
  public var sentence: String
  /// The line of the text, from 1, where the trouble starts; nil where there are no lines.
  public var line: Int?

  public init(_ sentence: String, line: Int? = nil) {
    self.sentence = sentence
    self.line = line
  }

  public var description: String {
    line.map { "line \($0): \(sentence)" } ?? sentence
  }
}

/// Why a text is no JWS, or why its signature counts for nothing.
public struct JWSError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What was expected and what was found, without a full stop. It never quotes the token itself.
  public var sentence: String

  public init(_ sentence: String) {
    self.sentence = sentence
  }

  public var description: String { sentence }
}
