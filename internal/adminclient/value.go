package adminclient

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/timestamppb"
)

const (
	timestampName = "google.protobuf.Timestamp"
	durationName  = "google.protobuf.Duration"
)

// fieldValue is the flag.Value of a field of a request.
type fieldValue struct {
	into  protoreflect.Message
	field protoreflect.FieldDescriptor
	given bool
}

func (v *fieldValue) String() string { return "" }

// IsBoolFlag makes `--livemode` mean `--livemode=true`.
func (v *fieldValue) IsBoolFlag() bool {
	f := v.field
	if f.Kind() == protoreflect.MessageKind && !f.IsMap() && scalarOf(f.Message()) != nil {
		f = scalarOf(f.Message())
	}
	return f.Kind() == protoreflect.BoolKind && !v.field.IsList()
}

// Set sets the field from the argument of the flag.
func (v *fieldValue) Set(s string) error {
	f := v.field
	if v.given && !f.IsList() {
		return errors.New("is given twice")
	}
	v.given = true
	if o := f.ContainingOneof(); o != nil {
		if other := v.into.WhichOneof(o); other != nil && other != f {
			return fmt.Errorf("excludes --%s", flagName(other))
		}
	}
	switch {
	case f.IsMap():
		return v.setJSON(s)
	case f.IsList() &&
		(strings.HasPrefix(s, "[") || strings.HasPrefix(s, "@") || f.Kind() == protoreflect.MessageKind &&
			messageSyntax(f.Message()) == "JSON|@FILE"):
		return v.setJSON(s)
	case f.IsList():
		for item := range strings.SplitSeq(s, ",") {
			x, err := v.parse(strings.TrimSpace(item))
			if err != nil {
				return err
			}
			v.into.Mutable(f).List().Append(x)
		}
		return nil
	case f.Kind() == protoreflect.MessageKind && messageSyntax(f.Message()) == "JSON|@FILE" &&
		scalarOf(f.Message()) == nil:
		return v.setJSON(s)
	}
	x, err := v.parse(s)
	if err != nil {
		return err
	}
	v.into.Set(f, x)
	return nil
}

// parse reads one value that is not JSON.
func (v *fieldValue) parse(s string) (protoreflect.Value, error) {
	f := v.field
	if f.Kind() != protoreflect.MessageKind {
		return parseScalar(f, s)
	}
	switch f.Message().FullName() {
	case timestampName:
		t, err := time.Parse(time.RFC3339, s)
		if err != nil {
			return protoreflect.Value{}, errors.New("want a time as 2026-11-21T08:00:00Z")
		}
		return protoreflect.ValueOfMessage(timestamppb.New(t).ProtoReflect()), nil
	case durationName:
		d, err := time.ParseDuration(s)
		if err != nil {
			return protoreflect.Value{}, errors.New("want a duration as 1h30m")
		}
		return protoreflect.ValueOfMessage(durationpb.New(d).ProtoReflect()), nil
	}
	inner := scalarOf(f.Message())
	x, err := parseScalar(inner, s)
	if err != nil {
		return protoreflect.Value{}, err
	}
	m := v.into.NewField(f).Message()
	m.Set(inner, x)
	return protoreflect.ValueOfMessage(m), nil
}

// setJSON sets the field from JSON, or from the file after an @. A list may be a single element.
func (v *fieldValue) setJSON(s string) error {
	if name, ok := strings.CutPrefix(s, "@"); ok {
		b, err := os.ReadFile(name) //nolint:gosec // the operator names the file
		if err != nil {
			return err
		}
		s = string(b)
	}
	s = strings.TrimSpace(s)
	if !json.Valid([]byte(s)) {
		return errors.New("want JSON, or @ and the name of a file that holds it")
	}
	if v.field.IsList() && !strings.HasPrefix(s, "[") {
		s = "[" + s + "]"
	}
	m := v.into.New()
	if err := protojson.Unmarshal([]byte(`{"`+string(v.field.Name())+`":`+s+`}`), m.Interface()); err != nil {
		return errors.New(strings.Join(strings.Fields(err.Error()), " ")) // protojson varies its spaces on purpose
	}
	if !v.field.IsList() {
		v.into.Set(v.field, m.Get(v.field))
		return nil
	}
	list := v.into.Mutable(v.field).List()
	for i := range m.Get(v.field).List().Len() {
		list.Append(m.Get(v.field).List().Get(i))
	}
	return nil
}

// scalarOf returns the one field of a wrapper such as google.protobuf.StringValue, nil for any other message.
func scalarOf(m protoreflect.MessageDescriptor) protoreflect.FieldDescriptor {
	if m.ParentFile().Path() == "google/protobuf/wrappers.proto" {
		return m.Fields().ByName("value")
	}
	return nil
}

func parseScalar(f protoreflect.FieldDescriptor, s string) (protoreflect.Value, error) {
	switch f.Kind() {
	case protoreflect.StringKind:
		return protoreflect.ValueOfString(s), nil
	case protoreflect.BoolKind:
		b, err := strconv.ParseBool(s)
		return valueOr(protoreflect.ValueOfBool(b), err, "want true or false")
	case protoreflect.Int32Kind, protoreflect.Sint32Kind, protoreflect.Sfixed32Kind:
		n, err := strconv.ParseInt(s, 10, 32)
		return valueOr(protoreflect.ValueOfInt32(int32(n)), err, "want an integer of 32 bits")
	case protoreflect.Int64Kind, protoreflect.Sint64Kind, protoreflect.Sfixed64Kind:
		n, err := strconv.ParseInt(s, 10, 64)
		return valueOr(protoreflect.ValueOfInt64(n), err, "want an integer of 64 bits")
	case protoreflect.Uint32Kind, protoreflect.Fixed32Kind:
		n, err := strconv.ParseUint(s, 10, 32)
		return valueOr(protoreflect.ValueOfUint32(uint32(n)), err, "want a positive integer of 32 bits")
	case protoreflect.Uint64Kind, protoreflect.Fixed64Kind:
		n, err := strconv.ParseUint(s, 10, 64)
		return valueOr(protoreflect.ValueOfUint64(n), err, "want a positive integer of 64 bits")
	case protoreflect.FloatKind:
		x, err := strconv.ParseFloat(s, 32)
		return valueOr(protoreflect.ValueOfFloat32(float32(x)), err, "want a number")
	case protoreflect.DoubleKind:
		x, err := strconv.ParseFloat(s, 64)
		return valueOr(protoreflect.ValueOfFloat64(x), err, "want a number")
	case protoreflect.EnumKind:
		return parseEnum(f.Enum(), s)
	case protoreflect.BytesKind:
		if name, ok := strings.CutPrefix(s, "@"); ok {
			b, err := os.ReadFile(name) //nolint:gosec // the operator names the file
			return protoreflect.ValueOfBytes(b), err
		}
		b, err := base64.StdEncoding.DecodeString(s)
		return valueOr(protoreflect.ValueOfBytes(b), err, "want base64, or @ and the name of a file")
	}
	return protoreflect.Value{}, fmt.Errorf("fields of kind %s cannot be set here", f.Kind())
}

func valueOr(v protoreflect.Value, err error, want string) (protoreflect.Value, error) {
	if err != nil {
		return protoreflect.Value{}, errors.New(want)
	}
	return v, nil
}

func parseEnum(e protoreflect.EnumDescriptor, s string) (protoreflect.Value, error) {
	for i, name := range enumNames(e) {
		if v := e.Values().Get(i); s == name || s == string(v.Name()) {
			return protoreflect.ValueOfEnum(v.Number()), nil
		}
	}
	return protoreflect.Value{}, errors.New("want one of " + strings.Join(enumNames(e), ", "))
}

// enumNames are the values of an enum without its name: CALLER_TENANT_KEY is tenant-key.
func enumNames(e protoreflect.EnumDescriptor) []string {
	prefix := strings.ReplaceAll(kebab(string(e.Name())), "-", "_") + "_"
	names := make([]string, e.Values().Len())
	for i := range names {
		name := strings.ToLower(string(e.Values().Get(i).Name()))
		names[i] = strings.ReplaceAll(strings.TrimPrefix(name, prefix), "_", "-")
	}
	return names
}
