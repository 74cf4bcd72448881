package pages

import (
	"image"
	"image/color"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/qrcode"
)

var square = regexp.MustCompile(`M(\d+) (\d+)h(\d+)v1h-(\d+)z`)

// What is drawn is read by another implementation, with its quiet zone.
func TestCode(t *testing.T) {
	for name, text := range map[string]string{
		"letters": "PL", "Polish letters": "|PL|61109010140000071219812874|000100|Żaneta Kanarek|PLabcdef1234|||",
		"lines": "BCD\n002\n1\nSCT", "long": strings.Repeat("Zażółć ", 30),
	} {
		t.Run(name, func(t *testing.T) {
			code, err := newQRCode(text)
			if err != nil {
				t.Fatal(err)
			}
			const scale = 4
			img := image.NewGray(image.Rect(0, 0, code.Size*scale, code.Size*scale))
			for i := range img.Pix {
				img.Pix[i] = 255
			}
			for _, m := range square.FindAllStringSubmatch(code.Path, -1) {
				var n [4]int
				for i := range n {
					n[i], _ = strconv.Atoi(m[i+1])
				}
				if n[2] != n[3] || n[0] < quietZone || n[1] < quietZone || n[0]+n[2] > code.Size-quietZone ||
					n[1] >= code.Size-quietZone {
					t.Fatalf("%v of %d", n, code.Size)
				}
				for y := n[1] * scale; y < (n[1]+1)*scale; y++ {
					for x := n[0] * scale; x < (n[0]+n[2])*scale; x++ {
						img.SetGray(x, y, color.Gray{})
					}
				}
			}
			bitmap, err := gozxing.NewBinaryBitmapFromImage(img)
			if err != nil {
				t.Fatal(err)
			}
			got, err := qrcode.NewQRCodeReader().Decode(bitmap, nil)
			if err != nil || got.GetText() != text || square.ReplaceAllString(code.Path, "") != "" {
				t.Errorf("%v, %v", got, err)
			}
		})
	}
	if _, err := newQRCode(strings.Repeat("x", 4000)); err == nil {
		t.Error("a text longer than a code can hold")
	}
}
