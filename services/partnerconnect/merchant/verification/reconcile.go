package verification

import (
	"time"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
)

// An open session is asked for again although its events normally arrive within a second: an event may be lost. Young
// sessions are asked for more often, as a person waits for their outcome.
const (
	minReconcileInterval = 30 * time.Second
	maxReconcileInterval = 15 * time.Minute
	// ReconcileSpacing is the shortest time between two questions about one session that page views cause.
	ReconcileSpacing = 5 * time.Second
	// LostAfter is how old a session is that the verification service does not know before it counts as lost: the call
	// that opens it may be in flight until then. OpenSessionTimeout bounds that call.
	LostAfter          = 2 * time.Minute
	OpenSessionTimeout = 10 * time.Second
)

// An OpenVerification is a session whose end is not known here yet.
type OpenVerification struct {
	SessionID string
	Merchant  pc.Ref `db:"onboarding_ref"`
	Status    string // the last one that was reported
	CreatedAt time.Time
}

// NextReconciliation is when an open session is asked for again. jitter in [0, 1) spreads sessions that were opened at
// one time.
func NextReconciliation(created, now time.Time, jitter float64) time.Time {
	interval := min(max(now.Sub(created)/2, minReconcileInterval), maxReconcileInterval)
	return now.Add(time.Duration(float64(interval) * (0.8 + 0.4*jitter)))
}

// Reported is the state of a session after an answer of the verification service; known is false when it does not know
// the session. False when nothing can be said yet.
func (v OpenVerification) Reported(
	s onboarding.SessionState, known bool, now time.Time,
) (onboarding.SessionState, bool) {
	if known {
		return s, true
	}
	return onboarding.SessionState{Status: onboarding.LostSession}, now.Sub(v.CreatedAt) > LostAfter
}

// Reconciled is what a reconciliation found.
type Reconciled struct {
	Checked, Moved, Lost int // sessions; those that moved were checked, those that were lost moved
}
