package pgdb

import (
	"net"
	"time"
)

// silence is how long a server may be silent before its connection counts as dead: one that vanished, as when an
// address moves to another machine, closes none. Kernels answer for a server that is busy. Without it a statement would
// wait for a quarter of an hour.
const silence = 10 * time.Second

// dialer makes connections that end when the server has vanished, whether it is waited for or has something to
// acknowledge.
var dialer = &net.Dialer{
	KeepAliveConfig: net.KeepAliveConfig{Enable: true, Idle: silence / 2, Interval: silence / 10, Count: 5},
	Control:         unacknowledged,
}
