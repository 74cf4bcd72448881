package audit

import (
	"github.com/partnerline/partnerline/internal/audittrail"
)

// LedgerCheck is the verification of the invariants of the ledger.
const LedgerCheck audittrail.CheckKind = "ledger"

// Check is a verification that the entry's actor asked for.
func (e Entry) Check(kind audittrail.CheckKind, intact bool) audittrail.Check {
	return audittrail.Check{Kind: kind, At: e.At, Intact: intact, Actor: string(e.Actor), Name: e.Name}
}
