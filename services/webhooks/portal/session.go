// Package portal is what a tenant's people may do in the portal, for how long, and how it looks for them.
package portal

import (
	"crypto/rand"
	"crypto/sha256"
	"time"

	"github.com/partnerline/partnerline/services/webhooks"
)

// Role is what a person may do.
type Role string

// The roles.
const (
	Viewer  Role = "viewer"  // sees everything
	Manager Role = "manager" // also changes endpoints and sends deliveries
)

// MayChange reports whether the role may do more than see.
func (r Role) MayChange() bool { return r == Manager }

// SessionPrefix begins the ids of sessions.
const SessionPrefix = "pse_"

// LinkTTL is how long the link of a session opens it.
const LinkTTL = 5 * time.Minute

// SessionRetention is how long a session that has ended is kept.
const SessionRetention = 48 * time.Hour

// A Session is a visit of one person. It is opened once, by its link, and ends with its time, by its revocation, or
// with the key that made it.
type Session struct {
	ID string
	webhooks.Scope
	Role          Role
	Key           string `db:"key_id"` // id of the key that made it
	ReturnURL     string // where the pages lead back to; empty: nowhere
	CreatedAt     time.Time
	LinkExpiresAt time.Time
	ExpiresAt     *time.Time // nil: not opened
}

// A Token is the secret of a link or of an open session. Only its hash is stored.
type Token string

// NewToken returns a random token.
func NewToken() Token { return Token(rand.Text()) }

// Hash is what is stored of a token.
func (t Token) Hash() []byte {
	sum := sha256.Sum256([]byte(t))
	return sum[:]
}
