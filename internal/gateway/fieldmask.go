package gateway

import (
	"maps"
	"slices"
	"strings"

	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/known/fieldmaskpb"
)

// maskField is the field mask of a message; nil when it has none.
func maskField(md protoreflect.MessageDescriptor) protoreflect.FieldDescriptor {
	fields := md.Fields()
	for i := range fields.Len() {
		if f := fields.Get(i); f.Message() != nil && f.Message().FullName() == "google.protobuf.FieldMask" {
			return f
		}
	}
	return nil
}

// maskOf lists the members of a body, also those that are null: those of an object one by one, as `applicant.email`;
// anything else as a whole.
func maskOf(md protoreflect.MessageDescriptor, body map[string]any) *fieldmaskpb.FieldMask {
	mask := &fieldmaskpb.FieldMask{}
	for _, name := range slices.Sorted(maps.Keys(body)) {
		f := md.Fields().ByName(protoreflect.Name(name))
		obj, isObject := body[name].(map[string]any)
		if !isObject || f.IsMap() || f.Message() == nil || wellKnown(f.Message()) {
			mask.Paths = append(mask.Paths, name)
			continue
		}
		for _, member := range slices.Sorted(maps.Keys(obj)) {
			mask.Paths = append(mask.Paths, name+"."+member)
		}
	}
	return mask
}

func wellKnown(md protoreflect.MessageDescriptor) bool {
	return strings.HasPrefix(string(md.FullName()), "google.protobuf.")
}
