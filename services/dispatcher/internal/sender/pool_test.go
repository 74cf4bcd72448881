package sender

import (
	"fmt"
	"net"
	"testing"
)

// idleConn is a connection of which only the end is of interest.
type idleConn struct {
	net.Conn
	closed bool
}

func (c *idleConn) Close() error {
	c.closed = true
	return nil
}

// However many hosts receivers have, and however many connections a host takes, the idle ones are bounded: of a host
// the newest is closed, of all the longest idle one.
func TestIdleConnectionsAreBounded(t *testing.T) {
	t.Parallel()
	p := newPool()
	defer p.close()
	put := func(host string) *idleConn {
		c := &idleConn{}
		p.put(&conn{Conn: c, key: host})
		return c
	}
	first := put("first")
	for range maxIdlePerHost {
		put("many")
	}
	if above := put("many"); !above.closed || first.closed || p.order.Len() != maxIdlePerHost+1 {
		t.Errorf("%d are idle, the one above the bound of its host is closed: %t", p.order.Len(), above.closed)
	}
	var last *idleConn
	for n := range maxIdle {
		last = put(fmt.Sprint("host", n))
	}
	if !first.closed || last.closed || p.order.Len() != maxIdle || len(p.idle["many"]) > 0 {
		t.Errorf("%d are idle, the longest idle one is closed: %t", p.order.Len(), first.closed)
	}
}
