// Package app configures and assembles the dispatcher.
package app

import (
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"time"

	"github.com/partnerline/partnerline/internal/egress"
	"github.com/partnerline/partnerline/internal/envconfig"
	"github.com/partnerline/partnerline/internal/internaltoken"
	"github.com/partnerline/partnerline/internal/mtls"
	"github.com/partnerline/partnerline/internal/natsconn"
	"github.com/partnerline/partnerline/internal/streams"
	"github.com/partnerline/partnerline/internal/telemetry"
	"github.com/partnerline/partnerline/internal/weaksecret"
	"github.com/partnerline/partnerline/services/dispatcher/internal/lane"
)

// Config is everything that can be set. Any variable NAME may be given as a file by NAME_FILE. A Config made in code
// starts from Defaults.
type Config struct {
	NATS      natsconn.Config
	TLS       mtls.Config
	Mode      weaksecret.Development
	Telemetry telemetry.Config
	Streams   streams.Config

	// address of the webhooks service; calls are spread over all addresses that its name has
	WebhooksGRPC string `env:"WEBHOOKS_GRPC,required"`
	// bearer token that is presented to webhooks, at least 16 characters; several, comma-separated: the first. Required,
	// unless INTERNAL_TOKEN is set
	DispatcherToken envconfig.Secret `env:"DISPATCHER_TOKEN"`
	// what is presented without a DISPATCHER_TOKEN; it opens far more than a dispatcher needs
	InternalToken envconfig.Secret `env:"INTERNAL_TOKEN"`
	AdminAddr     string           `env:"ADMIN_ADDR" default:":8082"` // health and metrics; never public
	AdminListener net.Listener     `env:"-"`                          // open already; replaces AdminAddr

	// one deadline over resolving, connecting, TLS, request and response
	AttemptTimeout time.Duration `env:"ATTEMPT_TIMEOUT" default:"10s"`
	// how long an attempt is deferred that could not be made, as when webhooks cannot be reached for its endpoint
	DeferDelay time.Duration `env:"DEFER_DELAY" default:"1s"`

	// CIDRs that deliveries may go to although they are not public
	EgressAllow string `env:"EGRESS_ALLOW"`
	// http(s) URL of a proxy all attempts go through; it must check addresses itself
	EgressProxy envconfig.Secret `env:"EGRESS_PROXY"`
	// path of PEM certificates to trust beside the system's
	ExtraCA    string        `env:"EXTRA_CA"`
	Resolver   *net.Resolver `env:"-"`                         // nil: the system's
	LaneCap    int           `env:"LANE_CAP" default:"8"`      // attempts at once to one endpoint
	SuspectCap int           `env:"SUSPECT_CAP" default:"256"` // attempts at once to all slow endpoints together
	// attempts at once in all; about 50 KiB each when receivers hang
	InFlightCap  int `env:"IN_FLIGHT_CAP" default:"2048"`
	QueueCap     int `env:"QUEUE_CAP" default:"2048"`       // deliveries waiting in memory for a slot
	EndpointsCap int `env:"ENDPOINTS_CAP" default:"100000"` // endpoints kept in the cache, about 1 KiB each

	ShutdownGrace time.Duration `env:"SHUTDOWN_GRACE" default:"20s"` // longest time running attempts may take to end
}

// Defaults is the configuration of an empty environment, for programs that run the dispatcher inside of them. Required
// fields are left to fill in.
func Defaults() Config {
	var c Config
	// The placeholders satisfy the check for required settings; defaults are written once, in the tags.
	if err := envconfig.Load((*unchecked)(&c), []string{"WEBHOOKS_GRPC=?"}); err != nil {
		panic(err) // the defaults are constants
	}
	c.WebhooksGRPC = ""
	return c
}

// unchecked is a Config without Validate.
type unchecked Config

// Validate reports all faults at once.
func (c Config) Validate() error {
	var faults []error
	fault := func(ok bool, text string) {
		if !ok {
			faults = append(faults, errors.New(text))
		}
	}
	fault(c.WebhooksGRPC != "", "WEBHOOKS_GRPC: want the address of the webhooks service")
	if _, err := c.tokens(); err != nil {
		faults = append(faults, err)
	}
	fault(c.AttemptTimeout > 0, "ATTEMPT_TIMEOUT: want a positive duration")
	// A message that waits in a lane and then for its attempt must be done before the server delivers it again.
	fault(c.AttemptTimeout <= 30*time.Second, "ATTEMPT_TIMEOUT: want at most 30s")
	fault(c.DeferDelay > 0, "DEFER_DELAY: want a positive duration")
	fault(c.ShutdownGrace > 0, "SHUTDOWN_GRACE: want a positive duration")
	fault(c.LaneCap > 0, "LANE_CAP: want at least 1")
	fault(c.SuspectCap > 0 && c.SuspectCap <= c.InFlightCap, "SUSPECT_CAP: want between 1 and IN_FLIGHT_CAP")
	fault(c.InFlightCap > 0 && c.InFlightCap <= 20_000, "IN_FLIGHT_CAP: want between 1 and 20000")
	fault(c.QueueCap > 0 && c.QueueCap <= 20_000, "QUEUE_CAP: want between 1 and 20000")
	fault(c.EndpointsCap > 0, "ENDPOINTS_CAP: want at least 1")
	if _, err := egress.ParseAllow(c.EgressAllow); err != nil {
		faults = append(faults, fmt.Errorf("EGRESS_ALLOW: %w", err))
	}
	if _, err := c.proxy(); err != nil {
		faults = append(faults, err)
	}
	if _, err := c.roots(); err != nil {
		faults = append(faults, err)
	}
	faults = append(faults, c.Streams.Validate(), c.NATS.Validate(), c.TLS.Validate(), c.Telemetry.Validate())
	if !c.Mode.Development {
		faults = append(faults, weaksecret.Tokens("DISPATCHER_TOKEN", c.DispatcherToken),
			weaksecret.Tokens("INTERNAL_TOKEN", c.InternalToken))
	}
	return errors.Join(faults...)
}

// tokens are those that webhooks is presented.
func (c Config) tokens() (internaltoken.Tokens, error) {
	name, value := "DISPATCHER_TOKEN", c.DispatcherToken
	if value == "" && c.InternalToken != "" {
		name, value = "INTERNAL_TOKEN", c.InternalToken
	}
	t, err := internaltoken.Parse(value)
	if err != nil {
		err = fmt.Errorf("%s: %w", name, err)
	}
	return t, err
}

func (c Config) limits() lane.Limits {
	l := lane.DefaultLimits()
	l.Lane, l.Suspects, l.InFlight, l.Queue = c.LaneCap, c.SuspectCap, c.InFlightCap, c.QueueCap
	l.Lanes = max(l.Lanes, 2*(l.InFlight+2*l.Queue))
	// With a short deadline, as in tests, slow is what takes half of it.
	l.Slow = min(l.Slow, c.AttemptTimeout/2)
	return l
}

// proxy reads EGRESS_PROXY, which may hold credentials: no error quotes it.
func (c Config) proxy() (*url.URL, error) {
	if c.EgressProxy == "" {
		return nil, nil
	}
	u, err := url.Parse(c.EgressProxy.Reveal())
	if err != nil || u.Host == "" || (u.Scheme != "http" && u.Scheme != "https") {
		return nil, errors.New("EGRESS_PROXY: want an http or https URL")
	}
	return u, nil
}

// roots are the system's certificates and those of EXTRA_CA; nil is the system's alone.
func (c Config) roots() (*x509.CertPool, error) {
	if c.ExtraCA == "" {
		return nil, nil
	}
	pem, err := os.ReadFile(c.ExtraCA)
	if err != nil {
		return nil, fmt.Errorf("EXTRA_CA: %w", err)
	}
	pool, err := x509.SystemCertPool()
	if err != nil {
		pool = x509.NewCertPool()
	}
	if !pool.AppendCertsFromPEM(pem) {
		return nil, fmt.Errorf("EXTRA_CA: %s holds no certificate", c.ExtraCA)
	}
	return pool, nil
}
