package webhooks

import (
	"crypto/sha256"
	"fmt"

	"github.com/partnerline/partnerline/internal/fault"
)

// MaxEventData is the most bytes of an event's data.
const MaxEventData = 64 << 10

// A Publication is an event that an internal system publishes, with its idempotency key if it has one.
type Publication struct {
	Event       Event
	Key         string
	Fingerprint []byte // of type and data; compared when the key is seen again
}

// NewPublication makes the event of a publication. Equal data gives equal bytes, in whatever order its members came.
func NewPublication(s Scope, t EventType, fields map[string]any, key string) (Publication, error) {
	data, err := appendJSON(make([]byte, 0, 512), fields)
	if err != nil {
		return Publication{}, err
	}
	if len(data) > MaxEventData {
		return Publication{}, fault.Field("/data", "too_long", fmt.Sprintf("must have at most %d bytes", MaxEventData))
	}
	e, err := NewEvent(s, t, data)
	if err != nil {
		return Publication{}, err
	}
	p := Publication{Event: e, Key: key}
	if key != "" {
		sum := sha256.Sum256([]byte(string(t) + "\x00" + string(data)))
		p.Fingerprint = sum[:]
	}
	return p, nil
}

// Accepted is the result of a Publication.
type Accepted struct {
	ID       EventID
	Replayed bool  // the key was seen before: ID is the earlier event's
	Err      error // ErrIdempotencyKeyReused; nothing was stored for this one
}
