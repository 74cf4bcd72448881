// Package app puts the webhooks service together: the only place where everything meets.
package app

import (
	"errors"
	"fmt"
	"net"
	"time"

	"github.com/partnerline/partnerline/internal/clientaddr"
	"github.com/partnerline/partnerline/internal/egress"
	"github.com/partnerline/partnerline/internal/envconfig"
	"github.com/partnerline/partnerline/internal/grpcserver"
	"github.com/partnerline/partnerline/internal/internaltoken"
	"github.com/partnerline/partnerline/internal/keyring"
	"github.com/partnerline/partnerline/internal/keywrap"
	"github.com/partnerline/partnerline/internal/lifecycle"
	"github.com/partnerline/partnerline/internal/mtls"
	"github.com/partnerline/partnerline/internal/natsconn"
	"github.com/partnerline/partnerline/internal/operators"
	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/internal/ratelimit"
	"github.com/partnerline/partnerline/internal/reference"
	"github.com/partnerline/partnerline/internal/smtp"
	"github.com/partnerline/partnerline/internal/streams"
	"github.com/partnerline/partnerline/internal/telemetry"
	"github.com/partnerline/partnerline/internal/weaksecret"
	optionsv1 "github.com/partnerline/partnerline/proto/gen/options/v1"
	"github.com/partnerline/partnerline/services/webhooks"
)

// Config is everything that can be set. Any variable NAME may be given as a file by NAME_FILE.
type Config struct {
	Postgres    pgdb.Config
	NATS        natsconn.Config
	TLS         mtls.Config
	Mode        weaksecret.Development
	Operators   operators.Config
	Telemetry   telemetry.Config
	RateLimit   ratelimit.Config
	Connections lifecycle.ConnectionLimits
	GRPC        grpcserver.Limits
	Docs        reference.Config
	// describe the services of the gRPC port to callers with the internal token, such as grpcurl
	Reflection bool `env:"GRPC_REFLECTION" default:"true"`
	Streams    streams.Config

	// what browsers call the public port: https://verify.example.com; empty: there is no portal
	PublicBaseURL string `env:"PUBLIC_BASE_URL"`
	// how long a session of the portal is open, 1 minute to 24 hours
	PortalSession time.Duration `env:"PORTAL_SESSION_TTL" default:"1h"`

	SMTP smtp.Config `envPrefix:"SMTP_"`
	// requests for pages of the portal per session and minute, and per client address (IPv6: per /64) without one; 0: no
	// limit
	PortalRequests int `env:"RATE_LIMIT_PORTAL" default:"600"`

	HTTPAddr  string `env:"HTTP_ADDR" default:":8080"`  // public JSON API
	GRPCAddr  string `env:"GRPC_ADDR" default:":9090"`  // gRPC for internal systems
	AdminAddr string `env:"ADMIN_ADDR" default:":8081"` // health, metrics, operator API; never public

	// Listeners that are open already are used instead of the addresses.
	HTTPListener  net.Listener `env:"-"`
	GRPCListener  net.Listener `env:"-"`
	AdminListener net.Listener `env:"-"`

	// bearer token of programs without one of their own, at least 16 characters; several, comma-separated: the first is
	// presented, all are accepted
	InternalToken envconfig.Secret `env:"INTERNAL_TOKEN,required"`
	// bearer token of dispatchers, like INTERNAL_TOKEN: it opens the feed of endpoints alone; empty: dispatchers present
	// INTERNAL_TOKEN
	DispatcherToken envconfig.Secret `env:"DISPATCHER_TOKEN"`
	// bearer token of partner connect at webhooks, like INTERNAL_TOKEN: it opens verification sessions alone; empty: it
	// presents INTERNAL_TOKEN
	PartnerconnectToken envconfig.Secret `env:"PARTNERCONNECT_TOKEN"`
	Keys                keywrap.Config
	// id:base64 of 32 bytes[,older keys...]; the first one encrypts
	EncryptionKeys envconfig.Secret `env:"ENCRYPTION_KEYS,required"`

	// CIDRs of the load balancers whose X-Forwarded-For is believed
	TrustedProxies string `env:"TRUSTED_PROXIES"`
	Migrate        bool   `env:"MIGRATE" default:"false"` // bring the schema forward at start
	// CIDRs that deliveries may go to although they are not public
	EgressAllow   string `env:"EGRESS_ALLOW"`
	EndpointLimit int    `env:"ENDPOINT_LIMIT" default:"500"` // endpoints of a tenant in a mode
	// endpoints of live mode become active only once their receivers have answered a challenge
	RequireOwnership bool `env:"REQUIRE_OWNERSHIP" default:"false"`
	// streams of events of a key at once, of each replica
	EventStreams int           `env:"EVENT_STREAMS_PER_KEY" default:"10"`
	Retention    time.Duration `env:"RETENTION" default:"720h"`  // of events, deliveries and attempts
	SweepEvery   time.Duration `env:"SWEEP_EVERY" default:"10s"` // between searches for lost and kept messages
	// deliveries a second that recoveries send beside the live ones, of all endpoints and each replica; 0: any number
	RecoveryRate int `env:"RECOVERY_RATE" default:"100"`
	// shards of the outbox that replicas lease, 1 to 64; those with another number wait until the others have ended
	RelayShards int `env:"RELAY_SHARDS" default:"16"`
	// how long an outcome may stay out before that search; over 60 s, the wait for a redelivery
	OverdueAfter time.Duration `env:"OVERDUE_AFTER" default:"90s"`
	// deliveries to an endpoint that fail in a row before operator and tenant are notified, 1 to 49
	FailingAfter int `env:"FAILING_NOTICE_AFTER" default:"25"`
	// how long a program that stops still serves, until balancers have noticed; responses close their connections
	ShutdownLinger time.Duration `env:"SHUTDOWN_LINGER" default:"1s"`
	ShutdownGrace  time.Duration `env:"SHUTDOWN_GRACE" default:"20s"` // longest time running calls may take to end

	LargeEventRate int `env:"LARGE_EVENT_RATE" default:"6000"` // weight of large events a second, 1 + 1 per 2 KiB; 0: any

	TestDeliveries int `env:"RATE_LIMIT_TEST_DELIVERIES" default:"30000"`  // a tenant's deliveries a minute, test; 0: any
	LiveDeliveries int `env:"RATE_LIMIT_LIVE_DELIVERIES" default:"300000"` // a tenant's deliveries a minute, live; 0: any
	TestAnswers    int `env:"STORED_ANSWERS_TEST" default:"32"`            // MiB a minute of a tenant's answers; 0: any
	LiveAnswers    int `env:"STORED_ANSWERS_LIVE" default:"512"`           // the same of its live mode
}

// Validate reports all faults at once.
func (c Config) Validate() error {
	faults := []error{c.Keys.Validate(c.keySettings()...)}
	keywrap.Placeholders(c.keySettings()...)
	if _, err := c.callers(); err != nil {
		faults = append(faults, err)
	}
	if _, err := keyring.Parse(c.EncryptionKeys.Reveal()); err != nil {
		faults = append(faults, fmt.Errorf("ENCRYPTION_KEYS: %w", err))
	}
	if _, err := egress.ParseAllow(c.EgressAllow); err != nil {
		faults = append(faults, fmt.Errorf("EGRESS_ALLOW: %w", err))
	}
	if _, err := clientaddr.ParseProxies(c.TrustedProxies); err != nil {
		faults = append(faults, fmt.Errorf("TRUSTED_PROXIES: %w", err))
	}
	faults = append(faults, c.RateLimit.Validate(), c.Docs.Validate(), c.Connections.Validate(), c.SMTP.Validate(),
		c.GRPC.Validate(), c.NATS.Validate(), c.Streams.Validate(), c.TLS.Validate(), c.Telemetry.Validate(),
		c.Operators.Validate(c.Mode.Development))
	for name, d := range map[string]time.Duration{
		"RETENTION": c.Retention, "SWEEP_EVERY": c.SweepEvery, "OVERDUE_AFTER": c.OverdueAfter,
		"SHUTDOWN_GRACE": c.ShutdownGrace,
	} {
		if d <= 0 {
			faults = append(faults, fmt.Errorf("%s: want a positive duration", name))
		}
	}
	if c.ShutdownLinger < 0 {
		faults = append(faults, errors.New("SHUTDOWN_LINGER: must not be negative"))
	}
	base, err := c.publicBase()
	if err != nil {
		faults = append(faults, err)
	} else if base != "" && !c.Mode.Development && !envconfig.Protected(base) {
		faults = append(faults,
			errors.New(
				"PUBLIC_BASE_URL: want https: links and cookies would cross the network in the open; or set DEVELOPMENT=true "+
					"where no stranger reaches the program",
			))
	}
	if c.PortalSession < time.Minute || c.PortalSession > 24*time.Hour {
		faults = append(faults, errors.New("PORTAL_SESSION_TTL: want 1m to 24h"))
	}
	if c.PortalRequests < 0 {
		faults = append(faults, errors.New("RATE_LIMIT_PORTAL: must not be negative; 0 switches the limit off"))
	}
	if c.RecoveryRate < 0 {
		faults = append(faults, errors.New("RECOVERY_RATE: must not be negative; 0 is any number"))
	}
	for name, n := range map[string]int{
		"RATE_LIMIT_TEST_DELIVERIES": c.TestDeliveries,
		"RATE_LIMIT_LIVE_DELIVERIES": c.LiveDeliveries,
		"STORED_ANSWERS_TEST":        c.TestAnswers,
		"STORED_ANSWERS_LIVE":        c.LiveAnswers,
	} {
		if n < 0 {
			faults = append(faults, fmt.Errorf("%s: must not be negative; 0 switches the limit off", name))
		}
	}
	if c.LargeEventRate < 0 {
		faults = append(faults, errors.New("LARGE_EVENT_RATE: must not be negative; 0 is any number"))
	}
	if c.FailingAfter < 1 || c.FailingAfter >= webhooks.DeactivateAfter {
		faults = append(faults, fmt.Errorf("FAILING_NOTICE_AFTER: want 1 to %d", webhooks.DeactivateAfter-1))
	}
	if c.RelayShards < 1 || c.RelayShards > webhooks.Hashes {
		faults = append(faults, fmt.Errorf("RELAY_SHARDS: want 1 to %d", webhooks.Hashes))
	}
	if c.EndpointLimit < 1 {
		faults = append(faults, errors.New("ENDPOINT_LIMIT: want at least 1"))
	}
	if c.EventStreams < 1 {
		faults = append(faults, errors.New("EVENT_STREAMS_PER_KEY: want at least 1"))
	}
	if !c.Mode.Development {
		faults = append(faults, weaksecret.Tokens("INTERNAL_TOKEN", c.InternalToken),
			weaksecret.Tokens("DISPATCHER_TOKEN", c.DispatcherToken),
			weaksecret.Tokens("PARTNERCONNECT_TOKEN", c.PartnerconnectToken),
			weaksecret.Keys("ENCRYPTION_KEYS", c.EncryptionKeys))
	}
	return errors.Join(faults...)
}

// keySettings are those that a KMS may wrap.
func (c *Config) keySettings() []keywrap.Setting {
	return []keywrap.Setting{{Name: "ENCRYPTION_KEYS", Value: &c.EncryptionKeys}}
}

// Remarks returns lines that say who may call operator methods, and which keys are in clear.
func (c Config) Remarks() string {
	return c.Operators.Remarks() + keywrap.Remarks(c.Mode.Development, c.keySettings()...)
}

// publicBase is the base URL of the portal without a slash at its end; empty where there is none.
func (c Config) publicBase() (string, error) {
	if c.PublicBaseURL == "" {
		return "", nil
	}
	return envconfig.PublicBase("PUBLIC_BASE_URL", c.PublicBaseURL)
}

// callers are the tokens that internal methods accept.
func (c Config) callers() (internaltoken.Callers, error) {
	return internaltoken.ParseCallers(c.InternalToken,
		internaltoken.Setting{
			Name: "DISPATCHER_TOKEN", Program: optionsv1.Program_PROGRAM_DISPATCHER, Value: c.DispatcherToken,
		},
		internaltoken.Setting{
			Name: "PARTNERCONNECT_TOKEN", Program: optionsv1.Program_PROGRAM_PARTNERCONNECT, Value: c.PartnerconnectToken,
		})
}
