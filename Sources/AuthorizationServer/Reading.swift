import HTTPMessages
import HTTPTypes
import ProviderModel

/// A request that has been read: cut apart and routed, before anything is decided. Nothing in it depends on state, so
/// it is made outside of any lock.
public struct Reading: Sendable {
  let request: Request
  let path: String
  let rawQuery: String
  let query: Parameters
  /// The sandbox's prefix.
  let prefix: String
  let destination: Site.Destination
  let form: Parameters
  /// What a program sent, or why it can't be read.
  let service: Result<ServiceRequest, Refusal>?
}

extension Site {
  /// How own addresses begin in the answer to a request: what stands in front may speak another scheme.
  public func scheme(of request: Request) -> String {
    guard let publicURL = options.publicURL, publicURL.isAuthority(of: request.authority) else {
      return request.scheme
    }
    return publicURL.scheme
  }

  /// - Parameter prefix: under which path the whole sandbox is reached.
  public func read(_ sent: Request, under prefix: String = "") -> Reading {
    var request = sent
    request.scheme = scheme(of: sent)
    let target = RequestTarget(request.target)
    let rawQuery = target.query ?? ""
    let query = Parameters(formEncoded: rawQuery[...])
    let destination = destination(of: request, target, query, prefix: prefix)
    var form = Parameters()
    var service: Result<ServiceRequest, Refusal>?
    if case .provider(let place) = destination {
      let kind = place.endpoint.kind
      if kind.isService, kind != .document {
        service = Result { () throws(Refusal) in
          try ServiceRequest(request, query, place.endpoint, place.provider)
        }
      } else if !kind.isService, request.method == .post {
        form = Parameters(formEncoded: request.body)
      }
    }
    return Reading(
      request: request, path: target.path, rawQuery: rawQuery, query: query, prefix: prefix,
      destination: destination, form: form, service: service)
  }
}
