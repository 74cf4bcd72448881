package ledger

import (
	"github.com/partnerline/partnerline/internal/fault"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
)

// The errors for callers: the same for what does not exist and what is another merchant's.
var (
	ErrTransactionNotFound = fault.New(pc.TransactionNotFound, "the merchant has no transaction with this id")
	ErrSettlementNotFound  = fault.New(pc.SettlementNotFound, "the merchant has no settlement with this id")
)
