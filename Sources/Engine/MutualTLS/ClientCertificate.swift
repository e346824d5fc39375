import Basics
import HTTPTypes
import JOSE
import ProviderModel

/// The certificate of a request. TLS has proved that the client has its key; nothing else in it is checked.
enum ClientCertificate {
  /// The certificate in DER.
  /// - Parameters:
  ///   - need: the start of a sentence: the reason why the request needs one.
  ///   - alternative: the end of a remedy: the other way out.
  static func sent(
    in context: RequestContext, for need: String, at catalogue: Condition.Catalogue,
    clause: String, or alternative: String? = nil
  ) throws(Refusal) -> [UInt8] {
    if let certificate = context.request.clientCertificate { return certificate }
    let isPlain = context.request.scheme == "http"
    throw Refusal(
      isPlain ? .tlsMissing : .certificateMissing, at: catalogue,
      isPlain
        ? "\(need), and the request came by plain HTTP"
        : "\(need), and the client showed no certificate in the TLS handshake",
      clause: clause, remedy: .showCertificate(isPlain: isPlain, or: alternative))
  }
}
