package adminclient

import (
	"fmt"
	"strings"

	"google.golang.org/protobuf/reflect/protoreflect"
)

// overview lists the commands with their flags.
func overview(program string, methods []method) string {
	var b strings.Builder
	fmt.Fprintf(&b, "usage: %s admin [--address HOST:PORT] [--timeout DURATION] COMMAND [FLAGS]\n", program)
	b.WriteString(
		"Calls the gRPC port of a running program (--address, else GRPC_ADDR, else :9090) as the person who has signed " +
			"in\n(OIDC_ISSUER, OIDC_CLI_CLIENT_ID, CONSOLE_URL), or with INTERNAL_TOKEN, which it takes with " +
			"OPERATOR_BOOTSTRAP=true. COMMAND --help describes its flags.\n\n",
	)
	b.WriteString(
		"  login                            signs you in by a code that you enter in a browser\n  logout                  " +
			"         forgets the sign-in\n",
	)
	for _, m := range methods {
		b.WriteString("  " + m.command())
		required := m.required()
		for _, f := range m.fields() {
			flag := "--" + flagName(f)
			if s := syntax(f); s != "" {
				flag += " " + s
			}
			if !required[f.Name()] {
				flag = "[" + flag + "]"
			}
			b.WriteString(" " + flag)
		}
		if m.download() != nil {
			b.WriteString(" --out FILE")
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// usage describes the flags of a command.
func (m method) usage(program string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "usage: %s admin %s [FLAGS]\n", program, m.command())
	required := m.required()
	for _, f := range m.fields() {
		var notes []string
		if required[f.Name()] {
			notes = append(notes, "required")
		}
		if f.IsList() {
			notes = append(notes, "may be repeated")
		}
		if n := explain(f); n != "" {
			notes = append(notes, n)
		}
		line := strings.TrimRight(fmt.Sprintf("--%s %s", flagName(f), syntax(f)), " ")
		b.WriteString(strings.TrimRight(fmt.Sprintf("  %-32s %s", line, strings.Join(notes, "; ")), " ") + "\n")
	}
	if m.download() != nil {
		b.WriteString("  --out FILE                       required; a new file that the answer is written to\n")
	}
	if m.desc.Input().Fields().ByName("reason") == nil {
		b.WriteString("  --reason STRING                  why, for the audit trail; some methods require it\n")
	}
	b.WriteString("  --address HOST:PORT              the program's gRPC port; GRPC_ADDR, else :9090, when unset\n")
	b.WriteString("  --timeout DURATION               timeout of the call; 30s when unset, of a file 1h\n")
	return b.String()
}

// syntax is what a flag takes, in capitals; a bool takes nothing.
func syntax(f protoreflect.FieldDescriptor) string {
	s := ""
	switch {
	case f.IsMap():
		return "JSON|@FILE"
	case f.Kind() == protoreflect.MessageKind && scalarOf(f.Message()) != nil:
		return syntax(scalarOf(f.Message()))
	case f.Kind() == protoreflect.MessageKind:
		s = messageSyntax(f.Message())
	case f.Kind() == protoreflect.BoolKind && f.IsList():
		s = "BOOL"
	case f.Kind() == protoreflect.BoolKind:
		return ""
	case f.Kind() == protoreflect.StringKind:
		s = "STRING"
	case f.Kind() == protoreflect.EnumKind:
		s = strings.Join(enumNames(f.Enum()), "|")
	case f.Kind() == protoreflect.BytesKind:
		s = "BASE64|@FILE"
	case f.Kind() == protoreflect.DoubleKind, f.Kind() == protoreflect.FloatKind:
		s = "NUMBER"
	default:
		s = "INTEGER"
	}
	if f.IsList() && f.Kind() != protoreflect.MessageKind {
		s += ",..."
	}
	return s
}

func messageSyntax(m protoreflect.MessageDescriptor) string {
	switch m.FullName() {
	case timestampName:
		return "TIME"
	case durationName:
		return "DURATION"
	}
	return "JSON|@FILE"
}

// explain says what the syntax does not.
func explain(f protoreflect.FieldDescriptor) string {
	if f.IsMap() {
		return "an object"
	}
	if f.Kind() != protoreflect.MessageKind || scalarOf(f.Message()) != nil {
		return ""
	}
	switch f.Message().FullName() {
	case timestampName:
		return "as 2026-11-21T08:00:00Z"
	case durationName:
		return "as 1h30m"
	}
	if f.Message().ParentFile().Package() == "google.protobuf" {
		return string(f.Message().Name())
	}
	var members []string
	for i := range f.Message().Fields().Len() {
		members = append(members, string(f.Message().Fields().Get(i).Name()))
	}
	return "an object of " + strings.Join(members, ", ")
}
