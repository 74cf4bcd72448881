//go:build !linux

package procs

import "syscall"

// dieWithParent is known to Linux alone; elsewhere a process outlives a parent that was killed.
func dieWithParent(*syscall.SysProcAttr) {}
