// Package postgres stores partners and keys, events, the calls that providers get and their reports, register entries
// and the audit trail.
package postgres
