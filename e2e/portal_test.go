package e2e

import (
	"archive/zip"
	"context"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/chromedp"

	"github.com/partnerline/partnerline/internal/ids"
	"github.com/partnerline/partnerline/internal/iso4217"
	"github.com/partnerline/partnerline/testkit/apicall"
)

// saidOfMoney are texts of the portal that the test looks for.
var saidOfMoney = map[string]map[string]string{
	"en": {
		"separator": ".", "requested": "The payout was requested.", "payouts left": "Payouts on their way",
		"balance left": "Pay your balance out.", "paid": "paid",
		"change": "You asked to be paid to another account:", "stopped": "The change of the account was stopped.",
		"closed": "Your account is closed.", "wrong": "This is not the code",
	},
	"pl": {
		"separator": ",", "requested": "Wypłata została zlecona.", "payouts left": "Wypłaty w drodze",
		"balance left": "Wypłać saldo.", "paid": "wypłacona",
		"change": "Zlecono wypłaty na inny rachunek:", "stopped": "Zmiana rachunku została zatrzymana.",
		"closed": "Twoje konto jest zamknięte.", "wrong": "To nie jest kod",
	},
}

// merchantLeaves takes the acts of a merchant who has signed in to the portal, from its money to its end: a payout of
// all that it has, the change of the account for payouts, the download of its data, and the closing of the account,
// which waits until nothing is left in it.
func (s *system) merchantLeaves(v *visitor, lang, ref string) {
	t, say := s.t, saidOfMoney[lang]
	t.Helper()
	look := func() {
		t.Helper()
		if v.scripts {
			v.accessible()
		}
	}
	payment := apicall.Call(t, "POST", s.Env.PartnerBaseURL+"/payments", s.Env.PartnerKey, object{
		"amount": 123_456, "currency": "PLN", "external_ref": ids.New("portal-"), "description": "A bell",
		"customer":   object{"email": "c@example.com"},
		"return_url": "https://shop.example.com/",
	}, "On-Behalf-Of", ref).Want(t, http.StatusCreated).Body["payment_id"].(string)
	s.partner("POST", "/sandbox/payments/"+payment+"/advance", object{"to": "paid"}, http.StatusOK)
	s.partner("POST", "/sandbox/merchants/"+ref+"/settle", nil, http.StatusOK)
	settlement := s.partner("GET", "/merchants/"+ref+"/settlements", nil, http.StatusOK)["data"].([]any)[0].(object)
	balance := iso4217.Decimal(int64(settlement["net"].(float64)), "PLN", say["separator"])

	portal := s.Env.PartnerBaseURL + "/connect/flow/portal"
	v.open(portal)
	v.says(balance)
	look()
	v.click(`a[href="close"]`)
	v.says(say["balance left"])
	v.click(`main a[href="portal"]`)
	v.click(`a[href="payout?currency=PLN"]`)
	v.is("payout")
	v.press("check") // the form opens with all that there is
	v.says(balance)
	look()
	v.press("pay")
	v.is("portal")
	v.says(say["requested"], balance)
	v.click(`a[href="close"]`)
	v.says(say["payouts left"])
	look()
	payout := s.partner("GET", "/merchants/"+ref+"/payouts", nil,
		http.StatusOK)["data"].([]any)[0].(object)["payout_id"].(string)
	s.partner("POST", "/sandbox/payouts/"+payout+"/advance", object{"to": "paid"}, http.StatusOK)

	v.open(portal)
	v.says(say["paid"])
	v.click(`a[href="account"]`)
	v.fill("iban", "PL27 1140 2004 0000 3002 0135 5387")
	v.fill("holder_name", "Srebrny Dmuchawiec sp. z o.o.")
	v.press("send")
	look()
	v.twoCodes(wrong)
	v.press("change")
	v.refused(say["wrong"])
	look()
	v.twoCodes(nil)
	v.press("change")
	v.is("portal")
	v.says(say["change"], "****5387")
	at, err := time.Parse(time.RFC3339,
		result(v, chromedp.Evaluate[string](`document.querySelector(".note time").dateTime`)))
	if until := time.Until(at); err != nil || until < 23*time.Hour || until > 24*time.Hour {
		t.Errorf("the account is in effect in %v, %v", until, err)
	}
	look()
	v.press("account-stop")
	v.says(say["stopped"])

	v.click(`a[href="export"]`)
	archive := v.downloads("main form button")
	for file, text := range map[string]string{"payouts.json": payout, "payments.csv": payment,
		"settlements.json": settlement["settlement_id"].(string)} {
		if !strings.Contains(archive[file], text) {
			t.Errorf("%s of the export has no %s: %s", file, text, archive[file])
		}
	}

	v.click(`a[href="portal"]`)
	v.click(`a[href="close"]`)
	v.press("send")
	look()
	v.twoCodes(nil)
	v.press("close")
	v.is("portal")
	v.says(say["closed"])
	look()
	if got := s.partner("GET", "/merchants/"+ref, nil, http.StatusOK)["status"]; got != "closed" {
		t.Errorf("the partner sees %v", got)
	}
}

// twoCodes enters the codes that the sandbox shows, the one of the text message made into another by change.
func (v *visitor) twoCodes(change func(string) string) {
	v.t.Helper()
	for _, by := range []string{"email", "sms"} {
		code := v.text(chromedp.CSS("[data-code-" + by + "] strong"))
		if change != nil && by == "sms" {
			code = change(code)
		}
		v.fill("code_"+by, code)
	}
}

// download clicks on what sends a file whose name ends so, and returns where it is.
func (v *visitor) download(selector chromedp.CSS, ending string) string {
	v.t.Helper()
	dir := v.t.TempDir()
	v.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, browser.SetDownloadBehavior, browser.SetDownloadBehaviorParams{
			Behavior: browser.SetDownloadBehaviorBehaviorAllow, DownloadPath: dir,
			BrowserContextID: chromedp.FromContext(v.tab).BrowserContextID,
		})
		return err
	}), chromedp.Click(selector))
	var files []string
	eventually(v.t, "the file is downloaded", func() bool { // until it is whole, its name is that of an empty file
		files, _ = filepath.Glob(filepath.Join(dir, "*"+ending))
		if len(files) != 1 {
			return false
		}
		info, err := os.Stat(files[0])
		return err == nil && info.Size() > 0
	})
	return files[0]
}

// downloads clicks on what sends a zip file, and returns the texts in it by name.
func (v *visitor) downloads(selector chromedp.CSS) map[string]string {
	v.t.Helper()
	archive, err := zip.OpenReader(v.download(selector, ".zip"))
	if err != nil {
		v.t.Fatal(err)
	}
	defer func() { _ = archive.Close() }()
	texts := map[string]string{}
	for _, f := range archive.File {
		r, err := f.Open()
		if err != nil {
			v.t.Fatal(err)
		}
		b, err := io.ReadAll(r)
		if err != nil {
			v.t.Fatalf("%s: %v", f.Name, err)
		}
		texts[f.Name] = string(b)
	}
	return texts
}
