package sender

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"
	"golang.org/x/oauth2"
	"golang.org/x/oauth2/clientcredentials"

	"github.com/partnerline/partnerline/services/dispatcher"
)

const (
	rememberedTokens = 16384
	maxToken         = 8 << 10
	// defaultTokenLife is that of a token whose server does not say how long it lasts, maxTokenLife of any.
	defaultTokenLife = 5 * time.Minute
	maxTokenLife     = 24 * time.Hour
	minTokenLife     = time.Second
	// tokenPause is how long a failure is remembered, and how long after a refused token the next one is not replaced:
	// neither a failing token server nor a receiver that refuses all tokens makes us call that server for each attempt.
	tokenPause = 10 * time.Second
)

// tokens fetches and keeps tokens, those of each authentication for itself: one at a time, early before they end.
type tokens struct {
	opts   Options
	dialer *dialer

	ctx    context.Context //nolint:containedctx // of fetches, which outlive the attempts that wait for them
	cancel context.CancelFunc
	work   sync.WaitGroup

	mu   sync.Mutex // guards all below, and what entries hold
	byID *simplelru.LRU[string, *token]
}

// A token is what is known of the token of an authentication.
type token struct {
	client   *clientcredentials.Config // it remembers how the server wants its clients to authenticate
	value    string                    // empty: none yet
	renewAt  time.Time
	ends     time.Time
	err      error         // of the last fetch
	failedAt time.Time     // when it failed
	fetching chan struct{} // closed at the end of a fetch; nil: none is under way
	replaced time.Time     // when a refused token was replaced last
}

func newTokens(opts Options, d *dialer) *tokens {
	t := &tokens{opts: opts, dialer: d}
	t.ctx, t.cancel = context.WithCancel(context.Background())
	t.byID, _ = simplelru.NewLRU[string, *token](rememberedTokens, nil) // fails only for a size below 1
	return t
}

// close ends fetches.
func (t *tokens) close() {
	t.cancel()
	t.work.Wait()
}

// A tokenError is why there is no token. It holds nothing that the token server wrote but a status and a known code.
type tokenError struct {
	message string
	refused bool // the server answered that it issues none
	timeout bool
}

func (e *tokenError) Error() string { return e.message }

// get returns the token of an authentication, which it fetches if there is none. It waits until ctx ends.
func (t *tokens) get(ctx context.Context, a *dispatcher.Authentication) (string, error) {
	for {
		value, wait, err := t.at(a, time.Now())
		if wait == nil {
			return value, err
		}
		select {
		case <-wait:
		case <-ctx.Done():
			return "", &tokenError{message: "the token server did not answer before the deadline", timeout: true}
		}
	}
}

// at returns the token at a time, or what to wait for. A token that ends soon is still used while the next is fetched.
func (t *tokens) at(a *dispatcher.Authentication, now time.Time) (value string, wait <-chan struct{}, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	e := t.entry(a)
	failed := e.err != nil && now.Sub(e.failedAt) < tokenPause
	valid := e.value != "" && now.Before(e.ends)
	if e.fetching == nil && !failed && (!valid || !now.Before(e.renewAt)) {
		t.fetch(a, e)
	}
	switch {
	case valid:
		return e.value, nil, nil
	case failed:
		return "", nil, e.err
	}
	return "", e.fetching, nil
}

// replace drops a token that a receiver has refused, and reports whether another one may be asked for.
func (t *tokens) replace(a *dispatcher.Authentication, refused string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	e, now := t.entry(a), time.Now()
	if e.value != refused {
		return true // another attempt has replaced it
	}
	if now.Sub(e.replaced) < tokenPause {
		return false
	}
	e.value, e.replaced = "", now
	return true
}

// entry returns what is known of the token of an authentication. The caller holds mu.
func (t *tokens) entry(a *dispatcher.Authentication) *token {
	e, ok := t.byID.Get(a.ID)
	if !ok {
		e = &token{client: &clientcredentials.Config{
			ClientID: a.Client.ID, ClientSecret: a.Client.Secret, TokenURL: a.Client.TokenURL, Scopes: a.Client.Scopes,
		}}
		t.byID.Add(a.ID, e)
	}
	return e
}

// fetch begins to fetch a token. The caller holds mu.
func (t *tokens) fetch(a *dispatcher.Authentication, e *token) {
	e.fetching = make(chan struct{})
	t.work.Go(func() {
		value, life, err := t.request(a.Client, e.client)
		t.mu.Lock()
		defer t.mu.Unlock()
		if e.err = err; err != nil {
			e.failedAt = time.Now()
		} else {
			now := time.Now()
			e.value, e.renewAt, e.ends = value, now.Add(life*4/5), now.Add(life)
		}
		close(e.fetching)
		e.fetching = nil
	})
}

// request asks the token server once, within half of an attempt's time, on a connection of its own.
func (t *tokens) request(c *dispatcher.OAuth2Client, config *clientcredentials.Config) (string, time.Duration, error) {
	ctx, cancel := context.WithTimeout(t.ctx, t.opts.Timeout/2)
	defer cancel()
	to, err := url.Parse(c.TokenURL)
	if err != nil {
		return "", 0, &tokenError{message: "the token URL cannot be called"}
	}
	if err := t.opts.Guard.CheckHost(to.Hostname()); err != nil {
		return "", 0, &tokenError{message: "the token server has an address that is not allowed"}
	}
	transport, err := t.transport(c)
	if err != nil {
		return "", 0, err
	}
	defer transport.CloseIdleConnections()
	client := &http.Client{Transport: transport, CheckRedirect: func(*http.Request, []*http.Request) error {
		return http.ErrUseLastResponse // the secret goes where the tenant says, and nowhere else
	}}
	got, err := config.Token(context.WithValue(ctx, oauth2.HTTPClient, client))
	if err != nil {
		return "", 0, ofTokenServer(err)
	}
	if !isPlain(got.AccessToken) || len(got.AccessToken) > maxToken {
		return "", 0, &tokenError{message: "the token server issued a token that no header can have"}
	}
	life := defaultTokenLife
	if !got.Expiry.IsZero() {
		life = min(time.Until(got.Expiry), maxTokenLife)
	}
	if life < minTokenLife {
		return "", 0, &tokenError{message: "the token server issued a token that has ended"}
	}
	return got.AccessToken, life, nil
}

// transport returns one for a request to a token server.
func (t *tokens) transport(c *dispatcher.OAuth2Client) (*http.Transport, error) {
	roots := t.opts.RootCAs
	if c.AuthorityPEM != "" {
		var err error
		if roots == nil {
			if roots, err = x509.SystemCertPool(); err != nil {
				return nil, &tokenError{message: "the authorities of this machine cannot be read"}
			}
		} else {
			roots = roots.Clone()
		}
		roots.AppendCertsFromPEM([]byte(c.AuthorityPEM))
	}
	transport := &http.Transport{
		DialContext: t.dialer.dial, TLSClientConfig: &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12},
		// net/http continues a handshake after its request has ended.
		TLSHandshakeTimeout: t.opts.Timeout,
		DisableKeepAlives:   true, MaxResponseHeaderBytes: maxResponseHeaders,
		Proxy: nil, // never from the environment
	}
	t.dialer.throughProxy(transport, t.opts.Proxy)
	return transport, nil
}

// knownTokenErrors are those of RFC 6749, section 5.2. Any other text is the server's and might repeat the secret.
var knownTokenErrors = []string{
	"invalid_request", "invalid_client", "invalid_grant", "unauthorized_client", "unsupported_grant_type", "invalid_scope",
}

// ofTokenServer says why a token server gave no token.
func ofTokenServer(err error) *tokenError {
	var answer *oauth2.RetrieveError
	var transport *url.Error
	switch {
	case errors.As(err, &answer):
		e := &tokenError{message: fmt.Sprintf("the token server answered %d", answer.Response.StatusCode)}
		if slices.Contains(knownTokenErrors, answer.ErrorCode) {
			e.message, e.refused = e.message+" "+answer.ErrorCode, true
		}
		switch answer.Response.StatusCode {
		case http.StatusBadRequest, http.StatusUnauthorized, http.StatusForbidden:
			e.refused = true
		}
		return e
	case errors.As(err, &transport): // without the URL, which may have a key in its query
		return &tokenError{message: "the token server cannot be reached: " + transport.Err.Error(), timeout: isTimeout(err)}
	}
	return &tokenError{message: "the token server did not answer with a token"}
}
