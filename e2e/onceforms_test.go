package e2e

import (
	"bytes"
	"io"
	"maps"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/e2e/walk"
	"github.com/partnerline/partnerline/internal/ids"
	"github.com/partnerline/partnerline/testkit/apicall"
	"github.com/partnerline/partnerline/testkit/repository"
)

// A reloader is the transport of a browser that loads the page of each answer to a form again, a minute later: it sends
// the form once more, with the cookies that the browser has by then.
type reloader struct {
	*system
	conn *pgx.Conn
	sent map[string]bool // forms, by page and what they do
}

// done is all that people cause by forms: acts, tries and requests of codes, messages, sessions, money.
const done = `SELECT (SELECT count(*) FROM audit_entries WHERE operation LIKE 'Hosted.%')
	|| ' ' || (SELECT coalesce(sum(tries + sent), 0) FROM hosted_codes) || ' ' || (SELECT count(*) FROM code_requests)
	|| ' ' || (SELECT count(*) FROM messages WHERE template IN ('code', 'invitation', 'link'))
	|| ' ' || (SELECT count(*) FROM hosted_sessions) || ' ' || (SELECT count(*) FROM payouts)
	|| ' ' || (SELECT count(*) FROM ledger_entries)`

const minuteLater = `UPDATE hosted_codes SET sent_at = sent_at - interval '61 seconds'`

func (r *reloader) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.Method != http.MethodPost {
		return http.DefaultTransport.RoundTrip(req)
	}
	r.t.Helper()
	body, err := io.ReadAll(req.Body)
	if err != nil {
		return nil, err
	}
	send := func(req *http.Request) *http.Response {
		r.t.Helper()
		req.Body = io.NopCloser(bytes.NewReader(body))
		resp, err := http.DefaultTransport.RoundTrip(req)
		if err != nil {
			r.t.Fatal(err)
		}
		content, err := io.ReadAll(resp.Body)
		if err != nil {
			r.t.Fatal(err)
		}
		_ = resp.Body.Close()
		resp.Body = io.NopCloser(bytes.NewReader(content))
		return resp
	}
	first := send(req.Clone(req.Context()))
	before := r.state()
	if _, err := r.conn.Exec(r.t.Context(), minuteLater); err != nil {
		r.t.Fatal(err)
	}
	again := req.Clone(req.Context())
	for _, c := range first.Cookies() {
		again.AddCookie(c)
	}
	repeat := send(again)
	form, err := url.ParseQuery(string(body))
	if err != nil {
		r.t.Fatal(err)
	}
	name := strings.TrimSpace(regexp.MustCompile(`.*/`).ReplaceAllString(req.URL.Path, "") + " " +
		form.Get("do") + form.Get("choice"))
	if strings.HasPrefix(req.URL.Path, "/pay/") {
		name = "payment " + form.Get("choice")
	} else if !strings.HasPrefix(req.URL.Path, "/connect/flow/") {
		name = "link"
	}
	r.sent[name] = true
	after := r.state()
	if name == "payout pay" { // the trail has the repeat, which has the answer of the first
		_, before, _ = strings.Cut(before, " ")
		_, after, _ = strings.Cut(after, " ")
	}
	if after != before && name != "export export" { // another download
		r.t.Errorf("%s: %s after the first answer, %s after a repeat", name, before, after)
	}
	if first.StatusCode < 400 && repeat.StatusCode >= 400 && name != "out" && name != "decline decline" {
		content, _ := io.ReadAll(repeat.Body)
		r.t.Errorf("%s: a repeat is answered %d: %s", name, repeat.StatusCode, content)
	}
	return first, nil
}

func (r *reloader) state() (state string) {
	r.t.Helper()
	if err := r.conn.QueryRow(r.t.Context(), done).Scan(&state); err != nil {
		r.t.Fatal(err)
	}
	return state
}

// browser opens a link.
func (r *reloader) browser(link string) *walk.Browser {
	r.t.Helper()
	b, err := walk.NewBrowser()
	if err != nil {
		r.t.Fatal(err)
	}
	b.Via(r)
	r.must(b.Open(r.t.Context(), link))
	r.must(b.Send(r.t.Context(), nil))
	return b
}

func (r *reloader) must(err error) {
	r.t.Helper()
	if err != nil {
		r.t.Fatal(err)
	}
}

// until answers every page until it comes to one of those named.
func (r *reloader) until(b *walk.Browser, pages ...string) {
	r.t.Helper()
	answers := map[string]map[string]string{
		"review": {}, "declarations": {"exposed": "no", "own_behalf": "yes", "owners": "yes"}, "payouts": {"allow": "yes"},
		"transfer": {"do": "matched"},
	}
	for deadline := time.Now().Add(time.Minute); !slices.Contains(pages, b.Page()); {
		if time.Now().After(deadline) {
			r.t.Fatalf("the flow stays at %s", b.Page())
		}
		fields, known := answers[b.Page()]
		code, hidden := b.Code()
		switch {
		case b.Page() == "identity" && b.Has(`value="verified"`):
			fields = map[string]string{"do": "verified"}
		case b.Page() == "identity" && b.Has(`value="start"`):
			fields = map[string]string{"do": "start"}
		case b.Page() == "identity": // the outcome comes as an event
			r.must(b.Open(r.t.Context(), b.At()))
			continue
		case known:
		case hidden != nil: // contact, agreement, sign, grant
			fields = map[string]string{"do": "send"}
		case b.Page() == "contact":
			fields = map[string]string{"do": "code", "code": code}
		default:
			fields = map[string]string{"do": "sign", "consent": "yes", "code": code}
		}
		r.must(b.Send(r.t.Context(), fields))
	}
}

// merchant is one whose person has answered the pages before one of the flow.
func (r *reloader) merchant(page string) (ref string, b *walk.Browser) {
	r.t.Helper()
	ref, link := r.complete("Teodor", "Wzorcowy", "9990000001", "Srebrny Dmuchawiec sp. z o.o.")
	b = r.browser(link)
	r.until(b, page)
	return ref, b
}

// at sends the form of a page of the flow.
func (r *reloader) at(b *walk.Browser, page string, fields map[string]string) {
	r.t.Helper()
	r.must(b.Open(r.t.Context(), r.Env.PartnerBaseURL+"/connect/flow/"+page))
	r.must(b.Send(r.t.Context(), fields))
}

var codesOfTwo = regexp.MustCompile(`data-code-(email|sms)="([0-9]{6})"`)

// withCodes sends the form of a page that takes a code by each contact.
func (r *reloader) withCodes(b *walk.Browser, page, do string, fields map[string]string) {
	r.t.Helper()
	form := maps.Clone(fields)
	form["do"] = "send"
	r.at(b, page, form)
	form["do"] = do
	for _, m := range codesOfTwo.FindAllStringSubmatch(b.Source(), -1) {
		form["code_"+m[1]] = m[2]
	}
	r.must(b.Send(r.t.Context(), form))
}

// A form of the hosted flow or of a payment page that is sent a second time, as when the page of its answer is loaded
// again, does nothing: no act, no code, no message, no session, and no money is there twice.
func TestNoFormOfMerchantsAndCustomersIsDoneTwice(t *testing.T) {
	t.Parallel()
	s := start(t, t.TempDir(), cluster.Server(t).URL("postgres"))
	database, err := s.PartnerConnectDatabase()
	if err != nil {
		t.Fatal(err)
	}
	conn, err := pgx.Connect(t.Context(), database)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(t.Context()) }()
	r := &reloader{s, conn, map[string]bool{}}

	_, declining := r.merchant("review")
	r.at(declining, "decline", map[string]string{"do": "decline"})

	r.board()

	ref, b := r.merchant("review")
	r.at(b, "correct", map[string]string{"applicant.given_names": "Teodor"})
	r.at(b, "review", nil)
	r.until(b, "portal")
	s.partner("POST", "/sandbox/onboarding/"+ref+"/advance", object{"to": "active"}, http.StatusOK)
	r.payments(ref)
	r.at(b, "portal", map[string]string{"do": "payouts-revoke"})
	r.at(b, "portal", map[string]string{"do": "payouts-allow"})
	r.at(b, "revoke", map[string]string{"do": "revoke"})
	r.must(b.Open(t.Context(), s.Env.PartnerBaseURL+"/connect/flow/grant"))
	r.until(b, "portal")
	r.at(b, "export", map[string]string{"do": "export"})
	r.withCodes(b, "account", "change", map[string]string{
		"iban": "PL27114020040000300201355387", "holder_name": "Srebrny Dmuchawiec sp. z o.o.",
	})
	r.at(b, "portal", map[string]string{"do": "account-stop"})
	r.at(b, "payout", map[string]string{"do": "check", "currency": "PLN", "amount": "10"})
	token := regexp.MustCompile(`name="token" value="([^"]+)"`).FindStringSubmatch(b.Source())
	r.must(b.Send(t.Context(), map[string]string{"do": "pay", "currency": "PLN", "amount": "10", "token": token[1]}))
	r.at(b, "portal", map[string]string{"do": "payouts-revoke"})
	r.must(b.Open(t.Context(), s.Env.PartnerBaseURL+"/connect/flow/portal"))
	if err := b.SendTo(t.Context(), s.Env.PartnerBaseURL+"/connect/flow/out", nil); err != nil {
		t.Fatal(err)
	}
	r.closes()
	r.covers()
}

// board has a second person invited, who signs, and another who declines.
func (r *reloader) board() {
	r.t.Helper()
	ref := r.provided("Tymoteusz", "Fikcyjniak", "9990000010", "Kredowe Koło sp. z o.o.")
	r.partner("PUT", "/onboarding/"+ref+"/representation", object{"is_representative": true}, http.StatusOK)
	r.partner("POST", "/onboarding/"+ref+"/invitations", object{
		"role":    "representative",
		"invitee": object{"given_names": "Apolonia", "family_name": "Makietowa", "email": "first@example.com"},
	}, http.StatusCreated)
	applicant := r.browser(r.finalize(ref))
	r.until(applicant, "waiting")
	first := r.browser(r.invitationTo(ref, "first@example.com"))
	r.until(first, "identity")
	r.at(first, "decline", map[string]string{"do": "decline"})
	r.at(applicant, "signatories", map[string]string{
		"given_names": "Apolonia", "family_name": "Makietowa", "email": "second@example.com",
	})
	second := r.browser(r.invitationTo(ref, "second@example.com"))
	r.until(second, "thanks")
}

// payments has customers pay and reject payments of a merchant, and settles them.
func (r *reloader) payments(ref string) {
	r.t.Helper()
	for _, choice := range []string{"pay", "reject"} {
		payment := apicall.Call(r.t, "POST", r.Env.PartnerBaseURL+"/payments", r.Env.PartnerKey, object{
			"amount": 123_456, "currency": "PLN", "external_ref": ids.New("once-"), "description": "A bell",
			"customer": object{"email": "c@example.com"}, "return_url": "https://shop.example.com/",
		}, "On-Behalf-Of", ref).Want(r.t, http.StatusCreated).Body
		b, err := walk.NewBrowser()
		r.must(err)
		b.Via(r)
		r.must(b.Open(r.t.Context(), payment["next_action"].(map[string]any)["url"].(string)))
		r.must(b.Send(r.t.Context(), map[string]string{"choice": choice, "method": "blik"}))
	}
	r.partner("POST", "/sandbox/merchants/"+ref+"/settle", nil, http.StatusOK)
}

// closes has a merchant without money close its account.
func (r *reloader) closes() {
	r.t.Helper()
	ref, b := r.merchant("portal")
	r.partner("POST", "/sandbox/onboarding/"+ref+"/advance", object{"to": "active"}, http.StatusOK)
	r.withCodes(b, "close", "close", map[string]string{})
}

// covers checks that every form of the templates was sent.
func (r *reloader) covers() {
	r.t.Helper()
	listed := map[string]bool{
		"link": true, "out": true, "review": true, "correct": true, "declarations": true, "signatories": true,
		"payouts": true,
	}
	does := regexp.MustCompile(`name="(?:do|choice)" value="([a-z-]+)"`)
	for _, folder := range []string{"hostedflow", "money"} {
		pages, err := repository.Path("services/partnerconnect/" + folder + "/pages/assets/*.html")
		r.must(err)
		files, err := filepath.Glob(pages)
		r.must(err)
		for _, file := range files {
			source, err := os.ReadFile(file)
			r.must(err)
			for _, found := range does.FindAllStringSubmatch(string(source), -1) {
				listed["* "+found[1]] = true
			}
		}
	}
	delete(listed, "* failed")   // of a check, and
	delete(listed, "* mismatch") // of a transfer, as the other button of their forms
	delete(listed, "* contact")  // where the partner gave no contact: by TestHolderOfALinkSeesNothingPrefilled
	for want := range listed {
		_, do, some := strings.Cut(want, "* ")
		if !slices.ContainsFunc(slices.Collect(maps.Keys(r.sent)), func(name string) bool {
			return name == want || some && strings.HasSuffix(name, " "+do)
		}) {
			r.t.Errorf("%s is not sent; sent are %q", want, slices.Sorted(maps.Keys(r.sent)))
		}
	}
}
