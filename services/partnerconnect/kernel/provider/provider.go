package provider

import (
	"maps"
	"slices"

	"github.com/partnerline/partnerline/internal/fault"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
)

// A Part is a provider that live mode needs. Test mode has a sandbox for each.
type Part string

// The parts.
const (
	MessageSender    Part = "message_sender"    // e-mails and text messages
	IdentityProvider Part = "identity_provider" // verifies who a person is
	PaymentEngine    Part = "payment_engine"    // collects payments and returns refunds
	BankRail         Part = "bank_rail"         // executes payouts
	CompanyRegister  Part = "company_register"  // who may act for a company
)

// VerificationService is our own service of verification sessions, which is called like a provider.
const VerificationService Part = "verification_service"

// Parts lists all parts of live mode.
var Parts = []Part{MessageSender, IdentityProvider, PaymentEngine, BankRail, CompanyRegister}

// Connected are the parts that live mode has. The zero value has none.
type Connected struct{ parts, called map[Part]bool }

// Connect returns c with more parts.
func (c Connected) Connect(parts ...Part) Connected {
	c.parts = with(c.parts, parts)
	return c
}

// ConnectCalled is Connect for parts that are called through the outbox, which has a row for each call.
func (c Connected) ConnectCalled(parts ...Part) Connected {
	c.called = with(c.called, parts)
	return c.Connect(parts...)
}

func with(set map[Part]bool, parts []Part) map[Part]bool {
	all := maps.Clone(set)
	if all == nil {
		all = map[Part]bool{}
	}
	for _, p := range parts {
		all[p] = true
	}
	return all
}

// Called reports whether a part is called from the outbox. A bank, for example, may take files instead.
func (c Connected) Called(p Part) bool { return c.called[p] }

// Missing lists the parts that live mode lacks.
func (c Connected) Missing() []Part {
	return slices.DeleteFunc(slices.Clone(Parts), func(p Part) bool { return c.parts[p] })
}

// Require returns live_mode_unavailable, which names the first of the parts that is not connected; nil in test mode. It
// is called before anything is stored.
func (c Connected) Require(livemode bool, parts ...Part) error {
	for _, p := range parts {
		if livemode && !c.parts[p] {
			return NotConnected(p)
		}
	}
	return nil
}

// NotConnected is live_mode_unavailable for a part.
func NotConnected(p Part) *fault.Error {
	return fault.New(pc.LiveModeUnavailable, "live mode has no "+string(p)+
		" yet; contact the operator, or use a test key").WithExtension("part", p)
}
