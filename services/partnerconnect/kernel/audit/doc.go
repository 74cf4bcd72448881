// Package audit is the trail of who acted, for whom, and with what outcome: its entries and what of them the chain is made of.
package audit
