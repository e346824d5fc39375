/// One connection, as C carries it from accept to close in the socket's context pointer.
///
/// It owns the request that is under way. libmicrohttpd offers a context pointer for each request too, but 0.9.75 does
/// not always say when a request is over: after two mistakes in one head it just closes. A connection's end it reports
/// always. Used by one thread only, the one that polls its socket.
final class Connection {
  let record: ConnectionRecord
  var exchange: Exchange?

  init(_ record: ConnectionRecord) {
    self.record = record
  }
}
