package openapi

import (
	"net/http"
	"strconv"
	"strings"

	"google.golang.org/protobuf/reflect/protoreflect"
)

// link adds to the answers of each operation that creates a resource what can be done with it: the operations whose
// paths are its own with the id of the resource behind, in the sandbox, too.
func (d *document) link() {
	for _, o := range d.operations {
		if o.Verb != "post" {
			continue
		}
		links := object()
		for _, next := range d.operations {
			path := strings.TrimPrefix(next.Path, "/sandbox")
			rest, ok := strings.CutPrefix(path, o.Path+"/{")
			name, rest, _ := strings.Cut(rest, "}")
			if !ok || strings.Contains(rest, "{") {
				continue
			}
			parameters := object("path."+name, "$response.body#"+d.idIn(o, name))
			for _, v := range o.Variables() {
				parameters.Set("path."+v, "$request.path."+v)
			}
			if strings.HasPrefix(o.Path, "/payments") && path == next.Path {
				parameters.Set("header.On-Behalf-Of", "$request.header.On-Behalf-Of")
			}
			links.Set(next.ID(), object("operationId", next.ID(), "parameters", parameters))
		}
		if links.Len() == 0 {
			continue
		}
		item, _ := d.paths.Get(o.Path).(*Object)
		operation, _ := item.Get(o.Verb).(*Object)
		responses, _ := operation.Get("responses").(*Object)
		for _, status := range []int{http.StatusOK, http.StatusCreated} {
			if response, ok := responses.Get(strconv.Itoa(status)).(*Object); ok {
				response.Set("links", links)
			}
		}
	}
}

// idIn is the JSON pointer of the id in the answer of an operation: in `data`, or named as in the path.
func (d *document) idIn(o Operation, name string) string {
	if f := o.Output().Fields().ByName("data"); f != nil && f.Message().Fields().ByName(protoreflect.Name(name)) != nil {
		return "/data/" + name
	}
	return "/" + name
}
