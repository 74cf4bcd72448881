// Package wiring builds the modules on one database, for the program and for tests.
package wiring

import (
	"github.com/partnerline/partnerline/services/partnerconnect/finance"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
	"github.com/partnerline/partnerline/services/partnerconnect/hosted"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/operations"
)

type (
	Kernel     = kernel.Module
	Merchant   = merchant.Module
	Finance    = finance.Module
	Operations = operations.Module
	Hosted     = hosted.Module
)

// Modules are all modules of the service.
type Modules struct {
	*Kernel
	*Merchant
	*Finance
	*Operations
	*Hosted
}

// New returns the modules on a migrated database. tariff is that of channels without one of their own. hash lets
// operators find merchants by data that is encrypted; nil: they cannot.
func New(db kernel.Database, tariff money.Tariff, hash onboarding.IDHash) *Modules {
	if db.Reserved == nil {
		db.Reserved = db.Pool
	}
	if hash != nil {
		db.HashKeys = hash.IDs()
	}
	k := kernel.New(db)
	m := merchant.New(k, db, hash)
	f := finance.New(k, m, db, tariff)
	o := operations.New(k, m, f, db, hash)
	return &Modules{k, m, f, o, hosted.New(k, m, f, o, db)}
}
