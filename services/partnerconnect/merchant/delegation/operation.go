package delegation

import (
	"time"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
)

// An Operation concerns a merchant's account: who asks for it, for whom, and what the merchant must have allowed. The
// merchant is read, and the operation admitted, in the transaction that carries it out; it is decided nowhere else.
type Operation struct {
	View     access.View // what the caller may see: a merchant outside of it does not exist
	Merchant pc.Ref
	Own      bool // by the merchant itself, an operator or the program: neither delegation nor opt-in concerns it
	Partner  pc.PartnerID
	Needs    Needs
	Now      time.Time
	Audit    audit.Entry
}

// Needs is what an operation requires of its merchant.
type Needs struct {
	Delegation bool // an active delegation to the partner
	OptIn      bool // the merchant's consent to payouts by the partner
	Active     bool // a merchant that is neither suspended nor closed
	NotHeld    bool // a merchant that is not suspended; its account may be closed
}

// Admit returns why the operation is refused.
func (op Operation) Admit(m Merchant) error {
	n := op.Needs
	if op.Own {
		n.Delegation, n.OptIn = false, false
	}
	return m.Admit(n)
}

// Admit returns why an operation with these needs is refused: delegation_required, payouts_opt_in_required,
// merchant_not_active, in this order. The error names the call that obtains what is missing. Admit is reached only for
// merchants that the caller may see, so it reveals nothing of others.
func (m Merchant) Admit(n Needs) error {
	if n.Delegation {
		if err := m.requireDelegation(); err != nil {
			return err
		}
	}
	if n.OptIn {
		if err := m.requireOptIn(); err != nil {
			return err
		}
	}
	if n.Active || n.NotHeld && m.Status != ClosedMerchant {
		return m.RequireActive()
	}
	return nil
}

// By is who acts, as the objects that the operation makes record it.
func (op Operation) By(m Merchant) ActedBy {
	if op.Own || m.Delegation == nil {
		return ActedBy{Type: audit.MerchantActor}
	}
	return ActedBy{Type: audit.PartnerActor, Partner: op.Partner, Delegation: m.Delegation.ID}
}

// ActedBy is who registered a payment or requested a payout: the merchant itself, or a partner by the merchant's
// delegation.
type ActedBy struct {
	Type       audit.ActorType `db:"acted_by"`
	Partner    pc.PartnerID    `db:"partner_id"`
	Delegation DelegationID
}

// SystemOperation is one of the program or its operator: of a clock, a rail, a payer on the payment page.
func SystemOperation(actor audit.ActorType, operation string, now time.Time) Operation {
	return Operation{
		View: access.SystemView, Own: true, Now: now, Audit: audit.Entry{At: now, Actor: actor, Operation: operation},
	}
}
