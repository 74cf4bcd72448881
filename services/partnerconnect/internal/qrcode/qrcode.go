// Package qrcode draws QR codes for pages.
package qrcode

import (
	"fmt"
	"image/color"
	"strings"

	"github.com/boombuler/barcode/qr"
)

// A Code is a QR code as an SVG draws it: a path of squares of one unit, with the quiet zone around it that the standard asks for.
type Code struct {
	Size int // of the square that holds it
	Path string
}

const quietZone = 4

// New returns the code of a text in UTF-8, which can be read with up to 15 % of it covered (level M).
func New(text string) (Code, error) {
	code, err := qr.Encode(text, qr.M, qr.Unicode)
	if err != nil {
		return Code{}, fmt.Errorf("QR code: %w", err)
	}
	size := code.Bounds().Dx()
	var path strings.Builder
	for y := range size {
		for x := 0; x < size; {
			begin := x
			for x < size && code.At(x, y) == color.Black {
				x++
			}
			if n := x - begin; n > 0 {
				fmt.Fprintf(&path, "M%d %dh%dv1h-%dz", begin+quietZone, y+quietZone, n, n)
			} else {
				x++
			}
		}
	}
	return Code{size + 2*quietZone, path.String()}, nil
}
