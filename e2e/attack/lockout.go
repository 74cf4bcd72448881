package attack

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/e2e/walk"
	partnerconnectv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
)

var lockout = Attack{
	Name: "lockout",
	About: "with nothing but a merchant's link, from many addresses: fill the merchant's mailbox and the table of " +
		"sessions, and keep it from " +
		"signing in, in a browser that is known and in one that is not",
	Run: runLockout,
}

// lockoutBars: what strangers may cause in an hour, and how long the merchant may wait for a code meanwhile.
const (
	mailsPerHour    = 12
	sessionRows     = 250
	secondsToSignIn = 5
)

func runLockout(ctx context.Context, t *Target) ([]Figure, error) {
	addresses, posts := 40, int64(2000)
	if t.Small {
		addresses, posts = 12, 300
	}
	opctx, op, closeOperator, err := t.operator(ctx)
	if err != nil {
		return nil, err
	}
	defer closeOperator()
	calm, closeCalm := client("127.0.0.1", 4)
	defer closeCalm()
	partner := t.api(calm)
	ref, link, err := partner.applicant(ctx)
	if err != nil {
		return nil, err
	}
	home, err := signIn(ctx, link)
	if err != nil {
		return nil, fmt.Errorf("before the attack: %w", err)
	}
	own, err := mails(opctx, op, ref)
	if err != nil {
		return nil, err
	}

	// The attack goes on while the merchant signs in.
	attack, stop := context.WithCancel(ctx)
	var wg sync.WaitGroup
	var sent atomic.Int64
	worst := make(chan struct{})
	for i := range addresses {
		wg.Go(func() { harass(attack, link, fmt.Sprintf("127.0.66.%d", i+1), &sent, posts, worst) })
	}
	defer wg.Wait()
	defer stop()
	select {
	case <-worst:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	known, err := timed(func() error { return home.again(ctx, partner, ref) })
	if err != nil {
		return nil, fmt.Errorf("in a browser that is known: %w", err)
	}
	unknown, err := timed(func() error { return byMail(ctx, opctx, op, ref) })
	if err != nil {
		return nil, fmt.Errorf("in another browser: %w", err)
	}
	stop()
	wg.Wait()
	all, err := mails(opctx, op, ref)
	if err != nil {
		return nil, err
	}
	rows, err := t.sessions(ctx, ref)
	if err != nil {
		return nil, err
	}
	t.Logf("%d forms were sent by strangers", sent.Load())
	return []Figure{
		// one is of the known browser
		{Name: "mails of an hour that strangers caused", Value: float64(all - own - 1), Unit: "count", Bar: mailsPerHour},
		{Name: "rows of sessions", Value: float64(rows), Unit: "count", Bar: sessionRows},
		{Name: "until a known browser is signed in", Value: known.Seconds(), Unit: "s", Bar: secondsToSignIn},
		{Name: "until another browser is signed in, by a mail", Value: unknown.Seconds(), Unit: "s", Bar: secondsToSignIn},
	}, nil
}

// harass opens sessions by a link and asks for codes, until ctx ends. worst is closed once so many sessions were opened
// by all.
func harass(ctx context.Context, link, from string, sent *atomic.Int64, posts int64, worst chan struct{}) {
	c, done := client(from, 2)
	defer done()
	for ctx.Err() == nil {
		b, err := walk.NewBrowser()
		if err != nil {
			return
		}
		b.Via(c.Transport)
		if b.Open(ctx, link) == nil && b.Send(ctx, nil) == nil {
			_ = b.Send(ctx, map[string]string{"do": "send"}) // refused once the share is used up
		}
		if sent.Add(1) == posts {
			close(worst)
		}
	}
}

// applicant makes an onboarding with a contact, and returns its ref and link.
func (a *api) applicant(ctx context.Context) (ref, link string, err error) {
	var o struct{ Ref string }
	body := `{"partner_external_ref":"lockout","applicant_type":"sole_trader",` +
		`"applicant":{"email":"merchant@example.com","phone":"+48600100200"}}`
	if err := a.call(ctx, http.MethodPost, "/onboarding", body, &o); err != nil {
		return "", "", err
	}
	link, err = a.link(ctx, o.Ref)
	return o.Ref, link, err
}

// link is a new one to the hosted flow.
func (a *api) link(ctx context.Context, ref string) (string, error) {
	var o struct {
		NextAction struct{ URL string } `json:"next_action"`
	}
	err := a.call(ctx, http.MethodGet, "/onboarding/"+ref, "", &o)
	return o.NextAction.URL, err
}

// A visitor is the merchant in a browser.
type visitor struct{ *walk.Browser }

// signIn redeems a link and proves the contact.
func signIn(ctx context.Context, link string) (visitor, error) {
	b, err := walk.NewBrowser()
	if err != nil {
		return visitor{}, err
	}
	return visitor{b}, visitor{b}.enter(ctx, link)
}

// again signs in by a new link, in a session of its own.
func (v visitor) again(ctx context.Context, a *api, ref string) error {
	link, err := a.link(ctx, ref)
	if err != nil {
		return err
	}
	return v.enter(ctx, link)
}

func (v visitor) enter(ctx context.Context, link string) error {
	if err := v.Open(ctx, link); err != nil {
		return err
	}
	if err := v.Send(ctx, nil); err != nil {
		return err
	}
	return walk.Prove(ctx, v.Browser, v.Code)
}

var linkOfMail = regexp.MustCompile(`https?://\S+/connect/\S+`)

// byMail signs in, in a browser that is not known, by the link in the last mail that the merchant got.
func byMail(ctx, opctx context.Context, op partnerconnectv1.MerchantOperatorServiceClient, ref string) error {
	list, err := op.ListMessages(opctx, &partnerconnectv1.ListMessagesRequest{Ref: ref})
	if err != nil {
		return err
	}
	link := ""
	for _, m := range list.GetData() {
		if l := linkOfMail.FindString(m.GetText()); l != "" && m.GetMedium() == "email" {
			link = l
		}
	}
	b, err := walk.NewBrowser()
	if err != nil {
		return err
	}
	if err := b.Open(ctx, link); err != nil {
		return fmt.Errorf("the link of a mail %q: %w", link, err)
	}
	if err := b.Send(ctx, nil); err != nil {
		return err
	}
	// The address is proved by the link; the phone is left.
	if err := b.Send(ctx, map[string]string{"do": "send"}); err != nil {
		return err
	}
	code, err := b.Code()
	if err != nil {
		return err
	}
	if err := b.Send(ctx, map[string]string{"do": "code", "code": code}); err != nil {
		return err
	}
	if strings.HasSuffix(b.Page(), "contact") {
		return errors.New("a contact is left to be proved")
	}
	return nil
}

// mails is how many e-mails went to the people of an onboarding.
func mails(ctx context.Context, op partnerconnectv1.MerchantOperatorServiceClient, ref string) (n int, err error) {
	list, err := op.ListMessages(ctx, &partnerconnectv1.ListMessagesRequest{Ref: ref})
	for _, m := range list.GetData() {
		if m.GetMedium() == "email" {
			n++
		}
	}
	return n, err
}

// sessions is how many sessions of an onboarding are stored.
func (t *Target) sessions(ctx context.Context, ref string) (n int, err error) {
	url, err := t.Stack.PartnerConnectDatabase()
	if err != nil {
		return 0, err
	}
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return 0, err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	err = conn.QueryRow(ctx, `SELECT count(*) FROM hosted_sessions WHERE onboarding_ref = $1`, ref).Scan(&n)
	return n, err
}

func timed(f func() error) (time.Duration, error) {
	start := time.Now()
	err := f()
	return time.Since(start), err
}
