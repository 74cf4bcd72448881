package reference

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"html/template"
	"io/fs"
	"slices"
	"strings"

	"github.com/partnerline/partnerline/internal/fault"
)

//go:embed assets
var assets embed.FS

// A builder makes the pages of a site. Paths have no slash in front, so that pages can lead to them relative to their
// own.
type builder struct {
	Options
	doc        *document
	templates  *template.Template
	stylesheet string
	operations map[string]string // path of its description, by verb and path
	users      map[string][]link // operations that answer with a problem, by its code
	nav        []section
	pages      pages
}

// A section is a part of the navigation.
type section struct {
	Title string
	Links []link
}

type link struct{ Path, Text string }

func build(o Options) (pages, error) {
	doc, err := parse(o.JSON)
	if err != nil {
		return nil, err
	}
	templates, err := template.ParseFS(assets, "assets/*.html")
	if err != nil {
		return nil, fmt.Errorf("pages: %w", err)
	}
	css, err := assets.ReadFile("assets/reference.css")
	if err != nil {
		return nil, fmt.Errorf("pages: %w", err)
	}
	sum := sha256.Sum256(css)
	b := &builder{
		Options: o, doc: doc, templates: templates, stylesheet: "docs/assets/reference-" + hex.EncodeToString(sum[:6]) +
			".css",
		operations: map[string]string{}, users: map[string][]link{}, pages: pages{},
	}
	b.pages["/"+b.stylesheet] = &resource{html: fixed("text/css; charset=utf-8", assetAge, css)}
	b.pages["/openapi.json"] = &resource{data: fixed(kindJSON, pageAge, o.JSON)}
	b.pages["/openapi.yaml"] = &resource{data: fixed(kindYAML, pageAge, o.YAML)}
	b.index()
	if err := b.addGuides(); err != nil {
		return nil, err
	}
	b.addReference()
	b.addProblems()
	b.addOverview()
	return b.pages, nil
}

// index finds out where each operation is described, and which problems it answers with.
func (b *builder) index() {
	for _, path := range b.doc.Paths {
		for _, m := range path.Value {
			o := m.Value
			at := link{tagPath(first(o.Tags)) + "#" + o.OperationID, o.Summary}
			b.operations[strings.ToUpper(m.Name)+" "+path.Name] = at.Path
			for _, r := range o.Responses {
				for _, code := range problemCodes(b.doc.response(r.Value)) {
					b.users[code] = append(b.users[code], at)
				}
			}
		}
	}
}

func first(tags []string) string {
	if len(tags) == 0 {
		return ""
	}
	return tags[0]
}

// tagPath is the path of the page of a tag.
func tagPath(tag string) string {
	return "docs/reference/" + strings.ReplaceAll(strings.ToLower(tag), " ", "-")
}

func (b *builder) addGuides() error {
	guides := section{Title: "Guides"}
	for _, name := range b.GuideNames {
		raw, err := fs.ReadFile(b.Guides, name+".md")
		if err != nil {
			return fmt.Errorf("guide: %w", err)
		}
		heading, _, _ := strings.Cut(string(raw), "\n")
		at := link{"docs/guides/" + name, strings.TrimPrefix(heading, "# ")}
		guides.Links = append(guides.Links, at)
		b.add(at, "guide", func(p *page) error {
			p.Text = p.markdown(string(raw))
			return nil
		})
	}
	b.nav = append(b.nav, guides)
	return nil
}

func (b *builder) addReference() {
	reference := section{Title: "Reference"}
	for _, tag := range b.doc.Tags {
		at := link{tagPath(tag.Name), tag.Name}
		reference.Links = append(reference.Links, at)
		b.add(at, "tag", func(p *page) error {
			p.Text = p.markdown(tag.Description)
			p.show(b.calls(tag.Name))
			return nil
		})
	}
	if len(b.doc.Webhooks) > 0 {
		at := link{"docs/reference/events", "Events"}
		reference.Links = append(reference.Links, at)
		b.add(at, "events", func(p *page) error {
			p.showEvents()
			return nil
		})
	}
	b.nav = append(b.nav, reference)
}

func (b *builder) addProblems() {
	all := link{"problems", "Problems"}
	b.nav = append(b.nav,
		section{"More", []link{all, {"openapi.json", "OpenAPI as JSON"}, {"openapi.yaml", "OpenAPI as YAML"}}})
	b.add(all, "problems", func(p *page) error {
		for _, e := range b.Problems {
			p.Problems = append(p.Problems, p.meaning(e))
		}
		return nil
	})
	for _, e := range b.Problems {
		at := link{"problems/" + string(e.Reason), e.Title}
		b.add(at, "problem", func(p *page) error {
			p.Problems = []meaning{p.meaning(e)}
			p.Links = b.users[string(e.Reason)]
			return nil
		})
		b.pages["/"+at.Path].data = newContent(kindJSON, pageAge,
			func() ([]byte, error) { return json.Marshal(problemData(e)) })
	}
}

// problemData is what a program reads of a problem.
func problemData(e fault.Entry) any {
	return struct {
		Type   string       `json:"type"`
		Code   fault.Reason `json:"code"`
		Status int          `json:"status"`
		Title  string       `json:"title"`
		Remedy string       `json:"remedy"`
	}{"/problems/" + string(e.Reason), e.Reason, e.Status, e.Title, e.Remedy}
}

func (b *builder) addOverview() {
	b.add(link{"docs", b.doc.Info.Title}, "overview", func(p *page) error {
		p.Text = p.markdown(b.doc.Info.Description)
		if key, ok := b.doc.Components.SecuritySchemes.get("key"); ok {
			p.Text += p.markdown("Every call has the header `Authorization: Bearer <key>`. " + key.Description)
		}
		for _, tag := range b.doc.Tags {
			p.Tags = append(p.Tags, tagged{link{tagPath(tag.Name), tag.Name}, b.calls(tag.Name)})
		}
		return nil
	})
	b.pages["/"] = &resource{redirect: "docs", data: newContent(kindJSON, pageAge, func() ([]byte, error) {
		return json.Marshal(map[string]string{"documentation": "/docs", "openapi": "/openapi.json", "problems": "/problems"})
	})}
}

// add adds a page, which fill completes.
func (b *builder) add(at link, template string, fill func(*page) error) {
	root := strings.Repeat("../", strings.Count(at.Path, "/"))
	b.pages["/"+at.Path] = &resource{html: newContent(kindHTML, pageAge, func() ([]byte, error) {
		p := &page{
			API: b.doc.Info.Title, Version: b.doc.Info.Version, Title: at.Text, Path: at.Path, Root: root,
			Stylesheet: b.stylesheet, Nav: b.nav,
			b: b, linked: newWriter(root, b.find), plain: newWriter(root, func(string) (string, bool) { return "", false }),
		}
		if err := fill(p); err != nil {
			return nil, err
		}
		if p.failed != nil {
			return nil, fmt.Errorf("%s: %w", at.Path, p.failed)
		}
		var out bytes.Buffer
		if err := b.templates.ExecuteTemplate(&out, template, p); err != nil {
			return nil, fmt.Errorf("%s: %w", at.Path, err)
		}
		return out.Bytes(), nil
	})}
}

// find is where code that names an operation or a problem is explained.
func (b *builder) find(code string) (string, bool) {
	if path, ok := b.operations[code]; ok {
		return path, true
	}
	known := slices.ContainsFunc(b.Problems, func(e fault.Entry) bool { return string(e.Reason) == code })
	return "problems/" + code, known
}
