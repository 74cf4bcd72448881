package access

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"image"
	_ "image/jpeg" // logos may be
	"image/png"
	"regexp"
	"slices"
	"strconv"

	_ "golang.org/x/image/webp" // logos may be

	"github.com/partnerline/partnerline/internal/etag"
	"github.com/partnerline/partnerline/internal/fault"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/field"
)

// A Branding is how the pages of a channel look. What is empty is not branded.
type Branding struct {
	Channel pc.ChannelID
	Name    string
	Colour  string // `#rrggbb`
	Logo    []byte // PNG
	Help    string // URL, as those below
	Privacy string
	Terms   string
}

// Bounds of a logo.
const (
	maxLogo       = 256 << 10
	maxStoredLogo = 1 << 20 // as a PNG, which pages load: that of a photograph is larger than its JPEG
	maxLogoWidth  = 2000
	maxLogoHeight = 1000
)

// logoFormats are those of the files that logos come in. SVG is none of them: it can hold scripts and load what is elsewhere.
var logoFormats = []string{"png", "jpeg", "webp"}

// Check returns what is wrong with the branding, and encodes the logo again: what else its file has, such as where it was taken, is left out.
func (b *Branding) Check() error {
	var v field.Violations
	v.Text("/name", b.Name, 1, 60)
	b.checkColour(&v)
	b.checkLogo(&v)
	for _, link := range []struct{ at, url string }{{"/help_url", b.Help}, {"/privacy_url", b.Privacy}, {"/terms_url", b.Terms}} {
		v.Valid(link.at, link.url, func(s string) bool {
			u := field.ParseURL(s)
			return u != nil && u.Scheme == "https"
		}, "invalid_url", "must be an absolute https URL of at most 2048 characters")
	}
	if len(v) > 0 {
		return fault.Fields(v...)
	}
	return nil
}

func (b *Branding) checkLogo(v *field.Violations) {
	if len(b.Logo) == 0 {
		return
	}
	if len(b.Logo) > maxLogo {
		v.Add("/logo", "too_large", "must have at most 256 KiB; save it with fewer pixels")
		return
	}
	size, format, err := image.DecodeConfig(bytes.NewReader(b.Logo))
	switch {
	case err != nil || !slices.Contains(logoFormats, format):
		v.Add("/logo", "invalid_image", "must be a PNG, JPEG or WebP; export other formats, such as SVG, as PNG")
		return
	case size.Width > maxLogoWidth || size.Height > maxLogoHeight:
		v.Add("/logo", "too_large", "must have at most 2000 x 1000 pixels; scale it down")
		return
	}
	logo, _, err := image.Decode(bytes.NewReader(b.Logo))
	var clean bytes.Buffer
	if err != nil || png.Encode(&clean, logo) != nil {
		v.Add("/logo", "invalid_image", "must be a whole PNG, JPEG or WebP without animation; this one is not")
		return
	}
	if clean.Len() > maxStoredLogo {
		v.Add("/logo", "too_large", "must have at most 1 MiB as PNG; scale it down, or use fewer colours")
		return
	}
	b.Logo = clean.Bytes()
}

// LogoSize returns the width and height of the logo in pixels; 0 without one.
func (b Branding) LogoSize() (width, height int) {
	size, err := png.DecodeConfig(bytes.NewReader(b.Logo))
	if err != nil {
		return 0, 0
	}
	return size.Width, size.Height
}

// Digest names the looks of the branding: it changes with them.
func (b Branding) Digest() string {
	h := sha256.New()
	_, _ = fmt.Fprintf(h, "%s %d ", b.Colour, len(b.Logo))
	_, _ = h.Write(b.Logo)
	return hex.EncodeToString(h.Sum(nil)[:8])
}

// ETag changes with anything of the branding.
func (b Branding) ETag() string {
	return etag.OfContent(b.Name, b.Colour, string(b.Logo), b.Help, b.Privacy, b.Terms)
}

// The grounds that the colour is seen on: of pages and of what is around them, in light and dark mode.
var (
	lightGrounds = []colour{{255, 255, 255}, {0xf3, 0xf5, 0xf8}}
	darkGrounds  = []colour{{0x16, 0x1c, 0x24}, {0x0d, 0x11, 0x17}, {0x10, 0x15, 0x1b}, {0x0b, 0x14, 0x20}}
)

// leastContrast is that of text, by WCAG 2.2 AA.
const leastContrast = 4.5

var hexColour = regexp.MustCompile(`^#[0-9a-f]{6}$`)

func (b *Branding) checkColour(v *field.Violations) {
	if b.Colour == "" {
		return
	}
	if !hexColour.MatchString(b.Colour) {
		v.Add("/colour", "invalid_colour", "must be # and six hexadecimal digits in lower case, such as #0b5cad")
		return
	}
	c := parseColour(b.Colour)
	if least := c.leastContrast(lightGrounds); least < leastContrast {
		v.Add("/colour", "contrast_too_low", fmt.Sprintf("must have a contrast of at least 4.5 to 1 with the light ground of the pages, and has %.2f; %s is a darker shade that has it",
			least, c.towards(colour{}, lightGrounds)))
	}
}

// DarkColour is a shade of the colour that can be read in dark mode; empty without a colour.
func (b Branding) DarkColour() string {
	if b.Colour == "" {
		return ""
	}
	return parseColour(b.Colour).towards(colour{255, 255, 255}, darkGrounds).String()
}

type colour [3]uint8

func parseColour(s string) (c colour) {
	for i := range c {
		n, _ := strconv.ParseUint(s[1+2*i:3+2*i], 16, 8) // its form is checked
		c[i] = uint8(n)
	}
	return c
}

func (c colour) String() string { return fmt.Sprintf("#%02x%02x%02x", c[0], c[1], c[2]) }

// towards returns the shade on the way to another colour that is nearest and has the contrast with the grounds.
func (c colour) towards(end colour, grounds []colour) colour {
	const steps = 100
	shade := c
	for i := 0; i <= steps && shade.leastContrast(grounds) < leastContrast; i++ {
		for j := range shade {
			shade[j] = uint8((int(c[j])*(steps-i) + int(end[j])*i) / steps)
		}
	}
	return shade
}
