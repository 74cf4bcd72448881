package portal

import (
	"strings"
	"time"

	"github.com/partnerline/partnerline/internal/emailaddress"
	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/services/webhooks"
)

const (
	// AddressPrefix begins the ids of notice addresses.
	AddressPrefix = "nad_"
	// ConfirmTTL is how long the link of an e-mail confirms an address.
	ConfirmTTL = 24 * time.Hour
	// MaxConfirmations is how many confirmations a tenant may ask for in a mode within ConfirmTTL.
	MaxConfirmations = 10
	// MailEvery is the shortest time between two e-mails to an address: what happens meanwhile is in one.
	MailEvery = time.Hour
	// MailRetry is how long an e-mail that the server did not take waits.
	MailRetry = 5 * time.Minute
	// MaxMailed is how many notices an e-mail lists; it counts the others.
	MaxMailed = 50
	// NoticeRetention is how long a notice waits for its e-mail.
	NoticeRetention = 7 * 24 * time.Hour
)

var (
	// ErrNoMail is the refusal of an installation that sends no e-mails.
	ErrNoMail = fault.New(fault.UnsupportedOperation, "this installation sends no e-mails")
	// ErrTooManyConfirmations is the refusal of one more e-mail that asks for a confirmation.
	ErrTooManyConfirmations = fault.New(fault.RateLimited, "as many e-mails were sent as may be in a day; try again tomorrow")
	// ErrNotSent is the refusal when the e-mail that asks for a confirmation was not taken.
	ErrNotSent = fault.New(fault.Overloaded, "the e-mail could not be sent; try again")
)

// A NoticeAddress is where a tenant is notified by e-mail of what happens to its endpoints in a mode. It counts once its owner has confirmed it.
type NoticeAddress struct {
	ID        string
	Scope     webhooks.Scope
	Email     string
	Language  string // of its e-mails
	Confirmed bool
	CreatedAt time.Time
}

// CheckEmail returns what is wrong with an address that a person has entered.
func CheckEmail(email string) error {
	if !emailaddress.Valid(email) {
		return fault.Field("/email", "invalid_email", "must be an e-mail address")
	}
	return nil
}

// Masked is what the pages show of the address.
func (a NoticeAddress) Masked() string {
	local, domain, _ := strings.Cut(a.Email, "@")
	return local[:1] + "***@" + domain
}

// A Notice is something that happened to an endpoint.
type Notice struct {
	ID           int64
	Type         webhooks.EventType
	URL          string
	FailureCount int
	HappenedAt   time.Time
}
