package ceidg

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"time"

	"github.com/partnerline/partnerline/services/partnerconnect/kernel/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/register"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/representation"
)

// maxAnswer is far above the entries of one person, which have some kilobytes each.
const maxAnswer = 1 << 20

// Client is a register.Directory of sole traders.
type Client struct {
	base  string
	token string
	http  *http.Client
	calls *postgres.RegisterStore // those of all replicas
	now   func() time.Time
}

var _ register.Directory = (*Client)(nil)

// New returns a client of the API below base. Its calls carry the token, end after the timeout, and are counted in
// calls together with those of all replicas.
func New(base, token string, timeout time.Duration, calls *postgres.RegisterStore, now func() time.Time) *Client {
	return &Client{
		base: strings.TrimSuffix(base, "/"), token: token,
		http: &http.Client{
			Transport: &http.Transport{
				Proxy: http.ProxyFromEnvironment, IdleConnTimeout: time.Minute, ForceAttemptHTTP2: true,
				MaxIdleConnsPerHost: -1, // no idle ones of HTTP/1: a stray answer on one would be about another business
			},
			Timeout:       timeout,
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
		calls: calls, now: now,
	}
}

// Close closes idle connections.
func (c *Client) Close() { c.http.CloseIdleConnections() }

var nip = regexp.MustCompile(`^[0-9]{10}$`)

// Lookup lists the entries of a tax number and reads the one in force. If all entries were struck off, it reads
// nothing but the list.
func (c *Client) Lookup(ctx context.Context, scheme, number string) (representation.Record, error) {
	if scheme != representation.SchemeNIP || !nip.MatchString(number) {
		return representation.Record{}, register.ErrNotListed
	}
	body, err := c.get(ctx, "/firmy?nip="+number)
	if err != nil {
		return representation.Record{}, unavailable(err)
	}
	if body == nil {
		return representation.Record{}, register.ErrNotListed
	}
	e, err := readList(body, number)
	switch {
	case err != nil:
		return representation.Record{}, unavailable(err)
	case e == nil:
		return representation.Record{}, register.ErrNotListed
	case e.status() == representation.StruckOff:
		return representation.Record{
			Scheme: scheme, Number: number, AsOf: c.now().UTC(), Status: representation.StruckOff,
			Body: representation.Body{Rule: representation.NewRule()},
		}, nil
	}
	if body, err = c.get(ctx, "/firma/"+e.ID); err != nil {
		return representation.Record{}, unavailable(err)
	}
	r, err := readEntry(body, number, c.now().UTC())
	if err != nil {
		return r, unavailable(err)
	}
	return r, nil
}

// get returns the API's answer, or nil when the API has no entry. 404 does not mean that: it comes from an address
// without the API.
func (c *Client) get(ctx context.Context, path string) ([]byte, error) {
	allowed, err := c.calls.TakeCall(ctx, quotaName, callLimits, c.now())
	if err == nil && !allowed {
		err = errors.New("the quota of calls is used up")
	}
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.base+path, nil)
	if err != nil {
		return nil, errors.New("the address is not valid")
	}
	req.Header.Set("Accept", "application/json")
	req.Header.Set("Authorization", "Bearer "+c.token)
	resp, err := c.http.Do(req)
	if err != nil {
		if u, ok := errors.AsType[*url.Error](err); ok {
			err = u.Err // the URL holds a person's tax number
		}
		return nil, err
	}
	defer func() { _ = resp.Body.Close() }()
	switch resp.StatusCode {
	case http.StatusOK:
	case http.StatusNoContent:
		return nil, nil
	case http.StatusTooManyRequests:
		err = c.calls.BlockCalls(ctx, quotaName, c.now().Add(refusedFor(resp.Header.Get("Retry-After"))))
		fallthrough
	default:
		return nil, errors.Join(fmt.Errorf("status %d", resp.StatusCode), err)
	}
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer+1))
	if err == nil && len(body) > maxAnswer {
		err = errors.New("the answer is too long")
	}
	return body, err
}

func unavailable(cause error) error {
	return fmt.Errorf("%w: ceidg: %w", register.ErrUnavailable, cause)
}
