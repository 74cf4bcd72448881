// Package webhooks is the domain of the verification service's webhook management: endpoints that tenants register,
// verification sessions, the events about them, and the deliveries of events to endpoints. It holds the rules as pure
// code. The packages that store, send and serve are internal, and app assembles them.
package webhooks
