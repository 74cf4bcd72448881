package reference

import (
	"cmp"
	"slices"
	"strings"
)

// common are headers of most calls: one page describes them for all, and none of the pages of operations.
var common = []string{"X-Request-Id", "Prefer", "Connect-Version", "RateLimit", "RateLimit-Policy"}

// addReference adds a page for each resource and each operation, for what all calls have in common, for events and for
// objects.
func (b *builder) addReference() {
	shared := link{"docs/reference/requests-and-responses", "Requests and responses"}
	reference := section{Title: "Reference", Entries: []chapter{{link: shared}}}
	headers := strings.Join(b.doc.Components.Headers.names(), " ")
	b.found.add(entry{Kind: "Guide", Title: shared.Text, Path: shared.Path, Also: headers})
	b.add(shared, "common", func(p *page) error {
		p.showCommon()
		return nil
	})
	for _, tag := range b.doc.Tags {
		resource := chapter{link: link{tagPath(tag.Name), tag.Name}}
		rows := b.rows(tag.Name)
		b.found.add(entry{Kind: "Resource", Title: tag.Name, Path: resource.Path, Also: tag.Description})
		for _, r := range rows {
			resource.Below = append(resource.Below, r.link)
		}
		b.order = append(b.order, resource.Below...)
		reference.Entries = append(reference.Entries, resource)
		b.add(resource.link, "resource", func(p *page) error {
			p.Text, p.Rows = p.markdown(tag.Description), rows
			p.showResource(rows)
			return nil
		})
		for _, r := range rows {
			b.addOperation(resource.link, r)
		}
	}
	if events := b.addEvents(); len(events.Below) > 0 {
		reference.Entries = append(reference.Entries, events)
	}
	for _, m := range b.doc.Components.Schemas {
		b.addObject(m.Name, m.Value)
	}
	b.nav = append(b.nav, reference)
}

// A row is an operation in a list.
type row struct {
	link

	ID, Verb, Route string
	Deprecated      bool
	operation       *operation
}

// rows are the operations of a tag, in the order of the document.
func (b *builder) rows(tag string) (out []row) {
	for _, path := range b.doc.Paths {
		for _, m := range path.Value {
			if o := m.Value; slices.Contains(o.Tags, tag) {
				verb := strings.ToUpper(m.Name)
				at := link{b.operations[verb+" "+path.Name], o.Summary}
				out = append(out, row{at, o.OperationID, verb, path.Name, o.Deprecated, o})
			}
		}
	}
	return out
}

func (b *builder) addOperation(resource link, r row) {
	c := b.call(r.Route, r.Verb, r.operation)
	b.found.add(entry{
		Kind: "Operation", Title: r.Text, Note: r.Verb + " " + r.Route, Path: r.Path,
		Also: strings.Join([]string{r.Verb, r.Route, r.ID, c.Text}, " "),
	})
	var fields []field
	for _, in := range c.Inputs {
		b.found.addFields(in.Fields, r.Path, r.Text)
		fields = append(fields, in.Fields...)
	}
	for _, a := range c.Answers {
		fields = append(fields, a.Content)
	}
	for _, name := range b.doc.objects(nil, fields) {
		b.objectUsers[name] = append(b.objectUsers[name], r.link)
	}
	b.add(r.link, "operation", func(p *page) error {
		p.Crumbs = []link{resource}
		p.show(c)
		at := slices.Index(b.order, r.link)
		if at > 0 {
			p.Previous = &b.order[at-1]
		}
		if at+1 < len(b.order) {
			p.Next = &b.order[at+1]
		}
		return nil
	})
}

// addEvents adds what receivers get: a list, and a page for each type.
func (b *builder) addEvents() chapter {
	all := chapter{link: link{"docs/reference/events", "Events"}}
	for _, path := range b.doc.Webhooks {
		for _, m := range path.Value {
			at := link{all.Path + "/" + path.Name, path.Name}
			all.Below = append(all.Below, at)
			b.found.add(entry{Kind: "Event", Title: path.Name, Path: at.Path, Also: m.Value.Description})
			b.add(at, "event", func(p *page) error {
				p.Crumbs = []link{all.link}
				p.showEvent(m.Value)
				return nil
			})
		}
	}
	if len(all.Below) > 0 {
		b.add(all.link, "events", func(p *page) error {
			p.Links = all.Below
			return nil
		})
	}
	return all
}

// addObject adds the page of a schema that fields refer to.
func (b *builder) addObject(name string, s *schema) {
	if len(s.Properties) == 0 {
		return
	}
	at := link{objectPath(name), name}
	fields := b.doc.fields(s)
	b.found.add(entry{Kind: "Object", Title: name, Path: at.Path, Also: s.Description})
	b.found.addFields(fields, at.Path, name)
	b.add(at, "object", func(p *page) error {
		sent := s.Additional != nil && s.Additional.refused
		p.Objects = []object{{name, p.render(p.plain, s.Description), p.fields(fields, sent)}}
		p.Links = b.objectUsers[name]
		return nil
	})
}

func objectPath(name string) string { return "docs/objects/" + name }

// objectOf is the name of the object that a resource is about: most of its operations answer with it, or with a list
// of it.
func (b *builder) objectOf(rows []row) string {
	var met []string
	count := map[string]int{}
	for _, r := range rows {
		for _, a := range b.call(r.Route, r.Verb, r.operation).Answers {
			if name := b.doc.answered(a.Content); name != "" {
				met = append(met, name)
				count[name]++
			}
		}
	}
	if len(met) == 0 {
		return ""
	}
	return slices.MaxFunc(met, func(a, b string) int { return cmp.Compare(count[a], count[b]) })
}
