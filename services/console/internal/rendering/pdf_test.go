//go:build !race

// The race detector would make PDFium's compilation to machine code, of which it sees nothing, take minutes: make test
// runs these tests without it.

package rendering_test

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"image"
	"strings"
	"testing"
	"time"

	"github.com/partnerline/partnerline/services/console/internal/rendering"
)

// pdf builds a document of objects, the first of which is its catalogue.
func pdf(objects ...string) []byte {
	var b bytes.Buffer
	b.WriteString("%PDF-1.7\n")
	var at []int
	for i, o := range objects {
		at = append(at, b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	start := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for _, a := range at {
		fmt.Fprintf(&b, "%010d 00000 n \n", a)
	}
	fmt.Fprintf(&b, "trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, start)
	return b.Bytes()
}

// stream is an object with a compressed content.
func stream(dictionary, content string) string {
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	_, _ = w.Write([]byte(content))
	_ = w.Close()
	return fmt.Sprintf("<< %s /Filter /FlateDecode /Length %d >>\nstream\n%s\nendstream", dictionary, b.Len(), b.String())
}

// page is a document of as many pages that draw a content, with more entries of its catalogue and pages, and more
// objects from number 5 on.
func page(count int, catalogue, entries, content string, more ...string) []byte {
	kids := strings.Repeat("3 0 R ", count)
	return pdf(append([]string{
		"<< /Type /Catalog /Pages 2 0 R " + catalogue + " >>",
		fmt.Sprintf("<< /Type /Pages /Kids [%s] /Count %d >>", kids, count),
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R " + entries + " >>",
		stream("", content),
	}, more...)...)
}

const square = "1 0 0 rg 100 100 200 200 re f"

func TestPDF(t *testing.T) {
	rendering.SetTime(t, time.Hour)
	t.Run("page", func(t *testing.T) {
		d, pictures := shown(t, "application/pdf", page(1, "", "", square))
		if b := pictures[0].Bounds(); d.Pages != 1 || b.Dx() != 1240 || b.Dy() > 1754 || !isRed(pictures[0].At(400, 1300)) ||
			isRed(pictures[0].At(100, 100)) {
			t.Errorf("%d pages, %v", d.Pages, b)
		}
	})
	t.Run("more pages than are shown", func(t *testing.T) {
		if d, _ := shown(t, "application/pdf", page(25, "", "", square)); d.Pages != 25 ||
			len(d.Pictures) != rendering.MaxPages {
			t.Errorf("%d of %d pages", len(d.Pictures), d.Pages)
		}
	})
	t.Run("field of a form", func(t *testing.T) {
		_, pictures := shown(t, "application/pdf", page(1, "/AcroForm << /Fields [5 0 R] >>", "/Annots [5 0 R]", "",
			"<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /V (x) /F 4 /Rect [100 100 300 300] /AP << /N 6 0 R >> >>",
			stream("/Type /XObject /Subtype /Form /BBox [0 0 200 200]", "1 0 0 rg 0 0 200 200 re f")))
		if !isRed(pictures[0].At(400, 1300)) {
			t.Error("what the field holds is not drawn")
		}
	})
}

// What would run or lead elsewhere in a viewer changes nothing of the pictures.
func TestActiveContent(t *testing.T) {
	rendering.SetTime(t, time.Hour)
	_, plain := shown(t, "application/pdf", page(1, "", "", square))
	script := `/S /JavaScript /JS (this.getField\("name"\).value = "run"; app.alert\("run"\); this.addAnnot\({type: ` +
		`"Square", rect: [0,0,500,500], page: 0}\);)`
	for name, content := range map[string][]byte{
		"script at opening":      page(1, "/OpenAction << "+script+" >>", "", square),
		"script of the document": page(1, "/Names << /JavaScript << /Names [(a) << "+script+" >>] >> >>", "", square),
		"script of the page":     page(1, "", "/AA << /O << "+script+" >> >>", square),
		"link": page(1, "", "/Annots [5 0 R]", square,
			"<< /Type /Annot /Subtype /Link /Rect [0 0 595 842] /Border [0 0 0] /A << /S /URI /URI (https://example.com/) >> "+
				">>"),
		"program":              page(1, "/OpenAction << /S /Launch /F (/bin/sh) >>", "", square),
		"form sent at opening": page(1, "/OpenAction << /S /SubmitForm /F (https://example.com/) >>", "", square),
		"other file":           page(1, "/OpenAction << /S /GoToR /F (/etc/passwd) /D [0 /Fit] >>", "", square),
		"content of another file": page(1, "", "/Resources << /XObject << /X 5 0 R >> >>", square+" /X Do",
			"<< /Type /XObject /Subtype /Form /BBox [0 0 595 842] /F (/etc/passwd) /Length 0 >>\nstream\n\nendstream"),
	} {
		t.Run(name, func(t *testing.T) {
			_, pictures := shown(t, "application/pdf", content)
			if len(pictures) != 1 || !bytes.Equal(pixels(pictures[0]), pixels(plain[0])) {
				t.Error("the picture is another one")
			}
		})
	}
}

func pixels(img image.Image) []byte {
	var b []byte
	for y := range img.Bounds().Dy() {
		for x := range img.Bounds().Dx() {
			r, g, bl, _ := img.At(x, y).RGBA()
			b = append(b, byte(r>>8), byte(g>>8), byte(bl>>8))
		}
	}
	return b
}

// Whatever a document holds, the answer is what can be shown of it or ErrNotShown, in bounded time and memory.
func TestHostileDocuments(t *testing.T) {
	const kind = "application/pdf"
	recursive := page(1, "", "/Resources << /XObject << /X 5 0 R >> >>", "/X Do",
		stream("/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources << /XObject << /X 5 0 R >> >>",
			strings.Repeat("/X Do ", 100)))
	whole := page(1, "", "", square)
	limit := 5 * time.Second
	if testing.Short() { // two of them take what there is
		limit = 2 * time.Second
	}
	for name, c := range map[string]struct {
		content []byte
		shown   outcome
	}{
		"empty pdf":         {nil, never},
		"no pdf":            {[]byte("%PDF-1.7\nnothing"), never},
		"pdf cut off":       {whole[:60], never},
		"pdf without pages": {page(0, "", "", ""), never},
		"pdf whose pages are their own": {pdf("<< /Type /Catalog /Pages 2 0 R >>",
			"<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 1000000 >>"), never},
		"pdf that needs a password": {bytes.Replace(whole, []byte("/Root 1 0 R"),
			[]byte("/Root 1 0 R /Encrypt << /Filter /Standard /V 2 /R 3 /Length 128 /P -1 /O "+
				"(00000000000000000000000000000000) /U (00000000000000000000000000000000) >> /ID [(a) (a)]"), 1), never},
		"pdf whose page is enormous":  {bytes.Replace(whole, []byte("0 0 595 842"), []byte("0 0 99999999 1"), 1), maybe},
		"pdf that draws itself":       {recursive, maybe},
		"pdf whose content is a bomb": {page(1, "", "", strings.Repeat("q 0 0 1 1 re f\n", 40<<20/15)), maybe},
		"pdf with an enormous picture": {page(1, "", "/Resources << /XObject << /X 5 0 R >> >>", "595 0 0 842 0 0 cm /X Do",
			stream("/Type /XObject /Subtype /Image /Width 60000 /Height 60000 /ColorSpace /DeviceRGB /BitsPerComponent 8", "x")),
			maybe},
	} {
		t.Run(name, func(t *testing.T) {
			if c.shown == maybe {
				rendering.SetTime(t, limit)
			} else {
				rendering.SetTime(t, time.Hour)
			}
			hostile{kind, c.content, c.shown}.answer(t)
		})
	}
	t.Run("afterwards documents are shown", func(t *testing.T) {
		rendering.SetTime(t, time.Hour)
		if d, _ := shown(t, kind, whole); len(d.Pictures) != 1 {
			t.Errorf("%d pictures", len(d.Pictures))
		}
	})
}
