package rendering_test

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"errors"
	"image"
	"image/color"
	_ "image/jpeg" // pictures of photographs
	_ "image/png"
	"runtime"
	"slices"
	"testing"
	"time"

	"golang.org/x/image/tiff"

	"github.com/partnerline/partnerline/services/console/internal/rendering"
)

// shown returns the pictures of a document's pages.
func shown(t *testing.T, kind string, content []byte) (rendering.Document, []image.Image) {
	t.Helper()
	d, err := rendering.Render(t.Context(), kind, content)
	if err != nil {
		t.Fatal(err)
	}
	var pictures []image.Image
	for _, p := range d.Pictures {
		img, format, err := image.Decode(bytes.NewReader(p.Content))
		if err != nil || "image/"+format != p.Type || img.Bounds().Dx() != p.Width || img.Bounds().Dy() != p.Height {
			t.Fatalf("%s of %d x %d: %v", p.Type, p.Width, p.Height, err)
		}
		pictures = append(pictures, img)
	}
	return d, pictures
}

func isRed(c color.Color) bool {
	r, g, b, _ := c.RGBA()
	return r > 0xf000 && g < 0x1000 && b < 0x1000
}

// A tag of a page of a TIFF: a number of two bytes, or of four when it is larger.
type tag struct{ name, value uint32 }

// tiffOf builds a TIFF of pages, each with its tags and one strip. The list of pages ends at the offset last.
func tiffOf(last uint32, strip []byte, pages ...[]tag) []byte {
	b := append([]byte("II*\x00"), 0, 0, 0, 0)
	at := len(b)
	strips := uint32(at)
	b = append(b, strip...)
	next := 4
	for _, tags := range pages {
		binary.LittleEndian.PutUint32(b[next:], uint32(len(b)))
		b = binary.LittleEndian.AppendUint16(b, uint16(len(tags)))
		for _, g := range tags {
			kind := uint16(3)
			switch {
			case g.name == 273:
				g.value, kind = strips, 4
			case g.name == 279 && g.value == 0:
				g.value, kind = uint32(len(strip)), 4
			case g.value > 0xffff:
				kind = 4
			}
			b = binary.LittleEndian.AppendUint16(b, uint16(g.name))
			b = binary.LittleEndian.AppendUint16(b, kind)
			b = binary.LittleEndian.AppendUint32(b, 1)
			b = binary.LittleEndian.AppendUint32(b, g.value)
		}
		next = len(b)
		b = append(b, 0, 0, 0, 0)
	}
	binary.LittleEndian.PutUint32(b[next:], last)
	return b
}

// gray are the tags of a page in gray.
func gray(width, height, compression uint32) []tag {
	return []tag{{256, width}, {257, height}, {258, 8}, {259, compression}, {262, 1}, {273, 0}, {277, 1},
		{278, height}, {279, 0}}
}

const (
	plainTIFF   = 1
	fax4        = 4
	deflateTIFF = 8
)

func deflated(size int) []byte {
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	for range size >> 20 {
		_, _ = w.Write(make([]byte, 1<<20))
	}
	_ = w.Close()
	return b.Bytes()
}

func TestTIFF(t *testing.T) {
	strip := bytes.Repeat([]byte{0x80}, 40*40)
	t.Run("written by an encoder", func(t *testing.T) {
		img := image.NewRGBA(image.Rect(0, 0, 60, 30))
		img.Set(10, 10, color.RGBA{R: 255, A: 255})
		var b bytes.Buffer
		if err := tiff.Encode(&b, img, &tiff.Options{Compression: tiff.Deflate}); err != nil {
			t.Fatal(err)
		}
		d, pictures := shown(t, "image/tiff", b.Bytes())
		if d.Pages != 1 || !isRed(pictures[0].At(10, 10)) || isRed(pictures[0].At(11, 11)) {
			t.Errorf("%d pages", d.Pages)
		}
	})
	t.Run("all pages", func(t *testing.T) {
		d, pictures := shown(t, "image/tiff",
			tiffOf(0, strip, gray(40, 40, plainTIFF), gray(20, 80, plainTIFF), gray(80, 20, plainTIFF)))
		if d.Pages != 3 || len(pictures) != 3 || pictures[1].Bounds() != image.Rect(0, 0, 20, 80) ||
			pictures[2].Bounds() != image.Rect(0, 0, 80, 20) {
			t.Errorf("%d of %d pages", len(pictures), d.Pages)
		}
	})
	t.Run("a page that cannot be shown among others", func(t *testing.T) {
		d, err := rendering.Render(t.Context(), "image/tiff",
			tiffOf(0, strip, gray(40, 40, plainTIFF), gray(40, 40, 7), gray(20, 80, plainTIFF)))
		if err != nil || len(d.Pictures) != 3 || d.Pictures[0].Content == nil || d.Pictures[1].Content != nil ||
			d.Pictures[2].Content == nil {
			t.Errorf("%d pictures, %v", len(d.Pictures), err)
		}
	})
	t.Run("fax", func(t *testing.T) {
		// Two rows of 16 pixels in fax 4: only vertical mode, so every pixel is what the format calls white.
		rows := []byte{0xc0}
		page := func(photometric uint32) []tag {
			return []tag{{256, 16}, {257, 2}, {258, 1}, {259, fax4}, {262, photometric}, {273, 0}, {277, 1}, {278, 2}, {279, 0}}
		}
		_, pictures := shown(t, "image/tiff", tiffOf(0, rows, page(0), page(1)))
		for i, want := range []uint32{0xffff, 0} { // 0 is white, and 0 is black
			if r, _, _, _ := pictures[i].At(5, 1).RGBA(); r != want {
				t.Errorf("page %d: %x", i+1, r)
			}
		}
	})
	t.Run("orientations", func(t *testing.T) {
		picture := []byte{0, 255, 255, 255, 255, 255} // 3 x 2, its first pixel black
		var pages [][]tag
		for o := range uint32(9) {
			page := gray(3, 2, plainTIFF)
			pages = append(pages, slices.Insert(page, 6, tag{274, o}))
		}
		_, pictures := shown(t, "image/tiff", tiffOf(0, picture, pages...))
		for o, want := range []struct{ width, height, x, y int }{
			{3, 2, 0, 0}, {3, 2, 0, 0}, {3, 2, 2, 0}, {3, 2, 2, 1}, {3, 2, 0, 1},
			{2, 3, 0, 0}, {2, 3, 1, 0}, {2, 3, 1, 2}, {2, 3, 0, 2},
		} {
			img := pictures[o]
			if img.Bounds() != image.Rect(0, 0, want.width, want.height) {
				t.Errorf("orientation %d: %v", o, img.Bounds())
				continue
			}
			for x := range want.width {
				for y := range want.height {
					if r, _, _, _ := img.At(x, y).RGBA(); (r == 0) != (x == want.x && y == want.y) {
						t.Errorf("orientation %d: %x at %d, %d", o, r, x, y)
					}
				}
			}
		}
	})
	t.Run("written as the decoder does not read it", func(t *testing.T) {
		size := []tag{{256, 40}, {257, 40}}
		planar := append(slices.Clip(size), []tag{
			{258, 8}, {259, plainTIFF}, {262, 1}, {273, 0}, {277, 2}, {278, 40}, {279, 0}, {284, 2},
		}...)
		backward := append(slices.Clip(size), []tag{
			{258, 1}, {259, plainTIFF}, {262, 1}, {266, 2}, {273, 0}, {277, 1}, {278, 40}, {279, 0},
		}...)
		rows := append(slices.Clip(size), []tag{
			{258, 1}, {259, 3}, {262, 0}, {273, 0}, {277, 1}, {278, 40}, {279, 0}, {292, 1},
		}...)
		content := tiffOf(0, strip, planar, backward, rows, gray(40, 40, plainTIFF))
		d, err := rendering.Render(t.Context(), "image/tiff", content)
		if err != nil || len(d.Pictures) != 4 {
			t.Fatalf("%d pictures, %v", len(d.Pictures), err)
		}
		for i, p := range d.Pictures {
			if (p.Content != nil) != (i == 3) {
				t.Errorf("page %d: %d bytes", i+1, len(p.Content))
			}
		}
	})
	t.Run("large page is made smaller", func(t *testing.T) {
		_, pictures := shown(t, "image/tiff", tiffOf(0, deflated(9<<20), gray(2600, 3600, deflateTIFF)))
		if got := pictures[0].Bounds(); got != image.Rect(0, 0, 1300, 1800) {
			t.Errorf("%v", got)
		}
	})
}

// An outcome says whether anything of a hostile document is shown.
type outcome int

const (
	never outcome = iota
	always
	maybe // it depends on the time that it takes, and how the library limits it
)

// A hostile document, and whether anything of it is shown.
type hostile struct {
	kind    string
	content []byte
	shown   outcome
}

// answer checks that it is what can be shown of the document or ErrNotShown, in bounded memory.
func (h hostile) answer(t *testing.T) {
	d, err := rendering.Render(t.Context(), h.kind, h.content)
	if (err == nil) != (len(d.Pictures) > 0) || err != nil && !errors.Is(err, rendering.ErrNotShown) ||
		h.shown == always && err != nil || h.shown == never && err == nil {
		t.Errorf("%d pictures, %v", len(d.Pictures), err)
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	if held := m.HeapSys - m.HeapReleased; held > 1<<30 { // HeapSys counts what earlier documents took, too
		t.Errorf("%d MB of memory", held>>20)
	}
}

// Whatever a file holds, the answer is what can be shown of it or ErrNotShown, in bounded memory.
func TestHostileFiles(t *testing.T) {
	rendering.SetTime(t, time.Hour)
	const kind = "image/tiff"
	for name, c := range map[string]hostile{
		"empty tiff":                     {kind, nil, never},
		"tiff cut off":                   {kind, []byte("II*\x00\x08\x00\x00\x00\xff\xff"), never},
		"tiff that begins after its end": {kind, []byte("MM\x00*\xff\xff\xff\xff"), never},
		"tiff of gigapixels":             {kind, tiffOf(0, []byte("x"), gray(1<<20, 1<<20, deflateTIFF)), never},
		"tiff that is a bomb":            {kind, tiffOf(0, deflated(1<<26), gray(3000, 3000, deflateTIFF)), always},
		"fax of gigapixels":              {kind, tiffOf(0, []byte("x"), gray(1<<16, 1<<16, fax4)), never},
		"tiff whose pages have no end": {kind,
			tiffOf(8+1600, bytes.Repeat([]byte{1}, 1600), gray(40, 40, plainTIFF), gray(40, 40, plainTIFF)), always},
		"tiff with a strip elsewhere": {kind,
			tiffOf(0, []byte("x"), append(gray(40, 40, plainTIFF)[:8], tag{279, 1 << 30})), never},
		"larger than an upload": {kind, make([]byte, 9<<20), never},
		"a type without pages":  {"text/html", []byte("<script>"), never},
	} {
		t.Run(name, c.answer)
	}
}

// What takes longer than it may is not shown.
func TestTimeIsLimited(t *testing.T) {
	rendering.SetTime(t, time.Nanosecond)
	if d, err := rendering.Render(t.Context(), "image/tiff",
		tiffOf(0, bytes.Repeat([]byte{1}, 1600), gray(40, 40, plainTIFF))); !errors.Is(err, rendering.ErrNotShown) {
		t.Errorf("%d pictures, %v", len(d.Pictures), err)
	}
}

// No file makes more of itself than pictures of its pages.
func FuzzTIFF(f *testing.F) {
	f.Add(tiffOf(0, bytes.Repeat([]byte{1}, 1600), gray(40, 40, plainTIFF), gray(20, 80, plainTIFF)))
	f.Add(tiffOf(0, deflated(1<<20), gray(1024, 1024, deflateTIFF)))
	f.Add(tiffOf(0, []byte{0, 1}, gray(64, 64, fax4)))
	f.Fuzz(func(t *testing.T, content []byte) {
		d, err := rendering.Render(t.Context(), "image/tiff", content)
		if (err == nil) != (len(d.Pictures) > 0) || len(d.Pictures) > rendering.MaxPages || err != nil &&
			!errors.Is(err, rendering.ErrNotShown) {
			t.Errorf("%d pictures, %v", len(d.Pictures), err)
		}
	})
}

// A list of pages that lead to one another through the same bytes costs no more than its length.
func TestOverlappingPages(t *testing.T) {
	const entries, size = 0xffff, 5 << 20
	content := bytes.Repeat([]byte{0xff}, size) // a page's number of entries, wherever it begins
	copy(content, "II*\x00")
	const next = 2 + 12*entries // from the beginning of a page to what leads to the one behind it
	at := uint32(8)
	binary.LittleEndian.PutUint32(content[4:], at)
	for ; at < next-4 && at+next+4 <= size; at += 4 {
		binary.LittleEndian.PutUint32(content[at+next:], at+4)
	}
	began := time.Now()
	_, err := rendering.Render(t.Context(), "image/tiff", content)
	if took := time.Since(began); took > 5*time.Second {
		t.Errorf("it took %s", took)
	}
	if !errors.Is(err, rendering.ErrNotShown) {
		t.Errorf("it is answered by %v", err)
	}
}
