// Package fingerprint makes digests of values that are stored, and compared with digests that later releases make.
//
// A digest is the SHA-256 of an encoding that does not depend on the program: a field is its name, the length of its
// text and the text, fields are in the order of their names, and empty fields are left out. So a field that is added to
// a type changes no stored digest while it is empty, and an order of fields or members never matters. A renamed field
// keeps its name by a tag `fingerprint:"name"`; the tag "-" leaves a field out.
//
//	type Order struct {
//		Amount   int64
//		Currency string
//		Sent     bool `fingerprint:"-"`
//	}
//
//	fingerprint.Of("order/1", Order{100, "PLN", true}) // SHA-256 of "order/1\nAmount 3 100\nCurrency 3 PLN\n"
package fingerprint

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"time"
)

// Of returns the digest of a value of a kind. The kind has the version of what is encoded, and changes if values that
// were equal no longer are.
func Of(kind string, v any) [sha256.Size]byte {
	return sha256.Sum256(Encode(kind, v))
}

// Encode returns what [Of] hashes. It panics for types that have no one form: functions, channels, floating-point
// numbers, and interfaces.
func Encode(kind string, v any) []byte {
	return appendValue(append([]byte(kind), '\n'), "", reflect.ValueOf(v))
}

// appendValue appends a value under a name, with what is in it below this name.
func appendValue(b []byte, name string, v reflect.Value) []byte {
	if !v.IsValid() || v.IsZero() {
		return b
	}
	if t, ok := v.Interface().(time.Time); ok {
		return appendText(b, name, t.UTC().Format(time.RFC3339Nano))
	}
	switch v.Kind() {
	case reflect.String:
		return appendText(b, name, v.String())
	case reflect.Bool:
		return appendText(b, name, "true")
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return appendText(b, name, strconv.FormatInt(v.Int(), 10))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return appendText(b, name, strconv.FormatUint(v.Uint(), 10))
	case reflect.Pointer:
		return appendPresent(b, name, v.Elem())
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			b = appendPresent(b, name+"/"+strconv.Itoa(i), v.Index(i))
		}
		return b
	case reflect.Map:
		keys := v.MapKeys()
		slices.SortFunc(keys, func(x, y reflect.Value) int { return cmp.Compare(x.String(), y.String()) })
		for i, key := range keys {
			at := name + "/" + strconv.Itoa(i)
			b = appendPresent(appendText(b, at, key.String()), at, v.MapIndex(key))
		}
		return b
	case reflect.Struct:
		return appendFields(b, name, v)
	default:
		panic(fmt.Sprintf("fingerprint: %s: a %s has no one form", name, v.Type()))
	}
}

// appendPresent appends a value whose presence says something even if it is empty.
func appendPresent(b []byte, name string, v reflect.Value) []byte {
	if v.IsZero() {
		return appendText(b, name, "")
	}
	return appendValue(b, name, v)
}

func appendFields(b []byte, name string, v reflect.Value) []byte {
	type field struct {
		name  string
		value reflect.Value
	}
	var fields []field
	for i := range v.NumField() {
		f := v.Type().Field(i)
		tag := f.Tag.Get("fingerprint")
		if !f.IsExported() || tag == "-" {
			continue
		}
		fields = append(fields, field{cmp.Or(tag, f.Name), v.Field(i)})
	}
	slices.SortFunc(fields, func(x, y field) int { return cmp.Compare(x.name, y.name) })
	for _, f := range fields {
		at := f.name
		if name != "" {
			at = name + "." + f.name
		}
		b = appendValue(b, at, f.value)
	}
	return b
}

// appendText appends "name length text": with the length, no text can look like the beginning of another field.
func appendText(b []byte, name, text string) []byte {
	b = append(append(b, name...), ' ')
	b = append(strconv.AppendInt(b, int64(len(text)), 10), ' ')
	return append(append(b, text...), '\n')
}
