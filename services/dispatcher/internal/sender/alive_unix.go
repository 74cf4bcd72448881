//go:build unix

package sender

import "syscall"

// alive reports whether an idle connection can be reused. If the receiver closed it, or sent data without a request,
// there is something to read.
func (c *conn) alive() bool {
	if c.raw == nil {
		return true
	}
	quiet := false
	err := c.raw.Read(func(fd uintptr) bool {
		var b [1]byte
		_, _, err := syscall.Recvfrom(int(fd), b[:], syscall.MSG_PEEK|syscall.MSG_DONTWAIT)
		quiet = err == syscall.EAGAIN || err == syscall.EWOULDBLOCK
		return true // do not wait
	})
	return err == nil && quiet
}
