package e2e

import (
	"net/http"
	"testing"

	"github.com/partnerline/partnerline/internal/ids"
	"github.com/partnerline/partnerline/testkit/apicall"
)

// The statement of a settlement in a real browser, with scripts off: it is accessible, and its other language is a
// link.
func TestStatementInABrowser(t *testing.T) {
	t.Parallel()
	browser := startBrowser(t)
	s := share(t, usual)
	ref := s.provided("Teodor", "Wzorcowy", "9990000001", "Srebrny Dmuchawiec sp. z o.o.")
	s.partner("POST", "/sandbox/onboarding/"+ref+"/advance", object{"to": "active"}, http.StatusOK)
	payment := apicall.Call(t, "POST", s.Env.PartnerBaseURL+"/payments", s.Env.PartnerKey, object{
		"amount": 123_456, "currency": "PLN", "external_ref": ids.New("statement-"), "description": "A bell",
		"customer":   object{"email": "c@example.com"},
		"return_url": "https://shop.example.com/",
	}, "On-Behalf-Of", ref).Want(t, http.StatusCreated).Body
	s.partner("POST", "/sandbox/payments/"+payment["payment_id"].(string)+"/advance", object{"to": "paid"}, http.StatusOK)
	s.partner("POST", "/sandbox/merchants/"+ref+"/settle", nil, http.StatusOK)
	settlements := apicall.Call(t, "GET", s.Env.PartnerBaseURL+"/merchants/"+ref+"/settlements", s.Env.PartnerKey,
		nil).Want(t, http.StatusOK).Body
	id := settlements["data"].([]any)[0].(map[string]any)["settlement_id"].(string)
	links := apicall.Call(t, "GET", s.Env.PartnerBaseURL+"/merchants/"+ref+"/settlements/"+id+"/statement",
		s.Env.PartnerKey, nil).Want(t, http.StatusOK).Body
	v := newVisitor(t, browser, false)
	v.open(links["page_url"].(string))
	v.says("Srebrny Dmuchawiec sp. z o.o.", id)
	v.accessible()
	v.click(`nav a`)
	v.says("Srebrny Dmuchawiec sp. z o.o.", id)
	v.accessible()
}
