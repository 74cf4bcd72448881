package dispatcher

// Failure is why an attempt did not succeed; empty when it did. The values are part of the public API of deliveries.
type Failure string

// The failures.
const (
	NoFailure        Failure = ""
	DNS              Failure = "dns"               // the name did not resolve, or not in time
	BlockedAddress   Failure = "blocked_address"   // egress refuses the address
	ConnectRefused   Failure = "connect_refused"   // refused, or no route
	ConnectTimeout   Failure = "connect_timeout"   // no connection before the deadline
	TLS              Failure = "tls"               // handshake
	Certificate      Failure = "certificate"       // the receiver's is not valid, or of no authority that counts
	Timeout          Failure = "timeout"           // connected, but no response before the deadline
	Reset            Failure = "reset"             // the connection ended before the response
	Redirect         Failure = "redirect"          // 3xx; never followed
	HTTP4xx          Failure = "http_4xx"          // 4xx
	HTTP5xx          Failure = "http_5xx"          // 5xx
	Protocol         Failure = "protocol"          // not HTTP, or more headers than we read
	InvalidURL       Failure = "invalid_url"       // the URL cannot be called
	BodyFailed       Failure = "body_failed"       // the shape made no body of the event; nothing was sent
	EndpointInactive Failure = "endpoint_inactive" // no request was made: the endpoint is not active
	AccessRevoked    Failure = "access_revoked"    // no request was made: the tenant may not get the event any more

	ClientCertificate        Failure = "client_certificate"         // the receiver refused ours, or demands one
	ClientCertificateExpired Failure = "client_certificate_expired" // ours has ended
	TokenRefused             Failure = "token_refused"              // the token server answered that it issues none
	TokenFailed              Failure = "token_failed"               // the token server did not answer with a token
)

// Failures lists all but NoFailure.
var Failures = []Failure{
	DNS, BlockedAddress, ConnectRefused, ConnectTimeout, TLS, Timeout, Reset, Redirect, HTTP4xx, HTTP5xx, Protocol,
	InvalidURL, BodyFailed, EndpointInactive, AccessRevoked, Certificate, ClientCertificate,
	ClientCertificateExpired, TokenRefused,
	TokenFailed,
}

// NotMade reports whether no request was made.
func (f Failure) NotMade() bool { return f == EndpointInactive || f == AccessRevoked }

// OfStatus is the failure that a response status means. Success is any 2xx.
func OfStatus(status int) Failure {
	switch status / 100 {
	case 2:
		return NoFailure
	case 3:
		return Redirect
	case 4:
		return HTTP4xx
	case 5:
		return HTTP5xx
	}
	return Protocol // 1xx as a final response, or 600 and up: not a class of HTTP
}
