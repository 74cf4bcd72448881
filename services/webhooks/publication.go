package webhooks

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"

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

// appendJSON appends v, which is of maps, slices, texts, numbers, booleans and nil, with members in order: the same
// bytes that encoding/json writes without escaping HTML, for most values without reflection. Fingerprints that are
// stored compare these bytes.
func appendJSON(b []byte, v any) ([]byte, error) {
	var err error
	switch v := v.(type) {
	case nil:
		return append(b, "null"...), nil
	case bool:
		return strconv.AppendBool(b, v), nil
	case string:
		return appendText(b, v)
	case float64:
		const exact = 1 << 53
		if i := int64(v); math.Abs(v) < exact && float64(i) == v && (i != 0 || !math.Signbit(v)) {
			return strconv.AppendInt(b, i, 10), nil
		}
	case map[string]any:
		b = append(b, '{')
		for i, name := range slices.Sorted(maps.Keys(v)) {
			if i > 0 {
				b = append(b, ',')
			}
			if b, err = appendText(b, name); err != nil {
				return nil, err
			}
			if b, err = appendJSON(append(b, ':'), v[name]); err != nil {
				return nil, err
			}
		}
		return append(b, '}'), nil
	case []any:
		b = append(b, '[')
		for i, e := range v {
			if i > 0 {
				b = append(b, ',')
			}
			if b, err = appendJSON(b, e); err != nil {
				return nil, err
			}
		}
		return append(b, ']'), nil
	}
	return appendEncoded(b, v)
}

// appendText appends a text as JSON.
func appendText[S ~string](b []byte, s S) ([]byte, error) {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			return appendEncoded(b, s)
		}
	}
	return append(append(append(b, '"'), s...), '"'), nil
}

// appendEncoded appends what encoding/json writes for v.
func appendEncoded(b []byte, v any) ([]byte, error) {
	buf := bytes.NewBuffer(b)
	enc := json.NewEncoder(buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(buf.Bytes(), []byte("\n")), nil
}
