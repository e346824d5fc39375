/// When a fixture's own checks of an authorization request run, in this order.
package enum CheckPhase: String, Sendable, CaseIterable { case address, request, scope, session }
