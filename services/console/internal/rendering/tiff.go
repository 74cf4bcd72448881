package rendering

import (
	"bytes"
	"context"
	"encoding/binary"
	"image"
	"image/color"
	"slices"

	"golang.org/x/image/draw"
	"golang.org/x/image/tiff"
)

const (
	// maxPixels of a page: A4 at 300 dpi. Decoding takes up to 32 bytes for each.
	maxPixels = 10 << 20
	// maxFaxPixels of a page in one of the formats of fax, A4 at 600 dpi: its decoder takes one byte for each and an eighth of one for a row.
	maxFaxPixels = 40 << 20
	// maxSide of a picture: larger ones are halved until they fit.
	maxSide = 2400
)

// Tags and values of TIFF.
const (
	compressionTag = 259
	short          = 3 // type of an entry that holds a number of two bytes
	fax3, fax4     = 3, 4
	entrySize      = 12
)

// renderTIFF decodes page by page: the decoder reads only the page that the header points to.
func renderTIFF(ctx context.Context, content []byte, add addPage) error {
	ctx, cancel := context.WithTimeout(ctx, maxTime)
	defer cancel()
	content = slices.Clone(content)
	order, pages := directories(content)
	for _, at := range pages {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		order.PutUint32(content[4:], at.offset)
		if err := add(decodeTIFF(ctx, content, at.fax), len(pages)); err != nil {
			return err
		}
	}
	return nil
}

// A directory describes a page.
type directory struct {
	offset uint32
	fax    bool // in one of the formats of fax
}

// directories follows the list of pages, which ends at the end of the content and where it returns to a page.
func directories(content []byte) (order binary.ByteOrder, pages []directory) {
	order = binary.LittleEndian
	if bytes.HasPrefix(content, []byte("MM")) {
		order = binary.BigEndian
	}
	seen := map[uint32]bool{}
	for next := uint64(4); next+4 <= uint64(len(content)); {
		offset := order.Uint32(content[next:])
		if at := uint64(offset); at < 8 || at+2 > uint64(len(content)) || seen[offset] {
			break
		}
		seen[offset] = true
		d := directory{offset: offset}
		entry := uint64(offset) + 2
		for range order.Uint16(content[offset:]) {
			if entry+entrySize > uint64(len(content)) {
				return order, pages
			}
			e := content[entry:]
			if order.Uint16(e) == compressionTag && order.Uint16(e[2:]) == short && order.Uint32(e[4:]) == 1 {
				d.fax = order.Uint16(e[8:]) == fax3 || order.Uint16(e[8:]) == fax4
			}
			entry += entrySize
		}
		pages = append(pages, d)
		next = entry
	}
	return order, pages
}

// decodeTIFF returns the page that the header points to; nil if it cannot be shown.
func decodeTIFF(ctx context.Context, content []byte, fax bool) (img image.Image) {
	err := guarded(func() error {
		c, err := tiff.DecodeConfig(bytes.NewReader(content))
		if err != nil {
			return err
		}
		limit := maxPixels
		if fax && c.ColorModel == color.GrayModel {
			limit = maxFaxPixels
		}
		if c.Width > limit/c.Height {
			return ErrNotShown
		}
		img, err = tiff.Decode(abortable{bytes.NewReader(content), ctx.Err})
		return err
	})
	if err != nil {
		return nil
	}
	return halved(img)
}

// halved makes a picture smaller until it fits, each pixel the mean of four.
func halved(img image.Image) image.Image {
	for b := img.Bounds(); b.Dx() > maxSide || b.Dy() > maxSide; b = img.Bounds() {
		half := image.NewRGBA(image.Rect(0, 0, (b.Dx()+1)/2, (b.Dy()+1)/2))
		draw.ApproxBiLinear.Scale(half, half.Bounds(), img, b, draw.Src, nil)
		img = half
	}
	return img
}

// abortable is a content that cannot be read any more once ended returns an error.
type abortable struct {
	*bytes.Reader
	ended func() error
}

// ReadAt implements [io.ReaderAt], by which the decoder reads.
func (a abortable) ReadAt(p []byte, at int64) (int, error) {
	if err := a.ended(); err != nil {
		return 0, err
	}
	return a.Reader.ReadAt(p, at)
}
