// Package postgres stores approvals, reads what searches find, and moves the clock of test mode.
package postgres
