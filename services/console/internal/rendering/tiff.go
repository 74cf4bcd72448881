package rendering

import (
	"bytes"
	"context"
	"encoding/binary"
	"image"
	"image/color"
	"slices"

	"golang.org/x/image/draw"
	"golang.org/x/image/math/f64"
	"golang.org/x/image/tiff"
)

const (
	// maxPixels of a page: A4 at 300 dpi. Decoding takes up to 32 bytes for each.
	maxPixels = 10 << 20
	// maxFaxPixels of a page in one of the formats of fax, A4 at 600 dpi: its decoder takes one byte for each and an
	// eighth of one for a row.
	maxFaxPixels = 40 << 20
	// maxSide of a picture: larger ones are halved until they fit.
	maxSide = 2400
)

// Tags and values of TIFF.
const (
	compressionTag = 259
	photometricTag = 262
	fillOrderTag   = 266
	orientationTag = 274
	samplesTag     = 277
	planarTag      = 284
	faxOptionsTag  = 292

	byteType, shortType, longType = 1, 3, 4
	entrySize                     = 12

	maxListed = 10_000 // pages that are counted

	fax3, fax4   = 3, 4
	whiteIsZero  = 0
	reversed     = 2 // FillOrder: the first pixel is the lowest bit of its byte
	planes       = 2 // PlanarConfiguration: the samples of a pixel are apart
	twoDimension = 1 // of the options of fax3: rows refer to the one above
)

// renderTIFF decodes page by page: the decoder reads only the page that the header points to.
func renderTIFF(ctx context.Context, content []byte, add addPage) error {
	ctx, cancel := context.WithTimeout(ctx, maxTime)
	defer cancel()
	content = slices.Clone(content)
	order, pages := directories(content)
	for _, d := range pages {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		order.PutUint32(content[4:], d.offset)
		if err := add(decodeTIFF(ctx, content, d), len(pages)); err != nil {
			return err
		}
	}
	return nil
}

// A directory describes a page.
type directory struct {
	offset uint32
	tags   map[uint16]uint32 // those that are one number, of those that are read here
}

// readTags are those that decide how a page is shown.
var readTags = []uint16{
	compressionTag, photometricTag, fillOrderTag, orientationTag, samplesTag, planarTag, faxOptionsTag,
}

// fax reports whether the page is in one of the formats of fax.
func (d directory) fax() bool {
	return d.tags[compressionTag] == fax3 || d.tags[compressionTag] == fax4
}

// misread reports whether the decoder overlooks what the page is written in, and would show something else.
func (d directory) misread() bool {
	return d.tags[planarTag] == planes && d.tags[samplesTag] > 1 || d.tags[fillOrderTag] == reversed && !d.fax() ||
		d.tags[compressionTag] == fax3 && d.tags[faxOptionsTag]&twoDimension != 0
}

// directories follows the list of pages, which ends at the end of the content and where it returns to a page. Pages
// that overlap could have more entries together than the content has: it ends there, too.
func directories(content []byte) (order binary.ByteOrder, pages []directory) {
	order = binary.LittleEndian
	if bytes.HasPrefix(content, []byte("MM")) {
		order = binary.BigEndian
	}
	seen, left := map[uint32]bool{}, len(content)/entrySize
	for next := uint64(4); next+4 <= uint64(len(content)) && len(pages) < maxListed; {
		offset := order.Uint32(content[next:])
		if at := uint64(offset); at < 8 || at+2 > uint64(len(content)) || seen[offset] {
			break
		}
		seen[offset] = true
		d := directory{offset, map[uint16]uint32{}}
		entry := uint64(offset) + 2
		for range order.Uint16(content[offset:]) {
			if left--; left < 0 || entry+entrySize > uint64(len(content)) {
				return order, pages
			}
			if name, value, ok := number(order, content[entry:]); ok && slices.Contains(readTags, name) {
				d.tags[name] = value
			}
			entry += entrySize
		}
		pages = append(pages, d)
		next = entry
	}
	return order, pages
}

// number reads an entry of a directory that is one number.
func number(order binary.ByteOrder, entry []byte) (name uint16, value uint32, ok bool) {
	name = order.Uint16(entry)
	if order.Uint32(entry[4:]) != 1 {
		return name, 0, false
	}
	switch order.Uint16(entry[2:]) {
	case byteType:
		return name, uint32(entry[8]), true
	case shortType:
		return name, uint32(order.Uint16(entry[8:])), true
	case longType:
		return name, order.Uint32(entry[8:]), true
	}
	return name, 0, false
}

// decodeTIFF returns the page that the header points to, as its readers see it; nil if it cannot be shown.
func decodeTIFF(ctx context.Context, content []byte, d directory) (img image.Image) {
	if d.misread() {
		return nil
	}
	err := guarded(func() error {
		c, err := tiff.DecodeConfig(bytes.NewReader(content))
		if err != nil {
			return err
		}
		limit := maxPixels
		if d.fax() && c.ColorModel == color.GrayModel {
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
	if d.fax() && d.tags[photometricTag] != whiteIsZero {
		img = negative(img)
	}
	return upright(halved(img), d.tags[orientationTag])
}

// negative exchanges the two values of a page of fax. In its formats 0 is what they call white, whatever colour the
// page gives that value; the decoder takes what they call white for white, unless the page says that 0 is.
func negative(img image.Image) image.Image {
	switch img := img.(type) {
	case *image.Gray:
		for i := range img.Pix {
			img.Pix[i] = ^img.Pix[i]
		}
	case *image.Paletted:
		for i := range img.Pix {
			img.Pix[i] ^= 1
		}
	default:
		return nil
	}
	return img
}

// upright turns and mirrors a picture of a width and a height as its orientation says.
func upright(img image.Image, orientation uint32) image.Image {
	if img == nil || orientation < 2 || orientation > 8 {
		return img
	}
	b := img.Bounds()
	w, h := float64(b.Dx()), float64(b.Dy())
	turn := []f64.Aff3{
		2: {-1, 0, w, 0, 1, 0}, 3: {-1, 0, w, 0, -1, h}, 4: {1, 0, 0, 0, -1, h},
		5: {0, 1, 0, 1, 0, 0}, 6: {0, -1, h, 1, 0, 0}, 7: {0, -1, h, -1, 0, w}, 8: {0, 1, 0, -1, 0, w},
	}[orientation]
	size := image.Rect(0, 0, b.Dx(), b.Dy())
	if orientation >= 5 { // it lies on its side
		size = image.Rect(0, 0, b.Dy(), b.Dx())
	}
	out := image.NewRGBA(size)
	draw.NearestNeighbor.Transform(out, turn, img, b, draw.Src, nil)
	return out
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
