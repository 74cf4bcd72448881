package webhooks

import (
	"crypto/rand"
	"crypto/subtle"
	"encoding/json"
	"fmt"
	"strings"
	"time"
)

const (
	// ChallengeTTL is how long a challenge may be answered: longer than all attempts of its delivery take.
	ChallengeTTL = time.Hour
	// MaxChallenges is how many challenges a tenant may send in a mode within ChallengesWithin.
	MaxChallenges    = 60
	ChallengesWithin = time.Hour
	// challengeAfter is how long after a change of an endpoint a challenge is sent at the earliest. By then no dispatcher
	// knows the URL before, whose receiver could answer for the new one.
	challengeAfter = 5 * time.Second
)

// OwnershipState says whether it is proven that the owner of an endpoint controls its receiver.
type OwnershipState string

// The states. A change of the URL ends a proof.
const (
	Unproven      OwnershipState = "unproven"
	ProofRequired OwnershipState = "required" // unproven, and it was made inactive or began so for that reason
	Proven        OwnershipState = "proven"
)

// Ownership returns the state.
func (e Endpoint) Ownership() OwnershipState {
	switch {
	case e.ProvenAt != nil:
		return Proven
	case e.AwaitsProof:
		return ProofRequired
	}
	return Unproven
}

// RequireProof applies the rule of operators who require proof to an endpoint that is new or was updated: in live mode
// it may not become active, nor get another URL and stay so, before it is proven. A new one begins inactive, and one
// with another URL becomes so. before is the endpoint before the update; nil: it is new. ErrOwnershipUnproven when it
// is to become active.
func (e *Endpoint) RequireProof(before *Endpoint) error {
	switch {
	case !e.Livemode || !e.IsActive || e.ProvenAt != nil:
	case before != nil && !before.IsActive:
		return ErrOwnershipUnproven
	case before == nil || before.URL != e.URL:
		e.IsActive, e.AwaitsProof = false, true
	}
	return nil
}

// setURL sets the URL. No one has proven to control another one.
func (e *Endpoint) setURL(url string) {
	if url != e.URL {
		e.ProvenAt = nil
		e.endChallenge()
	}
	e.URL = url
}

func (e *Endpoint) endChallenge() {
	e.Challenge, e.ChallengeDelivery, e.ChallengeExpiresAt = nil, nil, nil
}

// A Challenge is a random text that the receiver of an endpoint is asked to answer with.
type Challenge struct {
	Text      string
	ExpiresAt time.Time
}

// NewChallenge returns a challenge for the endpoint; ErrChallengeTooEarly when it has just changed.
func (e *Endpoint) NewChallenge(now time.Time) (Challenge, error) {
	if e.UpdatedAt.After(e.CreatedAt) && now.Before(e.UpdatedAt.Add(challengeAfter)) {
		return Challenge{}, ErrChallengeTooEarly
	}
	return Challenge{rand.Text(), now.Add(ChallengeTTL)}, nil
}

// Sent notes the delivery of a challenge, which replaces one before.
func (e *Endpoint) Sent(c Challenge, d DeliveryID) {
	e.Challenge, e.ChallengeDelivery, e.ChallengeExpiresAt = &c.Text, &d, &c.ExpiresAt
}

// IsProvenBy reports whether an attempt is the one that proves ownership: the receiver answered the open challenge in
// time, with 2xx and the challenge as text, or as the member `challenge` of an object.
func (e *Endpoint) IsProvenBy(a Attempt) bool {
	return e.Challenge != nil && *e.ChallengeDelivery == a.Delivery && a.Outcome == OutcomeDelivered &&
		!a.EndedAt.After(*e.ChallengeExpiresAt) && answers(a.Body, *e.Challenge)
}

// answers reports whether a body answers a challenge. A receiver that sends back what it got does not: in the event,
// the challenge is a member of `data`.
func answers(body []byte, challenge string) bool {
	text := strings.TrimSpace(string(body))
	if strings.HasPrefix(text, "{") {
		var answer struct {
			Challenge string `json:"challenge"`
		}
		if json.Unmarshal(body, &answer) != nil {
			return false
		}
		text = answer.Challenge
	}
	return subtle.ConstantTimeCompare([]byte(text), []byte(challenge)) == 1
}

// NewChallengeEvent is the event by which a receiver gets a challenge.
func NewChallengeEvent(sc Scope, envelopeTenant TenantID, c Challenge, now time.Time) (Event, error) {
	data, err := json.Marshal(map[string]string{
		"challenge": c.Text, "expires_at": c.ExpiresAt.UTC().Format(TimeFormat), "occurred_at": now.UTC().Format(TimeFormat),
	})
	if err != nil {
		return Event{}, fmt.Errorf("challenge: %w", err)
	}
	return newEvent(sc, envelopeTenant, WebhookChallenge, data)
}
