//go:build !unix

package sender

// alive cannot peek on this system; a closed connection fails the attempt that uses it.
func (c *conn) alive() bool { return true }
