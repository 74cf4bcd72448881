package sender

import (
	"context"
	"crypto/tls"
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

// classify maps an error without a response to a failure, whether the deadline caused it, and whether the request was
// not made because of our proxy.
func (s *Sender) classify(err error, reached phase) (failure dispatcher.Failure, timedOut, notMade bool) {
	var answer *proxyError
	if errors.As(err, &answer) {
		return ofProxy(answer.status)
	}
	var token *tokenError
	if errors.As(err, &token) {
		if token.refused {
			return dispatcher.TokenRefused, false, false
		}
		return dispatcher.TokenFailed, token.timeout, false
	}
	timedOut = isTimeout(err)
	if s.opts.Proxy != nil && (isProxyDial(err) || timedOut && reached < tunnelling) {
		return dispatcher.ConnectRefused, false, true
	}
	return ofError(err, reached, timedOut), timedOut, false
}

// ofProxy maps the response of the proxy to CONNECT: 502 and 504 are failures of the receiver, 403 is policy, all else
// is a failure of the proxy itself.
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
	var certificate *tls.CertificateVerificationError
	switch {
	case errors.Is(err, egress.ErrBlocked):
		return dispatcher.BlockedAddress
	case errors.As(err, &dns):
		return dispatcher.DNS
	case timedOut:
		return ofTimeout(reached)
	case errors.As(err, &certificate):
		return dispatcher.Certificate
	case isCertificateAlert(err):
		return dispatcher.ClientCertificate
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

// isCertificateAlert reports whether the receiver ended the connection because of our certificate, or for want of one.
// With TLS 1.3 it does so after the handshake. The type of alerts is not exported by crypto/tls.
func isCertificateAlert(err error) bool {
	var op *net.OpError
	if !errors.As(err, &op) || op.Op != "remote error" || op.Err == nil {
		return false
	}
	text := op.Err.Error()
	return strings.Contains(text, "certificate") || strings.Contains(text, "access denied")
}

// isReset matches errors of net/http without a type by their text.
func isReset(err error) bool {
	for _, known := range []error{io.EOF, io.ErrUnexpectedEOF, syscall.ECONNRESET, syscall.EPIPE, net.ErrClosed} {
		if errors.Is(err, known) {
			return true
		}
	}
	text := err.Error()
	for _, known := range []string{
		"server closed idle connection", "server sent GOAWAY", "stream error", "client connection lost",
	} {
		if strings.Contains(text, known) {
			return true
		}
	}
	return false
}
