package operators

import (
	"errors"
	"net/url"

	"github.com/partnerline/partnerline/internal/envconfig"
)

// Config says who may call operator methods.
type Config struct {
	// URL of the console, which signs for the people who call operator methods; its keys are read from
	// /.well-known/jwks.json below it
	Issuer string `env:"OPERATOR_ISSUER"`
	// INTERNAL_TOKEN opens operator methods, without a name in the audit trail; for systems without a console
	Bootstrap bool `env:"OPERATOR_BOOTSTRAP" default:"false"`
}

// Validate reports what is wrong with it. Development allows an issuer whose keys can be changed on their way.
func (c Config) Validate(development bool) error {
	if c.Issuer == "" {
		return nil
	}
	u, err := url.Parse(c.Issuer)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Hostname() == "" || u.User != nil ||
		u.RawQuery != "" || u.Fragment != "" {
		return errors.New("OPERATOR_ISSUER: want http or https://host[:port][/path]")
	}
	if u.Scheme == "http" && !development && !envconfig.ThisMachine(u.Hostname()) {
		return errors.New(
			"OPERATOR_ISSUER: want https: whoever can change the keys on their way acts as anyone; or set DEVELOPMENT=true",
		)
	}
	return nil
}

// Remarks is what check-config says of it, in lines.
func (c Config) Remarks() string {
	switch {
	case c.Bootstrap:
		return "OPERATOR_BOOTSTRAP: INTERNAL_TOKEN opens operator methods, without a name in the audit trail\n"
	case c.Issuer == "":
		return "no operator method can be called: set OPERATOR_ISSUER to the URL of the console, or " +
			"OPERATOR_BOOTSTRAP=true without one\n"
	}
	return ""
}
