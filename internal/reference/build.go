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
	doc         *document
	templates   *template.Template
	stylesheet  string
	script      string
	operations  map[string]string            // path of its description, by verb and path
	origins     map[string]link              // where the value of a variable is answered, by operation and variable
	samples     map[string]map[string]string // by operation and language; "" has how a client is made
	users       map[string][]link            // operations that answer with a problem, by its code
	objectUsers map[string][]link            // operations that take an object or answer with it, by its name
	nav         []section
	order       []link // pages of operations, in the order in which they are read
	found       index  // what a search finds
	searchIndex string // path of the same for the script
	pages       pages
}

// A section is a part of the navigation.
type section struct {
	Title   string
	Entries []chapter
}

// A chapter is a page of the navigation, and the pages below it.
type chapter struct {
	link

	Below []link
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
	b := &builder{
		Options: o, doc: doc, templates: templates,
		operations: map[string]string{}, origins: map[string]link{}, users: map[string][]link{},
		objectUsers: map[string][]link{}, pages: pages{},
	}
	if err := json.Unmarshal(o.Samples, &b.samples); err != nil {
		return nil, fmt.Errorf("samples: %w", err)
	}
	if err := b.addAssets(); err != nil {
		return nil, err
	}
	b.pages["/openapi.json"] = &resource{data: fixed(kindJSON, pageAge, o.JSON)}
	b.pages["/asyncapi.json"] = &resource{data: fixed(kindJSON, pageAge, o.Events)}
	b.pages["/openapi.yaml"] = &resource{data: fixed(kindYAML, pageAge, o.YAML)}
	b.findOperations()
	if err := b.addGuides(); err != nil {
		return nil, err
	}
	b.addReference()
	b.addProblems()
	b.addOverview()
	if err := b.addSearch(); err != nil {
		return nil, err
	}
	return b.pages, nil
}

// addAssets adds what the pages load.
func (b *builder) addAssets() error {
	for _, a := range []struct {
		file, kind string
		path       *string
	}{
		{"reference.css", "text/css; charset=utf-8", &b.stylesheet},
		{"reference.js", "text/javascript; charset=utf-8", &b.script},
	} {
		raw, err := assets.ReadFile("assets/" + a.file)
		if err != nil {
			return fmt.Errorf("pages: %w", err)
		}
		*a.path = assetPath(a.file, raw)
		b.pages["/"+*a.path] = &resource{html: fixed(a.kind, assetAge, raw)}
	}
	icon, err := assets.ReadFile("assets/favicon.ico")
	if err != nil {
		return fmt.Errorf("pages: %w", err)
	}
	b.pages["/favicon.ico"] = &resource{html: fixed("image/x-icon", iconAge, icon)}
	return nil
}

// assetPath is a path with the digest of what it leads to.
func assetPath(file string, raw []byte) string {
	sum := sha256.Sum256(raw)
	name, suffix, _ := strings.Cut(file, ".")
	return "docs/assets/" + name + "-" + hex.EncodeToString(sum[:6]) + "." + suffix
}

// findOperations finds out where each operation is described, and which problems it answers with.
func (b *builder) findOperations() {
	for _, path := range b.doc.Paths {
		for _, m := range path.Value {
			o := m.Value
			at := link{operationPath(first(o.Tags), o.OperationID), o.Summary}
			b.operations[strings.ToUpper(m.Name)+" "+path.Name] = at.Path
			for _, r := range o.Responses {
				b.findOrigins(at, r.Value)
				for _, code := range problemCodes(b.doc.response(r.Value)) {
					b.users[code] = append(b.users[code], at)
				}
			}
		}
	}
}

// findOrigins finds out which variables of other operations an answer has.
func (b *builder) findOrigins(at link, r response) {
	for _, l := range r.Links {
		for parameter, from := range l.Value.Parameters {
			name, inPath := strings.CutPrefix(parameter, "path.")
			key := l.Name + " " + name
			if _, known := b.origins[key]; inPath && !known && strings.HasPrefix(from, "$response") {
				b.origins[key] = at
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

func operationPath(tag, id string) string { return tagPath(tag) + "/" + id }

func (b *builder) addGuides() error {
	guides := section{Title: "Guides"}
	for _, name := range b.GuideNames {
		raw, err := fs.ReadFile(b.Guides, name+".md")
		if err != nil {
			return fmt.Errorf("guide: %w", err)
		}
		heading, _, _ := strings.Cut(string(raw), "\n")
		at := link{"docs/guides/" + name, strings.TrimPrefix(heading, "# ")}
		guides.Entries = append(guides.Entries, chapter{link: at})
		b.found.add(entry{Kind: "Guide", Title: at.Text, Path: at.Path, Also: headings(string(raw))})
		b.add(at, "guide", func(p *page) error {
			p.Text = p.markdown(string(raw))
			return nil
		})
	}
	b.nav = append(b.nav, guides)
	return nil
}

func (b *builder) addProblems() {
	all := link{"problems", "Problems"}
	b.nav = append(b.nav,
		section{"More", []chapter{
			{link: all}, {link: link{"openapi.json", "OpenAPI as JSON"}}, {link: link{"openapi.yaml", "OpenAPI as YAML"}},
			{link: link{"asyncapi.json", "AsyncAPI of the events"}},
		}})
	b.add(all, "problems", func(p *page) error {
		for _, e := range b.Problems {
			p.Problems = append(p.Problems, p.meaning(e))
		}
		return nil
	})
	for _, e := range b.Problems {
		at := link{"problems/" + string(e.Reason), e.Title}
		b.found.add(entry{Kind: "Error", Title: string(e.Reason), Path: at.Path, Also: e.Title})
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
			p.Tags = append(p.Tags, tagged{link{tagPath(tag.Name), tag.Name}, b.rows(tag.Name)})
		}
		return nil
	})
	b.pages["/"] = &resource{redirect: "docs", data: newContent(kindJSON, pageAge, func() ([]byte, error) {
		return json.Marshal(map[string]string{
			"documentation": "/docs", "openapi": "/openapi.json", "asyncapi": "/asyncapi.json", "problems": "/problems",
		})
	})}
}

// add adds a page, which fill completes.
func (b *builder) add(at link, template string, fill func(*page) error) {
	b.pages["/"+at.Path] = &resource{html: newContent(kindHTML, pageAge, func() ([]byte, error) {
		p := b.page(at)
		if err := fill(p); err != nil {
			return nil, err
		}
		return b.render(p, template)
	})}
}

// page is one without its content.
func (b *builder) page(at link) *page {
	root := strings.Repeat("../", strings.Count(at.Path, "/"))
	none := func(string) (string, bool) { return "", false }
	return &page{
		API: b.doc.Info.Title, Version: b.doc.Info.Version, Title: at.Text, Path: at.Path, Root: root,
		Stylesheet: b.stylesheet, Script: b.script, Index: b.searchIndex, Nav: b.nav,
		b: b, linked: newWriter(root, b.explain), plain: newWriter(root, none), anchors: map[string]bool{},
	}
}

func (b *builder) render(p *page, template string) ([]byte, error) {
	if p.failed != nil {
		return nil, fmt.Errorf("%s: %w", p.Path, p.failed)
	}
	var out bytes.Buffer
	if err := b.templates.ExecuteTemplate(&out, template, p); err != nil {
		return nil, fmt.Errorf("%s: %w", p.Path, err)
	}
	return out.Bytes(), nil
}

// explain is where code that names an operation or a problem is explained.
func (b *builder) explain(code string) (string, bool) {
	if path, ok := b.operations[code]; ok {
		return path, true
	}
	known := slices.ContainsFunc(b.Problems, func(e fault.Entry) bool { return string(e.Reason) == code })
	return "problems/" + code, known
}
