package dispatcher

import (
	"errors"
	"net/url"
	"strings"
	"time"
)

// A Target is an endpoint as the dispatcher needs to know it. It is immutable.
type Target struct {
	Endpoint   string
	URL        *url.URL // nil when the endpoint's URL cannot be called
	Active     bool
	Activation int    // counts activations of the endpoint
	Keys       []*Key // newest first
}

// Takes reports whether a delivery that began in the given activation may still be sent. A nil Target is an endpoint
// that is gone. Activation 0 is a delivery of before they were counted.
func (t *Target) Takes(activation int) bool {
	return t != nil && t.Active && (activation == 0 || activation == t.Activation)
}

// SigningKeys are the keys that sign at a time, newest first.
func (t *Target) SigningKeys(at time.Time) []*Key {
	for i, k := range t.Keys {
		if !k.Signs(at) {
			valid := append([]*Key(nil), t.Keys[:i]...)
			for _, k := range t.Keys[i:] {
				if k.Signs(at) {
					valid = append(valid, k)
				}
			}
			return valid
		}
	}
	return t.Keys // the usual case costs nothing
}

// ParseURL reads the URL of an endpoint. Registration checks more; this is what a request cannot do without.
func ParseURL(raw string) (*url.URL, error) {
	u, err := url.Parse(raw)
	switch {
	case err != nil:
		return nil, err
	case strings.ContainsFunc(raw, func(r rune) bool { return r <= ' ' || r == 0x7f }):
		return nil, errors.New("a blank or a control character would end the request line") // net/url lets them stand in a query
	case u.Scheme != "https" && u.Scheme != "http":
		return nil, errors.New("the scheme is neither https nor http")
	case u.Hostname() == "":
		return nil, errors.New("the host is missing")
	case u.User != nil:
		return nil, errors.New("the URL holds credentials")
	}
	u.Fragment, u.RawFragment = "", ""
	return u, nil
}
