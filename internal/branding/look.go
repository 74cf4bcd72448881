// Package branding is the look of pages that people take for those of a company: its colour and its logo.
package branding

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"image"
	_ "image/jpeg" // logos may be
	"image/png"
	"slices"

	_ "golang.org/x/image/webp" // logos may be

	"github.com/partnerline/partnerline/internal/fault"
)

// A Look is the colour and the logo of a company on pages. Empty fields are not branded.
type Look struct {
	Colour string // `#rrggbb`
	Logo   []byte // PNG
}

// Bounds of a logo.
const (
	maxLogo       = 256 << 10
	maxStoredLogo = 1 << 20 // as a PNG, which pages load: that of a photograph is larger than its JPEG
	maxLogoWidth  = 2000
	maxLogoHeight = 1000
	// maxScans of a progressive JPEG, of which encoders write about ten: a few bytes make the decoder go through all
	// pixels.
	maxScans = 100
)

// scan begins a scan in a JPEG; compressed data does not contain it.
var scan = []byte{0xff, 0xda}

// logoFormats are those of the files that logos come in. SVG is not among them: it can hold scripts and load other
// files.
var logoFormats = []string{"png", "jpeg", "webp"}

// Check returns what is wrong with the look, by the fields `/colour` and `/logo`, and encodes the logo again: anything
// else in its file, such as where it was taken, is left out.
func (l *Look) Check() []fault.Violation {
	var bad []fault.Violation
	for _, v := range []*fault.Violation{l.checkColour(), l.checkLogo()} {
		if v != nil {
			bad = append(bad, *v)
		}
	}
	return bad
}

func (l *Look) checkLogo() *fault.Violation {
	refusal := func(code, message string) *fault.Violation {
		return &fault.Violation{Field: "/logo", Code: code, Message: message}
	}
	if len(l.Logo) == 0 {
		return nil
	}
	if len(l.Logo) > maxLogo {
		return refusal("too_large", "must have at most 256 KiB; save it with fewer pixels")
	}
	size, format, err := image.DecodeConfig(bytes.NewReader(l.Logo))
	switch {
	case err != nil || !slices.Contains(logoFormats, format):
		return refusal("invalid_image", "must be a PNG, JPEG or WebP; export other formats, such as SVG, as PNG")
	case size.Width > maxLogoWidth || size.Height > maxLogoHeight:
		return refusal("too_large", "must have at most 2000 x 1000 pixels; scale it down")
	case format == "jpeg" && bytes.Count(l.Logo, scan) > maxScans:
		return refusal("too_complex", "must have at most 100 scans; save it as a PNG, or as a JPEG that is not progressive")
	}
	logo, _, err := image.Decode(bytes.NewReader(l.Logo))
	var clean bytes.Buffer
	if err != nil || png.Encode(&clean, logo) != nil {
		return refusal("invalid_image", "must be a whole PNG, JPEG or WebP without animation; this one is not")
	}
	if clean.Len() > maxStoredLogo {
		return refusal("too_large", "must have at most 1 MiB as PNG; scale it down, or use fewer colours")
	}
	l.Logo = clean.Bytes()
	return nil
}

// LogoSize returns the width and height of the logo in pixels; 0 without one.
func (l Look) LogoSize() (width, height int) {
	size, err := png.DecodeConfig(bytes.NewReader(l.Logo))
	if err != nil {
		return 0, 0
	}
	return size.Width, size.Height
}

// Digest names the look: it changes with it.
func (l Look) Digest() string {
	h := sha256.New()
	_, _ = fmt.Fprintf(h, "%s %d ", l.Colour, len(l.Logo))
	_, _ = h.Write(l.Logo)
	return hex.EncodeToString(h.Sum(nil)[:8])
}
