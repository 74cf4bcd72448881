package pagekit

import (
	"html/template"
	"net/http"
	"strings"
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

// AllowPictures has the answer allow pictures of the site.
func (x *Exchange) AllowPictures() { x.allow(pictures) }

// allow adds to what the answer allows.
func (x *Exchange) allow(directive string) {
	head := x.W.Header()
	head.Set("Content-Security-Policy", head.Get("Content-Security-Policy")+directive)
}

// BrandFolder leads to the folder of the files of brandings.
func (x *Exchange) BrandFolder() string { return x.Up() + brandFolder }

// BrandFile returns the owner and the file that a path is of, below the site's prefix; false when it is of none.
func (x *Exchange) BrandFile() (owner, file string, ok bool) {
	rest, ok := strings.CutPrefix(x.Path(), brandFolder)
	owner, file, parted := strings.Cut(rest, "/")
	return owner, file, ok && parted && x.R.Method != http.MethodPost
}
