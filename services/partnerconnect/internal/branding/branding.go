// Package branding shows pages as a channel wants them to look.
package branding

import (
	"html/template"
	"net/http"

	"github.com/partnerline/partnerline/internal/pagekit"
	"github.com/partnerline/partnerline/services/partnerconnect/access"
)

// Show returns what a page shows of a branding, and has the answer allow its logo. The names of its files change with what is in them.
func Show(x *pagekit.Exchange, b access.Branding) pagekit.Brand {
	file := x.BrandFolder() + string(b.Channel) + "/" + b.Digest()
	if len(b.Logo) > 0 {
		x.AllowPictures()
	}
	return show(b, template.URL(file+".css"), template.URL(file+".png")) //nolint:gosec // names of ours
}

// Preview returns what a page shows of a branding that holds the branding's files itself.
func Preview(b access.Branding) pagekit.Brand {
	return show(b, pagekit.DataURL("text/css", stylesheet(b)), pagekit.DataURL("image/png", b.Logo))
}

func show(b access.Branding, stylesheet, logo template.URL) pagekit.Brand {
	out := pagekit.Brand{Name: b.Name}
	if b.Colour != "" {
		out.Stylesheet = stylesheet
	}
	if len(b.Logo) > 0 {
		out.Logo = logo
	}
	for _, l := range []pagekit.BrandLink{{Text: "brand_help", URL: b.Help}, {Text: "brand_privacy", URL: b.Privacy}, {Text: "brand_terms", URL: b.Terms}} {
		if l.URL != "" {
			out.Links = append(out.Links, l)
		}
	}
	return out
}

func stylesheet(b access.Branding) []byte {
	return []byte(":root { --act: " + b.Colour + "; --on-act: #ffffff }\n" +
		"@media (prefers-color-scheme: dark) { :root { --act: " + b.DarkColour() + "; --on-act: #0b1420 } }\n")
}

// Serve serves a file of a branding, which the browser keeps: another branding has other names.
func Serve(x *pagekit.Exchange, b access.Branding, file string) {
	switch {
	case b.Colour != "" && file == b.Digest()+".css":
		x.ServeAsset("text/css; charset=utf-8", stylesheet(b))
	case len(b.Logo) > 0 && file == b.Digest()+".png":
		x.ServeAsset("image/png", b.Logo)
	default:
		x.Plain("asset", http.StatusNotFound)
	}
}
