package app

import (
	"errors"
	"fmt"
	"net"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/partnerline/partnerline/internal/clientaddr"
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
	"github.com/partnerline/partnerline/internal/telemetry"
	"github.com/partnerline/partnerline/internal/weaksecret"
	optionsv1 "github.com/partnerline/partnerline/proto/gen/options/v1"
	"github.com/partnerline/partnerline/services/partnerconnect/finance"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/objects"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/provider"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/publicpage"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/signedlink"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/operations/approval"
)

// Config is the configuration of the program.
type Config struct {
	Postgres pgdb.Config
	// bring the database forward before serving; else run `partnerconnectd migrate`
	Migrate bool `env:"MIGRATE" default:"false"`

	HTTPAddr  string `env:"HTTP_ADDR" default:":8080"`  // public: the JSON API and the hosted pages
	GRPCAddr  string `env:"GRPC_ADDR" default:":9090"`  // the same API and the operator plane over gRPC; not public
	AdminAddr string `env:"ADMIN_ADDR" default:":8081"` // health, metrics, profiles; never public

	// Listeners to use instead of the addresses, for tests and devstack. Run closes them.
	HTTPListener  net.Listener `env:"-"`
	GRPCListener  net.Listener `env:"-"`
	AdminListener net.Listener `env:"-"`

	// Parts of live mode that are there besides, for tests that do not come to use them.
	Connected provider.Connected `env:"-"`

	// CIDRs of the load balancers whose X-Forwarded-For is believed
	TrustedProxies string `env:"TRUSTED_PROXIES"`
	// what the public port is called by browsers: https://connect.example.com
	PublicBaseURL string `env:"PUBLIC_BASE_URL,required"`
	// bearer token of programs without one of their own, at least 16 characters; several, comma-separated: the first is
	// presented, all are accepted
	InternalToken envconfig.Secret `env:"INTERNAL_TOKEN,required"`
	// bearer token that is presented to webhooks; empty: INTERNAL_TOKEN
	PartnerconnectToken envconfig.Secret `env:"PARTNERCONNECT_TOKEN"`
	// bearer token of the systems that report on messages and the like, like INTERNAL_TOKEN: it opens these reports alone;
	// empty: they present INTERNAL_TOKEN
	ProviderToken envconfig.Secret `env:"PROVIDER_TOKEN"`
	Keys          keywrap.Config
	// id:base64 of 32 bytes[,...]; the first encrypts, all decrypt
	EncryptionKeys envconfig.Secret `env:"ENCRYPTION_KEYS,required"`
	// kid:base64 of at least 32 bytes[,...]; the first signs links, all verify
	LinkKeys envconfig.Secret `env:"LINK_KEYS,required"`
	// id:base64 of at least 32 bytes[,older keys...], one may have no id: national ids are compared, and merchants found,
	// by HMACs under them; the first hashes, all compare
	IdentityHashKey envconfig.Secret `env:"IDENTITY_HASH_KEY,required"`
	// where uploaded documents lie, encrypted
	DocumentsDir string         `env:"DOCUMENTS_DIR" default:"/var/lib/partnerline/documents"`
	S3           objects.Bucket `envPrefix:"DOCUMENTS_S3_"`
	// host:port or socket of a ClamAV daemon that scans uploads; empty: none does
	ClamAVAddr string `env:"CLAMAV_ADDR"`
	// address of the webhooks service, which verifies identities; it needs NATS_URL too, for their outcome. Empty: the
	// hosted flow ends before that step
	WebhooksGRPC  string `env:"WEBHOOKS_GRPC"`
	Registers     kernel.RegistersConfig
	Messages      merchant.MessagesConfig
	PaymentEngine struct {
		// host:port or dns:///name:port of the adopter's payment engine (proto/providers/v1/payments.proto), called with the
		// certificate of TLS_CERT; empty: live mode takes no payments
		GRPC string `env:"GRPC"`
		// bearer token that its calls carry, at least 16 characters; required with the address
		Token envconfig.Secret `env:"TOKEN"`
	} `envPrefix:"PAYMENT_ENGINE_"`
	BankRail struct {
		// host:port or dns:///name:port of the adopter's bank rail (proto/providers/v1/bank.proto), called with the
		// certificate of TLS_CERT; empty: live payouts leave in files (BANK_DIR, BANK_S3_ENDPOINT)
		GRPC string `env:"GRPC"`
		// bearer token that its calls carry, at least 16 characters; required with the address
		Token envconfig.Secret `env:"TOKEN"`
	} `envPrefix:"BANK_RAIL_"`
	IdentityProvider struct {
		// host:port or dns:///name:port of the adopter's identity provider (proto/providers/v1/identity.proto), called with
		// the certificate of TLS_CERT; it needs WEBHOOKS_GRPC, too; empty: live mode takes no merchants
		GRPC string `env:"GRPC"`
		// bearer token that its calls carry, at least 16 characters; required with the address
		Token envconfig.Secret `env:"TOKEN"`
	} `envPrefix:"IDENTITY_PROVIDER_"`
	NATS      natsconn.Config
	TLS       mtls.Config
	Mode      weaksecret.Development
	Operators operators.Config
	// how long a program that stops still serves, until balancers have noticed; responses close their connections
	ShutdownLinger time.Duration `env:"SHUTDOWN_LINGER" default:"1s"`
	ShutdownGrace  time.Duration `env:"SHUTDOWN_GRACE" default:"20s"` // longest time running calls may take to end
	RateLimit      ratelimit.Config
	Connections    lifecycle.ConnectionLimits
	GRPC           grpcserver.Limits
	// describe the services of the gRPC port to callers with the internal token, such as grpcurl
	Reflection bool `env:"GRPC_REFLECTION" default:"true"`
	PageLimit  publicpage.Limits
	Docs       reference.Config
	Telemetry  telemetry.Config

	// what a payment costs its merchant where its channel has no tariff, in hundredths of a percent of the amount
	FeeBasisPoints int `env:"FEE_BASIS_POINTS" default:"90"`
	// settle payments on the day on which they are paid (UTC), and not on the day after
	SettleSameDay bool               `env:"SETTLE_SAME_DAY" default:"false"`
	Bank          finance.BankConfig `envPrefix:"BANK_"`
	FourEyes      struct {
		// where another person must confirm activations after a review, refunds of operators, and payout accounts that they
		// say are verified: `live`, `all` (test mode, too) or `off`
		Modes string `env:"FOUR_EYES" default:"live"`
		// CURRENCY:MINOR_UNITS[,...]: up to which amount a refund needs no confirmation, such as PLN:100000; a currency that
		// is not named: each needs one
		RefundsAbove string `env:"FOUR_EYES_REFUNDS_ABOVE"`
	}
	Retention struct {
		// how long personal data is kept of onboardings that were cancelled or expired before they were signed; 0: for ever
		Unsigned time.Duration `env:"UNSIGNED" default:"2160h"`
		// and of those that were refused; at least what the law on money laundering requires, in Poland five years
		Rejected time.Duration `env:"REJECTED" default:"43920h"`
		Closed   time.Duration `env:"CLOSED" default:"43920h"` // and of merchants that closed their account, likewise
	} `envPrefix:"RETENTION_"`
	// how long payouts of test mode wait for each step; 0: they move on request alone
	SandboxRailDelay time.Duration `env:"SANDBOX_RAIL_DELAY" default:"0s"`
}

// Validate reports all faults at once.
func (c Config) Validate() error {
	faults := []error{c.Keys.Validate(c.keySettings()...)}
	keywrap.Placeholders(c.keySettings()...)
	if _, err := pgxpool.ParseConfig(c.Postgres.URL.Reveal()); err != nil || c.Postgres.URL == "" {
		// its own error may show the password
		faults = append(faults, errors.New("DATABASE_URL: want postgres://user:password@host:port/name"))
	}
	if _, err := c.parse(); err != nil {
		faults = append(faults, err)
	}
	if base, err := envconfig.PublicBase("PUBLIC_BASE_URL", c.PublicBaseURL); err == nil && !c.Mode.Development &&
		!envconfig.Protected(base) {
		faults = append(faults,
			errors.New(
				"PUBLIC_BASE_URL: want https: links, codes and cookies would cross the network in the open; or set "+
					"DEVELOPMENT=true where no stranger reaches the program",
			))
	}
	faults = append(faults, c.RateLimit.Validate(), c.PageLimit.Validate(), c.Docs.Validate(), c.Connections.Validate(),
		c.GRPC.Validate(), c.NATS.Validate(), c.TLS.Validate(), c.Telemetry.Validate(),
		c.Operators.Validate(c.Mode.Development), c.Messages.Validate(), c.S3.Validate("DOCUMENTS_S3"), c.Bank.Validate(),
		c.Registers.Validate(c.Mode.Development),
		kernel.ProviderConfig(c.PaymentEngine).Validate("PAYMENT_ENGINE", c.Mode.Development),
		kernel.ProviderConfig(c.BankRail).Validate("BANK_RAIL", c.Mode.Development),
		kernel.ProviderConfig(c.IdentityProvider).Validate("IDENTITY_PROVIDER", c.Mode.Development))
	if c.IdentityProvider.GRPC != "" && c.WebhooksGRPC == "" {
		faults = append(faults,
			errors.New("IDENTITY_PROVIDER_GRPC: needs WEBHOOKS_GRPC and NATS_URL, where the sessions are"))
	}
	if c.DocumentsDir == "" && c.S3.Endpoint == "" {
		faults = append(faults, errors.New("DOCUMENTS_DIR: want a directory"))
	}
	for name, d := range map[string]time.Duration{"SHUTDOWN_GRACE": c.ShutdownGrace, "SHUTDOWN_LINGER": c.ShutdownLinger} {
		if d < 0 {
			faults = append(faults, fmt.Errorf("%s: must not be negative", name))
		}
	}
	if c.FeeBasisPoints < 0 || c.FeeBasisPoints > money.MaxBasisPoints {
		faults = append(faults, errors.New("FEE_BASIS_POINTS: must be 0 to 10000"))
	}
	if c.Bank.Files() && c.BankRail.GRPC != "" {
		faults = append(faults,
			errors.New("BANK_DIR, BANK_S3_ENDPOINT, BANK_RAIL_GRPC: set one of them: payouts leave in files or by calls"))
	}
	for name, keep := range map[string]time.Duration{
		"UNSIGNED": c.Retention.Unsigned, "REJECTED": c.Retention.Rejected, "CLOSED": c.Retention.Closed,
	} {
		if keep < 0 {
			faults = append(faults, errors.New("RETENTION_"+name+": must not be negative"))
		}
	}
	if c.SandboxRailDelay < 0 {
		faults = append(faults, errors.New("SANDBOX_RAIL_DELAY: must not be negative"))
	}
	if !c.Mode.Development {
		faults = append(faults, weaksecret.Tokens("INTERNAL_TOKEN", c.InternalToken),
			weaksecret.Tokens("PARTNERCONNECT_TOKEN", c.PartnerconnectToken),
			weaksecret.Tokens("PROVIDER_TOKEN", c.ProviderToken), weaksecret.Keys("ENCRYPTION_KEYS", c.EncryptionKeys),
			weaksecret.Keys("LINK_KEYS", c.LinkKeys), weaksecret.Keys("IDENTITY_HASH_KEY", c.IdentityHashKey))
	}
	return errors.Join(faults...)
}

// keySettings are those that a KMS may wrap.
func (c *Config) keySettings() []keywrap.Setting {
	return []keywrap.Setting{
		{Name: "ENCRYPTION_KEYS", Value: &c.EncryptionKeys}, {Name: "LINK_KEYS", Value: &c.LinkKeys},
		{Name: "IDENTITY_HASH_KEY", Value: &c.IdentityHashKey},
	}
}

// settings are what the texts of the configuration mean.
type settings struct {
	base     string
	keys     *keyring.Keyring
	linkKeys *signedlink.LinkKeys
	idHash   onboarding.IDHash
	callers  internaltoken.Callers
	present  string // to webhooks
	proxies  clientaddr.Proxies
	fourEyes approval.Policy
}

// parse reads the settings that are more than they look, and names all that cannot be read.
func (c Config) parse() (p settings, err error) {
	var faults [8]error
	named := func(name string, err error) error {
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		return nil
	}
	p.base, faults[0] = envconfig.PublicBase("PUBLIC_BASE_URL", c.PublicBaseURL)
	p.proxies, faults[1] = clientaddr.ParseProxies(c.TrustedProxies)
	p.callers, faults[2] = internaltoken.ParseCallers(c.InternalToken,
		internaltoken.Setting{Name: "PROVIDER_TOKEN", Program: optionsv1.Program_PROGRAM_PROVIDER, Value: c.ProviderToken})
	p.keys, faults[3] = keyring.Parse(c.EncryptionKeys.Reveal())
	p.linkKeys, faults[4] = signedlink.ParseLinkKeys(c.LinkKeys.Reveal())
	p.idHash, faults[5] = onboarding.ParseIDHash(c.IdentityHashKey.Reveal())
	p.fourEyes, faults[7] = approval.ParsePolicy(c.FourEyes.Modes, c.FourEyes.RefundsAbove)
	p.present = p.callers.Operators().Present()
	if c.PartnerconnectToken != "" {
		var own internaltoken.Tokens
		own, faults[6] = internaltoken.Parse(c.PartnerconnectToken)
		p.present = own.Present()
	}
	return p, errors.Join(faults[0], named("TRUSTED_PROXIES", faults[1]), faults[2], named("ENCRYPTION_KEYS", faults[3]),
		named("LINK_KEYS", faults[4]), named("IDENTITY_HASH_KEY", faults[5]), named("PARTNERCONNECT_TOKEN", faults[6]),
		faults[7])
}
