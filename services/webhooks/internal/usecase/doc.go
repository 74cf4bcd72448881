// Package usecase holds what the service does, one method for each verb of its contracts. A method begins and ends the
// transaction, reads through the store, lets the rules of package webhooks decide, and writes through the store. It
// takes and returns types of the domain. The transports translate for it: gRPC, the streams of JetStream, timers.
package usecase

import "time"

// now is the time of a call, in the precision that the API shows, so that a time that a client got and sends back is
// the one that is stored.
func now() time.Time { return time.Now().UTC().Truncate(time.Millisecond) }
