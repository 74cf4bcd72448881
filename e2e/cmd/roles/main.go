// Command roles prints docs/roles.md from the access rules of the operator methods.
package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/partnerline/partnerline/internal/grpcserver"
	"github.com/partnerline/partnerline/internal/person"
	optionsv1 "github.com/partnerline/partnerline/proto/gen/options/v1"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
)

func main() { fmt.Fprint(os.Stdout, markdown()) }

// programs are those with operator services.
var programs = []struct {
	title    string
	services []protoreflect.ServiceDescriptor
}{
	{"Partner connect", grpcserver.OperatorServices(pcv1.File_partnerconnect_v1_operator_access_proto.Package())},
	{"Webhooks", grpcserver.OperatorServices(webhooksv1.File_webhooks_v1_operator_proto.Package())},
}

// markdown is docs/roles.md.
func markdown() string {
	var b strings.Builder
	b.WriteString(`# Roles of operators

Which role a person needs for which operator method ([decision 36](decisions/0036-people-act-under-their-own-name.md)). ` + "`yes`" + ` is both modes; no role includes another. With ` + "`reason`" + `, the
call must say why. This list is generated from the contracts: ` + "`make generate`" + `.
`)
	var roles []optionsv1.Role
	values := optionsv1.Role_ROLE_UNSPECIFIED.Descriptor().Values()
	for i := 1; i < values.Len(); i++ {
		roles = append(roles, optionsv1.Role(values.Get(i).Number()))
	}
	for _, p := range programs {
		fmt.Fprintf(&b, "\n## %s\n", p.title)
		for _, s := range p.services {
			fmt.Fprintf(&b, "\n### %s\n\n| method | %s | reason |\n|%s\n", s.Name(),
				strings.Join(person.RoleNames(roles), " | "), strings.Repeat(" --- |", len(roles)+2))
			writeMethods(&b, s.Methods(), roles)
		}
	}
	return b.String()
}

// writeMethods writes a row for each method.
func writeMethods(b *strings.Builder, methods protoreflect.MethodDescriptors, roles []optionsv1.Role) {
	for i := range methods.Len() {
		m := methods.Get(i)
		access := grpcserver.AccessOf(m)
		fmt.Fprintf(b, "| `%s` |", m.Name())
		for _, r := range roles {
			fmt.Fprintf(b, " %s |", modes(access, r))
		}
		fmt.Fprintf(b, " %s |\n", map[bool]string{true: "reason", false: "-"}[access.GetReasonRequired()])
	}
}

// modes are those in which a role may call a method.
func modes(access *optionsv1.Access, r optionsv1.Role) string {
	test := slices.Contains(access.GetRoles(), r)
	live := test
	if len(access.GetLiveRoles()) > 0 {
		live = slices.Contains(access.GetLiveRoles(), r)
	}
	switch {
	case test && live:
		return "yes"
	case test:
		return "test mode"
	case live:
		return "live mode"
	}
	return "-"
}
