package message

import (
	"time"

	"github.com/partnerline/partnerline/internal/ids"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
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

// A Template is what a message says; the words are the sender's.
type Template string

// The templates.
const (
	InvitationTemplate Template = "invitation" // asks a person to sign
	CodeTemplate       Template = "code"       // brings a one-time code
	LinkTemplate       Template = "link"       // brings a new link to the hosted flow
)

// A Message goes to a person. It is stored, encrypted, in the transaction that gives reason for it, and sent afterwards.
type Message struct {
	ID         MessageID
	Medium     Medium
	Template   Template
	To         string
	Locale     string
	Invitation pc.InvitationID // whose link it brings; empty: none
	Code       string          // which it brings; empty: none
}

// CodeMessage brings a one-time code.
func CodeMessage(m Medium, to, locale, code string) Message {
	return Message{ID: MessageID(ids.New(MessagePrefix)), Medium: m, Template: CodeTemplate, To: to, Locale: locale, Code: code}
}

// A DueMessage is one to send now.
type DueMessage struct {
	Message
	Onboarding pc.Ref
	Attempt    int   // from 1
	Unreadable error // why the message cannot be read; nil: it can
}

// A StoredMessage is one that was or will be sent.
type StoredMessage struct {
	Message
	CreatedAt time.Time
	SentAt    *time.Time
}

// A RenderedMessage is a message with its text.
type RenderedMessage struct {
	StoredMessage
	Subject string // of an e-mail
	Text    string
}
