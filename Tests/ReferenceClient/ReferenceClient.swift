/// A client that meets every requirement of the catalogue, and mutants of it that break one each: what the examiner is
/// examined by.
///
/// It is small and has code of its own: below it there is nothing of ours but HTTP, so that a mistake of the server is
/// not made a second time here.
public enum ReferenceClient {
  /// - Parameters:
  ///   - arguments: `--profile PROFILE`, `--fault ID`.
  ///   - environment: what a client under examination is told.
  /// - Returns: the exit code: 0 accepted, 1 rejected, 2 for wrong arguments.
  public static func run(_ arguments: [String], environment: [String: String]) -> Int32 {
    let settings: Settings
    do {
      settings = try Settings(arguments, environment)
    } catch {
      Console.write(error.text, to: 2)
      return 2
    }
    let outcome: Outcome
    do throws(Rejection) {
      if settings.isWebsite {
        try WebServer(settings: settings).run()
        return 0
      }
      outcome = try run(settings)
    } catch {
      Console.write(error.about, to: 2)
      outcome = Outcome(error: error.error)
    }
    Console.write(outcome.line)
    return outcome.code
  }

  private static func run(_ settings: Settings) throws(Rejection) -> Outcome {
    switch settings.profile {
    case "native-code", "native-oidc": try NativeClient(settings: settings).run()
    case "implicit-native": try ImplicitClient(settings: settings).run()
    case "exchange": try ExchangeClient(settings: settings).run()
    case "device": try DeviceClient(settings: settings).run()
    case "mcp": try MCPClient(settings: settings).run()
    case "sender-constrained": try SenderConstrainedClient(settings: settings).run()
    case "registration": try RegistrationClient(settings: settings).run()
    case "resource": try ResourceClient(settings: settings).run()
    default:
      throw Rejection("no_profile", "there is no profile \"\(settings.profile)\"")
    }
  }
}
