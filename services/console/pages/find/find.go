// Package find is the screen that finds anything by what a person has of it: one box on every page.
package find

import (
	"cmp"
	"context"
	"embed"
	"net/http"
	"net/url"
	"strings"

	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
	"github.com/partnerline/partnerline/services/console/internal/screen"
	"github.com/partnerline/partnerline/services/console/pages/onboardings"
)

//go:embed assets
var assets embed.FS

// Screen is that of what was found.
var Screen = screen.Screen{Name: "find", Path: "find", Texts: texts, Assets: assets, Serve: serve}

// A hit is something that was found. Path leads to it below the console; empty when the person's roles do not open it.
type hit struct {
	Kind, ID, Title, Owner, Path string
	Name                         string // of the merchant; empty: it has none
	Livemode                     bool
}

// view is what the page shows: what each service found.
type view struct {
	Query    string
	Webhooks screen.Part[[]hit]
	Partners screen.Part[[]hit]
}

// None reports whether both services answered, and neither found anything.
func (v view) None() bool {
	return v.Query != "" && v.Webhooks.State == screen.Shown && v.Partners.State == screen.Shown && len(v.Webhooks.Data)+
		len(v.Partners.Data) == 0
}

// maxQuery is what the services take.
const maxQuery = 2048

// serve asks both services at the same time. No log has the text, which may be an e-mail address: pages are logged by
// their names.
func serve(x *screen.Exchange, rest string) {
	if rest != "" {
		x.Missing(screen.ErrNotFound)
		return
	}
	v, code := view{Query: strings.TrimSpace(x.R.URL.Query().Get("q"))}, http.StatusOK
	x.Page.Sent = url.Values{"q": {v.Query}}
	switch {
	case len(v.Query) > maxQuery:
		x.Page.Error, code = x.Page.T("find_long"), http.StatusUnprocessableEntity
	case v.Query != "":
		r := x.Reading()
		screen.Read(r, "found in webhooks", &v.Webhooks, func(ctx context.Context) ([]hit, error) {
			r, err := x.Services.Webhooks.Find(ctx, &webhooksv1.FindRequest{Query: v.Query})
			var out []hit
			for _, h := range r.GetData() {
				out = append(out, hit{
					Kind: h.GetKind(), ID: h.GetId(), Title: h.GetTitle(), Owner: h.GetTenantId(), Path: endpoint(x, h),
					Livemode: h.GetLivemode(),
				})
			}
			return out, err
		})
		screen.Read(r, "found in partner connect", &v.Partners, func(ctx context.Context) ([]hit, error) {
			r, err := x.Services.PartnerConnect.Find(ctx, &pcv1.FindRequest{Query: v.Query})
			var out []hit
			for _, h := range r.GetData() {
				out = append(out, hit{
					Kind: h.GetKind(), ID: h.GetId(), Title: h.GetTitle(), Owner: cmp.Or(h.GetMerchantRef(), h.GetPartnerId()),
					Path: lead(x, h), Name: r.GetMerchantNames()[h.GetMerchantRef()], Livemode: h.GetLivemode(),
				})
			}
			return out, err
		})
		r.Wait()
	}
	x.Page.Data = v
	x.Show("find", code)
}

// endpoint leads to the endpoint of a hit, or to those of its tenant.
func endpoint(x *screen.Exchange, h *webhooksv1.Hit) string {
	if !x.Session.Has("viewer", "support") {
		return ""
	}
	return (&url.URL{Path: "webhooks"}).JoinPath(h.GetTenantId(), h.GetEndpointId()).String()
}

// lead leads to the partner, channel or payment of a hit, or to its merchant; an administrator, to what was done to the
// merchant.
func lead(x *screen.Exchange, h *pcv1.Hit) string {
	switch {
	case h.GetKind() == "channel":
		return (&url.URL{Path: "partners"}).JoinPath(h.GetPartnerId(), h.GetId()).String()
	case h.GetMerchantRef() == "":
		return (&url.URL{Path: "partners"}).JoinPath(h.GetPartnerId()).String()
	case h.GetKind() == "payment":
		if !x.Session.Has("viewer", "support", "finance") {
			return ""
		}
		return (&url.URL{Path: "money/payments"}).JoinPath(h.GetId()).String()
	}
	if path := onboardings.Path(x, h.GetMerchantRef()); path != "" {
		return path
	}
	return "audit?" + url.Values{"merchant": {h.GetMerchantRef()}}.Encode()
}
