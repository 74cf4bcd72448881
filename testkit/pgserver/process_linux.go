package pgserver

import "syscall"

// dieWithParent has the kernel ask the child for a fast shutdown when we are gone, even by SIGKILL.
func dieWithParent(attr *syscall.SysProcAttr) { attr.Pdeathsig = syscall.SIGINT }
