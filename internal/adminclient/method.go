package adminclient

import (
	"errors"
	"flag"
	"fmt"
	"slices"
	"strings"

	"buf.build/go/protovalidate"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
)

// A method is a unary method whose Go types are linked, or a download: one that streams the bytes of a file.
type method struct {
	desc    protoreflect.MethodDescriptor
	in, out protoreflect.MessageType
}

// download is the field with the bytes that the method streams; nil when it is no download.
func (m method) download() protoreflect.FieldDescriptor {
	if fields := m.desc.Output().Fields(); m.desc.IsStreamingServer() && fields.Len() == 1 &&
		fields.Get(0).Kind() == protoreflect.BytesKind {
		return fields.Get(0)
	}
	return nil
}

// methodsOf returns the methods of the services that are commands, by the names of these.
func methodsOf(services []protoreflect.ServiceDescriptor) ([]method, error) {
	var methods []method
	for _, s := range services {
		for i := range s.Methods().Len() {
			m := method{desc: s.Methods().Get(i)}
			if m.desc.IsStreamingClient() || m.desc.IsStreamingServer() && m.download() == nil {
				continue
			}
			var err1, err2 error
			m.in, err1 = protoregistry.GlobalTypes.FindMessageByName(m.desc.Input().FullName())
			m.out, err2 = protoregistry.GlobalTypes.FindMessageByName(m.desc.Output().FullName())
			if err := errors.Join(err1, err2); err != nil {
				return nil, fmt.Errorf("method %s: %w", m.desc.FullName(), err)
			}
			if _, twice := find(methods, m.command()); twice {
				return nil, fmt.Errorf("two services have the method %s", m.desc.Name())
			}
			methods = append(methods, m)
		}
	}
	slices.SortFunc(methods, func(a, b method) int { return strings.Compare(a.command(), b.command()) })
	return methods, nil
}

func find(methods []method, command string) (method, bool) {
	i := slices.IndexFunc(methods, func(m method) bool { return m.command() == command })
	if i < 0 {
		return method{}, false
	}
	return methods[i], true
}

func (m method) command() string { return kebab(string(m.desc.Name())) }

func (m method) path() string {
	return "/" + string(m.desc.Parent().FullName()) + "/" + string(m.desc.Name())
}

func (m method) newAnswer() proto.Message { return m.out.New().Interface() }

func (m method) fields() []protoreflect.FieldDescriptor {
	all := m.desc.Input().Fields()
	list := make([]protoreflect.FieldDescriptor, all.Len())
	for i := range list {
		list[i] = all.Get(i)
	}
	return list
}

// parse reads the flags of a command. It returns flag.ErrHelp when they ask for help.
func (m method) parse(args []string, opts *common) (proto.Message, error) {
	req := m.in.New()
	fs := newFlagSet()
	for _, f := range m.fields() {
		fs.Var(&fieldValue{into: req, field: f}, flagName(f), "")
	}
	opts.addTo(fs)
	if m.download() != nil {
		fs.StringVar(&opts.file, "out", "", "")
	}
	if err := fs.Parse(args); err != nil {
		return nil, err
	}
	if fs.NArg() > 0 {
		return nil, fmt.Errorf("%q is not a flag", fs.Arg(0))
	}
	given := map[string]bool{}
	fs.Visit(func(f *flag.Flag) { given[f.Name] = true })
	required := m.required()
	var missing []string
	for _, f := range m.fields() {
		if required[f.Name()] && !given[flagName(f)] {
			missing = append(missing, "--"+flagName(f))
		}
	}
	if m.download() != nil && opts.file == "" {
		missing = append(missing, "--out")
	}
	if len(missing) > 0 {
		return nil, errors.New("missing " + strings.Join(missing, ", "))
	}
	return req.Interface(), nil
}

// required returns the fields that the contract requires: those at fault in an empty request.
func (m method) required() map[protoreflect.Name]bool {
	out := map[protoreflect.Name]bool{}
	var invalid *protovalidate.ValidationError
	if errors.As(protovalidate.Validate(m.in.New().Interface()), &invalid) {
		for _, v := range invalid.Violations {
			if path := v.Proto.GetField().GetElements(); len(path) > 0 {
				out[protoreflect.Name(path[0].GetFieldName())] = true
			}
		}
	}
	return out
}

// flagOf turns the JSON pointer of a violation into the flag at fault, with the rest of the path if there is one.
func (m method) flagOf(pointer string) string {
	name, rest, deeper := strings.Cut(strings.TrimPrefix(pointer, "/"), "/")
	f := m.desc.Input().Fields().ByName(protoreflect.Name(name))
	switch {
	case f == nil || !strings.HasPrefix(pointer, "/"):
		return pointer
	case deeper:
		return "--" + flagName(f) + " /" + rest
	}
	return "--" + flagName(f)
}

func flagName(f protoreflect.FieldDescriptor) string {
	return strings.ReplaceAll(string(f.Name()), "_", "-")
}

// kebab turns CreateApiKey into create-api-key.
func kebab(name string) string {
	var b strings.Builder
	for i, r := range name {
		if r >= 'A' && r <= 'Z' {
			if i > 0 {
				b.WriteByte('-')
			}
			r += 'a' - 'A'
		}
		b.WriteRune(r)
	}
	return b.String()
}
