// Command data prints docs/data.md: what personal data is stored, where and for how long. The fields are those that the
// contracts mark as personal (options.v1.pii), the times those of the settings' defaults.
package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	optionsv1 "github.com/partnerline/partnerline/proto/gen/options/v1"
	_ "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	_ "github.com/partnerline/partnerline/proto/gen/providers/v1"
	_ "github.com/partnerline/partnerline/proto/gen/verifications/v1"
	_ "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
)

func main() { fmt.Fprint(os.Stdout, markdown()) }

// marked are the fields that the contracts mark as personal, in order.
func marked() []string {
	var names []string
	var read func(protoreflect.MessageDescriptors)
	read = func(messages protoreflect.MessageDescriptors) {
		for i := range messages.Len() {
			fields := messages.Get(i).Fields()
			for j := range fields.Len() {
				if pii, _ := proto.GetExtension(fields.Get(j).Options(), optionsv1.E_Pii).(bool); pii {
					names = append(names, string(fields.Get(j).FullName()))
				}
			}
			read(messages.Get(i).Messages())
		}
	}
	protoregistry.GlobalFiles.RangeFiles(func(f protoreflect.FileDescriptor) bool {
		read(f.Messages())
		return true
	})
	slices.Sort(names)
	return names
}

// covers reports whether a pattern is a field: a full name, or that of a message and .* for all of its fields.
func covers(pattern, field string) bool {
	message, all := strings.CutSuffix(pattern, ".*")
	return pattern == field || all && field[:strings.LastIndex(field, ".")] == message
}

// fieldsOf are the fields of a kind among those that are marked.
func (k kind) fieldsOf(all []string) (list []string) {
	for _, f := range all {
		if slices.ContainsFunc(k.fields, func(p string) bool { return covers(p, f) }) {
			list = append(list, f)
		}
	}
	return list
}

// markdown is docs/data.md.
func markdown() string {
	var b strings.Builder
	b.WriteString(head)
	all := marked()
	for _, k := range kinds {
		stored := "not stored"
		if len(k.columns) > 0 {
			stored = "`" + strings.Join(k.columns, "`, `") + "`"
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", k.name, stored, k.protection, k.kept, k.ends)
	}
	b.WriteString(requests)
	for _, k := range kinds {
		if list := k.fieldsOf(all); len(list) > 0 {
			fmt.Fprintf(&b, "| %s | `%s` |\n", k.name, strings.Join(list, "`, `"))
		}
	}
	return b.String()
}
