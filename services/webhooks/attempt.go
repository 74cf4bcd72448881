package webhooks

import "time"

// Outcome is what an attempt means for its delivery.
type Outcome int

// The outcomes.
const (
	OutcomeDelivered Outcome = iota + 1 // 2xx in time
	OutcomeRetry                        // failed, the next attempt is scheduled
	OutcomeFailed                       // the last attempt of the run failed
	OutcomeCancelled                    // no request was made: the endpoint is not active
	OutcomeReturned                     // no request was made: no stream has room for the attempt, which is held here
)

// An Attempt is one HTTP request of a delivery, numbered from 1 in each run, or the decision not to make it.
type Attempt struct {
	Delivery DeliveryID
	Endpoint EndpointID
	Event    EventID
	EventAt  time.Time
	Run      int
	Number   int
	// Activation of the endpoint when the run began.
	Activation int
	Outcome    Outcome
	Error      string // failure kind; empty on success
	Status     int    // of the response; 0 when none arrived
	Headers    map[string]string
	Body       []byte // first 16 KiB of the response
	Truncated  bool
	Omitted    bool   // the body is not stored, since the answers of its tenant were too much
	Remote     string // address that was dialled
	Timing     Timing
	// RetryAfter is the receiver's header as sent; endpoints may ask for their next attempt to be put off by it.
	RetryAfter    string
	StartedAt     time.Time
	EndedAt       time.Time
	NextAttemptAt *time.Time
}

// AttemptKey identifies an attempt: no two have the same one.
type AttemptKey struct {
	Delivery DeliveryID
	Run      int
	Number   int
}

// Key returns the key of the attempt.
func (a Attempt) Key() AttemptKey { return AttemptKey{a.Delivery, a.Run, a.Number} }

// Describes reports whether the attempt is enough to store its delivery: it is of the first run, and the delivery's id
// follows from event and endpoint.
func (a Attempt) Describes() bool {
	return a.Run == 1 && a.Event != "" && a.Delivery == NewDeliveryID(a.Event, a.EventAt, a.Endpoint)
}

// Made reports whether a request was made.
func (a Attempt) Made() bool { return a.Outcome != OutcomeCancelled }

// Timing is how long each phase of an attempt took; 0 when it did not happen.
type Timing struct{ DNS, Connect, TLS, FirstByte, Total time.Duration }

// An AttemptStep is a step of an attempt.
type AttemptStep string

// The steps, in the order in which an attempt without a token takes them. A token is fetched before a connection.
const (
	StepBody        AttemptStep = "body" // made by the shape of the endpoint
	StepDNS         AttemptStep = "dns"
	StepTCP         AttemptStep = "tcp"
	StepTLS         AttemptStep = "tls"
	StepCertificate AttemptStep = "certificate" // ours, or the receiver's
	StepToken       AttemptStep = "token"
	StepHTTP        AttemptStep = "http"
)

// AttemptSteps lists all steps.
var AttemptSteps = []AttemptStep{StepDNS, StepTCP, StepTLS, StepCertificate, StepToken, StepHTTP, StepBody}

// failedSteps are the steps at which attempts fail, by their errors, except for StepHTTP.
var failedSteps = map[string]AttemptStep{
	"dns": StepDNS, "blocked_address": StepDNS, "connect_refused": StepTCP, "connect_timeout": StepTCP, "tls": StepTLS,
	"certificate": StepCertificate, "client_certificate": StepCertificate, "client_certificate_expired": StepCertificate,
	"token_refused": StepToken, "token_failed": StepToken, "body_failed": StepBody,
}

// FailedStep is the step at which an attempt failed; empty when it succeeded or was not made.
func (a Attempt) FailedStep() AttemptStep {
	if a.Error == "" || !a.Made() {
		return ""
	}
	if step, ok := failedSteps[a.Error]; ok {
		return step
	}
	return StepHTTP
}

// Remedies say what usually helps, by the error of an attempt.
var Remedies = map[string]string{
	"dns":             "Check the name of the host, and that its DNS record exists.",
	"blocked_address": "Use a public address: private networks cannot be reached.",
	"connect_refused": "Check that your server runs, and that its firewall lets us in on this port.",
	"connect_timeout": "Often a firewall that drops our packets, or a server that is overloaded.",
	"tls":             "Check that the server speaks TLS 1.2 or 1.3 here, and whether it demands a certificate.",
	"certificate": "Send the whole chain of a certificate that is valid and names the host; for one of a private " +
		"authority, set server_ca.",
	"client_certificate": "Set the authentication mtls, and have your server trust our certificate or its authority, " +
		"shown with the endpoint.",
	"client_certificate_expired": "Set a new client certificate in the authentication of the endpoint.",
	"token_refused":              "Check client id, client secret and scopes at your OAuth2 server, and set them again.",
	"token_failed": "Check that the token URL is right and reachable from outside, and that it answers with an access " +
		"token within 5 seconds.",
	"timeout":  "Answer 2xx at once, and process the event afterwards.",
	"reset":    "Often a server that restarts, or a proxy with a short timeout.",
	"redirect": "Set the URL to where the redirect leads.",
	"http_4xx": "The response usually says why. With 401 or 403, check the signature code, the secret and the " +
		"authentication.",
	"http_5xx":    "Look into the log of your server at the time of the attempt.",
	"protocol":    "Check the port and the scheme of the URL.",
	"invalid_url": "Set another URL.",
	"body_failed": "Nothing was sent. Try the body of the endpoint on this event, and correct its expression: the next " +
		"attempt has it.",
	"skipped":           "Send it again if it is needed after all.",
	"endpoint_inactive": "Make it active, and recover what was missed.",
	"access_revoked":    "A delegation was revoked, or your key no longer has the channel or the scope.",
}
