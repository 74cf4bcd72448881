package partnerconnect

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"time"
)

// Limits of a session of the hosted flow and of its one-time codes (partner-connect.md H2).
const (
	SessionIdle = 30 * time.Minute
	SessionLife = 8 * time.Hour
	CodeLife    = 10 * time.Minute
	CodeTries   = 5
	CodeResend  = time.Minute
	CodesPerUse = 10 // of one session
	// CodesPerHour bounds what goes to one onboarding's people by one medium, whatever sessions ask for it: whoever has a link can
	// open any number of them. Two codes for each of many signatories fit; so few tries do not find one of a million codes.
	CodesPerHour = 40
	codeSpace    = 1_000_000
)

// SessionID is the SHA-256 of what the browser's cookie holds, which is stored nowhere.
type SessionID [sha256.Size]byte

// A Session is one browser in the hosted flow. What it may see follows from what its holder has proved, not from its link.
type Session struct {
	ID         SessionID
	Merchant   Ref
	Purpose    Purpose
	Invitation InvitationID // of an invited person; empty: the merchant
	LinkID     string       // of the link that opened it
	EmailAt    *time.Time   // when the holder proved the e-mail address in this session
	PhoneAt    *time.Time   // and the phone
	CreatedAt  time.Time
	LastSeenAt time.Time
}

// Alive reports whether the session is neither idle nor too old.
func (s Session) Alive(now time.Time) bool {
	return now.Sub(s.LastSeenAt) < SessionIdle && now.Sub(s.CreatedAt) < SessionLife
}

// Proved reports whether the holder has shown to be who the session is for: the contact of the merchant, or the address of the
// invitation. Until then no page tells anything of them.
func (s Session) Proved() bool {
	return s.EmailAt != nil && (s.PhoneAt != nil || s.Purpose == PurposeInvitation)
}

// A SessionSecret is what the browser's cookie holds.
type SessionSecret [32]byte

// NewSessionSecret returns a random one.
func NewSessionSecret() SessionSecret {
	var s SessionSecret
	_, _ = rand.Read(s[:]) // never fails
	return s
}

// ID is how the session is found.
func (s SessionSecret) ID() SessionID { return sha256.Sum256(s[:]) }

// FormToken is what every form of the session carries: another site cannot know it.
func (s SessionSecret) FormToken() string { return encode(s.mac("form")) }

// FormTokenFits compares in constant time.
func (s SessionSecret) FormTokenFits(sent string) bool {
	return hmac.Equal([]byte(sent), []byte(s.FormToken()))
}

// CodeHash is what is stored of a one-time code: without the cookie it cannot be found by trying.
func (s SessionSecret) CodeHash(use CodeUse, code string) []byte {
	return s.mac("code/" + string(use) + "/" + code)
}

func (s SessionSecret) mac(what string) []byte {
	h := hmac.New(sha256.New, s[:])
	h.Write([]byte(what))
	return h.Sum(nil)
}

// A CodeUse is what a one-time code proves.
type CodeUse string

// The uses.
const (
	CodeForEmail CodeUse = "email"
	CodeForPhone CodeUse = "phone"
	CodeForSign  CodeUse = "sign"
)

// NewCode returns six random digits.
func NewCode() string {
	for {
		var b [4]byte
		_, _ = rand.Read(b[:]) // never fails
		// What is beyond the last whole multiple would make some codes likelier.
		if n := binary.BigEndian.Uint32(b[:]); n < (1<<32-1)/codeSpace*codeSpace {
			return fmt.Sprintf("%06d", n%codeSpace)
		}
	}
}

// Why a one-time code is not sent or does not count. Pages answer them.
var (
	ErrCodeTooSoon = errors.New("a code was sent less than a minute ago, or too many were")
	ErrCodeWrong   = errors.New("the code is not the one that was sent")
	ErrCodeSpent   = errors.New("the code has expired, or was tried too often; ask for another")
	ErrNoSession   = errors.New("the session is over")
)
