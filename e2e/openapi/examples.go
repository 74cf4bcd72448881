package openapi

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/partnerline/partnerline/internal/fault"
)

//go:embed examples/*.json
var recorded embed.FS

// Recorded are the examples of a document.
func Recorded(api string) (Examples, error) {
	raw, err := recorded.ReadFile("examples/" + api + ".json")
	if err != nil {
		return nil, err
	}
	e := Examples{}
	if err := json.Unmarshal(raw, &e); err != nil {
		return nil, fmt.Errorf("openapi: examples of %s: %w", api, err)
	}
	return e, nil
}

// EncodeExamples is what Recorded reads.
func EncodeExamples(e Examples) ([]byte, error) {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", " ")
	err := encoder.Encode(e)
	return b.Bytes(), err
}

// Examples are exchanges with the running system, by operation. A test sends their requests again.
type Examples map[string][]Example

// An Example is one exchange of an operation.
type Example struct {
	Name    string            `json:"name"`    // of the example, for example `success`
	Summary string            `json:"summary"` // what it shows
	Header  map[string]string `json:"header,omitempty"`
	Path    map[string]string `json:"path,omitempty"`
	Query   map[string]string `json:"query,omitempty"`
	Request json.RawMessage   `json:"request,omitempty"`
	Status  int               `json:"status"`
	Answer  json.RawMessage   `json:"answer,omitempty"`
}

// requests are the bodies of those that succeed.
func (e Examples) requests(id string) *Object {
	out := object()
	for _, x := range e[id] {
		if x.Status < 300 && x.Request != nil {
			out.Set(x.Name, object("summary", x.Summary, "value", x.Request))
		}
	}
	return out
}

// problem is an answer with a code, of any operation.
func (e Examples) problem(code fault.Reason) *Object {
	for _, id := range slices.Sorted(maps.Keys(e)) {
		for _, x := range e[id] {
			var answer struct{ Code fault.Reason }
			if json.Unmarshal(x.Answer, &answer) == nil && answer.Code == code {
				return object(x.Name, object("summary", x.Summary, "value", x.Answer))
			}
		}
	}
	return object()
}

// answers are the bodies of answers with a status.
func (e Examples) answers(id string, status int) *Object {
	out := object()
	for _, x := range e[id] {
		if x.Status == status && x.Answer != nil {
			out.Set(x.Name, object("summary", x.Summary, "value", x.Answer))
		}
	}
	return out
}
