package sender

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"syscall"

	"github.com/partnerline/partnerline/internal/egress"
	"github.com/partnerline/partnerline/services/dispatcher"
)

// classify says what an error without a response means: the failure, whether the deadline caused it, and whether the
// request was not made at all by no fault of the receiver's.
func (s *Sender) classify(err error, reached phase) (failure dispatcher.Failure, timedOut, notMade bool) {
	var answer *proxyAnswer
	if errors.As(err, &answer) {
		return ofProxy(answer.status)
	}
	timedOut = isTimeout(err)
	if s.opts.Proxy != nil && (isProxyDial(err) || timedOut && reached < tunnelling) {
		return dispatcher.ConnectRefused, false, true
	}
	return ofError(err, reached, timedOut), timedOut, false
}

// ofProxy reads the answer of a working proxy: it speaks of the receiver with the gateway statuses and of policy with
// 403. All else is its own trouble.
func ofProxy(status int) (failure dispatcher.Failure, timedOut, notMade bool) {
	switch status {
	case http.StatusBadGateway:
		return dispatcher.ConnectRefused, false, false
	case http.StatusGatewayTimeout:
		return dispatcher.ConnectTimeout, true, false
	case http.StatusForbidden:
		return dispatcher.BlockedAddress, false, false
	}
	return dispatcher.ConnectRefused, false, true
}

func ofError(err error, reached phase, timedOut bool) dispatcher.Failure {
	var dns *net.DNSError
	var handshake *handshakeError
	switch {
	case errors.Is(err, egress.ErrBlocked):
		return dispatcher.BlockedAddress
	case errors.As(err, &dns):
		return dispatcher.DNS
	case timedOut:
		return ofTimeout(reached)
	case errors.As(err, &handshake), reached == shakingHands:
		return dispatcher.TLS
	case isUnreachable(err):
		return dispatcher.ConnectRefused
	case isReset(err):
		return dispatcher.Reset
	}
	return dispatcher.Protocol
}

func ofTimeout(reached phase) dispatcher.Failure {
	switch reached {
	case resolving:
		return dispatcher.DNS
	case connecting, tunnelling:
		return dispatcher.ConnectTimeout
	}
	return dispatcher.Timeout
}

func isTimeout(err error) bool {
	var timeout interface{ Timeout() bool }
	return errors.Is(err, context.DeadlineExceeded) || errors.Is(err, os.ErrDeadlineExceeded) ||
		errors.As(err, &timeout) && timeout.Timeout()
}

func isProxyDial(err error) bool {
	var op *net.OpError
	return errors.As(err, &op) && op.Op == "proxyconnect"
}

func isUnreachable(err error) bool {
	var op *net.OpError
	return errors.Is(err, syscall.ECONNREFUSED) || errors.As(err, &op) && op.Op == "dial"
}

// isReset knows the errors of net/http that have no type by their texts.
func isReset(err error) bool {
	for _, known := range []error{io.EOF, io.ErrUnexpectedEOF, syscall.ECONNRESET, syscall.EPIPE, net.ErrClosed} {
		if errors.Is(err, known) {
			return true
		}
	}
	text := err.Error()
	for _, known := range []string{"server closed idle connection", "server sent GOAWAY", "stream error", "client connection lost"} {
		if strings.Contains(text, known) {
			return true
		}
	}
	return false
}
