package messagehook

import (
	"encoding/base64"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/partnerline/partnerline/internal/egress"
	"github.com/partnerline/partnerline/internal/envconfig"
	"github.com/partnerline/partnerline/internal/signature"
)

// Config is where the requests go.
type Config struct {
	// https URL of a system that delivers messages; live mode sends its messages there, e-mails only without SMTP_URL
	URL string `env:"URL"`
	// whsec_ and base64 of 24 to 64 bytes: signs the requests as deliveries of webhooks are; several, comma-separated: all
	// sign
	Secret envconfig.Secret `env:"SECRET"`
	Allow  string           `env:"EGRESS_ALLOW"` // CIDRs that the URL may be at although they are not public
}

// Enabled reports whether a URL is configured.
func (c Config) Enabled() bool { return c.URL != "" }

// Validate reports all faults at once.
func (c Config) Validate() error {
	if !c.Enabled() {
		return nil
	}
	var faults []error
	u, err := url.Parse(c.URL)
	if err != nil || u.Hostname() == "" || u.User != nil || u.Scheme != "https" &&
		(u.Scheme != "http" || !envconfig.ThisMachine(u.Hostname())) {
		faults = append(faults,
			errors.New("MESSAGE_CALLBACK_URL: want https://host[:port][/path]; http only to a loopback address"))
	}
	if _, err := c.keys(); err != nil {
		faults = append(faults, err)
	}
	if _, err := egress.ParseAllow(c.Allow); err != nil {
		faults = append(faults, fmt.Errorf("MESSAGE_CALLBACK_EGRESS_ALLOW: %w", err))
	}
	return errors.Join(faults...)
}

func (c Config) keys() (keys []*signature.Key, err error) {
	for s := range strings.SplitSeq(c.Secret.Reveal(), ",") {
		encoded, ok := strings.CutPrefix(strings.TrimSpace(s), "whsec_")
		raw, err := base64.StdEncoding.DecodeString(encoded)
		if !ok || err != nil || len(raw) < 24 || len(raw) > 64 {
			return nil,
				errors.New("MESSAGE_CALLBACK_SECRET: want whsec_ and base64 of 24 to 64 bytes, or several such, comma-separated")
		}
		keys = append(keys, signature.NewKey(raw, time.Time{}))
	}
	return keys, nil
}
