package app

import (
	"context"
	"errors"
	"log/slog"
	"net/url"
	"time"

	"github.com/partnerline/partnerline/internal/envconfig"
	"github.com/partnerline/partnerline/internal/telemetry"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/wiring"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/ceidg"
	kernelclient "github.com/partnerline/partnerline/services/partnerconnect/kernel/grpcclient"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/krs"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/provider"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/register"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/representation"
	kernelusecase "github.com/partnerline/partnerline/services/partnerconnect/kernel/usecase"
)

// RegistersConfig says where live mode looks up companies and sole traders.
type RegistersConfig struct {
	KRSURL string `env:"KRS_URL"` // the open API of the Polish court register, like https://api-krs.ms.gov.pl; live mode alone asks it; empty: live mode asks COMPANY_REGISTER_GRPC, or knows imported companies only
	CEIDG  struct {
		URL   string           `env:"URL"`   // API of the Polish register of sole traders, like https://dane.biznes.gov.pl/api/ceidg/v3; live mode alone asks it; empty: live mode asks COMPANY_REGISTER_GRPC, or compares sole traders with no register
		Token envconfig.Secret `env:"TOKEN"` // token of an integrator, from dane.biznes.gov.pl; required with the URL
	} `envPrefix:"CEIDG_"`
	Company struct {
		GRPC  string           `env:"GRPC"`  // host:port or dns:///name:port of the adopter's company register (proto/providers/v1/registers.proto), called with the certificate of TLS_CERT; live mode asks it for what KRS_URL and CEIDG_URL do not cover
		Token envconfig.Secret `env:"TOKEN"` // bearer token that its calls carry, at least 16 characters; required with the address
	} `envPrefix:"COMPANY_REGISTER_"`
}

// Validate reports all faults at once.
func (c RegistersConfig) Validate(development bool) error {
	var faults []error
	for name, value := range map[string]string{"KRS_URL": c.KRSURL, "CEIDG_URL": c.CEIDG.URL} {
		if u, err := url.Parse(value); value != "" && (err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "") {
			faults = append(faults, errors.New(name+": want http or https://host[:port]"))
		}
	}
	if (c.CEIDG.URL == "") != (c.CEIDG.Token == "") {
		faults = append(faults, errors.New("CEIDG_URL, CEIDG_TOKEN: want both or none"))
	}
	return errors.Join(append(faults, providerConfig(c.Company).validate("COMPANY_REGISTER", development))...)
}

// connected reports whether live mode has a register of companies.
func (c RegistersConfig) connected() bool { return c.KRSURL != "" || c.Company.GRPC != "" }

// registerTimeout is how long a public register may take to answer.
const registerTimeout = 5 * time.Second

// connectRegisters returns the registers of the two modes, and what closes their connections when ctx ends. Live mode asks those that are
// configured, whose answers are kept; test mode knows the companies that were imported for it, and queries no register.
func connectRegisters(cfg Config, parts *wiring.Parts, tel *telemetry.Providers, log *slog.Logger, now func() time.Time) (register.Modes, []func(context.Context) error, error) {
	modes := register.Modes{Test: parts.Register.Imported(false)}
	lookups, err := kernelusecase.NewLookups(tel.Meters.Meter(scope), log)
	if err != nil {
		return modes, nil, err
	}
	var closing []func(context.Context) error
	guarded := func(name string, d register.Directory, end func()) (register.Directory, error) {
		closing = append(closing, func(ctx context.Context) error {
			<-ctx.Done()
			end()
			return nil
		})
		d, err := lookups.Guard(name, d)
		return register.ByScheme(d, parts.Register, now), err
	}
	c, connected := cfg.Registers, map[string]register.Directory{}
	var adopters register.Directory
	var errs [3]error
	if c.KRSURL != "" {
		client := krs.New(c.KRSURL, registerTimeout, now)
		connected[representation.SchemeKRS], errs[0] = guarded("krs", client, client.Close)
	}
	if c.CEIDG.URL != "" {
		client := ceidg.New(c.CEIDG.URL, c.CEIDG.Token.Reveal(), registerTimeout, parts.Register, now)
		connected[representation.SchemeNIP], errs[1] = guarded("ceidg", client, client.Close)
	}
	if c.Company.GRPC != "" {
		conn, err := kernelclient.DialProvider(provider.CompanyRegister, c.Company.GRPC, c.Company.Token.Reveal(), cfg.TLS.Credentials())
		if err != nil {
			return modes, nil, err
		}
		adopters, errs[2] = guarded("company_register", kernelclient.NewRegister(conn, kernelclient.Timeout), func() { _ = conn.Close() })
	}
	modes.Live = register.Live(connected, adopters, parts.Register.Imported(true))
	return modes, closing, errors.Join(errs[:]...)
}
