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
	// mailRetry is how long an e-mail that the server did not take waits at first, and mailRetryLast the longest wait.
	mailRetry, mailRetryLast = 5 * time.Minute, 24 * time.Hour
	// MaxMailed is how many notices an e-mail lists; it counts the others.
	MaxMailed = 50
	// NoticeRetention is how long a notice waits for its e-mail.
	NoticeRetention = 7 * 24 * time.Hour
)

var (
	// ErrNoMail is the refusal of an installation that sends no e-mails.
	ErrNoMail = fault.New(fault.UnsupportedOperation, "this installation sends no e-mails")
	// ErrTooManyConfirmations is the refusal of one more e-mail that asks for a confirmation.
	ErrTooManyConfirmations = fault.New(fault.RateLimited, "the daily limit of e-mails is reached; try again tomorrow")
	// ErrNotSent is the refusal when the e-mail that asks for a confirmation was not taken.
	ErrNotSent = fault.New(fault.Overloaded, "the e-mail could not be sent; try again")
	// ErrAddressRefused is the refusal when the mail server says that the address takes no e-mails.
	ErrAddressRefused = fault.Field("/email", "undeliverable_email", "takes no e-mails, says the mail server; check it")
)

// A NoticeAddress is where a tenant is notified by e-mail of what happens to its endpoints in a mode. It counts once
// its owner has confirmed it.
type NoticeAddress struct {
	ID        string
	Scope     webhooks.Scope
	Email     string
	Language  string // of its e-mails
	Confirmed bool
	CreatedAt time.Time
	Failure   MailFailure // why the last e-mail may not have arrived; empty: it was accepted
	Failures  int         // e-mails since the last one that was accepted
}

// A MailFailure is why an e-mail may not have arrived.
type MailFailure string

// The failures.
const (
	AddressRefused MailFailure = "refused"   // the server says that the address takes no e-mails
	NotTaken       MailFailure = "not_taken" // the server refuses the sender or the content, or cannot be reached
	NoAnswer       MailFailure = "no_answer" // the server has the e-mail and did not answer
)

// NextMail is how long after an e-mail the next one may be sent: failures is the number of those in a row that failed,
// this one included. An e-mail that may have arrived, or that the address has refused, is not repeated sooner than
// MailEvery.
func NextMail(f MailFailure, failures int) time.Duration {
	wait := MailEvery
	switch f {
	case "":
		return wait
	case NotTaken:
		wait = mailRetry
	}
	for range failures - 1 {
		if wait *= 2; wait >= mailRetryLast {
			return mailRetryLast
		}
	}
	return wait
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

// A Notice is something that happened to an endpoint, or to its tenant.
type Notice struct {
	ID           int64
	Type         webhooks.EventType
	URL          string // empty: about the tenant
	FailureCount int
	HappenedAt   time.Time
}
