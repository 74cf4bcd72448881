package partnerline

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// What a client does unless options say otherwise.
const (
	DefaultTimeout    = 30 * time.Second // of one attempt
	DefaultMaxRetries = 2
)

// apiName is the API that a call belongs to.
type apiName string

const (
	partnerConnect apiName = "partner connect"
	webhooks       apiName = "webhooks"
)

// keyAPIs are the APIs that keys are for, by their prefixes.
var keyAPIs = map[string]apiName{"pk_": partnerConnect, "mk_": partnerConnect, "vk_": webhooks}

// An Option changes what a client does.
type Option func(*core) error

// WithKey adds the key of the other API: a client may have one for each.
func WithKey(key string) Option {
	return func(c *core) error { return c.addKey(key) }
}

// WithPartnerConnectURL sets where partner connect is.
func WithPartnerConnectURL(base string) Option {
	return func(c *core) error { return c.setURL(partnerConnect, base) }
}

// WithWebhooksURL sets where the webhooks API is.
func WithWebhooksURL(base string) Option {
	return func(c *core) error { return c.setURL(webhooks, base) }
}

// WithHTTPClient sets what sends the requests. Its own timeout, if any, applies besides that of WithTimeout.
func WithHTTPClient(client *http.Client) Option {
	return func(c *core) error {
		c.http = client
		return nil
	}
}

// WithTimeout bounds each attempt of a call; the context bounds the call.
func WithTimeout(d time.Duration) Option {
	return func(c *core) error {
		if d <= 0 {
			return errors.New("the timeout must be positive")
		}
		c.timeout = d
		return nil
	}
}

// WithMaxRetries sets how often a call is repeated at most; 0: never.
func WithMaxRetries(n int) Option {
	return func(c *core) error {
		if n < 0 {
			return errors.New("the number of retries cannot be negative")
		}
		c.maxRetries = n
		return nil
	}
}

// WithConnectVersion asks partner connect for one version of its API, a date; without it, for the newest.
func WithConnectVersion(date string) Option {
	return func(c *core) error {
		c.connectVersion = date
		return nil
	}
}

// New returns a client. The key's prefix decides which API it is for, and whether calls are in live or in test mode. A
// key or option that cannot be used is the error of every call.
func New(key string, opts ...Option) *Client {
	c := &core{
		http:    &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }},
		timeout: DefaultTimeout, maxRetries: DefaultMaxRetries,
		keys: map[apiName]string{}, urls: map[apiName]string{},
		random: rand.Float64, sleep: sleep,
	}
	faults := []error{c.addKey(key)}
	for _, o := range opts {
		faults = append(faults, o(c))
	}
	c.fault = errors.Join(faults...)
	return newClient(c)
}

// Livemode reports whether the client's keys are for live mode.
func (c *Client) Livemode() bool { return c.core.mode == "live" }

func (c *core) addKey(key string) error {
	prefix, rest := key[:min(3, len(key))], key[min(3, len(key)):]
	api, ok := keyAPIs[prefix]
	mode, _, cut := strings.Cut(rest, "_")
	switch {
	case !ok || !cut || mode != "live" && mode != "test":
		return errors.New("a key begins with pk_, mk_ or vk_, and then live_ or test_")
	case c.keys[api] != "":
		return fmt.Errorf("there are two keys for %s", api)
	case c.mode != "" && c.mode != mode:
		return errors.New("one key is for live mode and the other for test mode")
	}
	c.keys[api], c.mode = key, mode
	return nil
}

func (c *core) setURL(api apiName, base string) error {
	u, err := url.Parse(base)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" {
		return fmt.Errorf("the URL of %s must begin with https:// or http:// and name a host", api)
	}
	c.urls[api] = strings.TrimRight(base, "/")
	return nil
}
