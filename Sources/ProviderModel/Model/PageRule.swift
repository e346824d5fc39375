import HTTPMessages
import JSON

public struct PageRule: Sendable {
  /// A place in the provider's templates.
  var template: Int?
  public var status = 200
  public var labels: [(name: String, text: Template)] = []
  public var fields: [(name: String, text: String)] = []
  public var hidden: Shape = .empty
  /// Links.
  var submit: Int?
  var deny: Int?
  var more: [(label: Template, link: Int)] = []

  public func field(_ name: String) -> String? { fields.first { $0.name == name }?.text }
}
