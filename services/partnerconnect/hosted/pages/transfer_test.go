package pages

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/pagekit"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/bank"
	"github.com/partnerline/partnerline/services/partnerconnect/hosted/usecase"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/signedlink"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/hostedflow"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/signing"
)

// serve answers a request as show does, with the bank of a house and a merchant of live mode.
func serve(t *testing.T, house bank.House, show func(*exchange)) *httptest.ResponseRecorder {
	t.Helper()
	flow := usecase.NewFlow(usecase.FlowParts{House: house, Keys: linkKeys(t)})
	h, err := New(Parts{
		Flow: flow, Links: signedlink.Links{Keys: linkKeys(t), Base: "https://pay.example"},
		Log: slog.New(slog.DiscardHandler), Now: time.Now,
	})
	if err != nil {
		t.Fatal(err)
	}
	w := httptest.NewRecorder()
	h.site.Serve(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/connect/flow/transfer", nil),
		func(in *pagekit.Exchange) {
			x := &exchange{Exchange: in, h: h, page: page{Page: in.NewPage("en")}}
			x.visit.Onboarding = merchant()
			x.visit.Onboarding.Livemode, x.visit.Onboarding.Owner.Channel.Currencies = true, []string{"PLN"}
			show(x)
		})
	return w
}

var connected = bank.House{
	Holder:   "Partnerline <SA>",
	Accounts: []bank.Account{{Currency: "PLN", IBAN: "PL61109010140000071219812874", BIC: "WBKPPLPP"}},
}

// The page names the account of the bank and none other; only with it a script may run, and it does no more than copy.
func TestTransferPage(t *testing.T) {
	transfer := func(outcome string) func(x *exchange) {
		return func(x *exchange) {
			if outcome != "" {
				x.visit.Onboarding.Flow.Transfer = &onboarding.Transfer{Outcome: outcome}
			}
			var err error
			if x.page.Data, err = viewTransfer(x); err != nil {
				t.Fatal(err)
			}
			x.render("transfer", http.StatusOK)
		}
	}
	const account = "<span>PL61</span><span>1090</span><span>1014</span><span>0000</span><span>0712</span><span>1981</span><span>2874</span>"
	for name, c := range map[string]struct {
		house   bank.House
		outcome string
		says    []string
		not     []string
	}{
		"a bank": {
			connected, "",
			[]string{
				account, "Partnerline &lt;SA&gt;", "WBKPPLPP", "1.00 PLN", `data-copy="PL61109010140000071219812874"`,
				"hidden>Copy", "Copy all data of the transfer", "data-copy=\"Recipient: Partnerline &lt;SA&gt;\n", "<svg ",
				"../assets/hosted-", `integrity="sha256-`, "is returned",
			},
			[]string{`role="alert"`, "Test mode", "no account"},
		},
		"no bank": {
			bank.House{}, "", []string{"There is no account to send it to yet"}, []string{"<svg ", "<script", "IBAN", "PL74"},
		},
		"no account in its currencies": {bank.House{
			Holder: "P", Accounts: []bank.Account{{Currency: "EUR", IBAN: "DE89370400440532013000"}},
		}, "", []string{"There is no account"}, []string{"DE89"}},
		"from another name": {connected, signing.TransferNameMismatch, []string{"in another name", account}, nil},
		"of another amount": {connected, signing.TransferAmountMismatch, []string{"of another amount"}, nil},
		"from another account": {
			connected, signing.TransferAccountMismatch, []string{"than the one you are paid out to"}, nil,
		},
		"another difference": {connected, "later", []string{"is not the one that we asked for"}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			w := serve(t, c.house, transfer(c.outcome))
			for _, text := range c.says {
				if !strings.Contains(w.Body.String(), text) {
					t.Errorf("no %q in %s", text, w.Body)
				}
			}
			for _, text := range c.not {
				if strings.Contains(w.Body.String(), text) {
					t.Errorf("%q is in %s", text, w.Body)
				}
			}
			if scripts := strings.HasSuffix(w.Header().Get("Content-Security-Policy"),
				"; script-src 'self'"); scripts != (len(c.house.Accounts) > 0 && c.house.Accounts[0].Currency == "PLN") {
				t.Errorf("policy %q", w.Header().Get("Content-Security-Policy"))
			}
		})
	}
}

// The page shows the digest of the agreement, and sends the text that it is of.
func TestDocumentPage(t *testing.T) {
	text := func(query string) (sent string, header http.Header) {
		w := serve(t, connected, func(x *exchange) {
			x.R.URL.RawQuery = query
			data, err := viewDocument(x)
			if errors.Is(err, errAnswered) {
				return
			}
			x.page.Data = data
			x.render("document", http.StatusOK)
		})
		return w.Body.String(), w.Header()
	}
	sent, header := text("text")
	if header.Get("Content-Type") != "text/plain; charset=utf-8" ||
		!strings.HasPrefix(header.Get("Content-Disposition"), "attachment; filename=agreement-") {
		t.Errorf("%v", header)
	}
	sum := sha256.Sum256([]byte(sent))
	if page, _ := text(""); !strings.Contains(page, hex.EncodeToString(sum[:])) ||
		!strings.Contains(page, "sha256sum agreement-") {
		t.Errorf("the page does not show the digest of the text: %s", page)
	}
}

// A merchant of live mode that could not send the transfer signs nothing, and is shown why.
func TestNoAgreementWithoutABank(t *testing.T) {
	w := serve(t, bank.House{}, func(x *exchange) {
		err := x.h.flow.SignAgreement(x.Context(), &x.visit, usecase.Consent{})
		if f, ok := errors.AsType[*fault.Error](err); !ok || f.Reason != pc.LiveModeUnavailable ||
			f.Extensions["part"] == nil {
			t.Errorf("signed: %v", err)
		}
		_, err = viewAgreement(x)
		x.failed(err)
	})
	if w.Code != http.StatusServiceUnavailable || !strings.Contains(w.Body.String(), "This is not possible yet") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	serve(t, connected, func(x *exchange) {
		if err := x.h.flow.SignAgreement(x.Context(), &x.visit, usecase.Consent{}); !errors.Is(err,
			hostedflow.AgreementOther) {
			t.Errorf("with a bank: %v", err)
		}
	})
}
