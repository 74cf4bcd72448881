// Package postgres stores approvals and when data was exported, reads what searches find, and moves the clock of test
// mode.
package postgres
