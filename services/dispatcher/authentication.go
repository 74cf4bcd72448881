package dispatcher

import (
	"crypto/tls"
	"time"
)

// An Authentication is how requests and connections to an endpoint are authenticated, besides the signature. It is
// immutable.
type Authentication struct {
	ID            string // of the endpoint and all that follows: connections and tokens are shared by equal ones only
	Authorization string // header of each request; empty: none, or by Client
	Client        *OAuth2Client
	TLS           *tls.Config // nil: as for other endpoints
	ValidUntil    time.Time   // of the client certificate; zero: none
}

// An OAuth2Client gets tokens by client credentials.
type OAuth2Client struct {
	TokenURL, ID, Secret string
	Scopes               []string
	AuthorityPEM         string // authorities that may have issued the token server's certificate, besides the usual ones
}

// Expired reports whether the client certificate has ended.
func (a *Authentication) Expired(at time.Time) bool {
	return a != nil && !a.ValidUntil.IsZero() && !at.Before(a.ValidUntil)
}

// OwnConnections reports whether no connection may be shared with other endpoints.
func (a *Authentication) OwnConnections() bool { return a != nil && a.TLS != nil }
