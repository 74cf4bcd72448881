// Package sender makes one attempt: it signs, sends and listens, under one deadline and without trust in the receiver.
//
// It promises: Send returns by the deadline; no connection is made to an address that egress refuses; what is kept of
// a response is bounded; a 2xx stays a success whatever its body does. It does not decide what a result means for the
// delivery.
package sender
