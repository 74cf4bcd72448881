package webhooks

import (
	"context"
	"strings"

	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
	"github.com/partnerline/partnerline/services/console/internal/screen"
)

type portalView struct {
	*webhooksv1.PortalSettings
	Tenant string
	MayAct bool
}

// lines are the texts of an input that has one in each line.
func lines(text string) []string {
	var out []string
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			out = append(out, line)
		}
	}
	return out
}

// Returns is the list of URLs as an input has it.
func (v portalView) Returns() string { return strings.Join(v.GetReturnUrls(), "\n") }

// Frames is the list of origins as an input has it.
func (v portalView) Frames() string { return strings.Join(v.GetFrameOrigins(), "\n") }

// showPortal shows how the portal looks for a tenant's people, or changes it.
func showPortal(x *screen.Exchange, tenant string) {
	code, render := x.Submit(map[string]screen.Change{"portal_set": func(ctx context.Context, x *screen.Exchange) error {
		logo, err := x.File("logo")
		if err != nil {
			return err
		}
		_, err = x.Services.Webhooks.SetPortalSettings(ctx, &webhooksv1.SetPortalSettingsRequest{
			TenantId: tenant, Name: x.Input("name"), Colour: x.Input("colour"), Logo: logo,
			KeepLogo:   x.Input("without_logo") == "",
			ReturnUrls: lines(x.Input("return_urls")), FrameOrigins: lines(x.Input("frame_origins")), IfMatch: x.Input("etag"),
		})
		return err
	}})
	if !render {
		return
	}
	r, err := x.Services.Webhooks.GetPortalSettings(x.As(), &webhooksv1.GetPortalSettingsRequest{TenantId: tenant})
	if err != nil {
		x.Missing(err)
		return
	}
	x.Page.Data = portalView{r.GetData(), tenant, x.Session.Has("administrator")}
	x.Show("portal", code)
}
