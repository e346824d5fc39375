import Basics
import HTTPTypes
import ProviderModel

/// What a browser keeps of its identity providers (FedCM, Login Status API).
package enum LoginStatus: String, Sendable {
  case loggedIn = "logged-in"
  case loggedOut = "logged-out"
}

/// The session of a browser as the requests of FedCM show it.
enum FedCMSession {
  /// The name of the cookie that shows the session to this endpoint; `nil` where it is the session's own.
  static func cookieName(_ context: RequestContext) -> String? {
    context.endpoint.kind.isFedCM ? context.provider.fedCM?.cookie : nil
  }

  /// Tells the browser that somebody has signed in or out, and sets the cookie that it sends with the requests of FedCM.
  ///
  /// These come from no page, so the session's own cookie is not among theirs: it is `SameSite=Lax`.
  static func tell(_ status: LoginStatus, _ session: SetCookie, _ context: RequestContext) {
    guard let rule = context.provider.fedCM else { return }
    var cookie = session
    cookie.name = rule.cookie
    cookie.crossSite = true
    context.cookies.append(cookie)
    context.loginStatus = status
  }

  /// The person who is signed in.
  static func current(_ context: RequestContext) throws(Refusal) -> Session {
    guard let session = context.session, context.fate(of: session.person) != .locked else {
      throw Refusal(
        .notSignedIn, at: .fedCMSession, "nobody is signed in in this browser",
        remedy:
          "sign in at the provider first; over http, a browser sends its cookie on the loopback alone"
      )
    }
    context.show(session)
    context.facts.account = account(context)
    return session
  }

  /// The ID of the account of the person who is shown. The accounts endpoint does not know the client, so this is never a
  /// pairwise subject.
  private static func account(_ context: RequestContext) -> String? {
    guard let rule = context.provider.fedCM else { return nil }
    return context.facts.textForAllClients(rule.account)
  }
}
