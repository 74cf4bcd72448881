// Package ir is what client libraries and collections of requests are generated from: the services, models,
// enumerations and errors of both public APIs, read from their OpenAPI documents. It knows no language.
package ir

import "encoding/json"

// A Library is all that a client library has.
type Library struct {
	Version   string
	APIs      []*API
	Resources []*Resource
	Models    []*Model
	Enums     []*Enum
	Errors    []*ErrorCode
	Events    []*EventType
}

// An API is one of the two public ones; each has its own base URL and its own keys.
type API struct {
	Name        Name // `webhooks`, `partner connect`
	Title       string
	Description string
	Tags        []Tag
	Operations  []*Method // all of the document, in its order; those that stream are no method of a resource
}

// A Tag is a group of operations in a document.
type Tag struct{ Name, Description string }

// A Resource groups the methods of one kind of thing: `client.payments`.
type Resource struct {
	Name    Name
	API     *API
	Methods []*Method
}

// A Method is one operation: `client.payments.register`.
type Method struct {
	OperationID string
	Tag         string
	Name        Name // `register`: the operation without the noun of its resource
	Summary     string
	Description string
	Deprecated  bool
	HTTP        string // `POST`
	Path        string // `/payments/{payment_id}`
	Args        []*Arg // one for each variable of the path, in its order
	Params      *Model // members of the query and of the body; nil: none
	Result      *Type  // nil: no content
	Unwrap      bool   // the result is the member `data` of the answer, all of which is beside it is about the page
	Page        *Page  // set when the answer is a page of Result.Elem
	Upload      bool   // the body is multipart/form-data; Params has a field of kind `file`
	Retry       Retry
	OnBehalfOf  bool // takes the header On-Behalf-Of
	IfMatch     bool // takes the header If-Match
	ETag        bool // answers with the header ETag
	Scopes      []string
	Streams     bool            // the answer has no end
	Statuses    []string        // of success
	Members     []string        // of the answer, which are always there
	Example     json.RawMessage // a body that succeeds; nil: there is no body
}

// HasBody reports whether the method sends a body.
func (m *Method) HasBody() bool { return m.fields(InBody) || m.Upload }

// HasQuery reports whether the method has query parameters.
func (m *Method) HasQuery() bool { return m.fields(InQuery) }

func (m *Method) fields(in string) bool {
	if m.Params != nil {
		for _, f := range m.Params.Fields {
			if f.In == in {
				return true
			}
		}
	}
	return false
}

// Retry says what makes repeating a call safe.
type Retry string

// What makes repeating a call safe.
const (
	RetryHTTP    Retry = "http"    // the HTTP method is idempotent: GET, PUT, PATCH, DELETE
	RetryKey     Retry = "key"     // the header Idempotency-Key, which the library always sends
	RetryNatural Retry = "natural" // a POST that has a key in its body, or changes nothing
)

// A Page says how a list is read on.
type Page struct {
	Param string // query parameter for the next page: `page_token`, `after`
	Meta  bool   // `next_page_token` is in `meta`, else beside `data`
}

// An Arg is a variable of a path, always a text.
type Arg struct {
	Name        Name
	JSON        string
	Description string
}

// A Model is an object of JSON.
type Model struct {
	Name        Name
	Description string
	Fields      []*Field
	Input       bool // part of a request: members may be absent
	Params      bool // the parameters of one method, at the top of a request
}

// Where a field of the parameters is sent.
const (
	InBody  = "body"
	InQuery = "query"
	InFile  = "file" // the part `file` of multipart/form-data
)

// A Field is a member of an object.
type Field struct {
	Name        Name
	JSON        string
	Description string
	Type        *Type
	Required    bool   // always there
	Secret      bool   // not shown when the model is printed
	Nullable    bool   // may be null. In a request an absent member changes nothing, and null clears.
	In          string // of Params only
}

// Secrets are the paths of JSON to the secrets in a value of the type. There are none below a list or a map.
func (t *Type) Secrets() (paths [][]string) {
	if t == nil || t.Kind != KindModel {
		return nil
	}
	return t.Model.secrets(map[*Model]bool{})
}

// HasSecrets reports whether the model has a secret, in itself or below it.
func (m *Model) HasSecrets() bool { return len(m.secrets(map[*Model]bool{})) > 0 }

func (m *Model) secrets(above map[*Model]bool) (paths [][]string) {
	if above[m] {
		return nil // a recursive one
	}
	above[m] = true
	defer delete(above, m)
	for _, f := range m.Fields {
		if f.Secret {
			paths = append(paths, []string{f.JSON})
		}
		if f.Type.Kind == KindModel {
			for _, below := range f.Type.Model.secrets(above) {
				paths = append(paths, append([]string{f.JSON}, below...))
			}
		}
	}
	return paths
}

// A Type is the type of a value.
type Type struct {
	Kind  Kind
	Model *Model // of KindModel
	Enum  *Enum  // of KindEnum
	Elem  *Type  // of KindList and KindMap
}

// A Kind is what a value is in JSON, and what it means.
type Kind string

// Kinds of values.
const (
	KindString  Kind = "string"
	KindInt32   Kind = "int32"
	KindInt64   Kind = "int64" // within 53 bits
	KindFloat   Kind = "float"
	KindBool    Kind = "bool"
	KindTime    Kind = "time" // RFC 3339
	KindDate    Kind = "date" // YYYY-MM-DD
	KindModel   Kind = "model"
	KindEnum    Kind = "enum"
	KindList    Kind = "list"
	KindMap     Kind = "map"    // texts to Elem
	KindObject  Kind = "object" // any object
	KindFile    Kind = "file"
	KindUnknown Kind = "unknown" // any value
)

// An Enum is a text with known values. Clients take values beyond them, for they may be newer than the library.
type Enum struct {
	Name        Name
	Description string
	Values      []*Value
	Open        bool // the API says that more will come
}

// A Value is one of an enumeration.
type Value struct {
	Name        Name
	Value       string
	Description string
}

// An ErrorCode is the `code` of a problem.
type ErrorCode struct {
	Name        Name
	Code        string
	Status      string
	Description string
}

// An EventType is the type of an event that endpoints receive.
type EventType struct {
	Name        Name
	Type        string
	Description string
	Data        *Model
}
