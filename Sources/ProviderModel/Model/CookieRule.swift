import HTTPMessages
import JSON

public struct CookieRule: Sendable {
  public var name: Template?
  public var value: Pattern?
  /// It is shared by all hosts of the provider's site.
  public var site = false
  /// For the cookie of a link: the query parameter whose value ends the cookie's name.
  public var parameter: String?
}
