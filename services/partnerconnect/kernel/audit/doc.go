// Package audit is the trail of who acted, for whom, and with what outcome: its entries, and the hash chain over them.
package audit
