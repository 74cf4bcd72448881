package reference

import (
	"bytes"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
)

// A call is an operation as a page shows it.
type call struct {
	ID, Verb, Path, Title string
	Text                  string
	Deprecated            bool
	Scopes                []string // one of which the key needs
	NoKey                 bool
	Inputs                []input
	Answers               []answer
	Problems              []problem
	State                 string // what the objects of the example must be like, in Markdown
	Origins               []origin
	Samples               []codeSample
	Answer                string // what the example is answered with
	AnswerStatus          string
	Refusals              []example // answers that are no success
}

// An input is a group of parameters, or a body.
type input struct {
	Title, Text string
	Fields      []field
}

// An origin is where the value of a variable comes from.
type origin struct {
	Variable string
	From     link
}

// A codeSample is the example in one language.
type codeSample struct{ Language, Title, Text string }

// languages are those of samples, in the order in which they are shown. The first is made here, the others with the
// client libraries.
var languages = []codeSample{
	{"curl", "curl", ""}, {"cli", "Command line", ""}, {"go", "Go", ""}, {"typescript", "TypeScript", ""},
	{"python", "Python", ""}, {"java", "Java", ""},
}

type answer struct {
	Status, Text string
	Content      field
	Empty        bool
	Headers      []string
}

type problem struct {
	Status string
	Codes  []string
}

type example struct{ Title, Text string }

func (b *builder) call(path, verb string, o *operation) call {
	c := call{ID: o.OperationID, Verb: verb, Path: path, Title: o.Summary, Text: o.Description, Deprecated: o.Deprecated}
	if o.Security != nil {
		c.NoKey = len(*o.Security) == 0
		for _, alternative := range *o.Security {
			for _, scopes := range alternative {
				c.Scopes = append(c.Scopes, scopes...)
			}
		}
	}
	for _, group := range []struct{ in, title string }{{"path", "Path"}, {"query", "Query"}, {"header", "Headers"}} {
		in := input{Title: group.title}
		for _, p := range o.Parameters {
			p = b.doc.parameter(p)
			if p.In == group.in && p.Schema != nil && !slices.Contains(common, p.Name) {
				f := b.doc.shape(p.Schema)
				f.Name, f.Required, f.Text = p.Name, p.Required, strings.TrimSpace(p.Description+"\n\n"+f.Text)
				in.Fields = append(in.Fields, f)
			}
		}
		if len(in.Fields) > 0 {
			c.Inputs = append(c.Inputs, in)
		}
	}
	for _, m := range o.RequestBody.Content {
		c.Inputs = append(c.Inputs, b.body(m))
	}
	for _, m := range o.Responses {
		b.answer(&c, m.Name, b.doc.response(m.Value))
	}
	c.State = states[o.OperationID]
	c.Samples = b.codeSamples(o.OperationID, b.shell(c, o))
	for _, name := range variables.FindAllStringSubmatch(path, -1) {
		if from, ok := b.origins[o.OperationID+" "+name[1]]; ok {
			c.Origins = append(c.Origins, origin{"$" + strings.ToUpper(name[1]), from})
		}
	}
	return c
}

var variables = regexp.MustCompile(`\{(\w+)\}`)

// codeSamples are the example in each language in which there is one.
func (b *builder) codeSamples(operation, shell string) (out []codeSample) {
	for _, l := range languages {
		l.Text = b.samples[operation][l.Language]
		if l.Language == "curl" {
			l.Text = shell
		}
		if l.Text != "" {
			out = append(out, l)
		}
	}
	return out
}

func (b *builder) body(m member[media]) input {
	title := "Body"
	if m.Name != kindJSON {
		title += ", as " + m.Name
	}
	f := b.doc.shape(m.Value.Schema)
	if f.Object != "" {
		s, _ := b.doc.Components.Schemas.get(f.Object)
		return input{title, s.Description, b.doc.expanded(b.doc.fields(s))}
	}
	return input{title, f.Text, f.Fields}
}

// answer adds a response: a success, or the codes of a problem.
func (b *builder) answer(c *call, status string, r response) {
	codes := problemCodes(r)
	for _, m := range r.Content {
		for _, e := range m.Value.Examples {
			if len(codes) > 0 {
				c.Refusals = append(c.Refusals, example{status + ": " + e.Value.Summary, indented(e.Value.Value)})
			} else {
				c.Answer, c.AnswerStatus = indented(e.Value.Value), status
			}
		}
	}
	if len(codes) > 0 {
		c.Problems = append(c.Problems, problem{status, codes})
		return
	}
	a := answer{Status: status, Text: r.Description, Empty: len(r.Content) == 0}
	for _, m := range r.Content {
		a.Content = b.doc.shape(m.Value.Schema)
	}
	for _, h := range r.Headers {
		if !slices.Contains(common, h.Name) {
			a.Headers = append(a.Headers, h.Name)
		}
	}
	if c.AnswerStatus == "" {
		c.AnswerStatus = status
	}
	c.Answers = append(c.Answers, a)
}

// problemCodes are those that a response can have; nil when it is no problem.
func problemCodes(r response) (codes []string) {
	m, ok := r.Content.get("application/problem+json")
	if !ok || m.Schema == nil {
		return nil
	}
	for _, s := range m.Schema.AllOf {
		if c, ok := s.Properties.get("code"); ok {
			for _, v := range append(c.Enum, c.Extensible...) {
				codes = append(codes, strings.Trim(string(v), `"`))
			}
		}
	}
	return codes
}

// indented is a value for people; a text is shown as it is.
func indented(v json.RawMessage) string {
	var text string
	if json.Unmarshal(v, &text) == nil {
		return text
	}
	var b bytes.Buffer
	if json.Indent(&b, v, "", "  ") != nil {
		return string(v)
	}
	return b.String()
}

// shellValues are what a command sends in headers that a call needs: a partner's key names the merchant, where the path
// does not.
var shellValues = map[string]string{"Idempotency-Key": "$(date +%s)-$RANDOM", "On-Behalf-Of": "$REF"}

// instant is a time in a body. A command has one of today in its place: what it is recorded with lies further back each
// day.
var instant = regexp.MustCompile(`"20\d\d-\d\d-\d\dT[\d:.]+Z"`)

// shell is the operation as a command. A test runs it as it is.
func (b *builder) shell(c call, o *operation) string {
	path := c.Path
	for _, in := range c.Inputs {
		for _, f := range in.Fields {
			path = strings.ReplaceAll(path, "{"+f.Name+"}", "$"+strings.ToUpper(f.Name))
		}
	}
	lines := []string{`curl "$` + b.BaseURL + path + `"`}
	if c.Verb != "GET" {
		lines[0] = "curl -X " + c.Verb + strings.TrimPrefix(lines[0], "curl")
	}
	if !c.NoKey {
		lines = append(lines, `-H "Authorization: Bearer $`+b.Key+`"`)
	}
	for _, p := range o.Parameters {
		p = b.doc.parameter(p)
		if p.In == "header" && (p.Required || p.Name == "On-Behalf-Of" && !strings.Contains(c.Path, "{ref}")) {
			lines = append(lines, `-H "`+p.Name+`: `+shellValues[p.Name]+`"`)
		}
	}
	if m, ok := o.RequestBody.Content.get(kindJSON); ok {
		lines = append(lines, `-H "Content-Type: application/json"`)
		sent := m.Example
		if len(m.Examples) > 0 {
			sent = m.Examples[0].Value.Value
		}
		if sent != nil {
			text := strings.ReplaceAll(indented(sent), "'", `'\''`)
			lines = append(lines, "-d '"+instant.ReplaceAllString(text, `"'$(date -u +%Y-%m-%d)'T00:00:00Z"`)+"'")
		}
	}
	return strings.Join(lines, " \\\n  ")
}
