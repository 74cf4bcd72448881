package approval

import "strconv"

// A Change is something that a confirmation changes.
type Change struct {
	Field         string
	Before, After string // an amount is in minor units; Before is empty when there is nothing
	Of            int64  // the most that an amount can be; 0: it is none
}

// Current is what a confirmation changes, as it is now. Accounts are masked.
type Current struct {
	Status     string // of the onboarding
	Account    string // for payouts
	Replaced   string // the account that Account is to replace; empty: it replaces none
	GivenBack  int64  // of the payment, minor units; refunds that are under way count
	Amount     int64  // of the payment
	ReturnedTo string // the account to which a bank line is returned; empty: it is not known
}

// Changes returns what the confirmation changes; nothing unless the approval is pending.
func (a Approval) Changes(now Current) []Change {
	if a.Status != Pending {
		return nil
	}
	switch a.Kind {
	case Activation:
		return []Change{{Field: "onboarding_status", Before: now.Status, After: "active"}}
	case Refund:
		return []Change{{
			Field: "refunded_amount", Before: strconv.FormatInt(now.GivenBack, 10),
			After: strconv.FormatInt(now.GivenBack+a.Terms.Amount, 10), Of: now.Amount,
		}}
	case PayoutAccount:
		if now.Replaced != "" {
			return []Change{{Field: "payout_account", Before: now.Replaced, After: now.Account}}
		}
		return []Change{{Field: "payout_account_check", Before: "not_verified", After: "verified"}}
	case TransferReturn:
		return []Change{
			{Field: "bank_line", Before: "unmatched", After: "matched"}, {Field: "return_account", After: now.ReturnedTo},
		}
	case RevealNationalID:
		return []Change{{Field: "national_id", Before: "masked", After: "revealed"}}
	case Erasure:
		return []Change{{Field: "personal_data", Before: "kept", After: "erased"}}
	}
	return nil
}
