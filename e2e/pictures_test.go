package e2e

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/partnerline/partnerline/testkit/repository"
)

// pictureFolder has the documents' pictures of the pages. UPDATE_IMAGES=1 takes those again that a document shows.
const pictureFolder = "docs/images"

// documents is the text of the documents that show pictures.
var documents = sync.OnceValues(func() (string, error) {
	folder, err := repository.Path("docs")
	if err != nil {
		return "", err
	}
	names, err := filepath.Glob(filepath.Join(folder, "*.md"))
	if err != nil {
		return "", err
	}
	var all []byte
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			return "", err
		}
		all = append(all, text...)
	}
	return string(all), nil
})

var (
	desktop = screen(1280, 900)
	light   = scheme("light")
	dark    = scheme("dark")
)

// scheme is the colours that the person prefers.
func scheme(name string) chromedp.Action[chromedp.Void] {
	return emulate(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: name}},
	})
}

// name is what the page is called in pictures: the last part of its path, or what links lead to; with what it says
// besides.
func (v *visitor) name() string {
	name := v.page()
	switch {
	case len(name) > 40 && strings.Contains(v.html, "signature"): // a token
		name = "invited"
	case len(name) > 40:
		name = "landing"
	case v.code == http.StatusUnauthorized || name == "out":
		name = "over"
	}
	switch {
	case strings.Contains(v.html, `id="error"`):
		name += "-error"
	case strings.Contains(v.html, "data-code"):
		name += "-code"
	case name == "identity" && strings.Contains(v.html, `class="error"`):
		name += "-failed"
	case name == "identity" && strings.Contains(v.html, `class="note"`):
		name += "-sandbox"
	}
	return name
}

// wide and night are the pages that are also shown on a desk and in dark colours.
var (
	wide  = []string{"landing", "agreement-code", "portal"}
	night = []string{"contact-error", "portal"}
)

// pictures takes those of the page that the documents show.
func (v *visitor) pictures(lang, name string) {
	v.t.Helper()
	v.picture(name + "." + lang)
	if lang == "en" && slices.Contains(wide, name) {
		v.do(desktop)
		v.picture(name + ".desktop")
		v.do(phone)
	}
	if lang == "en" && slices.Contains(night, name) {
		v.do(dark)
		v.picture(name + ".dark")
		v.do(light)
	}
}

// picture takes one of the whole page, in few colours, so that it weighs little.
func (v *visitor) picture(name string) {
	v.t.Helper()
	v.keep(name, result(v, chromedp.FullScreenshot(100)))
}

// screen takes one of what the window shows: pages of documentation are long.
func (v *visitor) screen(name string) {
	v.t.Helper()
	v.keep(name, result(v, chromedp.CaptureScreenshot()))
}

// atWork takes one of the top of the page, as a desk shows it.
func (v *visitor) atWork(name string) {
	v.t.Helper()
	v.do(desktop)
	v.do(chromedp.ScrollIntoView("h1")) // the navigation stays in the window
	v.keep(name, result(v, chromedp.FullScreenshot(100)), image.Rect(0, 0, 1280, 800))
	v.do(phone)
}

// keep stores a picture, or the part of it that is within a rectangle, if a document shows it.
func (v *visitor) keep(name string, raw []byte, within ...image.Rectangle) {
	v.t.Helper()
	if text, err := documents(); err != nil {
		v.t.Fatal(err)
	} else if !strings.Contains(text, "images/"+name+".png") {
		return
	}
	full, err := png.Decode(bytes.NewReader(raw))
	if err != nil {
		v.t.Fatal(err)
	}
	for _, part := range within {
		full = full.(interface {
			SubImage(image.Rectangle) image.Image
		}).SubImage(part)
	}
	var b bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&b, fewColours(full)); err != nil {
		v.t.Fatal(err)
	}
	file, err := repository.Path(pictureFolder + "/" + name + ".png")
	if err != nil {
		v.t.Fatal(err)
	}
	if err := os.WriteFile(file, b.Bytes(), 0o644); err != nil {
		v.t.Fatal(err)
	}
}

// fewColours reduces a picture to the colours that it has most of; pages have few, and shades of their letters.
func fewColours(full image.Image) image.Image {
	count := map[color.RGBA]int{}
	bounds := full.Bounds()
	at := func(x, y int) color.RGBA { return color.RGBAModel.Convert(full.At(x, y)).(color.RGBA) }
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		for x := bounds.Min.X; x < bounds.Max.X; x++ {
			count[at(x, y)]++
		}
	}
	var palette color.Palette
	seen := map[color.RGBA]uint8{}
	for len(palette) < 64 && len(count) > 0 {
		var best color.RGBA
		most := 0
		for c, n := range count {
			if n > most {
				best, most = c, n
			}
		}
		delete(count, best)
		seen[best] = uint8(len(palette))
		palette = append(palette, best)
	}
	out := image.NewPaletted(bounds, palette)
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		for x := bounds.Min.X; x < bounds.Max.X; x++ {
			c := at(x, y)
			i, ok := seen[c]
			if !ok {
				i = uint8(palette.Index(c)) // at most 64
				seen[c] = i
			}
			out.SetColorIndex(x, y, i)
		}
	}
	return out
}

// picturesWanted reports whether pictures are to be written.
func picturesWanted() bool { return os.Getenv("UPDATE_IMAGES") != "" }
