package e2e

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
	"google.golang.org/protobuf/encoding/protojson"

	"github.com/partnerline/partnerline/internal/ids"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	"github.com/partnerline/partnerline/services/partnerconnect/register"
	"github.com/partnerline/partnerline/testkit/pgtest"
)

// The hosted flow in a real browser, as merchants meet it: in both languages, and with scripts off.
func TestHostedFlowInABrowser(t *testing.T) {
	t.Parallel()
	s := start(t, t.TempDir(), pgtest.Server(t).URL("postgres"))
	browser := startBrowser(t)
	for _, c := range []struct {
		name, lang string
		scripts    bool
		allow      bool // payouts
	}{
		{"English", "en", true, false}, {"Polish", "pl", true, true}, {"without scripts", "en", false, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := &system{s.Stack, t}
			v := newVisitor(t, browser, c.scripts)
			if c.scripts {
				v.seen = looked(c.lang)
			}
			s.merchantWalks(v, c.lang, c.allow)
		})
	}
	t.Run("a board of two", func(t *testing.T) {
		t.Parallel()
		(&system{s.Stack, t}).boardSigns(browser)
	})
	t.Run("live", func(t *testing.T) {
		t.Parallel()
		live := *s.Stack // with another key
		(&system{&live, t}).liveMerchant(newVisitor(t, browser, true))
	})
	t.Run("not wanted", func(t *testing.T) {
		t.Parallel()
		(&system{s.Stack, t}).merchantDeclines(newVisitor(t, browser, false))
	})
}

// A company whose board signs jointly: one who is invited declines, so the applicant invites again; then the last signature grants the
// delegation.
func (s *system) boardSigns(browser context.Context) {
	t := s.t
	t.Helper()
	ref := s.provided("Tymoteusz", "Fikcyjniak", "9990000010", "Kredowe Koło sp. z o.o.")
	s.partner("PUT", "/onboarding/"+ref+"/representation", object{"is_representative": true}, http.StatusOK)
	s.partner("POST", "/onboarding/"+ref+"/invitations", object{
		"role": "representative", "invitee": object{"given_names": "Apolonia", "family_name": "Makietowa", "email": "first@example.com"},
	}, http.StatusCreated)

	applicant := newVisitor(t, browser, true)
	applicant.seen = looked("en", "waiting", "signatories", "signatories-error", "decline")
	applicant.open(s.finalize(ref))
	applicant.click("main form button")
	for range 2 {
		applicant.prove()
	}
	applicant.click(`a[href="decline"]`) // and thinks better of it
	applicant.click(`main a.button`)
	applicant.click("main form button")
	applicant.press("start")
	applicant.press("verified")
	s.lookUntil(applicant, "declarations", nil)
	applicant.tick("exposed", "no")
	applicant.tick("own_behalf", "yes")
	applicant.click("main form button")
	applicant.refused("Confirm who the beneficial owners are")
	applicant.tick("owners", "yes")
	applicant.click("main form button")
	applicant.is("agreement")
	applicant.sign()
	applicant.is("waiting")
	applicant.says("Apolonia Makietowa", "invited")
	s.is(ref, "awaiting_signatories", "none")

	first := newVisitor(t, browser, true)
	first.seen = looked("en", "invited", "identity", "decline", "thanks")
	first.open(s.invitationTo(ref, "first@example.com"))
	first.says("Your signature is asked for")
	first.click("main form button")
	first.prove()
	first.is("identity")
	first.click(`a[href="decline"]`)
	first.press("decline")
	first.is("thanks")

	applicant.click(`a[href="waiting"]`)
	applicant.is("signatories")
	applicant.says("Apolonia Makietowa", "declined")
	applicant.fill("given_names", "Apolonia")
	applicant.fill("family_name", "Makietowa")
	applicant.fill("email", "@example.com")
	applicant.click("main form button")
	applicant.refused("This is not an e-mail address")
	applicant.fill("email", "second") // before what is still there
	applicant.click("main form button")
	applicant.is("waiting")

	second := newVisitor(t, browser, true)
	second.seen = looked("en", "sign")
	second.open(s.invitationTo(ref, "second@example.com"))
	second.click("main form button")
	second.prove()
	second.is("identity")
	second.press("start")
	second.press("verified")
	s.lookUntil(second, "sign", nil)
	second.sign()
	second.is("thanks")
	s.is(ref, "in_review", "active")

	// The operator asks for the account again: the merchant gives it, and the review goes on.
	s.operator(func(ctx context.Context, op pcv1.OperatorServiceClient) error {
		_, err := op.DecideReview(ctx, &pcv1.DecideReviewRequest{
			Ref: ref, Decision: "correct", Codes: []string{"payout_account.iban"}, ReasonCode: "account_closed",
		})
		return err
	})
	s.is(ref, "action_required", "active")
	applicant.seen = looked("en", "review", "review-error")
	applicant.open(s.Env.PartnerBaseURL + "/connect/flow")
	applicant.is("review")
	applicant.says("We need your data once more")
	applicant.click("main form button")
	applicant.refused("Please fill in all fields")
	applicant.fill("iban", "PL00109010140000071219812874")
	applicant.click("main form button")
	applicant.refused("The account number is not right")
	applicant.do(chromedp.Clear(chromedp.CSS("#iban")))
	applicant.fill("iban", "PL27 1140 2004 0000 3002 0135 5387")
	applicant.click("main form button")
	applicant.is("payouts")
	s.is(ref, "in_review", "active")
}

// liveMerchant finds nothing of the sandbox, whatever forms somebody makes up: no code is shown, no outcome can be chosen.
func (s *system) liveMerchant(v *visitor) {
	t := s.t
	t.Helper()
	s.Env.PartnerKey = s.Env.PartnerKeyLive
	ref, link := s.complete("Teodor", "Wzorcowy", s.importLive(), "Srebrny Dmuchawiec sp. z o.o.")
	v.seen = func(v *visitor) {
		for _, sandbox := range []string{"data-code", "Test mode", `value="verified"`, `value="matched"`} {
			if strings.Contains(v.html, sandbox) {
				t.Errorf("%s shows %s", v.url, sandbox)
			}
		}
	}
	v.open(link)
	v.click("main form button")
	for range 2 {
		v.press("send")
		messages := s.messages(ref)
		v.fill("code", sixDigits.FindString(messages[len(messages)-1].GetText()))
		v.press("code")
	}
	v.is("review")
	v.click("main form button")
	v.is("identity")
	v.press("start")
	v.says("The check is running")
	for _, do := range []string{"verified", "failed", "matched"} {
		// The form to sign out, made into another one.
		v.do(
			chromedp.SetAttributeValue(chromedp.CSS("footer form"), "action", "identity"),
			chromedp.SetAttributeValue(chromedp.CSS("footer button"), "name", "do"),
			chromedp.SetAttributeValue(chromedp.CSS("footer button"), "value", do),
		)
		v.click("footer button")
		v.refused("The form was not up to date")
	}
	v.is("identity")
	s.is(ref, "in_progress", "none")
}

var sixDigits = regexp.MustCompile(`\b[0-9]{6}\b`)

// merchantDeclines ends it all: nobody else can take that decision, and nothing of the link works any more.
func (s *system) merchantDeclines(v *visitor) {
	s.t.Helper()
	ref, link := s.complete("Teodor", "Wzorcowy", "9990000001", "Srebrny Dmuchawiec sp. z o.o.")
	v.open(link)
	v.click("main form button")
	v.prove()
	v.prove()
	v.click(`a[href="decline"]`)
	v.says("Are you sure?")
	v.press("decline")
	v.says("It is ended")
	s.is(ref, "cancelled", "none")
	v.open(link)
	v.says("This link no longer works")
}

// prove enters a code that is sent on request.
func (v *visitor) prove() {
	v.t.Helper()
	v.is("contact")
	v.press("send")
	v.fill("code", v.shownCode())
	v.press("code")
}

// sign agrees and enters the code.
func (v *visitor) sign() {
	v.t.Helper()
	v.press("send")
	v.tick("consent", "yes")
	v.fill("code", v.shownCode())
	v.press("sign")
}

// is checks the status of an onboarding and of its delegation.
func (s *system) is(ref, status, delegation string) {
	s.t.Helper()
	o := s.onboarding(ref)
	if o["status"] != status || o["delegation"].(object)["status"] != delegation {
		s.t.Fatalf("status %v, delegation %v; want %s, %s", o["status"], o["delegation"], status, delegation)
	}
}

// invitationTo returns the link in the letter to an address.
func (s *system) invitationTo(ref, address string) string {
	s.t.Helper()
	for _, m := range s.messages(ref) {
		if m.GetTo() != address || m.GetTemplate() != "invitation" {
			continue
		}
		for _, word := range strings.Fields(m.GetText()) {
			if strings.HasPrefix(word, s.Env.PartnerBaseURL) {
				return word
			}
		}
	}
	s.t.Fatalf("no invitation to %s", address)
	return ""
}

// looked looks at every page once, and at every page that says what is wrong; at some pages only, when they are named.
func looked(lang string, only ...string) func(*visitor) {
	done := map[string]bool{}
	return func(v *visitor) {
		name := v.name()
		if done[name] || len(only) > 0 && !slices.Contains(only, name) {
			return
		}
		done[name] = true
		if picturesWanted() {
			v.pictures(lang, name)
		}
		v.accessible()
	}
}

// said are words of the pages that the test looks for.
var said = map[string]map[string]string{
	"en": {
		"landing": "Set up your payments", "wrong": "This is not the code that we sent", "soon": "A code was sent less than a minute ago",
		"failed": "The check did not succeed", "consent": "Tick that you agree before you sign", "mismatch": "an account in another name",
		"revoked": "access taken back", "granted": "Your partner may request payouts.", "not granted": "Your partner may not request payouts",
		"over": "You are signed out", "active": "Your account is active", "asked": "asked what is missing",
	},
	"pl": {
		"landing": "Uruchom płatności", "wrong": "To nie jest kod, który wysłaliśmy", "soon": "Kod wysłano mniej niż minutę temu",
		"failed": "Sprawdzenie nie powiodło się", "consent": "Zaznacz zgodę, zanim podpiszesz", "mismatch": "z rachunku na inne nazwisko",
		"revoked": "dostęp cofnięty", "granted": "Partner może zlecać wypłaty.", "not granted": "Partner nie może",
		"over": "Sesja zakończona", "active": "Twoje konto jest aktywne", "asked": "pytanie o brakujące dane",
	},
}

// merchantWalks takes all personal acts as the only member of a company's board, with every slip that a page must answer.
func (s *system) merchantWalks(v *visitor, lang string, allow bool) {
	t, say := s.t, said[lang]
	t.Helper()
	ref, link := s.complete("Teodor", "Wzorcowy", "9990000001", "Srebrny Dmuchawiec sp. z o.o.")
	v.open(link)
	if lang == "pl" {
		v.click(`a[hreflang="pl"]`)
	}
	v.says(say["landing"], `<html lang="`+lang+`"`)
	v.click("main form button")

	for i := range 2 { // e-mail, phone
		v.is("contact")
		v.press("send")
		code := v.shownCode()
		if i == 0 {
			v.fill("code", wrong(code))
			v.press("code")
			v.refused(say["wrong"])
			v.press("send")
			v.refused(say["soon"])
		}
		v.fill("code", code[:3]+" "+code[3:]) // as people type it
		v.press("code")
	}

	v.is("review")
	v.says("Teodor Wzorcowy", "Srebrny Dmuchawiec", "applicant@example.com", "00-950 Warszawa", "5732", "PL61 1090 1014 0000 0712 1981 2874")
	v.click(`main a[href="correct"]`)
	v.is("correct")
	v.do(chromedp.SendKeys(chromedp.CSS(`[id="business.address.city"]`), "Stara ")) // before what is there
	v.click("main form button")
	v.is("review")
	v.says("00-950 Stara Warszawa")
	v.click("main form button")

	v.is("identity")
	v.press("start")
	v.press("failed")
	s.lookUntil(v, "identity", func() bool { return strings.Contains(v.html, say["failed"]) })
	v.press("start")
	v.press("verified")
	s.lookUntil(v, "declarations", nil)

	v.tick("exposed", "no")
	v.tick("own_behalf", "yes")
	v.tick("owners", "yes")
	v.click("main form button")

	v.is("agreement")
	v.press("send")
	v.fill("code", v.shownCode())
	v.press("sign")
	v.refused(say["consent"])
	v.tick("consent", "yes")
	v.fill("code", v.shownCode())
	v.press("sign")

	v.is("payouts")
	if strings.Contains(v.html, "checked") {
		t.Error("payouts are ticked already")
	}
	if allow {
		v.tick("allow", "yes")
	}
	v.click("main form button")

	v.is("transfer")
	v.press("mismatch")
	v.refused(say["mismatch"])
	v.press("matched")

	v.is("portal")
	v.says(say["active"], say[map[bool]string{true: "granted", false: "not granted"}[allow]], say["asked"], "Demo partner")
	if !allow {
		v.press("payouts-allow")
		v.says(say["granted"])
	}
	v.press("payouts-revoke")
	v.says(say["not granted"])
	v.press("payouts-allow")
	v.says(say["granted"])
	if got := s.onboarding(ref)["delegation"].(object)["status"]; got != "active" {
		t.Errorf("before the revocation the delegation is %v", got)
	}
	v.click(`a[href="revoke"]`)
	v.press("revoke")
	v.says(say["revoked"], say["not granted"])
	if got := s.onboarding(ref)["delegation"].(object)["status"]; got != "revoked" {
		t.Errorf("after the revocation the delegation is %v", got)
	}
	v.click(`a[href="grant"]`)
	v.sign()
	v.is("portal")
	v.says(say["not granted"])
	if got := s.onboarding(ref)["delegation"].(object)["status"]; got != "active" {
		t.Errorf("granted again, the delegation is %v", got)
	}
	v.click("footer button")
	v.says(say["over"])
	v.open(s.Env.PartnerBaseURL + "/connect/flow/portal")
	v.says(say["over"])
}

// lookUntil looks again, as the page offers, until it is another one or says what is waited for.
func (s *system) lookUntil(v *visitor, page string, there func() bool) {
	s.t.Helper()
	s.eventually("the page "+page, func() bool {
		if v.page() == page && (there == nil || there()) {
			return true
		}
		v.click(`main a[href^="identity"]`)
		return v.page() == page && (there == nil || there())
	})
}

// partner calls the partner API.
func (s *system) partner(method, path string, body any, want int) map[string]any {
	s.t.Helper()
	var r io.Reader
	if body != nil {
		b, err := json.Marshal(body)
		if err != nil {
			s.t.Fatal(err)
		}
		r = bytes.NewReader(b)
	}
	req, err := http.NewRequestWithContext(s.t.Context(), method, s.Env.PartnerBaseURL+path, r)
	if err != nil {
		s.t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+s.Env.PartnerKey)
	req.Header.Set("Content-Type", "application/json")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		s.t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	raw, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != want {
		s.t.Fatalf("%s %s: %d, want %d: %s %v", method, path, resp.StatusCode, want, raw, err)
	}
	var out map[string]any
	if err := json.Unmarshal(raw, &out); err != nil {
		s.t.Fatal(err)
	}
	return out
}

func (s *system) onboarding(ref string) map[string]any {
	s.t.Helper()
	return s.partner("GET", "/onboarding/"+ref, nil, http.StatusOK)
}

type object = map[string]any

// provided makes an onboarding with all that a partner provides of a company of the fictitious register.
func (s *system) provided(given, family, number, name string) (ref string) {
	s.t.Helper()
	draft := s.partner("POST", "/onboarding", object{
		"partner_external_ref": ids.New("browser-"), "applicant_type": "company",
		"applicant": object{"given_names": given, "family_name": family, "email": "applicant@example.com", "phone": "+48600100200", "locale": "pl"},
		"business": object{
			"name": name, "website": "https://shop.example.com", "category_code": "5732", "tax_id": object{"scheme": "PL_NIP", "value": "1234563218"},
			"address": object{"country": "PL", "city": "Warszawa", "postal_code": "00-950", "street": "Prosta", "building_number": "1"},
		},
		"company": object{
			"register": object{"scheme": "PL_KRS", "number": number}, "legal_name": name,
			"beneficial_owners": []object{{"given_names": given, "family_name": family}},
		},
		"payout_account": object{"iban": "PL61109010140000071219812874", "holder_name": name},
	}, http.StatusCreated)
	return draft["ref"].(string)
}

// complete makes an onboarding of a company of one person that lacks nothing but the personal acts, and returns its link.
func (s *system) complete(given, family, number, name string) (ref, link string) {
	s.t.Helper()
	ref = s.provided(given, family, number, name)
	s.partner("PATCH", "/onboarding/"+ref+"/identity", object{
		"national_id":         object{"scheme": "PL_PESEL", "value": "44051401359"},
		"identity_document":   object{"type": "identity_card", "number": "ABA300000", "issuing_country": "PL"},
		"residential_address": object{"country": "PL", "city": "Warszawa", "postal_code": "00-950", "building_number": "1"},
		"place_of_birth":      object{"country": "PL", "city": "Warszawa"}, "citizenships": []string{"PL"},
	}, http.StatusOK)
	return ref, s.finalize(ref)
}

func (s *system) finalize(ref string) (link string) {
	s.t.Helper()
	f := s.partner("POST", "/onboarding/"+ref+"/finalize", nil, http.StatusOK)
	if len(f["missing"].([]any)) > 0 {
		s.t.Fatalf("missing: %v", f["missing"])
	}
	return f["next_action"].(object)["url"].(string)
}

// messages are those that the mailbox holds for an onboarding.
func (s *system) messages(ref string) (out []*pcv1.Message) {
	s.t.Helper()
	s.operator(func(ctx context.Context, op pcv1.OperatorServiceClient) error {
		mail, err := op.ListMessages(ctx, &pcv1.ListMessagesRequest{Ref: ref})
		out = mail.GetData()
		return err
	})
	return out
}

// importLive imports the first of the fictitious companies for live mode, under a number that live mode takes, which it returns.
func (s *system) importLive() string {
	s.t.Helper()
	var companies pcv1.ImportRegisterRequest
	if err := protojson.Unmarshal([]byte(`{"records":`+string(register.FictitiousFile())+`}`), &companies); err != nil {
		s.t.Fatal(err)
	}
	companies.Livemode, companies.Records = true, companies.Records[:1]
	companies.Records[0].Number = "0000000123"
	s.operator(func(ctx context.Context, op pcv1.OperatorServiceClient) error {
		_, err := op.ImportRegister(ctx, &companies)
		return err
	})
	return companies.Records[0].GetNumber()
}

// operator calls the operator's plane.
func (s *system) operator(call func(context.Context, pcv1.OperatorServiceClient) error) {
	s.t.Helper()
	conn, err := grpc.NewClient(s.Env.PartnerGRPC, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		s.t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	ctx := metadata.AppendToOutgoingContext(context.WithoutCancel(s.t.Context()), "authorization", "Bearer "+s.Env.InternalToken)
	if err := call(ctx, pcv1.NewOperatorServiceClient(conn)); err != nil {
		s.t.Fatal(err)
	}
}
