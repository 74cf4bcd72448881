package app

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/partnerline/partnerline/internal/clientaddr"
	"github.com/partnerline/partnerline/internal/envconfig"
	"github.com/partnerline/partnerline/internal/grpcserver"
	"github.com/partnerline/partnerline/internal/internaltoken"
	"github.com/partnerline/partnerline/internal/keyring"
	"github.com/partnerline/partnerline/internal/lifecycle"
	"github.com/partnerline/partnerline/internal/mtls"
	"github.com/partnerline/partnerline/internal/natsconn"
	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/internal/ratelimit"
	"github.com/partnerline/partnerline/internal/telemetry"
	"github.com/partnerline/partnerline/internal/weaksecret"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/pagelimit"
	"github.com/partnerline/partnerline/services/partnerconnect/money"
	"github.com/partnerline/partnerline/services/partnerconnect/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/signedlink"
)

// Config is the configuration of the program.
type Config struct {
	Postgres pgdb.Config
	Migrate  bool `env:"MIGRATE" default:"false"` // bring the database forward before serving; else run `partnerconnectd migrate`

	HTTPAddr  string `env:"HTTP_ADDR" default:":8080"`  // public: the JSON API and the hosted pages
	GRPCAddr  string `env:"GRPC_ADDR" default:":9090"`  // the same API and the operator plane over gRPC; not public
	AdminAddr string `env:"ADMIN_ADDR" default:":8081"` // health, metrics, profiles; never public

	// Listeners to use instead of the addresses, for tests and devstack. Run closes them.
	HTTPListener  net.Listener `env:"-"`
	GRPCListener  net.Listener `env:"-"`
	AdminListener net.Listener `env:"-"`

	TrustedProxies  string           `env:"TRUSTED_PROXIES"`                                        // CIDRs of the load balancers whose X-Forwarded-For is believed
	PublicBaseURL   string           `env:"PUBLIC_BASE_URL,required"`                               // what the public port is called by browsers: https://connect.example.com
	InternalToken   envconfig.Secret `env:"INTERNAL_TOKEN,required"`                                // bearer token of internal callers, at least 16 characters; several, comma-separated: the first is presented, all are accepted
	EncryptionKeys  envconfig.Secret `env:"ENCRYPTION_KEYS,required"`                               // id:base64 of 32 bytes[,...]; the first encrypts, all decrypt
	LinkKeys        envconfig.Secret `env:"LINK_KEYS,required"`                                     // kid:base64 of at least 32 bytes[,...]; the first signs links, all verify
	IdentityHashKey envconfig.Secret `env:"IDENTITY_HASH_KEY,required"`                             // base64 of at least 32 bytes: national ids are compared by their HMAC under it
	DocumentsDir    string           `env:"DOCUMENTS_DIR" default:"/var/lib/partnerline/documents"` // where uploaded documents lie, encrypted
	S3              struct {
		Endpoint  string           `env:"ENDPOINT"` // http or https://host[:port] of an S3-compatible store; set: documents lie there, and not in DOCUMENTS_DIR
		Region    string           `env:"REGION" default:"us-east-1"`
		Bucket    string           `env:"BUCKET"` // must exist
		AccessKey string           `env:"ACCESS_KEY"`
		SecretKey envconfig.Secret `env:"SECRET_KEY"`
	} `envPrefix:"DOCUMENTS_S3_"`
	ClamAVAddr    string `env:"CLAMAV_ADDR"`   // host:port or socket of a ClamAV daemon that scans uploads; empty: none does
	KRSURL        string `env:"KRS_URL"`       // the open API of the Polish court register, like https://api-krs.ms.gov.pl; live mode alone asks it; empty: live mode knows imported companies only
	WebhooksGRPC  string `env:"WEBHOOKS_GRPC"` // address of the webhooks service, which verifies identities; it needs NATS_URL too, for their outcome. Empty: the hosted flow ends before that step
	NATS          natsconn.Config
	TLS           mtls.Config
	Mode          weaksecret.Development
	ShutdownGrace time.Duration `env:"SHUTDOWN_GRACE" default:"20s"` // longest time running calls may take to end
	RateLimit     ratelimit.Config
	Connections   lifecycle.ConnectionLimits
	GRPC          grpcserver.Limits
	PageLimit     pagelimit.Config
	Telemetry     telemetry.Config

	FeeBasisPoints   int           `env:"FEE_BASIS_POINTS" default:"90"`   // what a payment costs its merchant, in hundredths of a percent of the amount
	SandboxRailDelay time.Duration `env:"SANDBOX_RAIL_DELAY" default:"0s"` // how long payouts of test mode wait for each step; 0: they move on request alone
}

// Validate reports all faults at once.
func (c Config) Validate() error {
	var faults []error
	if _, err := pgxpool.ParseConfig(c.Postgres.URL.Reveal()); err != nil || c.Postgres.URL == "" {
		faults = append(faults, errors.New("DATABASE_URL: want postgres://user:password@host:port/name")) // its own error may show the password
	}
	if _, err := c.parse(); err != nil {
		faults = append(faults, err)
	}
	if base, err := publicBase(c.PublicBaseURL); err == nil && !c.Mode.Development && !protected(base) {
		faults = append(faults, errors.New("PUBLIC_BASE_URL: want https: links, codes and cookies would cross the network in the open; or set DEVELOPMENT=true where no stranger reaches the program"))
	}
	faults = append(faults, c.RateLimit.Validate(), c.PageLimit.Validate(), c.Connections.Validate(), c.GRPC.Validate(), c.NATS.Validate(), c.TLS.Validate(), c.Telemetry.Validate())
	if c.DocumentsDir == "" && c.S3.Endpoint == "" {
		faults = append(faults, errors.New("DOCUMENTS_DIR: want a folder"))
	}
	if c.S3.Endpoint != "" {
		if u, err := url.Parse(c.S3.Endpoint); err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" {
			faults = append(faults, errors.New("DOCUMENTS_S3_ENDPOINT: want http or https://host[:port]"))
		}
		for name, value := range map[string]string{"BUCKET": c.S3.Bucket, "ACCESS_KEY": c.S3.AccessKey, "SECRET_KEY": c.S3.SecretKey.Reveal()} {
			if value == "" {
				faults = append(faults, errors.New("DOCUMENTS_S3_"+name+": must be set with DOCUMENTS_S3_ENDPOINT"))
			}
		}
	}
	if u, err := url.Parse(c.KRSURL); c.KRSURL != "" && (err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "") {
		faults = append(faults, errors.New("KRS_URL: want http or https://host[:port]"))
	}
	if c.ShutdownGrace < 0 {
		faults = append(faults, errors.New("SHUTDOWN_GRACE: must not be negative"))
	}
	if c.FeeBasisPoints < 0 || c.FeeBasisPoints > money.MaxBasisPoints {
		faults = append(faults, errors.New("FEE_BASIS_POINTS: must be 0 to 10000"))
	}
	if c.SandboxRailDelay < 0 {
		faults = append(faults, errors.New("SANDBOX_RAIL_DELAY: must not be negative"))
	}
	if !c.Mode.Development {
		faults = append(faults, weaksecret.Tokens("INTERNAL_TOKEN", c.InternalToken), weaksecret.Keys("ENCRYPTION_KEYS", c.EncryptionKeys), weaksecret.Keys("LINK_KEYS", c.LinkKeys), weaksecret.Keys("IDENTITY_HASH_KEY", c.IdentityHashKey))
	}
	return errors.Join(faults...)
}

// parsed is what the texts of the configuration mean.
type parsed struct {
	base     string
	keys     *keyring.Keyring
	linkKeys *signedlink.LinkKeys
	idHash   onboarding.IDHash
	tokens   internaltoken.Tokens
	proxies  clientaddr.Proxies
}

// parse reads the settings that are more than they look, and names all that cannot be read.
func (c Config) parse() (p parsed, err error) {
	var faults [6]error
	named := func(name string, err error) error {
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		return nil
	}
	p.base, faults[0] = publicBase(c.PublicBaseURL)
	p.proxies, faults[1] = clientaddr.ParseProxies(c.TrustedProxies)
	p.tokens, faults[2] = internaltoken.Parse(c.InternalToken)
	p.keys, faults[3] = keyring.Parse(c.EncryptionKeys.Reveal())
	p.linkKeys, faults[4] = signedlink.ParseLinkKeys(c.LinkKeys.Reveal())
	p.idHash, faults[5] = onboarding.ParseIDHash(c.IdentityHashKey.Reveal())
	return p, errors.Join(faults[0], named("TRUSTED_PROXIES", faults[1]), named("INTERNAL_TOKEN", faults[2]), named("ENCRYPTION_KEYS", faults[3]),
		named("LINK_KEYS", faults[4]), named("IDENTITY_HASH_KEY", faults[5]))
}

// publicBase returns the base URL without a slash at its end.
func publicBase(s string) (string, error) {
	u, err := url.Parse(s)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Hostname() == "" || u.User != nil || u.RawQuery != "" ||
		u.ForceQuery || strings.Contains(s, "#") {
		return "", errors.New("PUBLIC_BASE_URL: want http or https://host[:port][/path]")
	}
	return strings.TrimRight(s, "/"), nil
}

// protected reports whether the traffic between browser and program cannot be read on the way: it is encrypted, or stays on one machine.
func protected(base string) bool {
	u, err := url.Parse(base)
	if err != nil {
		return false
	}
	addr, err := netip.ParseAddr(u.Hostname())
	return u.Scheme == "https" || u.Hostname() == "localhost" || err == nil && addr.IsLoopback()
}
