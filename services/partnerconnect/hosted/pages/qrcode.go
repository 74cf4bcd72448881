package pages

import (
	"fmt"
	"image/color"
	"strings"

	"github.com/boombuler/barcode/qr"
)

// A qrSymbol is a QR code as an SVG draws it: a path of squares of one unit, with the quiet zone around it that the
// standard asks for.
type qrSymbol struct {
	Size int // of the square that holds it
	Path string
}

const quietZone = 4

// newQRCode returns the code of a text in UTF-8, which can be read with up to 15 % of it covered (level M).
func newQRCode(text string) (qrSymbol, error) {
	code, err := qr.Encode(text, qr.M, qr.Unicode)
	if err != nil {
		return qrSymbol{}, fmt.Errorf("QR code: %w", err)
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
	return qrSymbol{size + 2*quietZone, path.String()}, nil
}
