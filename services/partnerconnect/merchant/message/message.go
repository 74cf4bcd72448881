package message

import (
	"errors"
	"time"

	"github.com/partnerline/partnerline/internal/ids"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/signedlink"
)

// MessageID names a message: `msg_` and a UUIDv7.
type MessageID string

// MessagePrefix begins every MessageID.
const MessagePrefix = "msg_"

// MessageRetention is how long a message is kept, sent or not. Nothing that it brings works for longer.
const MessageRetention = 30 * 24 * time.Hour

// A Medium is the way a message takes.
type Medium string

// The media.
const (
	ByEmail Medium = "email"
	BySMS   Medium = "sms"
)

// Media lists all media.
var Media = []Medium{ByEmail, BySMS}

// A Template is what a message says; the words are the sender's.
type Template string

// The templates.
const (
	InvitationTemplate Template = "invitation" // asks a person to sign
	CodeTemplate       Template = "code"       // brings a one-time code
	LinkTemplate       Template = "link"       // brings a new link to the hosted flow

	// announces another payout account, with a link that stops the change
	AccountChangeTemplate Template = "account_change"
)

// A Message goes to a person. It is stored, encrypted, in the transaction that gives reason for it, and sent
// afterwards.
type Message struct {
	ID         MessageID
	Medium     Medium
	Template   Template
	To         string
	Locale     string
	Invitation pc.InvitationID // of the person that it goes to; empty: the applicant
	CodeKey    string          // names the link key that its one-time code is derived with; empty: it brings none
}

// New returns a message with an id of its own.
func New(m Medium, t Template, to, locale string) Message {
	return Message{ID: MessageID(ids.New(MessagePrefix)), Medium: m, Template: t, To: to, Locale: locale}
}

// CodeTTL is how long a one-time code works.
const CodeTTL = 10 * time.Minute

// CodeMessage brings a one-time code, which is derived from the message's id whenever it is needed and stored nowhere.
func CodeMessage(m Medium, to, locale string, keys *signedlink.LinkKeys) Message {
	c := New(m, CodeTemplate, to, locale)
	c.CodeKey = keys.Primary()
	return c
}

// Code returns the one-time code that the message brings; empty when it brings none, or its key is gone.
func (m Message) Code(keys *signedlink.LinkKeys) string {
	if m.CodeKey == "" || !keys.Known(m.CodeKey) {
		return ""
	}
	return keys.Code(m.CodeKey, string(m.ID))
}

// A Route is the medium of messages and the mode: each has a provider.
type Route struct {
	Medium   Medium
	Livemode bool
}

// A Due selects messages that are due.
type Due struct {
	Routes     []Route
	Now, Again time.Time // when they are due, and when they will be again
	Limit      int
}

// A DueMessage is one to send now.
type DueMessage struct {
	Message
	Route      Route
	Onboarding pc.Ref
	Attempt    int // from 1
	CreatedAt  time.Time
	Unreadable error // why the message cannot be read; nil: it can
}

// A Failure is why a message ended without reaching its receiver.
type Failure string

// The failures.
const (
	Rejected Failure = "rejected" // the provider does not deliver to the address
	Bounced  Failure = "bounced"  // the provider accepted it and could not deliver it
	Expired  Failure = "expired"  // no provider accepted it while it was of use
	Obsolete Failure = "obsolete" // what it is about was erased or revoked before it was sent
)

// A Status is what became of a message.
type Status string

// The statuses.
const (
	Queued    Status = "queued"    // not accepted by a provider yet
	Sent      Status = "sent"      // a provider accepted it
	Delivered Status = "delivered" // a provider reported its arrival
	Failed    Status = "failed"    // see Failure
)

// Statuses lists all statuses.
var Statuses = []Status{Queued, Sent, Delivered, Failed}

// A StoredMessage is one that was or will be sent.
type StoredMessage struct {
	Message
	ProviderID  string // by which the provider knows it; empty: none
	CreatedAt   time.Time
	SentAt      *time.Time // when the provider accepted it
	DeliveredAt *time.Time // when the provider reported its arrival
	FailedAt    *time.Time
	Failure     Failure // empty: none
}

// Status returns what became of the message.
func (m StoredMessage) Status() Status {
	s, _ := m.Outcome()
	return s
}

// Outcome returns what became of the message, and when.
func (m StoredMessage) Outcome() (Status, time.Time) {
	switch {
	case m.Failure != "" && m.FailedAt != nil:
		return Failed, *m.FailedAt
	case m.DeliveredAt != nil:
		return Delivered, *m.DeliveredAt
	case m.SentAt != nil:
		return Sent, *m.SentAt
	}
	return Queued, m.CreatedAt
}

// A RenderedMessage is a message with its text.
type RenderedMessage struct {
	StoredMessage
	Language    string // of the texts: en or pl
	Subject     string // of an e-mail
	Text        string
	HTML        string    // the same as a document; of an e-mail
	UsefulUntil time.Time // it is not sent later
}

var (
	// ErrRejected says that the receiver's address takes no messages, so the message is not sent again: its owner corrects
	// the address. Any other error of a provider is temporary.
	ErrRejected = errors.New("the provider does not deliver to the address")
	// ErrUnanswered says that the provider has the message and did not say what becomes of it: it may arrive.
	ErrUnanswered = errors.New("the provider has the message and has not answered")
)

// ErrNotFound says that there is no such message, or not any more.
var ErrNotFound = errors.New("message not found")
