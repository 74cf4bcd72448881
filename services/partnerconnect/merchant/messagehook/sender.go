package messagehook

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"time"

	"github.com/partnerline/partnerline/internal/egress"
	"github.com/partnerline/partnerline/internal/signature"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/message"
)

const (
	// timeout is how long a request may take, connecting included.
	timeout = 10 * time.Second
	// maxAnswer is far above what an answer has to say.
	maxAnswer = 64 << 10
	// maxID is the longest id of a provider that is kept.
	maxID = 200
)

// A Sender posts messages to one URL.
type Sender struct {
	url  string
	keys []*signature.Key
	http *http.Client
	now  func() time.Time
}

// New returns a sender of a valid Config.
func New(c Config, now func() time.Time) (*Sender, error) {
	keys, err := c.keys()
	if err != nil {
		return nil, err
	}
	allow, err := egress.ParseAllow(c.Allow)
	if err != nil {
		return nil, err
	}
	dialer := &net.Dialer{ControlContext: egress.New(allow).ControlContext}
	return &Sender{
		url: c.URL, keys: keys, now: now,
		http: &http.Client{
			Transport: &http.Transport{
				DialContext: dialer.DialContext, ForceAttemptHTTP2: true, IdleConnTimeout: time.Minute,
				MaxIdleConnsPerHost: -1, // no idle ones of HTTP/1: a stray answer on one would be about another message
			},
			Timeout:       timeout,
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}, nil
}

// Close closes idle connections.
func (s *Sender) Close() error {
	s.http.CloseIdleConnections()
	return nil
}

// A body is what a request says: the fields of providers.v1.SendMessageRequest.
type body struct {
	MessageID   string    `json:"message_id"`
	Medium      string    `json:"medium"`
	To          string    `json:"to"`
	Locale      string    `json:"locale"`
	Subject     *string   `json:"subject"`
	Text        string    `json:"text"`
	HTML        *string   `json:"html"`
	Template    string    `json:"template"`
	UsefulUntil time.Time `json:"useful_until"`
}

// permanent says that the receiver's address takes no messages. No other status does: proxies on the way and other
// servers answer with them, too, and a wrong URL, signature or request is no fault of the address.
const permanent = http.StatusUnprocessableEntity

// Send posts a message. Every attempt has the message's id, by which the system recognizes a repeat.
func (s *Sender) Send(ctx context.Context, m message.RenderedMessage) (string, error) {
	b := body{
		MessageID: string(m.ID), Medium: string(m.Medium), To: m.To, Locale: m.Language, Text: m.Text,
		Template:    string(m.Template),
		UsefulUntil: m.UsefulUntil.UTC(),
	}
	if m.Medium == message.ByEmail {
		b.Subject, b.HTML = &m.Subject, &m.HTML
	}
	content, err := json.Marshal(b)
	if err != nil {
		return "", fmt.Errorf("encode the message: %w", err)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.url, bytes.NewReader(content))
	if err != nil {
		return "", err
	}
	x, _ := signature.Sign(s.keys, string(m.ID), s.now().Unix(), content)
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("X-Webhook-Id", string(m.ID))
	req.Header.Set("X-Signature", x)
	resp, err := s.http.Do(req)
	if err != nil {
		if u, ok := errors.AsType[*url.Error](err); ok {
			err = u.Err // the URL may hold a secret
		}
		return "", err
	}
	defer func() { _ = resp.Body.Close() }()
	answer, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer))
	switch {
	case resp.StatusCode == permanent:
		return "", fmt.Errorf("%w: status %d", message.ErrRejected, resp.StatusCode)
	case resp.StatusCode < 200 || resp.StatusCode > 299:
		return "", fmt.Errorf("status %d", resp.StatusCode)
	case err != nil:
		return "", nil // it is accepted; the id is lost
	}
	var accepted struct {
		ID string `json:"provider_message_id"`
	}
	if json.Unmarshal(answer, &accepted) != nil || len(accepted.ID) > maxID {
		return "", nil // it is accepted; the id is of no use
	}
	return accepted.ID, nil
}
