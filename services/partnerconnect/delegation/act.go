package delegation

import (
	"time"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/access"
	"github.com/partnerline/partnerline/services/partnerconnect/audit"
)

// An Act is a call that concerns a merchant's account: who makes it, for whom, and what it asks of the merchant. The merchant is
// read, and the act admitted, in the transaction that carries it out; no other place decides.
type Act struct {
	View     access.View // what the caller may see: a merchant outside of it does not exist
	Merchant pc.Ref
	Own      bool // by the merchant itself, or by nobody's order: neither delegation nor opt-in concerns it
	Partner  pc.PartnerID
	Needs    Needs
	Now      time.Time
	Audit    audit.Entry
}

// Admit returns why the act is not let through.
func (a Act) Admit(m Merchant) error {
	n := a.Needs
	if a.Own {
		n.Delegation, n.OptIn = false, false
	}
	return m.Admit(n)
}

// By is who acts, as what they make tells it.
func (a Act) By(m Merchant) ActedBy {
	if a.Own || m.Delegation == nil {
		return ActedBy{Type: audit.MerchantActor}
	}
	return ActedBy{Type: audit.PartnerActor, Partner: a.Partner, Delegation: m.Delegation.ID}
}

// ActedBy is who registered a payment or requested a payout: the merchant itself, or a partner by the merchant's delegation.
type ActedBy struct {
	Type       audit.ActorType
	Partner    pc.PartnerID
	Delegation DelegationID
}

// SystemAct is one of the program or its operator: of a clock, a rail, a payer on the payment page.
func SystemAct(actor audit.ActorType, operation string, now time.Time) Act {
	return Act{View: access.SystemView, Own: true, Now: now, Audit: audit.Entry{At: now, Actor: actor, Operation: operation}}
}
