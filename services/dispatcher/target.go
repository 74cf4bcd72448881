package dispatcher

import (
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/partnerline/partnerline/internal/signature"
)

// A Target is what the dispatcher needs to know of an endpoint. It is immutable.
type Target struct {
	Endpoint   string
	URL        *url.URL // nil when the endpoint's URL cannot be called
	Active     bool
	Activation int // counts activations of the endpoint

	Forms Forms             // how requests are signed
	Keys  []*signature.Key  // newest first
	Pairs []*signature.Pair // newest first

	Headers          []Header        // besides ours
	Authentication   *Authentication // nil: by signatures only
	RateLimit        int             // attempts a second that all dispatchers may start together; 0: any number
	HonourRetryAfter bool            // a failed attempt's Retry-After puts off the next one

	Shape *Shape // of the bodies of its requests, see ShapeOf; nil: the event itself

	MovedAt time.Time // when attempts were moved to now last; zero: never
}

// Forms are the signatures that requests have.
type Forms struct {
	HMAC    bool // with Keys
	Ed25519 bool // with a pair: `v1a` of Standard Webhooks
	Message bool // with a pair: RFC 9421
	Other   bool // one that this program does not know
}

// CanSign reports whether requests can have all of their signatures.
func (t *Target) CanSign() bool {
	f := t.Forms
	return !f.Other && (f.HMAC || f.Ed25519 || f.Message) && (!f.HMAC || len(t.Keys) > 0) &&
		(!f.Ed25519 && !f.Message || len(t.Pairs) > 0)
}

// SigningPair is the pair that signs at a time: the last one that signs by then. Before the time of the first, by a
// clock that is behind, it is the first. Nil without pairs.
func (t *Target) SigningPair(at time.Time) *signature.Pair {
	for _, p := range t.Pairs {
		if !at.Before(p.From) {
			return p
		}
	}
	if n := len(t.Pairs); n > 0 {
		return t.Pairs[n-1]
	}
	return nil
}

// A Header is one of an endpoint's own, or of its shape.
type Header struct{ Name, Value string }

// A Shape makes what requests have instead of the event.
type Shape struct {
	Make      func(event []byte) (Content, error) // an error may have texts of the event, so it is not logged
	Evaluates bool                                // by an expression, which may take some milliseconds
}

// Content is the body of a request, and what says how to read it.
type Content struct {
	Body    []byte
	Type    string   // media type; empty: JSON
	Headers []Header // that the shape adds
}

// challenge is the type of the events by whose answers receivers prove who controls them. Inactive endpoints get them,
// too, and no shape applies to them.
const challenge = "webhook.challenge"

// Accepts reports whether a delivery of an event that was created in the given activation may still be sent. A nil
// Target is a deleted endpoint.
func (t *Target) Accepts(activation int, eventType string) bool {
	return t != nil && (t.Active || eventType == challenge) && activation == t.Activation
}

// ShapeOf is the shape of the body of an event; nil: the event itself. A challenge has none: a shape could leave the
// challenge out, or put it where an answer has it, so that a server that sends back what it gets would prove ownership.
func (t *Target) ShapeOf(eventType string) *Shape {
	if eventType == challenge {
		return nil
	}
	return t.Shape
}

// MovedSince reports whether attempts were moved to now after a time.
func (t *Target) MovedSince(at time.Time) bool { return t != nil && t.MovedAt.After(at) }

// SigningKeys are the keys that are valid at a time, newest first.
func (t *Target) SigningKeys(at time.Time) []*signature.Key {
	for i, k := range t.Keys {
		if !k.Signs(at) {
			valid := append([]*signature.Key(nil), t.Keys[:i]...)
			for _, k := range t.Keys[i:] {
				if k.Signs(at) {
					valid = append(valid, k)
				}
			}
			return valid
		}
	}
	return t.Keys // the usual case allocates nothing
}

// ParseURL reads the URL of an endpoint. Registration checks more; this is what a request needs.
func ParseURL(raw string) (*url.URL, error) {
	u, err := url.Parse(raw)
	switch {
	case err != nil:
		return nil, err
	case strings.ContainsFunc(raw, func(r rune) bool { return r <= ' ' || r == 0x7f }):
		return nil, errors.New("a blank or a control character would end the request line") // net/url accepts them in a query
	case u.Scheme != "https" && u.Scheme != "http":
		return nil, errors.New("the scheme is neither https nor http")
	case u.Hostname() == "":
		return nil, errors.New("the host is missing")
	case u.User != nil:
		return nil, errors.New("the URL holds credentials")
	}
	u.Fragment, u.RawFragment = "", ""
	u.RawQuery = escapeQuery(u.RawQuery)
	return u, nil
}

// escapeQuery encodes what RFC 3986 does not allow in a query. net/url does so in paths only, and servers such as
// Tomcat and h11 refuse a request line with it.
func escapeQuery(q string) string {
	var b strings.Builder
	for i := range len(q) {
		if c := q[i]; c >= 0x80 || strings.IndexByte("\"<>[\\]^`{|}", c) >= 0 {
			fmt.Fprintf(&b, "%%%02X", c)
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}
