import Basics
import HTTPTypes
import ProviderModel

/// A request that has been read: cut apart and routed, before anything is decided. Nothing in it depends on state, so
/// it is made outside of any lock.
///
/// A class, because it is large and every step gets it.
package final class RoutedRequest: Sendable {
  package let site: Site
  let request: Request
  let path: String
  let rawQuery: String
  let query: Parameters
  /// The sandbox's prefix.
  let prefix: String
  let destination: Site.Destination
  let form: Parameters
  /// What a program sent; `nil` also where it can't be read.
  let sent: ServiceRequest?
  /// Why what a program sent can't be read.
  let unreadable: Refusal?
  /// The JSON-RPC message to an MCP server; `nil` also where it can't be read.
  let message: MCPMessage?
  /// How many parameters a browser sent, if they are more than `Parameters.most`.
  let excess: Int?

  init(
    _ request: Request, at site: Site, path: String, rawQuery: String = "",
    query: Parameters = Parameters(), prefix: String, destination: Site.Destination,
    form: Parameters = Parameters(), sent: ServiceRequest? = nil, unreadable: Refusal? = nil,
    message: MCPMessage? = nil, excess: Int? = nil
  ) {
    self.request = request
    self.site = site
    self.path = path
    self.rawQuery = rawQuery
    self.query = query
    self.prefix = prefix
    self.destination = destination
    self.form = form
    self.sent = sent
    self.unreadable = unreadable
    self.message = message
    self.excess = excess
  }
}

extension RoutedRequest {
  /// Whether a provider answers it: only then may it change anything.
  package var isForProvider: Bool { if case .provider = destination { true } else { false } }
  /// The provider and the endpoint that answer it; `nil` for no provider.
  package var place: (provider: String, endpoint: String)? {
    guard case .provider(let place) = destination else { return nil }
    return (place.provider.id, place.endpoint.name)
  }
}

extension Site {
  /// - Parameter prefix: under which path the whole sandbox is reached.
  package func read(_ sent: Request, under prefix: String = "") -> RoutedRequest {
    var request = sent
    request.scheme = scheme(of: sent)
    let target = RequestTarget(request.target)
    let rawQuery = target.query ?? ""
    var query = Parameters(formEncoded: rawQuery[...])
    let destination = destination(of: request, target, query, prefix: prefix)
    var form = Parameters()
    var service: ServiceRequest?
    var unreadable: Refusal?
    var message: MCPMessage?
    if case .provider(let place) = destination {
      let kind = place.endpoint.kind
      if kind.isService, !kind.isDocument {
        do throws(Refusal) {
          service = try ServiceRequest(request, query, place.endpoint, place.provider)
          if kind == .mcp, request.method == .post { message = try MCPMessage(request) }
        } catch {
          unreadable = error
        }
      } else if !kind.isService, request.method == .post {
        form = Parameters(formEncoded: request.body)
      }
    }
    let count = query.list.count + form.list.count
    var excess = count > Parameters.most ? count : service?.excess
    if let count = excess, service != nil || unreadable != nil,
      case .provider(let place) = destination
    {
      // A program gets the error of its endpoint, and nothing of the request is kept.
      unreadable = Self.overfull(count, at: place.endpoint.kind)
      (query, service, excess) = (Parameters(), nil, nil)
    }
    return RoutedRequest(
      request, at: self, path: target.path, rawQuery: rawQuery, query: query, prefix: prefix,
      destination: destination, form: form, sent: service, unreadable: unreadable,
      message: message, excess: excess)
  }

  /// The refusal of more parameters than a program may send.
  private static func overfull(_ count: Int, at kind: EndpointKind) -> Refusal {
    Refusal(
      .bodyUnreadable, at: kind.catalogue,
      "the request has \(count) parameters, and at most \(Parameters.most) are read",
      remedy: "send fewer")
  }
}
