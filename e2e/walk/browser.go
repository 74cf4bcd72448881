package walk

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"regexp"
	"strings"
	"time"
)

// A Browser walks the hosted flow as one without JavaScript does: it keeps cookies, follows redirects, and sends forms
// back with what they hold.
type Browser struct {
	client *http.Client
	at     *url.URL
	body   string
}

// NewBrowser returns one without cookies.
func NewBrowser() (*Browser, error) {
	jar, err := cookiejar.New(nil)
	if err != nil {
		return nil, err
	}
	return &Browser{client: &http.Client{Jar: jar, Timeout: 15 * time.Second}}, nil
}

// Via lets the browser make its requests by a transport, of an address of its own for example.
func (b *Browser) Via(t http.RoundTripper) *Browser {
	b.client.Transport = t
	return b
}

// Open opens a page.
func (b *Browser) Open(ctx context.Context, url string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	return b.do(req)
}

var hidden = regexp.MustCompile(`<input type="hidden" name="(form|hash|once)" value="([^"]*)">`)

// Send sends a form of the page with the fields given, and the page's hidden ones.
func (b *Browser) Send(ctx context.Context, fields map[string]string) error {
	return b.SendTo(ctx, b.At(), fields)
}

// SendTo is Send to another page than the form is on.
func (b *Browser) SendTo(ctx context.Context, to string, fields map[string]string) error {
	form := url.Values{}
	for _, m := range hidden.FindAllStringSubmatch(b.body, -1) {
		form.Set(m[1], m[2])
	}
	for k, v := range fields {
		form.Set(k, v)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, to, strings.NewReader(form.Encode()))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	return b.do(req)
}

func (b *Browser) do(req *http.Request) error {
	trace(req)
	resp, err := b.client.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = resp.Body.Close() }()
	raw, err := io.ReadAll(io.LimitReader(resp.Body, 1<<20))
	if err != nil {
		return err
	}
	b.at, b.body = resp.Request.URL, string(raw)
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("%s %s: status %d: %s", req.Method, b.at.Path, resp.StatusCode, b.alert())
	}
	return nil
}

// At is the URL of the page.
func (b *Browser) At() string { return b.at.String() }

// Has reports whether the page's source has a text.
func (b *Browser) Has(text string) bool { return strings.Contains(b.body, text) }

// Source is that of the page.
func (b *Browser) Source() string { return b.body }

// Page is the last part of the path.
func (b *Browser) Page() string { return b.at.Path[strings.LastIndexByte(b.at.Path, '/')+1:] }

var alert = regexp.MustCompile(`role="alert">([^<]*)<`)

// alert is what the page says went wrong.
func (b *Browser) alert() string {
	if m := alert.FindStringSubmatch(b.body); m != nil {
		return m[1]
	}
	return "no message"
}

var shownCode = regexp.MustCompile(`data-code="([0-9]{6})"`)

// Code is the one-time code that the sandbox shows.
func (b *Browser) Code() (string, error) {
	m := shownCode.FindStringSubmatch(b.body)
	if m == nil {
		return "", fmt.Errorf("the page %s shows no code", b.Page())
	}
	return m[1], nil
}
