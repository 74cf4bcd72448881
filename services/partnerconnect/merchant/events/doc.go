// Package events consumes the verification service's events; each is a hint that the state of a session is worth asking
// for.
package events
