package ledger

import (
	"github.com/partnerline/partnerline/internal/fault"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
)

// Errors for callers. They do not distinguish what does not exist from what is another merchant's.
var (
	ErrTransactionNotFound = fault.New(pc.TransactionNotFound, "the merchant has no transaction with this id")
	ErrSettlementNotFound  = fault.New(pc.SettlementNotFound, "the merchant has no settlement with this id")
)
