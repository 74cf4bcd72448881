package smtp

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net/mail"
	"net/url"
	"os"
	"strconv"

	"github.com/partnerline/partnerline/internal/envconfig"
)

// Config is how the server is reached. All addresses of a message are of its From.
type Config struct {
	// smtp://host[:587] encrypts by STARTTLS, smtps://host[:465] from the start; partner connect sends the e-mails of live
	// mode there, webhooks its notices
	URL      string           `env:"URL"`
	From     string           `env:"FROM"`     // sender of e-mails: `Name <address>`
	User     string           `env:"USER"`     // user name at the server; empty: no authentication
	Password envconfig.Secret `env:"PASSWORD"` // its password
	// required; or none, for a server of the own network that takes no password
	TLS string `env:"TLS" default:"required"`
	CA  string `env:"CA"` // path of PEM certificates to trust beside the system's
}

// Enabled reports whether a server is configured.
func (c Config) Enabled() bool { return c.URL != "" }

// The values of Config.TLS.
const (
	tlsRequired = "required"
	tlsNone     = "none"
)

// Validate reports all faults at once.
func (c Config) Validate() error {
	if !c.Enabled() {
		return nil
	}
	_, err := c.parse()
	return err
}

// parsed is what the texts of a Config mean.
type parsed struct {
	host     string
	port     int
	implicit bool // TLS
	from     *mail.Address
	tls      *tls.Config
}

func (c Config) parse() (p parsed, err error) {
	var faults []error
	u, err := url.Parse(c.URL)
	if err != nil || u.Scheme != "smtp" && u.Scheme != "smtps" || u.Hostname() == "" || u.User != nil || u.Path != "" &&
		u.Path != "/" || u.RawQuery != "" {
		faults = append(faults,
			errors.New("SMTP_URL: want smtp://host[:port] or smtps://host[:port]; the password belongs in SMTP_PASSWORD"))
		u = &url.URL{Scheme: "smtp"}
	}
	p.host, p.implicit, p.port = u.Hostname(), u.Scheme == "smtps", 587
	if p.implicit {
		p.port = 465
	}
	if u.Port() != "" {
		if p.port, err = strconv.Atoi(u.Port()); err != nil || p.port < 1 || p.port > 65535 {
			faults = append(faults, errors.New("SMTP_URL: the port must be 1 to 65535"))
		}
	}
	if p.from, err = mail.ParseAddress(c.From); err != nil {
		faults = append(faults, errors.New("SMTP_FROM: want an address, or Name <address>"))
	}
	if (c.User == "") != (c.Password == "") {
		faults = append(faults, errors.New("SMTP_USER, SMTP_PASSWORD: want both or none"))
	}
	switch {
	case c.TLS != tlsRequired && c.TLS != tlsNone && c.TLS != "":
		faults = append(faults, errors.New("SMTP_TLS: want required or none"))
	case c.TLS == tlsNone && (c.User != "" || p.implicit):
		faults = append(faults,
			errors.New("SMTP_TLS: want required: a password must not cross the network in the open, and smtps is encrypted"))
	}
	p.tls = &tls.Config{ServerName: p.host, MinVersion: tls.VersionTLS12}
	if c.CA != "" {
		pem, err := os.ReadFile(c.CA)
		if p.tls.RootCAs, _ = x509.SystemCertPool(); p.tls.RootCAs == nil {
			p.tls.RootCAs = x509.NewCertPool()
		}
		if err != nil {
			faults = append(faults, fmt.Errorf("SMTP_CA: %w", err))
		} else if !p.tls.RootCAs.AppendCertsFromPEM(pem) {
			faults = append(faults, fmt.Errorf("SMTP_CA: %s holds no certificate", c.CA))
		}
	}
	return p, errors.Join(faults...)
}
