package krs

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strings"
	"time"

	"github.com/partnerline/partnerline/services/partnerconnect/kernel/register"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/representation"
)

// DefaultBase is the register's own address.
const DefaultBase = "https://api-krs.ms.gov.pl"

// maxAnswer is far above the longest extract, which has some hundred kilobytes.
const maxAnswer = 8 << 20

// Client is a register.Directory.
type Client struct {
	base string
	http *http.Client
	now  func() time.Time
}

var _ register.Directory = (*Client)(nil)

// New returns a client of the API below base, whose calls end after the timeout.
func New(base string, timeout time.Duration, now func() time.Time) *Client {
	return &Client{
		base: strings.TrimSuffix(base, "/"),
		http: &http.Client{
			Transport: &http.Transport{
				Proxy: http.ProxyFromEnvironment, IdleConnTimeout: time.Minute, ForceAttemptHTTP2: true,
				MaxIdleConnsPerHost: -1, // no idle ones of HTTP/1: a stray answer on one would be about another company
			},
			Timeout:       timeout,
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
		now: now,
	}
}

// Close closes idle connections.
func (c *Client) Close() { c.http.CloseIdleConnections() }

var krsNumber = regexp.MustCompile(`^[0-9]{10}$`)

// Lookup asks the register of entrepreneurs, then that of associations. 404 means that the register has no such
// number; 404 with a page comes from an address without the API, and is an error. 204 means that the entry was struck
// off: then nothing else is known of it.
func (c *Client) Lookup(ctx context.Context, scheme, number string) (representation.Record, error) {
	if scheme != representation.SchemeKRS || !krsNumber.MatchString(number) {
		return representation.Record{}, register.ErrNotListed
	}
	for _, rejestr := range []string{"P", "S"} {
		status, contentType, body, err := c.get(ctx, number, rejestr)
		if err != nil {
			return representation.Record{}, unavailable(err)
		}
		switch {
		case status == http.StatusOK:
			r, err := read(body, number)
			if err != nil {
				return representation.Record{}, unavailable(err)
			}
			return r, nil
		case status == http.StatusNoContent:
			return representation.Record{
				Scheme: scheme, Number: number, AsOf: c.now().UTC(), Status: representation.StruckOff,
				Body: representation.Body{Rule: representation.NewRule()},
			}, nil
		case status == http.StatusNotFound && !strings.HasPrefix(contentType, "text/html"):
		default:
			return representation.Record{}, unavailable(fmt.Errorf("status %d", status))
		}
	}
	return representation.Record{}, register.ErrNotListed
}

func (c *Client) get(
	ctx context.Context, number, rejestr string,
) (status int, contentType string, body []byte, err error) {
	url := c.base + "/api/krs/OdpisAktualny/" + number + "?rejestr=" + rejestr + "&format=json"
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return 0, "", nil, err
	}
	req.Header.Set("Accept", "application/json")
	resp, err := c.http.Do(req)
	if err != nil {
		return 0, "", nil, err
	}
	defer func() { _ = resp.Body.Close() }()
	body, err = io.ReadAll(io.LimitReader(resp.Body, maxAnswer+1))
	if err == nil && len(body) > maxAnswer {
		err = errors.New("the answer is too long")
	}
	return resp.StatusCode, resp.Header.Get("Content-Type"), body, err
}

func unavailable(cause error) error { return fmt.Errorf("%w: krs: %w", register.ErrUnavailable, cause) }
