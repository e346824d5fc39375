import HTTPTypes

extension HTTPField.Name {
  public static let contentTypeOptions = named("X-Content-Type-Options")
  public static let pragma = named("Pragma")
  /// Which rule has made an answer.
  public static let understudyRule = named("Understudy-Rule")
  /// Which sandbox is meant.
  public static let understudySandbox = named("Understudy-Sandbox")

  /// These are names: that it can fail is for what comes from outside.
  private static func named(_ text: String) -> HTTPField.Name { HTTPField.Name(text) ?? .server }
}
