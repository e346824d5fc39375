/// Conditions of requests for FedCM.
extension Sandbox.Condition {
  /// The header Sec-Fetch-Dest is not webidentity.
  public static let fetchDestinationWrong: Self = "fetch_destination_wrong"
  /// The account is not the one that is signed in.
  public static let accountUnknown: Self = "account_unknown"
}
