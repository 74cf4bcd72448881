// Package sandbox is the payment engine and the bank rail of test mode, in process: their decisions are reports, as
// those of live mode are.
package sandbox
