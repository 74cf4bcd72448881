package hostedflow

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"strings"
	"time"

	"github.com/partnerline/partnerline/internal/fault"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/signedlink"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/message"
)

// Limits of a session of the hosted flow and of its one-time codes.
const (
	SessionIdle = 30 * time.Minute
	SessionLife = 8 * time.Hour
	CodeLife    = message.CodeTTL
	CodeTries   = 5
	CodeResend  = time.Minute
	CodesPerUse = 10 // of one session
)

// Limits of the sessions that are open and have proved nothing: anyone with a link can open them. One more displaces
// the oldest. A session that has proved a contact is never displaced.
const (
	UnprovenPerNetwork    = 5   // by one link from one network
	UnprovenPerLink       = 30  // by one link
	UnprovenPerOnboarding = 200 // by all links of an onboarding
)

// VerificationsPerDay bounds the identity checks that are started for an onboarding within a day: each costs money,
// and anyone with a link of an onboarding without a contact can start one.
const VerificationsPerDay = 30

// ErrVerificationsUsedUp says that no further identity check can be started today.
var ErrVerificationsUsedUp = &fault.Error{
	Reason: fault.RateLimited, Message: "too many identity checks were started for the onboarding within a day",
	RetryAfter: time.Hour,
}

// SessionID is the SHA-256 of what the browser's cookie holds, which is stored nowhere.
type SessionID [sha256.Size]byte

// A Session is one browser in the hosted flow. Its rights follow from what its holder has proved, not from its link.
type Session struct {
	ID         SessionID
	Merchant   pc.Ref
	Purpose    signedlink.Purpose
	Invitation pc.InvitationID // of an invited person; empty: the merchant
	LinkID     string          // of the link that opened it
	Network    string          // from which it was opened
	EmailAt    *time.Time      // when the holder proved the e-mail address in this session
	PhoneAt    *time.Time      // and the phone
	CreatedAt  time.Time
	LastSeenAt time.Time
}

// Proved reports whether the holder has shown to be who the session is for: the contact of the merchant, or the address
// of the invitation. Until then no page shows anything of them.
func (s Session) Proved() bool {
	return s.EmailAt != nil && (s.PhoneAt != nil || s.Purpose == signedlink.PurposeInvitation)
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
func (s SessionSecret) FormToken() string { return signedlink.Encode(s.mac("form")) }

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

	// A change of the payout account takes one of each.
	CodeForAccountByEmail CodeUse = "account_email"
	CodeForAccountByPhone CodeUse = "account_phone"
	// So does closing the account.
	CodeForClosingByEmail CodeUse = "closing_email"
	CodeForClosingByPhone CodeUse = "closing_phone"
)

// Medium is how a code of the merchant is sent.
func (u CodeUse) Medium() message.Medium {
	if strings.HasSuffix(string(u), "email") {
		return message.ByEmail
	}
	return message.BySMS
}

// A CodeTooSoon refuses to send another code yet.
type CodeTooSoon struct{ Wait time.Duration }

// Error implements error.
func (e CodeTooSoon) Error() string {
	return "a code was sent recently; ask for another in " + e.Wait.String()
}

// A CodeRefused says which of several codes does not count, why, and how many tries it has left.
type CodeRefused struct {
	Left int
	Use  CodeUse
	Why  error
}

func (e CodeRefused) Error() string { return string(e.Use) + ": " + e.Why.Error() }

// Unwrap returns why.
func (e CodeRefused) Unwrap() error { return e.Why }

// A CodeOrigin is who asks for a message to a person: each has a share of its own of what is sent in an hour, so that
// none uses up another's.
type CodeOrigin string

// The origins.
const (
	FromStranger CodeOrigin = "stranger" // holds a link and has proved nothing
	FromDevice   CodeOrigin = "device"   // a browser in which the merchant signed in before
	FromSession  CodeOrigin = "session"  // has proved the e-mail address
	FromRenewal  CodeOrigin = "renewal"  // holds an expired link, and asks for a new one
)

// A CodeRequest asks for a message to a person of an onboarding: the applicant, or whom an invitation invites.
type CodeRequest struct {
	Merchant   pc.Ref
	Invitation pc.InvitationID // empty: the applicant
	Medium     message.Medium
	Origin     CodeOrigin
	Network    string
	At         time.Time
}

// A CodeShare is how many messages one origin may have sent to one person by one medium.
type CodeShare struct{ PerNetwork, PerHour, PerDay int }

// CodeShares are those of each origin. Strangers cause at most a dozen messages an hour, far fewer than make a mailbox
// unusable, and no stranger keeps the merchant out: each message to the merchant's address that used up the strangers'
// share holds a link that signs its reader in, for as long as the share of the day may be used up. So few tries do not
// find one of a million codes.
var CodeShares = map[CodeOrigin]CodeShare{
	FromStranger: {PerNetwork: 5, PerHour: 10, PerDay: 30},
	FromDevice:   {PerNetwork: 10, PerHour: 10, PerDay: 100},
	FromSession:  {PerNetwork: 20, PerHour: 20, PerDay: 100},
	FromRenewal:  {PerNetwork: 2, PerHour: 2, PerDay: 6},
}

// CodesPerHour is what all shares of codes are together.
const CodesPerHour = 40

// Left reports whether one more message fits into the share, after those of the network within the hour, of the hour
// and of the day.
func (s CodeShare) Left(ofNetwork, ofHour, ofDay int) bool {
	return ofNetwork < s.PerNetwork && ofHour < s.PerHour && ofDay < s.PerDay
}

// Digits leaves out the blanks that people type into a code.
func Digits(code string) string {
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, code)
}

// Why a one-time code is not sent or does not count. Pages answer them.
var (
	ErrCodesUsedUp = errors.New("too many codes were requested; try again later")
	ErrCodeWrong   = errors.New("the code is not the one that was sent")
	ErrCodeSpent   = errors.New("the code has expired, or was tried too often; ask for another")
	ErrNoSession   = errors.New("the session is over")
)
