package reference

import (
	"html/template"

	"github.com/partnerline/partnerline/internal/fault"
)

// A page is what a template is given.
type page struct {
	API, Version string
	Title        string
	Path         string
	Root         string // relative, from the page to the root of the port
	Stylesheet   string
	Nav          []section

	Text     template.HTML
	Tags     []tagged
	Calls    []callPage
	Objects  []object
	Events   []event
	Problems []meaning
	Links    []link

	b             *builder
	linked, plain *writer
	failed        error
}

// tagged are the operations of a tag.
type tagged struct {
	link

	Calls []call
}

// callPage is a call whose texts are HTML.
type callPage struct {
	call

	Doc     template.HTML
	Inputs  []inputPage
	Answers []answerPage
}

type inputPage struct {
	Title  string
	Doc    template.HTML
	Fields []fieldPage
}

type answerPage struct {
	answer

	Doc    template.HTML
	Fields []fieldPage
}

// fieldPage is a field whose texts are HTML.
type fieldPage struct {
	field

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
	Name, Example string
	Doc           template.HTML
	Fields        []fieldPage
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

// show adds operations, and the objects that they refer to.
func (p *page) show(calls []call) {
	var used []string
	for _, c := range calls {
		out := callPage{call: c, Doc: p.markdown(c.Text)}
		for _, in := range c.Inputs {
			used = p.b.doc.objects(used, in.Fields)
			out.Inputs = append(out.Inputs, inputPage{in.Title, p.markdown(in.Text), p.fields(in.Fields, true)})
		}
		for _, a := range c.Answers {
			used = p.b.doc.objects(used, []field{a.Content})
			out.Answers = append(out.Answers, answerPage{a, p.render(p.plain, a.Text), p.fields(a.Content.Fields, false)})
		}
		p.Calls = append(p.Calls, out)
	}
	p.describe(used)
}

// showEvents adds what receivers get.
func (p *page) showEvents() {
	for _, path := range p.b.doc.Webhooks {
		for _, m := range path.Value {
			e := event{Name: path.Name, Doc: p.markdown(m.Value.Description)}
			if body, ok := m.Value.RequestBody.Content.get(kindJSON); ok {
				e.Fields = p.fields(p.b.doc.shape(body.Schema).Fields, false)
				if body.Example != nil {
					e.Example = indented(body.Example)
				}
			}
			p.Events = append(p.Events, e)
		}
	}
}

func (p *page) describe(objects []string) {
	for _, name := range objects {
		if s, ok := p.b.doc.Components.Schemas.get(name); ok {
			sent := s.Additional != nil && s.Additional.refused
			p.Objects = append(p.Objects, object{name, p.render(p.plain, s.Description), p.fields(p.b.doc.fields(s), sent)})
		}
	}
}

// fields renders the texts of fields. Their code leads nowhere: a value may be called as a problem is.
func (p *page) fields(fields []field, sent bool) []fieldPage {
	out := make([]fieldPage, len(fields))
	for i, f := range fields {
		out[i] = fieldPage{f, p.render(p.plain, f.Text), p.render(p.plain, f.Limits), p.fields(f.Fields, sent), sent}
	}
	return out
}

func (p *page) meaning(e fault.Entry) meaning { return meaning{e, p.markdown(e.Remedy)} }
