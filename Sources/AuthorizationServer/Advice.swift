/// How those who run the engine are told to mend what its settings refuse.
public struct Advice: Sendable {
  public var addClient: @Sendable (_ provider: String, _ id: String) -> String
  public var addCallingClient: String
  /// A sentence: which hosts are answered.
  public var hosts: String

  public init(
    addClient: @escaping @Sendable (_ provider: String, _ id: String) -> String,
    addCallingClient: String, hosts: String
  ) {
    self.addClient = addClient
    self.addCallingClient = addCallingClient
    self.hosts = hosts
  }

  /// For who runs it in process: there are no switches.
  public static let inProcess = Advice(
    addClient: { provider, id in
      "add \(Advice.entry(provider, id)) to \"clients\" of a cast"
    },
    addCallingClient: "add it to \"clients\" of a cast",
    hosts: "It answers to loopback names and to its providers' own hosts.")

  /// A client as a cast has it.
  public static func entry(_ provider: String, _ id: String) -> String {
    "{\"provider\": \"\(provider)\", \"client_id\": \"\(id)\", \"redirect_uris\": […]}"
  }
}
