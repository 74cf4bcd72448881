// Package money holds the rules of payments, refunds, chargebacks, payouts and their tariff. The ledger has a package
// of its own.
package money
