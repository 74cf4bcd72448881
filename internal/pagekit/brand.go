package pagekit

import (
	"html/template"
	"net/http"
	"strings"

	"github.com/partnerline/partnerline/internal/branding"
)

// A Brand is what a page shows of a branding.
type Brand struct {
	Name       string
	Stylesheet template.URL // empty: the colours are the site's
	Logo       template.URL // empty: there is none
	Links      []BrandLink
}

// A BrandLink leads to a page of the brand's owner; Text is the key of what it says.
type BrandLink struct{ Text, URL string }

const (
	brandFolder = "brand/"
	pictures    = "; img-src 'self'" // of a page with a picture
)

// allow adds a directive to the answer's Content-Security-Policy.
func (x *Exchange) allow(directive string) {
	head := x.W.Header()
	head.Set("Content-Security-Policy", head.Get("Content-Security-Policy")+directive)
}

// ShowLook returns the addresses of the files of an owner's look, and makes the answer allow its logo. Their names
// change with their content.
func ShowLook(x *Exchange, owner string, l branding.Look) Brand {
	file := x.Up() + brandFolder + owner + "/" + l.Digest()
	if len(l.Logo) > 0 {
		x.allow(pictures)
	}
	return lookOf(l, template.URL(file+".css"), template.URL(file+".png")) //nolint:gosec // names of ours
}

// PreviewLook is ShowLook for a page that holds the files of the look itself.
func PreviewLook(l branding.Look) Brand {
	return lookOf(l, DataURL("text/css", lookStylesheet(l)), DataURL("image/png", l.Logo))
}

func lookOf(l branding.Look, stylesheet, logo template.URL) (b Brand) {
	if l.Colour != "" {
		b.Stylesheet = stylesheet
	}
	if len(l.Logo) > 0 {
		b.Logo = logo
	}
	return b
}

func lookStylesheet(l branding.Look) []byte {
	return []byte(":root { --act: " + l.Colour + "; --on-act: #ffffff }\n" +
		"@media (prefers-color-scheme: dark) { :root { --act: " + l.DarkColour() + "; --on-act: #0b1420 } }\n")
}

// ServeLook serves a file of a look, which the browser keeps: another look has other names.
func ServeLook(x *Exchange, l branding.Look, file string) {
	switch {
	case l.Colour != "" && file == l.Digest()+".css":
		x.ServeAsset("text/css; charset=utf-8", lookStylesheet(l))
	case len(l.Logo) > 0 && file == l.Digest()+".png":
		x.ServeAsset("image/png", l.Logo)
	default:
		x.Plain("asset", http.StatusNotFound)
	}
}

// BrandFile returns the owner and the file that a path below the site's prefix names; false when it names none.
func (x *Exchange) BrandFile() (owner, file string, ok bool) {
	rest, ok := strings.CutPrefix(x.Path(), brandFolder)
	owner, file, parted := strings.Cut(rest, "/")
	return owner, file, ok && parted && x.R.Method != http.MethodPost
}
