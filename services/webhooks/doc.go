// Package webhooks is the domain of the verification service's webhook management: endpoints that tenants register,
// verification sessions, the events about them, and the deliveries of events to endpoints. It holds the rules as pure
// code; what stores, sends and serves lies in internal packages and is put together in app.
package webhooks
