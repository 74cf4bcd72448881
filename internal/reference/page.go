package reference

import (
	"html/template"
	"slices"
	"strings"

	"github.com/partnerline/partnerline/internal/fault"
)

// A page is what a template is given.
type page struct {
	API, Version string
	Title        string
	Path         string
	Root         string // relative, from the page to the root of the port
	Stylesheet   string
	Script       string
	Index        string // what the script searches
	Nav          []section
	Crumbs       []link

	Text           template.HTML
	Tags           []tagged
	Rows           []row
	Call           *callPage
	Clients        []codeSample // how a client is made
	Previous, Next *link
	Inputs         []inputPage
	Objects        []object
	Event          *event
	Problems       []meaning
	Links          []link
	Query          string
	Found          []entry

	b             *builder
	linked, plain *writer
	anchors       map[string]bool
	failed        error
}

// Within reports whether the page is below a path of the navigation, or is it.
func (p *page) Within(path string) bool { return p.Path == path || strings.HasPrefix(p.Path, path+"/") }

// A part is a value for a template that also needs the root of the port.
type part struct {
	Root  string
	Value any
}

// In is a part of the page.
func (p *page) In(value any) part { return part{p.Root, value} }

// In is a part of the same page.
func (p part) In(value any) part { return part{p.Root, value} }

// tagged are the operations of a tag.
type tagged struct {
	link

	Rows []row
}

// callPage is a call whose texts are HTML.
type callPage struct {
	call

	Doc, State template.HTML
	Inputs     []inputPage
	Answers    []answerPage
}

type inputPage struct {
	Title  string
	Doc    template.HTML
	Fields []fieldPage
}

type answerPage struct {
	answer

	Doc template.HTML
}

// fieldPage is a field whose texts are HTML.
type fieldPage struct {
	field

	Anchor      string // id of the element; empty: another field of the page has the name
	Doc, Bounds template.HTML
	Fields      []fieldPage
	Sent        bool // it is part of a request: what is required matters, and not what is null
}

// An object is a schema that fields refer to.
type object struct {
	Name   string
	Doc    template.HTML
	Fields []fieldPage
}

type event struct {
	Example string
	Doc     template.HTML
	Fields  []fieldPage
}

type meaning struct {
	fault.Entry

	Doc template.HTML
}

// markdown renders a text whose code may be links. An error is kept for the end.
func (p *page) markdown(text string) template.HTML { return p.render(p.linked, text) }

func (p *page) render(w *writer, text string) template.HTML {
	out, err := w.render(text)
	if err != nil {
		p.failed = err
	}
	return out
}

// show adds an operation.
func (p *page) show(c call) {
	out := callPage{call: c, Doc: p.markdown(c.Text), State: p.markdown(c.State)}
	for _, in := range c.Inputs {
		out.Inputs = append(out.Inputs, inputPage{in.Title, p.markdown(in.Text), p.fields(in.Fields, true)})
	}
	for _, a := range c.Answers {
		out.Answers = append(out.Answers, answerPage{a, p.render(p.plain, a.Text)})
	}
	p.Call = &out
}

// showResource adds what a resource is about.
func (p *page) showResource(rows []row) {
	name := p.b.objectOf(rows)
	if s, ok := p.b.doc.Components.Schemas.get(name); ok {
		p.Objects = []object{{name, p.render(p.plain, s.Description), p.fields(p.b.doc.fields(s), false)}}
	}
}

// showCommon adds the headers that calls have in common, and those of answers.
func (p *page) showCommon() {
	seen := map[string]bool{}
	var sent, answered []field
	for _, path := range p.b.doc.Paths {
		for _, m := range path.Value {
			for _, h := range m.Value.Parameters {
				if h = p.b.doc.parameter(h); slices.Contains(common, h.Name) && !seen[h.Name] {
					seen[h.Name] = true
					f := p.b.doc.shape(h.Schema)
					f.Name, f.Text = h.Name, h.Description
					sent = append(sent, f)
				}
			}
		}
	}
	for _, h := range p.b.doc.Components.Headers {
		answered = append(answered, field{Name: h.Name, Kind: "string", Text: h.Value.Description, Required: true})
	}
	p.Clients = p.b.codeSamples("", "")
	p.Inputs = []inputPage{
		{"Headers of requests", "", p.fields(sent, true)}, {"Headers of responses", "", p.fields(answered, false)},
	}
}

// showEvent adds what receivers get.
func (p *page) showEvent(o *operation) {
	e := event{Doc: p.markdown(o.Description)}
	if body, ok := o.RequestBody.Content.get(kindJSON); ok {
		e.Fields = p.fields(p.b.doc.shape(body.Schema).Fields, false)
		if body.Example != nil {
			e.Example = indented(body.Example)
		}
	}
	p.Event = &e
}

// fields renders the texts of fields. Their code leads nowhere: a value may be called as a problem is.
func (p *page) fields(fields []field, sent bool) []fieldPage {
	out := make([]fieldPage, len(fields))
	for i, f := range fields {
		out[i] = fieldPage{f, p.anchor(f.Name), p.render(p.plain, f.Text), p.render(p.plain, f.Limits), nil, sent}
		out[i].Fields = p.fields(f.Fields, sent)
	}
	return out
}

// anchor is the id of a field: the first of its name has it.
func (p *page) anchor(name string) string {
	id := fieldAnchor(name)
	if p.anchors[id] {
		return ""
	}
	p.anchors[id] = true
	return id
}

func fieldAnchor(name string) string { return "field-" + name }

func (p *page) meaning(e fault.Entry) meaning { return meaning{e, p.markdown(e.Remedy)} }
