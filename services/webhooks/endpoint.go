package webhooks

import (
	"fmt"
	"maps"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/partnerline/partnerline/internal/eventfilter"
	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/plaintext"
)

// EndpointID is the UUID of an endpoint.
type EndpointID string

// DeactivateAfter is how many consecutive failed deliveries deactivate an endpoint.
const DeactivateAfter = 50

// FailingAfter is the failure count from which an endpoint counts as failing.
const FailingAfter = DeactivateAfter / 2

// An Endpoint is a receiver's URL and the event types that it subscribes to. It is active until an update makes it
// inactive or DeactivateAfter consecutive failed deliveries deactivate it; only deactivation sets DisabledAt.
type Endpoint struct {
	ID EndpointID
	Scope
	URL         string
	Events      []EventType
	Channels    []string // of which it gets the events; none: of all
	Description *string
	IsActive    bool

	Filter           string // an expression of package eventfilter; empty: every event of its types
	HonourRetryAfter bool   // a failed attempt's Retry-After puts off the next one
	DeactivateOn410  bool
	RateLimit        int      // requests a second; 0: any number
	HeaderNames      []string // of the headers of its own, in alphabetical order

	FailureCount    int
	FailedAttempts  int        // attempts that failed in a row since the last one that succeeded, of all deliveries
	LastTriggeredAt *time.Time // last attempt
	LastSuccessAt   *time.Time // last delivery that ended delivered
	LastFailureAt   *time.Time // last delivery that ended failed
	LastStatus      *int       // of the last response
	DisabledAt      *time.Time

	RecoveryWindow time.Duration // how far back a re-activation recovers what was missed; 0: not at all
	FailingSince   *time.Time    // the oldest event whose delivery failed since the last success
	MissedSince    *time.Time    // while inactive: no event older than this was missed because of that

	ProvenAt           *time.Time // when it was proven that its owner controls the receiver; nil: not
	AwaitsProof        bool       // it is inactive because proof is required
	Challenge          *string    // that the receiver is to answer; nil: none
	ChallengeDelivery  *DeliveryID
	ChallengeExpiresAt *time.Time

	CreatedAt       time.Time
	UpdatedAt       time.Time
	SecretRotatedAt *time.Time
	Activation      int   // counts activations: a delivery begun in an earlier one is cancelled
	Version         int64 // of what the tenant sees and sets; the ETag
}

// Target is what a dispatcher needs to deliver to an endpoint.
type Target struct {
	Endpoint   EndpointID
	Scope      Scope
	URL        string
	IsActive   bool
	Activation int
	Keys       []SigningKey // newest first

	Headers          map[string]string
	RateLimit        int
	HonourRetryAfter bool
	MovedAt          *time.Time // when attempts were moved to now last; nil: never

	Unsigned error // why nothing can be sent; nil: it can
}

// MaxDescription is the most characters of a description.
const MaxDescription = 500

// MaxRateLimit is the most requests a second that an endpoint may limit itself to.
const MaxRateLimit = 1000

// MaxURL is the most bytes of a URL.
const MaxURL = 2048

// MaxEvents is the most event types that an endpoint may list.
const MaxEvents = 64

// NewEndpoint returns an endpoint with fields, of which URL and Events are required, or what is wrong with them. It is
// active unless they say otherwise.
func NewEndpoint(id EndpointID, s Scope, fields EndpointChanges, now time.Time) (Endpoint, error) {
	e := Endpoint{ID: id, Scope: s, IsActive: true, CreatedAt: now, UpdatedAt: now, Activation: 1, Version: 1}
	if fields.IsActive != nil {
		e.IsActive = *fields.IsActive
	}
	err := e.set(fields)
	return e, err
}

// EndpointChanges are the fields of an update; nil means unchanged.
type EndpointChanges struct {
	URL         *string
	Events      *[]string
	Channels    *[]string
	Description **string
	IsActive    *bool

	Filter           **string
	HonourRetryAfter *bool
	DeactivateOn410  *bool
	RateLimit        **int              // nil: none
	Headers          *map[string]string // they replace all that it has
}

// Empty reports whether nothing is to change.
func (c EndpointChanges) Empty() bool {
	return c == EndpointChanges{}
}

// Lists reports whether the endpoint subscribes to a type.
func (e *Endpoint) Lists(t EventType) bool {
	return slices.Contains(e.Events, t) || !t.OnlyListed() && slices.Contains(e.Events, AllEvents)
}

// Update applies changes: activation resets the failure count and DisabledAt, setting inactive
// leaves DisabledAt alone.
func (e *Endpoint) Update(c EndpointChanges, now time.Time) error {
	if c.Empty() {
		return nil
	}
	if err := e.set(c); err != nil {
		return err
	}
	if c.IsActive != nil && *c.IsActive != e.IsActive {
		e.IsActive = *c.IsActive
		if e.IsActive {
			e.FailureCount, e.FailedAttempts, e.DisabledAt, e.FailingSince, e.MissedSince = 0, 0, nil, nil, nil
			e.AwaitsProof = false
			e.Activation++
		}
	}
	e.UpdatedAt = now
	e.Version++
	return nil
}

// SetActive makes the endpoint active or inactive for the operator; it changes nothing when it is so already.
func (e *Endpoint) SetActive(active bool, now time.Time) error {
	if e.IsActive == active {
		return nil
	}
	return e.Update(EndpointChanges{IsActive: &active}, now)
}

func (e *Endpoint) set(c EndpointChanges) error {
	var bad []fault.Violation
	if c.URL != nil {
		if code, message := checkURL(*c.URL, e.Livemode); code != "" {
			bad = append(bad, fault.Violation{Field: "/url", Code: code, Message: message})
		} else {
			e.setURL(*c.URL)
		}
	}
	if c.Events != nil {
		types, wrong := checkEvents(*c.Events, e.Tenant.EventTypes())
		bad = append(bad, wrong...)
		e.Events = types
	}
	if c.Channels != nil {
		channels, wrong := checkChannels(*c.Channels, e.Tenant)
		bad = append(bad, wrong...)
		e.Channels = channels
	}
	if c.Description != nil {
		switch d := *c.Description; {
		case d != nil && utf8.RuneCountInString(*d) > MaxDescription:
			bad = append(bad,
				fault.Violation{
					Field: "/description", Code: "too_long", Message: fmt.Sprintf("must have at most %d characters", MaxDescription),
				})
		case d != nil && strings.ContainsFunc(*d, misleads):
			bad = append(bad, fault.Violation{Field: "/description", Code: "control_characters",
				Message: "must not contain control characters except line ends and tabs, or bidirectional formatting characters"})
		case d != nil && *d == "":
			e.Description = nil
		default:
			e.Description = d
		}
	}
	bad = append(bad, e.setOptions(c)...)
	if len(bad) > 0 {
		return fault.Fields(bad...)
	}
	return nil
}

// setOptions sets the optional behaviour of an endpoint.
func (e *Endpoint) setOptions(c EndpointChanges) (bad []fault.Violation) {
	if c.Filter != nil {
		e.Filter = ""
		if f := *c.Filter; f != nil && *f != "" {
			if _, wrong := compileFilter(*f); wrong != nil {
				bad = append(bad, *wrong)
			}
			e.Filter = *f
		}
	}
	if c.HonourRetryAfter != nil {
		e.HonourRetryAfter = *c.HonourRetryAfter
	}
	if c.DeactivateOn410 != nil {
		e.DeactivateOn410 = *c.DeactivateOn410
	}
	if c.RateLimit != nil {
		e.RateLimit = 0
		if n := *c.RateLimit; n != nil && (*n < 1 || *n > MaxRateLimit) {
			bad = append(bad,
				fault.Violation{
					Field: "/rate_limit", Code: "out_of_range",
					Message: fmt.Sprintf("must be 1 to %d requests a second, or null", MaxRateLimit),
				})
		} else if n != nil {
			e.RateLimit = *n
		}
	}
	if c.Headers != nil {
		bad = append(bad, checkHeaders(*c.Headers)...)
		e.HeaderNames = slices.Sorted(maps.Keys(*c.Headers))
	}
	return bad
}

// CompileFilter compiles a filter. The empty filter, which every event matches, is nil; an invalid one is an error of
// the field `/filter`.
func CompileFilter(filter string) (*eventfilter.Filter, error) {
	f, wrong := compileFilter(filter)
	if wrong != nil {
		return nil, fault.Fields(*wrong)
	}
	return f, nil
}

func compileFilter(filter string) (*eventfilter.Filter, *fault.Violation) {
	if filter == "" {
		return nil, nil
	}
	if strings.ContainsFunc(filter, misleads) {
		return nil,
			&fault.Violation{
				Field: "/filter", Code: "control_characters",
				Message: "must not contain control characters except line ends and tabs",
			}
	}
	f, err := eventfilter.Compile(filter)
	if err != nil {
		return nil,
			&fault.Violation{Field: "/filter", Code: "invalid_filter", Message: "must be an expression in CEL; " +
				plaintext.Clean(err.Error())}
	}
	return f, nil
}

// ReceiverGone records a response with status 410 to an attempt, and reports whether it deactivates the endpoint: when
// the endpoint asks for it, and has not changed since the attempt began.
func (e *Endpoint) ReceiverGone(startedAt, now time.Time) bool {
	if !e.DeactivateOn410 || !e.IsActive || startedAt.Before(e.UpdatedAt) {
		return false
	}
	e.deactivate(now)
	return true
}

func (e *Endpoint) deactivate(now time.Time) {
	e.IsActive, e.DisabledAt, e.UpdatedAt = false, &now, now
	e.Version++
}

// DeliveryEnded records a delivery that ended delivered or failed. A success resets the count; the noticeAfter-th
// failure in a row is a notice, the DeactivateAfter-th deactivates. A delivery that ends after the endpoint stopped
// being active changes its times, not its count.
func (e *Endpoint) DeliveryEnded(delivered bool, at time.Time, noticeAfter int, now time.Time) Notice {
	if delivered {
		e.LastSuccessAt = later(e.LastSuccessAt, at)
		if e.IsActive {
			e.FailureCount, e.FailedAttempts, e.FailingSince = 0, 0, nil
		}
		return ""
	}
	e.LastFailureAt = later(e.LastFailureAt, at)
	if !e.IsActive {
		return ""
	}
	e.FailureCount++
	switch e.FailureCount {
	case DeactivateAfter:
		e.deactivate(now)
		return NoticeDeactivated
	case noticeAfter:
		return NoticeFailing
	}
	return ""
}

// AttemptsFailed counts attempts that failed, whether or not the last of them was the last one of its delivery.
// DeliveryEnded with a success starts the count again.
func (e *Endpoint) AttemptsFailed(n int) {
	if e.IsActive {
		e.FailedAttempts += n
	}
}

// EventMissed records the time of an event whose delivery ended failed, in any of its runs.
func (e *Endpoint) EventMissed(at time.Time) {
	e.FailingSince = earlier(e.FailingSince, &at)
}

// AttemptEnded records a request that was made.
func (e *Endpoint) AttemptEnded(status *int, at time.Time) {
	if e.LastTriggeredAt == nil || !at.Before(*e.LastTriggeredAt) {
		e.LastTriggeredAt = &at
		if status != nil {
			e.LastStatus = status
		}
	}
}

// earlier returns the earlier of two times, of which either may be missing.
func earlier(a, b *time.Time) *time.Time {
	if a == nil || b != nil && b.Before(*a) {
		return b
	}
	return a
}

func later(have *time.Time, at time.Time) *time.Time {
	if have != nil && have.After(at) {
		return have
	}
	return &at
}

// checkURL checks the text of a URL; the address that it leads to is checked when it is registered and at every
// connection.
func checkURL(raw string, livemode bool) (code, message string) {
	if raw == "" {
		return "required", "must be an absolute URL"
	}
	if len(raw) > MaxURL {
		return "too_long", fmt.Sprintf("must have at most %d bytes", MaxURL)
	}
	if strings.ContainsFunc(raw, func(r rune) bool { return r <= ' ' || r == 0x7f || r == utf8.RuneError }) {
		return "invalid_url", "must not contain blanks or control characters"
	}
	u, err := url.Parse(raw)
	if err != nil || !u.IsAbs() || u.Opaque != "" {
		return "invalid_url", "must be an absolute URL like https://example.com/webhooks"
	}
	switch {
	case u.Scheme != "https" && (livemode || u.Scheme != "http"):
		if livemode {
			return "scheme", "must use https; http is for test keys"
		}
		return "scheme", "must use https or http"
	case u.Hostname() == "":
		return "invalid_url", "must name a host"
	case u.User != nil:
		return "userinfo", "must not contain user information"
	case u.Fragment != "" || strings.Contains(raw, "#"):
		return "fragment", "must not contain a fragment"
	case strings.ContainsFunc(u.Hostname(), notASCII):
		return "invalid_url", "must name its host in ASCII; write a name in another script as xn--... (punycode)"
	case !validHost(u.Hostname()):
		return "invalid_url", "must name a valid host"
	}
	if p := u.Port(); p != "" || strings.HasSuffix(u.Host, ":") {
		if n, err := strconv.Atoi(p); err != nil || n < 1 || n > 65535 {
			return "port", "must have a port of 1 to 65535"
		}
	}
	return "", ""
}

// validHost admits IP literals and DNS names of at most 253 bytes. Names in other scripts are given in their ASCII
// form (punycode), as they go over the wire.
func validHost(h string) bool {
	if _, err := netip.ParseAddr(h); err == nil {
		return true
	}
	if len(h) > 253 {
		return false
	}
	for label := range strings.SplitSeq(strings.TrimSuffix(h, "."), ".") {
		if label == "" || len(label) > 63 || strings.HasPrefix(label, "-") || strings.HasSuffix(label, "-") {
			return false
		}
		if strings.ContainsFunc(label, notOfName) {
			return false
		}
	}
	return true
}

func notASCII(c rune) bool { return c > unicode.MaxASCII }

func notOfName(c rune) bool {
	letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
	return !letter && (c < '0' || c > '9') && c != '-' && c != '_'
}

func checkEvents(list []string, known []EventType) ([]EventType, []fault.Violation) {
	var bad []fault.Violation
	refuse := func(field, code, message string) {
		bad = append(bad, fault.Violation{Field: field, Code: code, Message: message})
	}
	if len(list) == 0 {
		refuse("/events", "required", `must list at least one event type, or be ["*"]`)
	}
	if len(list) > MaxEvents {
		refuse("/events", "too_many", fmt.Sprintf("must list at most %d event types", MaxEvents))
		return nil, bad
	}
	types := make([]EventType, 0, len(list))
	for i, s := range list {
		t, at := EventType(s), "/events/"+strconv.Itoa(i)
		switch {
		case t == AllEvents && len(list) > 1:
			refuse(at, "wildcard", `"*" must be the only element`)
		case t != AllEvents && !slices.Contains(known, t):
			refuse(at, "unknown_kind", fault.OneOf(known)+`, or ["*"]`)
		case slices.Contains(types, t):
			refuse(at, "duplicate", "must not repeat an event type")
		default:
			types = append(types, t)
		}
	}
	return types, bad
}

// MaxChannels is how many channels an endpoint may list.
const MaxChannels = 100

func checkChannels(list []string, owner TenantID) (channels []string, bad []fault.Violation) {
	refuse := func(field, code, message string) {
		bad = append(bad, fault.Violation{Field: field, Code: code, Message: message})
	}
	if len(list) > 0 && !owner.IsPartner() {
		refuse("/channels", "not_applicable", "only the events of partners have channels; leave it out")
		return nil, bad
	}
	if len(list) > MaxChannels {
		refuse("/channels", "too_many", fmt.Sprintf("must list at most %d channels", MaxChannels))
		return nil, bad
	}
	for i, c := range list {
		at := "/channels/" + strconv.Itoa(i)
		switch {
		case c == "" || len(c) > 64:
			refuse(at, "length", "must have 1 to 64 bytes")
		case slices.Contains(channels, c):
			refuse(at, "duplicate", "must not repeat a channel")
		default:
			channels = append(channels, c)
		}
	}
	return channels, bad
}

// misleads reports whether a character is invisible and changes how the text around it is shown.
func misleads(r rune) bool {
	return unicode.IsControl(r) && r != '\n' && r != '\r' && r != '\t' || unicode.Is(unicode.Bidi_Control, r)
}
