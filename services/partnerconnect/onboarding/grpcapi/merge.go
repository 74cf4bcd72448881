package grpcapi

import (
	"slices"
	"strings"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/known/fieldmaskpb"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/services/partnerconnect/onboarding"
)

// masked is a request that tells what it changes.
type masked interface {
	proto.Message
	GetUpdateMask() *fieldmaskpb.FieldMask
}

// updateMask lists the members that a request changes, like `applicant.email`. Without a mask those are what is set: the members
// of a message one by one.
func updateMask(req masked) []string {
	if m := req.GetUpdateMask(); m != nil {
		return m.GetPaths()
	}
	var out []string
	req.ProtoReflect().Range(func(f protoreflect.FieldDescriptor, v protoreflect.Value) bool {
		name := string(f.Name())
		switch {
		case name == "ref":
		case f.Message() == nil || f.IsMap() || f.IsList():
			out = append(out, name)
		default:
			v.Message().Range(func(member protoreflect.FieldDescriptor, _ protoreflect.Value) bool {
				out = append(out, name+"."+string(member.Name()))
				return true
			})
		}
		return true
	})
	slices.Sort(out)
	return out
}

// merge brings the members that the paths name from one message into another of the same type: what is not set there is cleared.
// whole takes the first level only, so that a member is replaced as a whole. Paths that name nothing are passed over.
func merge(to, from proto.Message, paths []string, whole bool) {
	for _, path := range paths {
		name, member, _ := strings.Cut(path, ".")
		if whole {
			member = ""
		}
		copyMember(to.ProtoReflect(), from.ProtoReflect(), name, member)
	}
}

func copyMember(to, from protoreflect.Message, name, member string) {
	f := from.Descriptor().Fields().ByName(protoreflect.Name(name))
	switch {
	case f == nil || name == "ref":
	case member != "" && f.Message() != nil && !f.IsMap() && !f.IsList() && from.Has(f):
		copyMember(to.Mutable(f).Message(), from.Get(f).Message(), member, "")
	case from.Has(f):
		to.Set(f, from.Get(f))
	default:
		to.Clear(f)
	}
}

// segmentsOf returns the members that a request changes, as JSON pointers, with the segments that they belong to.
func segmentsOf(req masked, segments map[string]onboarding.Segment) map[string]onboarding.Segment {
	out := map[string]onboarding.Segment{}
	for _, path := range updateMask(req) {
		name, _, _ := strings.Cut(path, ".")
		if s, ok := segments[name]; ok {
			out["/"+name] = s
		}
	}
	return out
}

// pointers lists the members that a request changes, as JSON pointers, and the members that those stand in.
func pointers(req masked) []string {
	var out []string
	for _, path := range updateMask(req) {
		name, member, nested := strings.Cut(path, ".")
		out = append(out, "/"+name)
		if nested {
			out = append(out, "/"+name+"/"+member)
		}
	}
	return out
}

// changedOnly returns the violations in the members that a request changes, as merge takes them. What is stored was judged when it
// came; time may have overtaken it, but this call is not at fault.
func changedOnly(req masked, list []fault.Violation, whole bool) []fault.Violation {
	paths := updateMask(req)
	return slices.DeleteFunc(list, func(v fault.Violation) bool {
		return !slices.ContainsFunc(paths, func(path string) bool {
			if whole { // what a member lacks is its fault too
				path, _, _ = strings.Cut(path, ".")
			}
			at := "/" + strings.ReplaceAll(path, ".", "/")
			return v.Field == at || strings.HasPrefix(v.Field, at+"/")
		})
	})
}
