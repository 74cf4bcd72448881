package eventfilter

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"cel.dev/cel-go/common/types"

	"github.com/partnerline/partnerline/internal/plaintext"
)

// MaxKey is the most bytes of a key, as text.
const MaxKey = 256

// A Cause is why an event has no usable key; empty: it has one.
type Cause string

// The causes. An event has no key when the expression fails on it, or its result is null or an empty text.
const (
	KeyMissing Cause = "missing"
	KeyTooLong Cause = "too_long"
	KeyNoText  Cause = "no_text" // a list, an object, or another value that is no text, number or boolean
	KeyCostly  Cause = "costly"  // a limit of cost or time ended the evaluation
)

var causes = [...]Cause{KeyMissing, KeyTooLong, KeyNoText, KeyCostly}

// CompileKey is Compile for an expression whose result is a key: a text, a number or a boolean.
func CompileKey(expression string) (*Filter, error) { return compile(expression, checkKey) }

func checkKey(result *types.Type) error {
	switch result.Kind() {
	case types.DynKind, types.AnyKind, types.StringKind, types.IntKind, types.UintKind, types.DoubleKind, types.BoolKind:
		return nil
	}
	return fmt.Errorf("the result is of type %s, not a text, a number or a boolean; name a member, as in event.data.id",
		result)
}

// Key returns the key of an event by the expression, as text, or why it has none that can be used. Numbers and
// booleans are written as in JSON, so a text may be equal to one.
func (f *Filter) Key(e *Event) (key string, cause Cause) {
	if !e.decode() {
		return "", KeyMissing
	}
	result, exceeded, err := f.eval(e)
	switch {
	case exceeded:
		return "", KeyCostly
	case err != nil:
		return "", KeyMissing
	}
	switch v := result.(type) {
	case types.String:
		key = plaintext.Clean(string(v))
	case types.Int:
		key = strconv.FormatInt(int64(v), 10)
	case types.Uint:
		key = strconv.FormatUint(uint64(v), 10)
	case types.Double:
		key = number(float64(v))
	case types.Bool:
		key = strconv.FormatBool(bool(v))
	case types.Null:
	default:
		return "", KeyNoText
	}
	switch {
	case key == "":
		return "", KeyMissing
	case len(key) > MaxKey:
		return "", KeyTooLong
	}
	return key, ""
}

// number is a number as text: whole ones, up to where they are exact, without an exponent.
func number(v float64) string {
	if v == math.Trunc(v) && math.Abs(v) < 1<<53 {
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}

// Key is that of [Filter.Key] by an expression of an owner. It counts events without a usable key. An expression that
// a later version of CEL does not compile any more gives none.
func (c *Cache) Key(owner, expression string, e *Event) (key string, cause Cause) {
	cause = KeyMissing
	if f := c.filter(owner, text{expression, true}); f != nil {
		key, cause = f.Key(e)
	}
	if cause != "" {
		c.unkeyed[slices.Index(causes[:], cause)].Add(1)
	}
	return key, cause
}
