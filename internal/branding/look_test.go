package branding

import (
	"bytes"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func picture(t *testing.T, width, height int, encode func(*bytes.Buffer, image.Image) error) []byte {
	t.Helper()
	img := image.NewPaletted(image.Rect(0, 0, width, height), color.Palette{color.White, color.Black})
	var b bytes.Buffer
	if err := encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// resized is a WebP whose head says that it has another width than its picture.
func resized(webp []byte, width int) []byte {
	out, at := bytes.Clone(webp), bytes.Index(webp, []byte("VP8X"))+12
	out[at], out[at+1] = byte(width-1), byte((width-1)>>8)
	return out
}

func asPNG(b *bytes.Buffer, img image.Image) error  { return png.Encode(b, img) }
func asJPEG(b *bytes.Buffer, img image.Image) error { return jpeg.Encode(b, img, nil) }
func asGIF(b *bytes.Buffer, img image.Image) error  { return gif.Encode(b, img, nil) }

func TestCheck(t *testing.T) {
	whole := picture(t, 40, 20, asPNG)
	webp, err := os.ReadFile("testdata/logo.webp")
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		b    Look
		want string // field and code; empty: it is right
		says string
	}{
		"nothing":                     {Look{}, "", ""},
		"everything":                  {Look{Colour: "#0b5cad", Logo: whole}, "", ""},
		"a JPEG":                      {Look{Logo: picture(t, 40, 20, asJPEG)}, "", ""},
		"a WebP, with transparency":   {Look{Logo: webp}, "", ""},
		"half a WebP":                 {Look{Logo: webp[:len(webp)-20]}, "/logo invalid_image", "animation"},
		"a WebP that is larger":       {Look{Logo: resized(webp, 41)}, "/logo invalid_image", "WebP"},
		"a WebP that is too wide":     {Look{Logo: resized(webp, 2001)}, "/logo too_large", "scale"},
		"a colour's name":             {Look{Colour: "blue"}, "/colour invalid_colour", "#0b5cad"},
		"capitals":                    {Look{Colour: "#0B5CAD"}, "/colour invalid_colour", "lower case"},
		"a style":                     {Look{Colour: "#fff;}a{"}, "/colour invalid_colour", ""},
		"yellow":                      {Look{Colour: "#ffdd00"}, "/colour contrast_too_low", "and has 1."},
		"a grey that is almost right": {Look{Colour: "#767676"}, "/colour contrast_too_low", "and has 4."},
		"a GIF":                       {Look{Logo: picture(t, 4, 4, asGIF)}, "/logo invalid_image", "PNG, JPEG or WebP"},
		"an SVG":                      {Look{Logo: []byte(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`)}, "/logo invalid_image", "as PNG"},
		"half a PNG":                  {Look{Logo: whole[:len(whole)-20]}, "/logo invalid_image", "this one is not"},
		"too wide":                    {Look{Logo: picture(t, 2001, 1, asPNG)}, "/logo too_large", "scale"},
		"too high":                    {Look{Logo: picture(t, 1, 1001, asPNG)}, "/logo too_large", "scale"},
		"too large as PNG":            {Look{Logo: noise(t)}, "/logo too_large", "1 MiB"},
		"too large a file":            {Look{Logo: make([]byte, maxLogo+1)}, "/logo too_large", "256 KiB"},
	} {
		t.Run(name, func(t *testing.T) {
			bad := c.b.Check()
			switch {
			case c.want == "" && len(bad) > 0:
				t.Fatal(bad)
			case c.want == "":
				if width, height := c.b.LogoSize(); len(c.b.Logo) > 0 && (width != 40 || height != 20) {
					t.Errorf("%d x %d", width, height)
				}
			case len(bad) != 1 || bad[0].Field+" "+bad[0].Code != c.want || !strings.Contains(bad[0].Message, c.says):
				t.Errorf("%+v", bad)
			}
		})
	}
}

// What else the file of a logo has is not kept.
func TestLogoIsEncodedAgain(t *testing.T) {
	logo := picture(t, 4, 4, asPNG)
	b := Look{Logo: append(bytes.Clone(logo), "<script>"...)}
	if bad := b.Check(); bad != nil || bytes.Contains(b.Logo, []byte("<script>")) {
		t.Errorf("%v, %q", bad, b.Logo)
	}
}

// Whatever the colour is, the shade of dark mode and the one that a refusal proposes can be read.
func TestShades(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		c := colour{rapid.Byte().Draw(r, "red"), rapid.Byte().Draw(r, "green"), rapid.Byte().Draw(r, "blue")}
		b := Look{Colour: c.String()}
		if got := parseColour(b.DarkColour()).leastContrast(darkGrounds); got < leastContrast {
			r.Fatalf("%s in dark mode has %.2f", b.DarkColour(), got)
		}
		proposed := Look{Colour: c.towards(colour{}, lightGrounds).String()}
		if bad := proposed.Check(); bad != nil {
			r.Fatalf("%s for %s: %v", proposed.Colour, b.Colour, bad)
		}
	})
	if got := (colour{}).contrast(colour{255, 255, 255}); got < 20.99 || got > 21.01 {
		t.Errorf("black on white has %.2f", got)
	}
}

// noise is a JPEG that is small enough, and a PNG that is not.
func noise(t *testing.T) []byte {
	t.Helper()
	random, m := rand.New(rand.NewPCG(1, 2)), image.NewGray(image.Rect(0, 0, 1400, 900))
	for i := range m.Pix {
		m.Pix[i] = uint8(random.Uint32())
	}
	var b bytes.Buffer
	if err := jpeg.Encode(&b, m, &jpeg.Options{Quality: 1}); err != nil || b.Len() > maxLogo {
		t.Fatal(b.Len(), err)
	}
	return b.Bytes()
}
