package review

import (
	"bytes"
	"context"
	"errors"
	"html/template"
	"io"
	"log/slog"
	"strings"
	"time"

	"github.com/partnerline/partnerline/internal/pagekit"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	"github.com/partnerline/partnerline/services/console/internal/rendering"
	"github.com/partnerline/partnerline/services/console/internal/screen"
)

// pictures are the types of documents that browsers show by themselves.
var pictures = map[string]bool{"image/png": true, "image/jpeg": true}

// sendDocument sends a document: a picture, or as=pages the pictures of its pages, for a frame, anything else as a
// file. What it holds runs nowhere: its type is one of a list, browsers do not guess another one, and the frame is a
// sandbox.
func sendDocument(x *screen.Exchange, ref, id string) {
	q := x.R.URL.Query()
	why := strings.TrimSpace(q.Get("for"))
	ctx, cancel := context.WithTimeout(context.WithoutCancel(x.Because(why)), readTimeout)
	defer cancel()
	stream, err := x.Services.PartnerConnect.GetDocumentContent(ctx,
		&pcv1.GetDocumentContentRequest{Ref: ref, DocumentId: id, Reason: why})
	if err != nil {
		x.Missing(err)
		return
	}
	first, err := stream.Recv()
	if err != nil {
		x.Missing(err)
		return
	}
	write := func(_ context.Context, w io.Writer) error {
		for part := first; ; {
			if _, err := w.Write(part.GetContent()); err != nil {
				return err
			}
			var err error
			if part, err = stream.Recv(); errors.Is(err, io.EOF) {
				return nil
			} else if err != nil {
				return err
			}
		}
	}
	switch kind := first.GetDocument().GetContentType(); {
	case pictures[kind]:
		x.StreamFrame("document", kind, write)
	case rendering.Renders(kind) && q.Get("as") == "pages":
		showPages(x, kind, write)
	case rendering.Renders(kind):
		x.Stream("document", kind, first.GetDocument().GetFilename(), write)
	default:
		x.Missing(errKind)
	}
}

// A pagesView is what a frame shows of a document.
type pagesView struct {
	pagekit.Page
	rendering.Document
	Number int // of the page that an image is of
	Image  template.URL
}

// Images are the pages in their order.
func (v pagesView) Images() (all []pagesView) {
	for i, p := range v.Pictures {
		v.Number, v.Image = i+1, ""
		if p.Content != nil {
			v.Image = pagekit.DataURL(p.Type, p.Content)
		}
		all = append(all, v)
	}
	return all
}

// renderTimeout bounds how long a person waits for the pictures of a document, and for those of others before it.
const renderTimeout = 30 * time.Second

// showPages shows pictures of a document's pages. They are made of one opening, and kept nowhere.
func showPages(x *screen.Exchange, kind string, write func(context.Context, io.Writer) error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(x.Context()), renderTimeout)
	defer cancel()
	var content bytes.Buffer
	var d rendering.Document
	err := write(ctx, &content)
	if err == nil {
		d, err = rendering.Render(ctx, kind, content.Bytes())
	}
	if err != nil {
		x.Log.LogAttrs(ctx, slog.LevelWarn, "a document is not shown", slog.String("cause", err.Error()))
	}
	pagekit.RenderFrame(x.Exchange, "reviewpages", x.Page.Lang,
		func(p pagekit.Page) any { return pagesView{Page: p, Document: d} })
}

// readTimeout bounds how long a person's browser may take to read a document.
const readTimeout = 10 * time.Minute

// errKind is a document of a type that is not taken as an upload.
var errKind = errors.New("a document of a type that is not sent")
