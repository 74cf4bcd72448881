// Package streams is the JetStream topology that webhooks and dispatcher share: names, subjects, headers, message ids
// and the configuration of streams and consumers. Ensure makes the streams exist; it never updates one that exists (an
// update of a clustered work queue is known to drop pending messages), so a change of a stream is a new name or an
// operator's act. Durable makes consumers, and repairs those that differ.
package streams

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/partnerline/partnerline/internal/envconfig"
	"github.com/partnerline/partnerline/internal/retry"
)

// Stream names.
const (
	Events     = "EVENTS"     // committed events, from the relay to their readers; deliveries are made from the database
	Deliveries = "DELIVERIES" // first attempts
	Parked     = "PARKED"     // attempts that are due and for which their endpoint's lane had no room, until it has
	Deferred   = "DEFERRED"   // attempts that could not be made for a reason on our side, for a short while
	Results    = "RESULTS"    // batches of attempts, from the dispatcher to the ingest
)

// Retry is the stream in which deliveries wait for attempt n+1 after the n-th failed, n from 1. Every message of it
// waits equally long, so that the head is always due first.
func Retry(n int) string { return "RETRY_" + strconv.Itoa(n) }

// errLimit is the code of the server for a message that a limit of its stream refuses.
const errLimit jetstream.ErrorCode = 10077

// Full reports whether a message was not stored because its stream is full: it waits then where it is.
func Full(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && api.ErrorCode == errLimit
}

// Durable consumer names.
const (
	DispatchConsumer = "dispatch" // on Deliveries
	TierConsumer     = "tier"     // on each Retry stream and on Deferred
	IngestConsumer   = "ingest"   // on Results
)

// Message headers besides those of the server. Every republish copies them; it never copies inbound Nats-* headers.
const (
	HeaderAttempt   = "Attempt"   // number of the attempt to make, from 1
	HeaderDeferrals = "Deferrals" // how often this attempt was parked or put off; absent: never
	// set: the attempt may have been made before, by another message of it; it is checked first
	HeaderDoubtful  = "Doubtful"
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

// Endpoint is the endpoint of a subject of Deliveries, Parked, Deferred or a Retry stream: its last token.
func Endpoint(subject string) string { return subject[strings.LastIndexByte(subject, '.')+1:] }

// DeferredSubject is the subject of an endpoint's put-off attempts.
func DeferredSubject(endpoint string) string { return "deferred." + endpoint }

// DispatchersSubject is the subject by which dispatchers make themselves known to each other. No stream stores it.
const DispatchersSubject = "dispatchers"

// DispatcherSubject is the subject of questions to one dispatcher.
func DispatcherSubject(id string) string { return DispatchersSubject + "." + id }

// OutboxSubject is the subject by which a replica of webhooks notifies the relay of a hash, in whichever replica it
// is, of events that it has stored. No stream stores it: events whose notification is lost are found a second later.
func OutboxSubject(hash int) string { return "outbox." + strconv.Itoa(hash) }

// ResultsSubject is the subject of result batches.
const ResultsSubject = "results.batch"

// DeliveryMsgID is the Nats-Msg-Id of one attempt of a delivery: publishing it twice stores it once.
func DeliveryMsgID(delivery string, run, attempt int) string {
	return delivery + "." + strconv.Itoa(run) + "." + strconv.Itoa(attempt)
}

// ReturnedMsgID is the Nats-Msg-Id of an attempt that was given back to webhooks and is sent again. Each sending has a
// name of its own: the streams remember the ones before, and the ids under which the attempt was parked after them.
func ReturnedMsgID(delivery string, run, attempt int, sending string) string {
	return DeliveryMsgID(delivery, run, attempt) + ".r" + sending
}

// DeferredMsgID is the Nats-Msg-Id under which the message of an attempt is parked or put off for the k-th time, by the
// id that it had before.
func DeferredMsgID(id string, k int) string { return beforeLast(id, ".d") + ".d" + strconv.Itoa(k) }

// AttemptMsgID is the DeliveryMsgID of the attempt that any of these ids names.
func AttemptMsgID(id string) string { return beforeLast(beforeLast(id, ".d"), ".r") }

func beforeLast(id, mark string) string {
	if i := strings.LastIndex(id, mark); i > 0 {
		return id[:i]
	}
	return id
}

// Config sizes the topology. All programs of a system must be given the same.
type Config struct {
	Retry    retry.Config
	Replicas int `env:"STREAM_REPLICAS" default:"1"` // 3 on a NATS cluster
	// of each of the nine streams; NATS reserves it, and a full one refuses
	MaxBytes      int64 `env:"STREAM_MAX_BYTES" default:"2147483648"`
	MaxAckPending int   `env:"STREAM_MAX_ACK_PENDING" default:"20000"` // dispatchers x (in flight + queued + prefetched)
}

// DefaultConfig is the topology of one server.
func DefaultConfig() Config {
	var c Config
	if err := envconfig.Load(&c, nil); err != nil {
		panic(err) // the defaults are constants
	}
	return c
}

// Validate reports every fault of the sizes.
func (c Config) Validate() error {
	faults := []error{c.Retry.Schedule.Validate()}
	if c.Replicas < 1 || c.Replicas > 5 {
		faults = append(faults, fmt.Errorf("STREAM_REPLICAS: want 1 to 5, have %d", c.Replicas))
	}
	if c.MaxAckPending < 1000 {
		faults = append(faults, fmt.Errorf("STREAM_MAX_ACK_PENDING: want at least 1000, have %d", c.MaxAckPending))
	}
	if c.MaxBytes < 1<<20 {
		faults = append(faults, fmt.Errorf("STREAM_MAX_BYTES: want at least 1 MiB, have %d bytes", c.MaxBytes))
	}
	return errors.Join(faults...)
}
