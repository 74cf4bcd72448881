package gateway

import (
	"maps"
	"slices"
	"strings"

	"google.golang.org/protobuf/reflect/protoreflect"
)

// maskField is the name of the field mask of a message; empty when it has none.
func maskField(md protoreflect.MessageDescriptor) string {
	fields := md.Fields()
	for i := range fields.Len() {
		if f := fields.Get(i); f.Message() != nil && f.Message().FullName() == "google.protobuf.FieldMask" {
			return string(f.Name())
		}
	}
	return ""
}

// maskOf lists the members of a body, null ones too: those of an object one by one, as `applicant.email`; anything else as a whole.
// It is the JSON form of a field mask, whose names are in lowerCamelCase there.
func maskOf(md protoreflect.MessageDescriptor, body map[string]any) string {
	var paths []string
	for _, name := range slices.Sorted(maps.Keys(body)) {
		f := md.Fields().ByName(protoreflect.Name(name))
		obj, isObject := body[name].(map[string]any)
		if !isObject || f.IsMap() || f.Message() == nil || wellKnown(f.Message()) {
			paths = append(paths, camel(name))
			continue
		}
		for _, member := range slices.Sorted(maps.Keys(obj)) {
			paths = append(paths, camel(name)+"."+camel(member))
		}
	}
	return strings.Join(paths, ",")
}

func wellKnown(md protoreflect.MessageDescriptor) bool {
	return strings.HasPrefix(string(md.FullName()), "google.protobuf.")
}

// camel spells a name as the JSON form of a field mask wants it.
func camel(name string) string {
	var b strings.Builder
	up := false
	for _, c := range []byte(name) {
		switch {
		case c == '_':
			up = true
			continue
		case up && c >= 'a' && c <= 'z':
			c -= 'a' - 'A'
		}
		up = false
		b.WriteByte(c)
	}
	return b.String()
}
