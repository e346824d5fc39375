/// A list of records in the cast.
public struct TableRule: Sendable {
  public let key: String
  /// Members by which a record is found too.
  public let also: [String]
  public let folds: Bool
}
