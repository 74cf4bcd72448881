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
	Activation int              // counts activations of the endpoint
	Keys       []*signature.Key // newest first

	Headers          []Header // besides ours
	RateLimit        int      // attempts a second that all dispatchers may start together; 0: any number
	HonourRetryAfter bool     // a failed attempt's Retry-After puts off the next one

	MovedAt time.Time // when attempts were moved to now last; zero: never
}

// A Header is one of an endpoint's own.
type Header struct{ Name, Value string }

// challenge is the type of the events that inactive endpoints get, too: their receivers prove who controls them.
const challenge = "webhook.challenge"

// Accepts reports whether a delivery of an event that was created in the given activation may still be sent. A nil
// Target is a deleted endpoint.
func (t *Target) Accepts(activation int, eventType string) bool {
	return t != nil && (t.Active || eventType == challenge) && activation == t.Activation
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
