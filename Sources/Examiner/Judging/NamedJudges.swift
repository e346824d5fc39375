/// Judges of what no assertion of the catalogue can say.
package enum NamedJudges {
  /// - Parameter control: the same flow without the fault, where the check has a control.
  package typealias Body = @Sendable (_ episode: CheckRun, _ control: CheckRun?) -> JudgeFinding

  package static let names = all.map(\.name)

  static func find(_ name: String) -> Body? { all.first { $0.name == name }?.body }

  private static let all: [(name: String, body: Body)] =
    LoopbackJudges.all + RequestJudges.all + RefreshJudges.all + WebJudges.all + ClaimJudges.all
    + DeviceJudges.all + ExchangeJudges.all + MCPJudges.all + SenderConstrainedJudges.all
    + RegistrationJudges.all + RegistrationUseJudges.all + ManagementJudges.all
    + ImplicitJudges.all + TLSJudges.all + PageJudges.all + WaitingJudges.all + IssuerJudges.all
}
