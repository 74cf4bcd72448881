// Package sender makes one attempt: it signs the request, sends it and reads the response, under one deadline and
// without trusting the receiver.
//
// It promises: Send returns by the deadline; no connection is made to an address that egress refuses; what is recorded
// of a response is bounded; a 2xx is a success even if its body cannot be read. It does not decide what a result means
// for the delivery.
package sender
