// Package streams is the JetStream topology that webhooks and dispatcher share: names, subjects, headers, message ids
// and the configuration of streams and consumers. Ensure makes it exist; it never updates what exists (an update of a
// clustered work queue is known to drop pending messages), so a change of topology is a new name or an operator's act.
package streams

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Stream names.
const (
	Events     = "EVENTS"     // committed events, from the relay to whoever reads them; deliveries come from the database
	Deliveries = "DELIVERIES" // first attempts
	Parked     = "PARKED"     // attempts that are due and for which their endpoint's lane had no room, until it has
	Deferred   = "DEFERRED"   // attempts that could not be made by no fault of the receiver's, for a short while
	Results    = "RESULTS"    // batches of attempts, from the dispatcher to the ingest
)

// Retry is the stream in which deliveries wait for attempt n+1 after the n-th failed, n from 1. Every message of it
// waits equally long, so that the head is always due first.
func Retry(n int) string { return "RETRY_" + strconv.Itoa(n) }

// Durable consumer names.
const (
	DispatchConsumer = "dispatch" // on Deliveries
	TierConsumer     = "tier"     // on each Retry stream and on Deferred
	IngestConsumer   = "ingest"   // on Results
)

// Message headers beside the server's own. They are copied by hand on every republish; inbound Nats-* headers never are.
const (
	HeaderAttempt   = "Attempt"      // number of the attempt to make, from 1
	HeaderDeferrals = "Deferrals"    // how often this attempt was parked or put off; absent: never
	HeaderWebhookID = "X-Webhook-Id" // delivery id
)

// EventSubject is the subject of an event; tenant and type hold no character that a subject cannot.
func EventSubject(tenant, eventType string) string { return "events." + tenant + "." + eventType }

// DeliverySubject is the subject of an endpoint's first attempts.
func DeliverySubject(endpoint string) string { return "deliveries." + endpoint }

// RetrySubject is the subject of an endpoint's deliveries that wait after n failed attempts.
func RetrySubject(n int, endpoint string) string {
	return "retry." + strconv.Itoa(n) + "." + endpoint
}

// ParkedSubject is the subject of an endpoint's parked attempts.
func ParkedSubject(endpoint string) string { return "parked." + endpoint }

// ParkedEndpoint is the endpoint of a subject of Parked.
func ParkedEndpoint(subject string) string { return strings.TrimPrefix(subject, "parked.") }

// DeferredSubject is the subject of an endpoint's put-off attempts.
func DeferredSubject(endpoint string) string { return "deferred." + endpoint }

// ResultsSubject is the subject of result batches.
const ResultsSubject = "results.batch"

// DeliveryMsgID is the Nats-Msg-Id of one attempt of a delivery: publishing it twice stores it once.
func DeliveryMsgID(delivery string, run, attempt int) string {
	return delivery + "." + strconv.Itoa(run) + "." + strconv.Itoa(attempt)
}

// DeferredMsgID is the Nats-Msg-Id of an attempt parked or put off for the k-th time.
func DeferredMsgID(delivery string, run, attempt, k int) string {
	return DeliveryMsgID(delivery, run, attempt) + ".d" + strconv.Itoa(k)
}

// DefaultRetrySchedule is the table of requirements section 8: the delay after each failed attempt but the last.
var DefaultRetrySchedule = []time.Duration{10 * time.Second, time.Minute, 5 * time.Minute, 30 * time.Minute}

// Config sizes the topology.
type Config struct {
	RetrySchedule []time.Duration // one delay per retry; attempts are one more
	Replicas      int             // of every stream: 1 on a single server, 3 on a cluster
	MaxBytes      int64           // of each delivery stream and RESULTS; a full stream refuses, it never drops
	EventsMaxAge  time.Duration   // how long EVENTS keeps an event for its readers; Postgres keeps it longer
	MaxAckPending int             // of the delivery consumers: dispatchers x (in flight + queued + prefetched)
}

// DefaultConfig is the topology of one server.
func DefaultConfig() Config {
	return Config{
		RetrySchedule: DefaultRetrySchedule,
		Replicas:      1,
		MaxBytes:      2 << 30, // NATS reserves it for each of the nine streams
		EventsMaxAge:  24 * time.Hour,
		MaxAckPending: 20_000,
	}
}

// Validate reports every fault of the sizes.
func (c Config) Validate() error {
	switch {
	case len(c.RetrySchedule) == 0 || len(c.RetrySchedule) > 9:
		return fmt.Errorf("retry schedule: want 1 to 9 delays, have %d", len(c.RetrySchedule))
	case c.Replicas < 1 || c.Replicas > 5:
		return fmt.Errorf("stream replicas: want 1 to 5, have %d", c.Replicas)
	case c.MaxAckPending < 1000:
		return fmt.Errorf("max ack pending: want at least 1000, have %d", c.MaxAckPending)
	case c.MaxBytes < 1<<20:
		return fmt.Errorf("stream size: want at least 1 MiB, have %d bytes", c.MaxBytes)
	}
	for i, d := range c.RetrySchedule {
		if d <= 0 {
			return fmt.Errorf("retry schedule: delay %d must be positive, is %s", i+1, d)
		}
	}
	return nil
}
