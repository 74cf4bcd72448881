package reference

import (
	"bytes"
	"fmt"
	"html/template"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// A writer renders Markdown for the pages at one depth. HTML in it is left out.
type writer struct {
	markdown goldmark.Markdown
	root     string // relative, from the page to the root of the port
}

// newWriter returns one for a page: in what it renders, guides lead to guides, and code that find knows is a link.
func newWriter(root string, find func(code string) (path string, ok bool)) *writer {
	return &writer{goldmark.New(
		goldmark.WithExtensions(extension.Table),
		goldmark.WithParserOptions(parser.WithAutoHeadingID(),
			parser.WithASTTransformers(util.Prioritized(linker{root, find}, 100))),
	), root}
}

// render turns Markdown into HTML. Parts that scroll can be reached by keyboard.
func (w *writer) render(markdown string) (template.HTML, error) {
	var b bytes.Buffer
	if err := w.markdown.Convert([]byte(markdown), &b); err != nil {
		return "", fmt.Errorf("markdown: %w", err)
	}
	html := strings.ReplaceAll(b.String(), "<pre>", `<pre tabindex="0">`)
	return template.HTML(html), nil //nolint:gosec // by goldmark, which lets no HTML pass
}

// linker adds and adapts links.
type linker struct {
	root string
	find func(code string) (path string, ok bool)
}

// Transform is called by goldmark for each text.
func (l linker) Transform(doc *ast.Document, reader text.Reader, _ parser.Context) {
	var spans []*ast.CodeSpan
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n := n.(type) {
		case *ast.Link:
			if entering {
				n.Destination = []byte(strings.Replace(string(n.Destination), ".md", "", 1)) // a page has no suffix
			}
			return ast.WalkSkipChildren, nil
		case *ast.CodeSpan:
			if entering {
				spans = append(spans, n)
			}
		}
		return ast.WalkContinue, nil
	})
	for _, n := range spans {
		var code strings.Builder
		for c := n.FirstChild(); c != nil; c = c.NextSibling() {
			if t, ok := c.(*ast.Text); ok {
				code.Write(t.Segment.Value(reader.Source()))
			}
		}
		if path, ok := l.find(code.String()); ok {
			link := ast.NewLink()
			link.Destination = []byte(l.root + path)
			n.Parent().ReplaceChild(n.Parent(), n, link)
			link.AppendChild(link, n)
		}
	}
}
