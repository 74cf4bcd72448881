// Package app configures and assembles the console.
package app

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"strings"
	"time"

	"github.com/partnerline/partnerline/internal/clientaddr"
	"github.com/partnerline/partnerline/internal/envconfig"
	"github.com/partnerline/partnerline/internal/keyring"
	"github.com/partnerline/partnerline/internal/keywrap"
	"github.com/partnerline/partnerline/internal/mtls"
	"github.com/partnerline/partnerline/internal/person"
	"github.com/partnerline/partnerline/internal/telemetry"
	"github.com/partnerline/partnerline/internal/weaksecret"
	"github.com/partnerline/partnerline/services/console"
)

// Config is everything that can be set. Any variable NAME may be given as a file by NAME_FILE.
type Config struct {
	TLS       mtls.Config
	Mode      weaksecret.Development
	Telemetry telemetry.Config

	HTTPAddr      string       `env:"HTTP_ADDR" default:":8080"`  // the pages, behind what terminates TLS
	AdminAddr     string       `env:"ADMIN_ADDR" default:":8081"` // health and metrics; never public
	HTTPListener  net.Listener `env:"-"`                          // open already; replaces HTTPAddr
	AdminListener net.Listener `env:"-"`                          // open already; replaces AdminAddr
	// what browsers and services call the console: https, unless it is this machine alone; without a path
	PublicBaseURL string `env:"PUBLIC_BASE_URL,required"`
	// CIDRs of proxies whose X-Forwarded-For names the client
	TrustedProxies string `env:"TRUSTED_PROXIES"`

	// address of webhooks; calls are spread over all addresses that its name has
	WebhooksGRPC       string `env:"WEBHOOKS_GRPC,required"`
	PartnerconnectGRPC string `env:"PARTNERCONNECT_GRPC,required"` // address of partner connect, likewise

	Keys keywrap.Config
	// id:base64 of 32 bytes[,older keys...]: seal the cookies; the first seals, all open
	SessionKeys envconfig.Secret `env:"SESSION_KEYS,required"`
	// id:base64 of 32 bytes[,older keys...]: sign what names a person to the services; the first signs, all are published
	PersonKeys envconfig.Secret `env:"PERSON_KEYS,required"`

	Issuer       string           `env:"OIDC_ISSUER,required"`        // URL of the OpenID provider at which people sign in
	ClientID     string           `env:"OIDC_CLIENT_ID,required"`     // the console's, there
	ClientSecret envconfig.Secret `env:"OIDC_CLIENT_SECRET,required"` // likewise
	// the command line's, a public client with the device flow; empty: only the console signs people in
	CLIClientID string `env:"OIDC_CLI_CLIENT_ID"`
	Scopes      string `env:"OIDC_SCOPES" default:"openid profile email groups offline_access"`
	// claim of the ID token that names a person's groups
	RolesClaim string `env:"ROLES_CLAIM" default:"groups"`
	// group=role[,...] for groups that are not called as the role: viewer, support, reviewer, finance, administrator
	RoleGroups string `env:"ROLE_GROUPS"`

	RunbookURL string `env:"RUNBOOK_URL"` // where people read docs/operations.md; pages then link to its paragraphs

	// base URL of the Prometheus that scrapes the programs: the overview shows its figures of 24 hours; empty: the
	// services' own alone
	PrometheusURL   string           `env:"PROMETHEUS_URL"`
	PrometheusToken envconfig.Secret `env:"PROMETHEUS_TOKEN"` // bearer token for it, over https or on this machine alone

	IdleLimit    time.Duration `env:"IDLE_LIMIT" default:"1h"`     // a session ends that long after its last request
	SessionLimit time.Duration `env:"SESSION_LIMIT" default:"12h"` // a session ends that long after the sign-in
	// how often the provider is asked whether the person still is signed in, and with which roles
	RefreshEvery time.Duration `env:"SESSION_REFRESH" default:"5m"`
	// how long a program that stops still serves, until balancers have noticed; responses close their connections
	ShutdownLinger time.Duration `env:"SHUTDOWN_LINGER" default:"1s"`
	ShutdownGrace  time.Duration `env:"SHUTDOWN_GRACE" default:"20s"` // longest time running requests may take to end
}

// Validate reports all faults at once.
func (c Config) Validate() error {
	wrapped := c.Keys.Validate(c.keySettings()...)
	keywrap.Placeholders(c.keySettings()...)
	_, err := c.parse()
	return errors.Join(wrapped, err, c.TLS.Validate(), c.Telemetry.Validate())
}

// keySettings are those that a KMS may wrap.
func (c *Config) keySettings() []keywrap.Setting {
	return []keywrap.Setting{{Name: "SESSION_KEYS", Value: &c.SessionKeys}, {Name: "PERSON_KEYS", Value: &c.PersonKeys}}
}

// Remarks returns lines that say which keys are in clear.
func (c Config) Remarks() string { return keywrap.Remarks(c.Mode.Development, c.keySettings()...) }

// parsed are the settings as the program needs them.
type parsed struct {
	base    *url.URL
	keys    *keyring.Keyring
	signing []person.Key
	roles   console.RoleMap
	limits  console.Limits
	proxies clientaddr.Proxies
}

func (c Config) parse() (p parsed, err error) {
	var faults []error
	named := func(name string, err error) {
		if err != nil {
			faults = append(faults, fmt.Errorf("%s: %w", name, err))
		}
	}
	if p.base, err = siteURL(c.PublicBaseURL); err == nil && strings.Trim(p.base.Path, "/") != "" {
		err = errors.New("want a URL without a path: the cookies are those of the host")
	}
	named("PUBLIC_BASE_URL", err)
	_, err = siteURL(c.Issuer)
	named("OIDC_ISSUER", err)
	p.keys, err = keyring.Parse(c.SessionKeys.Reveal())
	named("SESSION_KEYS", err)
	p.signing, err = person.ParseKeys(c.PersonKeys)
	named("PERSON_KEYS", err)
	p.roles, err = console.ParseRoleMap(c.RoleGroups)
	named("ROLE_GROUPS", err)
	p.proxies, err = clientaddr.ParseProxies(c.TrustedProxies)
	named("TRUSTED_PROXIES", err)
	for name, value := range map[string]string{
		"WEBHOOKS_GRPC": c.WebhooksGRPC, "PARTNERCONNECT_GRPC": c.PartnerconnectGRPC, "OIDC_CLIENT_ID": c.ClientID,
		"OIDC_CLIENT_SECRET": c.ClientSecret.Reveal(), "ROLES_CLAIM": c.RolesClaim,
	} {
		if value == "" {
			named(name, errors.New("must not be empty"))
		}
	}
	if u, err := url.Parse(c.RunbookURL); c.RunbookURL != "" &&
		(err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.Fragment != "") {
		named("RUNBOOK_URL", errors.New("want a URL such as https://docs.example.com/operations, without a fragment"))
	}
	named("PROMETHEUS_URL", c.checkPrometheus())
	if !strings.Contains(" "+c.Scopes+" ", " openid ") {
		named("OIDC_SCOPES", errors.New("want openid among them"))
	}
	p.limits = console.Limits{Idle: c.IdleLimit, Session: c.SessionLimit, Refresh: c.RefreshEvery}
	for name, d := range map[string]time.Duration{
		"IDLE_LIMIT": c.IdleLimit, "SESSION_LIMIT": c.SessionLimit, "SESSION_REFRESH": c.RefreshEvery,
		"SHUTDOWN_GRACE": c.ShutdownGrace,
	} {
		if d <= 0 {
			named(name, errors.New("want a positive duration"))
		}
	}
	if c.ShutdownLinger < 0 {
		named("SHUTDOWN_LINGER", errors.New("must not be negative"))
	}
	if c.SessionLimit > person.MaxKept {
		named("SESSION_LIMIT", fmt.Errorf("want at most %s: services remember so long what a form of the session did",
			person.MaxKept))
	}
	if !c.Mode.Development {
		faults = append(faults, weaksecret.Keys("SESSION_KEYS", c.SessionKeys), weaksecret.Keys("PERSON_KEYS", c.PersonKeys))
	}
	return p, errors.Join(faults...)
}

func (c Config) checkPrometheus() error {
	if c.PrometheusURL == "" {
		if c.PrometheusToken.Reveal() != "" {
			return errors.New("is required with PROMETHEUS_TOKEN")
		}
		return nil
	}
	u, err := url.Parse(c.PrometheusURL)
	if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" || u.User != nil || u.RawQuery != "" ||
		u.Fragment != "" {
		return errors.New("want a URL such as http://prometheus:9090")
	}
	if c.PrometheusToken.Reveal() != "" && u.Scheme != "https" && !envconfig.ThisMachine(u.Hostname()) {
		return errors.New("want https for a PROMETHEUS_TOKEN, or http on this machine")
	}
	return nil
}

// siteURL reads a URL whose cookies and tokens no one on the way may read: https, or this machine alone.
func siteURL(s string) (*url.URL, error) {
	u, err := url.Parse(s)
	if err != nil || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return nil, errors.New("want a URL such as https://console.example.com")
	}
	if u.Scheme != "https" && (u.Scheme != "http" || !envconfig.ThisMachine(u.Hostname())) {
		return nil, errors.New("want https, or http on this machine")
	}
	return u, nil
}
