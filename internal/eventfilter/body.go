package eventfilter

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"slices"
	"strconv"
	"time"

	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
	"cel.dev/cel-go/common/types/traits"
)

// maxBodyDepth is how deep a body is nested at most. Readers of JSON have limits of their own.
const maxBodyDepth = 200

// A bodyWriter writes a value as canonical JSON. It stops at the first error, which is also that the body is too large:
// an expression may have the same large value many times.
type bodyWriter struct {
	b   []byte
	err error
}

func (w *bodyWriter) raw(s string) {
	if w.err == nil && len(w.b)+len(s) > MaxBody {
		w.err = errTooLarge
	}
	if w.err == nil {
		w.b = append(w.b, s...)
	}
}

// text writes a text as a string of JSON.
func (w *bodyWriter) text(s string) {
	if len(s) > MaxBody {
		w.raw(s) // which is too large
		return
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(s); err != nil && w.err == nil { // it encodes any text
		w.err = err
	}
	w.raw(string(bytes.TrimSuffix(b.Bytes(), []byte("\n"))))
}

func (w *bodyWriter) value(v ref.Val, depth int) {
	if depth > maxBodyDepth && w.err == nil {
		w.err = errTooDeep
	}
	if w.err != nil {
		return
	}
	switch v := v.(type) {
	case types.Null:
		w.raw("null")
	case types.Bool:
		w.raw(strconv.FormatBool(bool(v)))
	case types.Int:
		w.raw(strconv.FormatInt(int64(v), 10))
	case types.Uint:
		w.raw(strconv.FormatUint(uint64(v), 10))
	case types.Double:
		w.number(float64(v))
	case types.String:
		w.text(string(v))
	case types.Bytes:
		w.text(base64.StdEncoding.EncodeToString(v))
	case types.Timestamp:
		w.text(v.UTC().Format(time.RFC3339Nano))
	case types.Duration:
		w.text(v.String())
	case traits.Mapper:
		w.object(v, depth)
	case traits.Lister:
		w.list(v, depth)
	default:
		w.err = errNoJSON // a type, for example
	}
}

func (w *bodyWriter) number(f float64) {
	b, err := json.Marshal(f)
	if err != nil {
		w.err = errNoNumber
		return
	}
	w.raw(string(b))
}

func (w *bodyWriter) list(l traits.Lister, depth int) {
	w.raw("[")
	for it, first := l.Iterator(), true; w.err == nil && it.HasNext() == types.True; first = false {
		if !first {
			w.raw(",")
		}
		w.value(it.Next(), depth+1)
	}
	w.raw("]")
}

func (w *bodyWriter) object(m traits.Mapper, depth int) {
	var names []string
	for it := m.Iterator(); it.HasNext() == types.True; {
		name, ok := it.Next().(types.String)
		if !ok {
			w.err = errTextKeys
			return
		}
		names = append(names, string(name))
	}
	slices.Sort(names)
	w.raw("{")
	for i, name := range names {
		if i > 0 {
			w.raw(",")
		}
		w.text(name)
		w.raw(":")
		w.value(m.Get(types.String(name)), depth+1)
		if w.err != nil {
			return
		}
	}
	w.raw("}")
}
