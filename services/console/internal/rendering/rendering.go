// Package rendering makes pictures of documents that strangers uploaded, so that a browser shows them and runs nothing
// of them.
package rendering

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"image/png"
	"time"
)

// What a document may cost. One is rendered at a time, so that these hold for the program.
const (
	MaxPages    = 20       // more are not rendered
	maxContent  = 8 << 20  // bytes of a document; uploads are smaller
	maxPictures = 16 << 20 // bytes of all pictures of a document
	maxPNG      = 1 << 20  // bytes; a larger picture is a scan or photograph, which JPEG holds in less
	quality     = 85       // of JPEG
)

// maxTime is what a document may take; what is rendered by then is shown. Tests change it.
var maxTime = 10 * time.Second

// ErrNotShown is the cause when nothing of a document can be shown: it is broken, locked, too large or too slow, or of
// a type without pages.
var ErrNotShown = errors.New("the document cannot be shown")

// A Picture is one page. Its content is empty when that page cannot be shown.
type Picture struct {
	Type          string
	Content       []byte
	Width, Height int
}

// A Document is what can be shown of one.
type Document struct {
	Pictures []Picture // of the first pages
	Pages    int       // how many it has
}

// Renders reports whether documents of a type have pages to render.
func Renders(contentType string) bool { return formats[contentType] != nil }

// formats render each page of a document by handing it to add, until that returns an error.
var formats = map[string]func(ctx context.Context, content []byte, add addPage) error{
	"application/pdf": renderPDF, "image/tiff": renderTIFF,
}

// addPage takes the picture of the next page, nil if there is none, of a document with as many pages.
type addPage func(img image.Image, pages int) error

// turn lets one document be rendered at a time.
var turn = make(chan struct{}, 1)

// errEnough ends a rendering.
var errEnough = errors.New("enough pages are rendered")

// Render makes pictures of the first pages of a document. It waits for its turn until ctx ends.
func Render(ctx context.Context, contentType string, content []byte) (d Document, err error) {
	render := formats[contentType]
	if render == nil || len(content) > maxContent {
		return d, ErrNotShown
	}
	select {
	case turn <- struct{}{}:
		defer func() { <-turn }()
	case <-ctx.Done():
		return d, errors.Join(ErrNotShown, ctx.Err())
	}
	size := 0
	err = guarded(func() error {
		return render(ctx, content, func(img image.Image, pages int) error {
			d.Pages = pages
			p := Picture{}
			if img != nil {
				if p, err = encode(img); err != nil {
					return err
				}
			}
			if size += len(p.Content); size > maxPictures {
				return errEnough
			}
			d.Pictures = append(d.Pictures, p)
			if len(d.Pictures) == MaxPages {
				return errEnough
			}
			return nil
		})
	})
	for _, p := range d.Pictures {
		if p.Content != nil {
			return d, nil
		}
	}
	return Document{}, errors.Join(ErrNotShown, err, ctx.Err())
}

// guarded runs f. A panic of a decoder on a hostile document is an error like any other.
func guarded(f func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	return f()
}

// encode returns a picture that browsers show.
func encode(img image.Image) (Picture, error) {
	p := Picture{Type: "image/png", Width: img.Bounds().Dx(), Height: img.Bounds().Dy()}
	var b bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&b, img); err != nil {
		return p, err
	}
	if b.Len() > maxPNG {
		b.Reset()
		p.Type = "image/jpeg"
		if err := jpeg.Encode(&b, img, &jpeg.Options{Quality: quality}); err != nil {
			return p, err
		}
	}
	p.Content = b.Bytes()
	return p, nil
}
