/// What is demanded of a code challenge (RFC 7636).
public struct ChallengePolicy: Sendable {
  public enum Demand: String, Sendable, CaseIterable { case never, spa, `public`, always }
  public var demand = Demand.never
  public var plain = true
  /// Whether the form of challenge and verifier is checked (§§4.1, 4.2).
  public var checksForm = false
  public init() {}

  /// The form that verifier and challenge share (RFC 7636 §§4.1, 4.2).
  public static func isWellFormed(_ text: String) -> Bool {
    (43...128).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: true
        default: false
        }
      }
  }
}
