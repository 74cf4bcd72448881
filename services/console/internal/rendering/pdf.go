package rendering

import (
	"context"
	"io"
	"runtime/debug"
	"sync"

	"github.com/klippa-app/go-pdfium"
	"github.com/klippa-app/go-pdfium/enums"
	"github.com/klippa-app/go-pdfium/requests"
	"github.com/klippa-app/go-pdfium/webassembly"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"
)

const (
	maxMemory  = 256 << 20 // bytes that PDFium may use for a document
	pageWidth  = 1240      // pixels at most: A4 at 150 dpi
	pageHeight = 1754      // likewise
)

// compiled is PDFium as machine code, which every document's own instance runs.
var compiled = wazero.NewCompilationCache()

// compile takes seconds, once, at the first document. They do not count towards its time.
var compile = sync.OnceValue(func() error {
	p, err := newPDFium(context.Background())
	if err != nil {
		return err
	}
	return p.Close()
})

// newPDFium returns PDFium in a sandbox that has a limited memory, no files, no network and no clock, and that ends
// with ctx. It is built without an engine for JavaScript, and follows no link and no action of a document.
func newPDFium(ctx context.Context) (pdfium.Pool, error) {
	return webassembly.Init(webassembly.Config{
		Context: experimental.WithMemoryAllocator(ctx, experimental.MemoryAllocatorFunc(allocate)), MaxTotal: 1,
		Stdout: io.Discard, Stderr: io.Discard,
		FSConfig: wazero.NewFSConfig(), // none given, it is the whole file system
		RuntimeConfig: wazero.NewRuntimeConfig().WithCoreFeatures(
			api.CoreFeaturesV2 | experimental.CoreFeaturesExceptionHandling,
		).
			WithCompilationCache(compiled).WithCloseOnContextDone(true).WithMemoryLimitPages(maxMemory >> 16),
	})
}

// memory is that of a sandbox, in one piece: if it grew by being copied it would take more than twice as much
// meanwhile.
type memory []byte

func allocate(uint64, uint64) experimental.LinearMemory { return make(memory, maxMemory) }

// Reallocate implements [experimental.LinearMemory]. There is none beyond the limit.
func (m memory) Reallocate(size uint64) []byte {
	if size > uint64(len(m)) {
		return nil
	}
	return m[:size]
}

// Free implements [experimental.LinearMemory].
func (memory) Free() {}

func renderPDF(ctx context.Context, content []byte, add addPage) error {
	if err := compile(); err != nil {
		return err
	}
	defer debug.FreeOSMemory() // the memory of one document is not kept until that of the next one is there
	ctx, cancel := context.WithTimeout(ctx, maxTime)
	defer cancel()
	pool, err := newPDFium(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = pool.Close() }() // it ends the instance, too
	p, err := pool.GetInstanceWithContext(ctx)
	if err != nil {
		return err
	}
	d, err := p.OpenDocument(&requests.OpenDocument{File: &content})
	if err != nil {
		return err
	}
	count, err := p.FPDF_GetPageCount(&requests.FPDF_GetPageCount{Document: d.Document})
	if err != nil {
		return err
	}
	for i := range count.PageCount {
		if err := renderPage(ctx, p, requests.Page{ByIndex: &requests.PageByIndex{Document: d.Document, Index: i}},
			count.PageCount, add); err != nil {
			return err
		}
	}
	return nil
}

// renderPage draws a page with what its form fields hold.
func renderPage(ctx context.Context, p pdfium.Pdfium, page requests.Page, pages int, add addPage) error {
	r, err := p.RenderPageInPixels(&requests.RenderPageInPixels{
		Page: page, Document: &page.ByIndex.Document, Width: pageWidth, Height: pageHeight,
		RenderFlags: enums.FPDF_RENDER_FLAG_ANNOT, RenderForm: true,
	})
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		return add(nil, pages)
	}
	defer r.Cleanup()
	return add(r.Result.RenderedImage, pages)
}
