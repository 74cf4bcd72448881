//go:build !linux

package pgserver

import "syscall"

// dieWithParent does nothing here: a server left behind is stopped at the next start on its directory.
func dieWithParent(*syscall.SysProcAttr) {}
