package walk

import (
	"context"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"
	"google.golang.org/protobuf/encoding/protojson"

	"github.com/partnerline/partnerline/e2e/stack"
	"github.com/partnerline/partnerline/internal/ids"
	"github.com/partnerline/partnerline/internal/operatorclient"
	partnerconnectv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/register"
)

// Live is what a walk through live mode needs beside the system: what people see of the providers, and the bank.
type Live struct {
	MailURL     string // of the mail server's mailbox
	ProviderURL string // of the example provider's pages
	BankDir     string

	// IBAN from which the engine transfers what it has collected
	EngineAccount string
	Bank          func(ctx context.Context, args ...string) (string, error) // a command of the example bank
	// makes the requests of browsers; nil: the default one
	Browsers http.RoundTripper
}

// liveWithin bounds the walk through live mode.
const liveWithin = 3 * time.Minute

// RunLive does the main job in live mode, as a partner, a merchant, a payer, an operator and the providers would, and
// reports each step that succeeded; the first that fails ends the walk.
func RunLive(ctx context.Context, env stack.Env, live Live, report func(step, detail string)) error {
	ctx, cancel := context.WithTimeout(ctx, liveWithin)
	defer cancel()
	env.PartnerKey = env.PartnerKeyLive
	w := live.walker(env, report)
	conn, err := grpc.NewClient(env.PartnerGRPC, grpc.WithTransportCredentials(env.TLS.Credentials()))
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close() }()
	w.operator = operatorclient.NewPartnerConnect(conn)
	return steps(ctx, []step{
		{"import a company", w.importCompany},
		{"create a draft", w.createDraft},
		{"provide the company data", w.provideCompany},
		{"prefill the identity", w.prefill},
		{"decide the representation", w.decide},
		{"upload a document", w.upload},
		{"finalize the onboarding", w.finalize},
		{"prove the contact", w.proveContact},
		{"verify the identity", w.verifyIdentity},
		{"sign", w.signAgreement},
		{"book the verification transfer", w.transfer},
		{"approve", w.approveReview},
		{"take a payment", w.pay},
		{"refund some of it", w.refund},
		{"settle", w.settle},
		{"pay out", w.payOut},
		{"reconcile", w.reconcile},
	})
}

// Merchant takes the personal acts of a merchant of live mode, from its link to the page that asks for the verification
// transfer.
func (l Live) Merchant(ctx context.Context, link, email, phone string) error {
	w := l.walker(stack.Env{}, func(string, string) {})
	w.hostedURL, w.email, w.phone = link, email, phone
	return steps(ctx, []step{{"prove the contact", w.proveContact}, {"verify the identity", w.verifyIdentity},
		{"sign", w.signAgreement}})
}

func (l Live) walker(env stack.Env, report func(step, detail string)) *liveWalker {
	return &liveWalker{walker: &walker{env: env, report: report}, live: l, read: map[string]int{}}
}

// A liveWalker walks through live mode.
type liveWalker struct {
	*walker
	live      Live
	operator  operatorclient.PartnerConnect
	browser   *Browser
	read      map[string]int // how many messages of an address were read
	paymentID string
}

func (w *liveWalker) asOperator(ctx context.Context) context.Context {
	return metadata.AppendToOutgoingContext(ctx, "authorization", "Bearer "+w.env.InternalToken)
}

// until waits for a fact: most of what providers do comes later.
func until(ctx context.Context, what string, fact func() (bool, error)) error {
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for {
		if ok, err := fact(); ok || err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("%s: %w", what, ctx.Err())
		case <-tick.C:
		}
	}
}

// liveCompany is the number of a company that the demo puts into its own register: no register has given it out.
const liveCompany = "0999999999"

// importCompany enters a company, as an operator does where no court register is connected.
func (w *liveWalker) importCompany(ctx context.Context) error {
	var companies partnerconnectv1.ImportRegisterRequest
	if err := protojson.Unmarshal([]byte(`{"records":`+string(register.FictitiousFile())+`}`), &companies); err != nil {
		return err
	}
	companies.Livemode, companies.Records = true, companies.Records[:1]
	companies.Records[0].Number = liveCompany
	if _, err := w.operator.ImportRegister(w.asOperator(ctx), &companies); err != nil {
		return err
	}
	w.company, w.email, w.phone = liveCompany, ids.New("owner-")+"@example.com",
		fmt.Sprintf("+48600%06d", time.Now().UnixNano()/1000%1_000_000)
	w.report("company imported", liveCompany+", by an operator; KRS_URL connects the court register instead")
	return nil
}

// fetch reads a page or an answer of a provider.
func fetch(ctx context.Context, url string) (string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return "", err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return "", err
	}
	defer func() { _ = resp.Body.Close() }()
	b, err := io.ReadAll(io.LimitReader(resp.Body, 16<<20))
	if err == nil && resp.StatusCode != http.StatusOK {
		err = fmt.Errorf("GET %s: status %d", req.URL.Path, resp.StatusCode)
	}
	return string(b), err
}

// emails are the texts of the e-mails to an address, the oldest first.
func (w *liveWalker) emails(ctx context.Context, to string) (texts []string, err error) {
	raw, err := fetch(ctx, w.live.MailURL+"/api/email")
	if err != nil {
		return nil, err
	}
	var all []struct {
		To   []struct{ Address string }
		Text string
	}
	if err := json.Unmarshal([]byte(raw), &all); err != nil {
		return nil, fmt.Errorf("the mailbox: %w", err)
	}
	for _, m := range all {
		if len(m.To) == 1 && m.To[0].Address == to {
			texts = append(texts, m.Text)
		}
	}
	return texts, nil
}

var phoneMessage = regexp.MustCompile(`(?s)<td>(\+[0-9]+)</td><td>.*?<pre>(.*?)</pre>`)

// textMessages are the messages on the phone of a number, the oldest first.
func (w *liveWalker) textMessages(ctx context.Context, to string) (texts []string, err error) {
	page, err := fetch(ctx, w.live.ProviderURL+"/")
	if err != nil {
		return nil, err
	}
	for _, m := range phoneMessage.FindAllStringSubmatch(html.UnescapeString(page), -1) {
		if m[1] == to {
			texts = append([]string{m[2]}, texts...)
		}
	}
	return texts, nil
}

var sixDigits = regexp.MustCompile(`\b[0-9]{6}\b`)

// code waits for the next message to an address, and returns the code in it.
func (w *liveWalker) code(ctx context.Context, to string,
	read func(context.Context, string) ([]string, error)) (code string, err error) {
	err = until(ctx, "no message came", func() (bool, error) {
		texts, err := read(ctx, to)
		if err != nil || len(texts) <= w.read[to] {
			return false, err
		}
		code = sixDigits.FindString(texts[w.read[to]])
		w.read[to]++
		return true, nil
	})
	if err == nil && code == "" {
		err = fmt.Errorf("the message has no code")
	}
	return code, err
}

func (l Live) browser() (*Browser, error) {
	b, err := NewBrowser()
	if err != nil {
		return nil, err
	}
	return b.Via(l.Browsers), nil
}

// proveContact enters the codes that came by e-mail and by text message.
func (w *liveWalker) proveContact(ctx context.Context) (err error) {
	if w.browser, err = w.live.browser(); err != nil {
		return err
	}
	b := w.browser
	if err := b.Open(ctx, w.hostedURL); err != nil {
		return err
	}
	if err := b.Send(ctx, nil); err != nil { // Continue
		return err
	}
	byEmail := true
	if err := Prove(ctx, b, func() (string, error) {
		if !byEmail {
			return w.code(ctx, w.phone, w.textMessages)
		}
		byEmail = false
		return w.code(ctx, w.email, w.emails)
	}); err != nil {
		return err
	}
	if b.Page() != "review" {
		return fmt.Errorf("the page is %s, not review", b.Page())
	}
	w.report("contact proven", "codes read from the mailbox of the SMTP server, and from the phone of the example "+
		"provider")
	return b.Send(ctx, nil) // the data is right
}

// signAgreement declares, signs with a code, and allows payouts.
func (w *liveWalker) signAgreement(ctx context.Context) error {
	b := w.browser
	if err := sign(ctx, b, func() (string, error) { return w.code(ctx, w.phone, w.textMessages) }); err != nil {
		return err
	}
	if b.Page() != "payouts" {
		return fmt.Errorf("the page is %s, not payouts", b.Page())
	}
	w.report("agreement signed", "with another code on the phone; the delegation is granted, and payouts are allowed")
	return b.Send(ctx, map[string]string{"allow": "yes"})
}

// transfer sends the verification transfer from the company's bank, in its name; the house's bank states it.
func (w *liveWalker) transfer(ctx context.Context) error {
	b := w.browser
	if b.Page() != "transfer" {
		return fmt.Errorf("the page is %s, not transfer", b.Page())
	}
	title := "PL" + w.ref[len(w.ref)-10:]
	if !b.Has(title) {
		return fmt.Errorf("the page does not name the title %s", title)
	}
	if _, err := w.live.Bank(ctx, "credit", "-amount", "1.00", "-from", soleName, "-iban", payoutIBAN, "-title",
		title); err != nil {
		return err
	}
	if err := until(ctx, "the transfer is not booked", func() (bool, error) {
		err := b.Open(ctx, b.At())
		return b.Page() != "transfer", err
	}); err != nil {
		return err
	}
	w.report("transfer booked", "1.00 PLN with "+title+" from an account in the company's name, by a camt.053")
	return nil
}

// approveReview approves the licence, which a person must look at.
func (w *liveWalker) approveReview(ctx context.Context) error {
	if _, err := w.operator.DecideReview(w.asOperator(ctx),
		&partnerconnectv1.DecideReviewRequest{Ref: w.ref, Decision: "approve"}); err != nil {
		return err
	}
	var o, d struct{ Status string }
	if err := w.partner(ctx, "GET", "/onboarding/"+w.ref, nil, http.StatusOK, &o); err != nil {
		return err
	}
	if err := w.partner(ctx, "GET", "/merchants/"+w.ref+"/delegation", nil, http.StatusOK, &d); err != nil {
		return err
	}
	if o.Status != "active" || d.Status != "active" {
		return fmt.Errorf("status %s, delegation %s", o.Status, d.Status)
	}
	w.report("merchant active", "an operator approved the licence")
	return nil
}

// press presses a button on a page of the example provider.
func press(ctx context.Context, page string, fields url.Values) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, page, strings.NewReader(fields.Encode()))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	_ = resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("POST %s: status %d", req.URL.Path, resp.StatusCode)
	}
	return nil
}

// orders are the payment orders that wait for the bank.
func (w *liveWalker) orders() ([]string, error) {
	return filepath.Glob(filepath.Join(w.live.BankDir, "out", "*.xml"))
}

// ordered reports whether a payment order has a payout.
func (w *liveWalker) ordered(payout string) (string, error) {
	names, err := w.orders()
	if err != nil {
		return "", err
	}
	for _, name := range names {
		b, err := os.ReadFile(name) //nolint:gosec // our own folder
		if err != nil {
			return "", err
		}
		if strings.Contains(string(b), "<EndToEndId>"+strings.TrimPrefix(payout, "pyt_")+"</EndToEndId>") {
			return filepath.Base(name), nil
		}
	}
	return "", nil
}
