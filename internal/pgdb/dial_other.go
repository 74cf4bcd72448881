//go:build !linux

package pgdb

import "syscall"

// unacknowledged does nothing: only Linux has the option.
func unacknowledged(string, string, syscall.RawConn) error { return nil }
