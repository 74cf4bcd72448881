//go:build unix

package sender

import "syscall"

// alive reports whether an idle connection is still open and silent. A receiver that closed it, or sent what nobody
// asked for, has something to be read.
func (c *conn) alive() bool {
	if c.raw == nil {
		return true
	}
	quiet := false
	err := c.raw.Read(func(fd uintptr) bool {
		var b [1]byte
		_, _, err := syscall.Recvfrom(int(fd), b[:], syscall.MSG_PEEK|syscall.MSG_DONTWAIT)
		quiet = err == syscall.EAGAIN || err == syscall.EWOULDBLOCK
		return true // never wait
	})
	return err == nil && quiet
}
