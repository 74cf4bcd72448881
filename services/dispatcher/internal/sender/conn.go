package sender

import (
	"bufio"
	"net"
	"syscall"
	"time"
)

// unbounded is no budget.
const unbounded = -1

// A conn is a connection to a receiver. One attempt at a time uses it.
type conn struct {
	net.Conn          // TLS, or raw
	meter    *metered // below it
	raw      syscall.RawConn
	reader   *bufio.Reader // reads through conn.Read
	remote   string
	key      string      // of the pool
	budget   int         // bytes that may still be read of a response head, or unbounded
	stop     func() bool // stops watching the attempt's context
	idleFrom time.Time
}

func newConn(meter *metered, secure net.Conn) *conn {
	c := &conn{Conn: secure, meter: meter, remote: meter.RemoteAddr().String(), budget: unbounded}
	if sys, ok := meter.Conn.(syscall.Conn); ok {
		c.raw, _ = sys.SyscallConn()
	}
	c.reader = bufio.NewReaderSize(c, 4<<10)
	return c
}

// Read fails once the budget of a response head is used up.
func (c *conn) Read(b []byte) (int, error) {
	if c.budget == unbounded {
		return c.Conn.Read(b)
	}
	if c.budget <= 0 {
		return 0, errHeadersTooLong
	}
	n, err := c.Conn.Read(b[:min(len(b), c.budget)])
	c.budget -= n
	return n, err
}

// release stops watching the attempt's context; false if its end has interrupted the connection.
func (c *conn) release() bool {
	if c.stop == nil {
		return true
	}
	stopped := c.stop()
	c.stop = nil
	return stopped
}

// answeredOnly reports whether nothing was read beyond the response. Bytes that arrived and are still unread are for
// alive to find.
func (c *conn) answeredOnly() bool {
	if c.reader.Buffered() > 0 {
		return false
	}
	// crypto/tls may have decrypted more than it returned, or have read more than one record. With a deadline that has
	// passed it returns of these, and reads nothing from the socket. The timeout does not break the connection.
	_ = c.SetReadDeadline(inThePast)
	_, err := c.Conn.Read(make([]byte, 1))
	_ = c.SetReadDeadline(time.Time{}) // alive cannot peek past a deadline
	return isTimeout(err)
}
