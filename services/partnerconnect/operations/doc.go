// Package operations is the module of the company's own people: reviews, approvals by a second person, searches,
// exports, the daily verification of ledger and audit trail, and the sandbox. It is built on the kernel, merchants and
// finance.
package operations
