package publicpage

import (
	"github.com/partnerline/partnerline/internal/pagekit"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
)

// ShowBranding returns what a page shows of a branding, and makes the answer allow its logo.
func ShowBranding(x *pagekit.Exchange, b access.Branding) pagekit.Brand {
	return brandOf(pagekit.ShowLook(x, string(b.Channel), b.Look), b)
}

// PreviewBranding returns what a page shows of a branding that holds the branding's files itself.
func PreviewBranding(b access.Branding) pagekit.Brand { return brandOf(pagekit.PreviewLook(b.Look), b) }

// brandOf adds the name and the links of the branding to what a page shows of a look.
func brandOf(out pagekit.Brand, b access.Branding) pagekit.Brand {
	out.Name = b.Name
	for _, l := range []pagekit.BrandLink{
		{Text: "brand_help", URL: b.Help}, {Text: "brand_privacy", URL: b.Privacy}, {Text: "brand_terms", URL: b.Terms},
	} {
		if l.URL != "" {
			out.Links = append(out.Links, l)
		}
	}
	return out
}
