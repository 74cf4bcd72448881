package kernel

import (
	"errors"
	"net/url"
	"time"

	"github.com/partnerline/partnerline/internal/envconfig"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/ceidg"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/grpcclient"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/krs"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/provider"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/register"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/representation"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/usecase"
)

// RegistersConfig says where live mode looks up companies and sole traders.
type RegistersConfig struct {
	// the open API of the Polish court register, like https://api-krs.ms.gov.pl; live mode alone asks it; empty: live mode
	// asks COMPANY_REGISTER_GRPC, or knows imported companies only
	KRSURL string `env:"KRS_URL"`
	CEIDG  struct {
		// API of the Polish register of sole traders, like https://dane.biznes.gov.pl/api/ceidg/v3; live mode alone asks it;
		// empty: live mode asks COMPANY_REGISTER_GRPC, or compares sole traders with no register
		URL   string           `env:"URL"`
		Token envconfig.Secret `env:"TOKEN"` // token of an integrator, from dane.biznes.gov.pl; required with the URL
	} `envPrefix:"CEIDG_"`
	Company struct {
		// host:port or dns:///name:port of the adopter's company register (proto/providers/v1/registers.proto), called with
		// the certificate of TLS_CERT; live mode asks it for what KRS_URL and CEIDG_URL do not cover
		GRPC string `env:"GRPC"`
		// bearer token that its calls carry, at least 16 characters; required with the address
		Token envconfig.Secret `env:"TOKEN"`
	} `envPrefix:"COMPANY_REGISTER_"`
}

// Validate reports all faults at once.
func (c RegistersConfig) Validate(development bool) error {
	var faults []error
	for name, value := range map[string]string{"KRS_URL": c.KRSURL, "CEIDG_URL": c.CEIDG.URL} {
		if u, err := url.Parse(value); value != "" &&
			(err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "") {
			faults = append(faults, errors.New(name+": want http or https://host[:port]"))
		}
	}
	if (c.CEIDG.URL == "") != (c.CEIDG.Token == "") {
		faults = append(faults, errors.New("CEIDG_URL, CEIDG_TOKEN: want both or none"))
	}
	return errors.Join(append(faults, ProviderConfig(c.Company).Validate("COMPANY_REGISTER", development))...)
}

// Connected reports whether live mode has a register of companies.
func (c RegistersConfig) Connected() bool { return c.KRSURL != "" || c.Company.GRPC != "" }

// registerTimeout is how long a public register may take to answer.
const registerTimeout = 5 * time.Second

// connectRegisters returns the registers of the two modes. Live mode asks those that are configured, whose answers are
// kept; test mode knows the companies that were imported for it, and queries no register.
func connectRegisters(p *Program, c RegistersConfig, store *postgres.RegisterStore) (register.Modes, error) {
	modes := register.Modes{Test: store.Imported(false)}
	lookups, err := usecase.NewLookups(p.Meter(), p.Log)
	if err != nil {
		return modes, err
	}
	guarded := func(name string, d register.Directory) (register.Directory, error) {
		d, err := lookups.Guard(name, d)
		return register.ByScheme(d, store, p.Now), err
	}
	connected := map[string]register.Directory{}
	var adopters register.Directory
	var errs [3]error
	if c.KRSURL != "" {
		client := krs.New(c.KRSURL, registerTimeout, p.Now)
		p.AtEnd(closed(client.Close))
		connected[representation.SchemeKRS], errs[0] = guarded("krs", client)
	}
	if c.CEIDG.URL != "" {
		client := ceidg.New(c.CEIDG.URL, c.CEIDG.Token.Reveal(), registerTimeout, store, p.Now)
		p.AtEnd(closed(client.Close))
		connected[representation.SchemeNIP], errs[1] = guarded("ceidg", client)
	}
	if c.Company.GRPC != "" {
		conn, err := p.Dial(provider.CompanyRegister, ProviderConfig(c.Company))
		if err != nil {
			return modes, err
		}
		adopters, errs[2] = guarded("company_register", grpcclient.NewRegister(conn, grpcclient.Timeout))
	}
	modes.Live = register.Live(connected, adopters, store.Imported(true))
	return modes, errors.Join(errs[:]...)
}

// closed is a close without an error.
func closed(end func()) func() error {
	return func() error {
		end()
		return nil
	}
}
